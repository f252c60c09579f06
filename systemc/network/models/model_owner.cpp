#include "systemc/network/models/model_owner.h"

#include <verilated.h>

#include "systemc/network/models/model_error.h"
#include "systemc/network/models/verilated_pins.h"

namespace flitwise {

ModelFlavour flavour_for(RouterForm form, Checkers checkers, const WaveRecorder* waves) {
  if (form == RouterForm::kNetlist && waves != nullptr)
    throw ModelError("netlists have no waves: their wires have none of the names of the RTL");
  if (form == RouterForm::kNetlist) return ModelFlavour::kNetlist;
  if (waves != nullptr) return ModelFlavour::kTraced;
  return checkers == Checkers::kBound ? ModelFlavour::kChecked : ModelFlavour::kPlain;
}

ModelOwner::ModelOwner(WaveRecorder* waves) : waves_(waves) {
  if (waves_ == nullptr) own_context_ = std::make_unique<VerilatedContext>();
  context_ =
      waves_ == nullptr ? own_context_.get() : static_cast<VerilatedContext*>(waves_->context());
  count_assertion_failures(*context_);
  failures_before_ = context_->errorCount();
}

// Verilator keeps one current context a thread and models deregister from that one.
ModelOwner::~ModelOwner() { Verilated::threadContextp(context_); }

int ModelOwner::assertion_failures() const { return context_->errorCount() - failures_before_; }

void ModelOwner::set_step(Step step) {
  Verilated::threadContextp(context_);
  context_->time(static_cast<std::uint64_t>(step));
}

void ModelOwner::bring_up(const ModelInstance& instance, const std::string& name) {
  instance.reset();
  if (waves_ != nullptr && instance.table().trace != nullptr && waves_->window().shows_router(name))
    waves_->add_model(instance.table().trace, instance.model());
}

}  // namespace flitwise
