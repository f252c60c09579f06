#include "systemc/network/models/model_owner.h"

#include <verilated.h>

#include <algorithm>
#include <stdexcept>

#include "systemc/network/models/model_error.h"
#include "systemc/network/models/model_prints.h"
#include "systemc/network/models/verilated_context.h"

namespace flitwise {

ModelFlavour flavour_for(const NetworkConfig& config) {
  if (config.form == RouterForm::kNetlist && config.waves != nullptr)
    throw ModelError("netlists have no waves: their wires have none of the names of the RTL");
  if (config.form == RouterForm::kNetlist) return ModelFlavour::kNetlist;
  if (config.waves != nullptr) return ModelFlavour::kTraced;
  return config.checkers == Checkers::kBound ? ModelFlavour::kChecked : ModelFlavour::kPlain;
}

ModelOwner::ModelOwner(WaveRecorder* waves)
    : waves_(waves), own_context_(std::make_unique<VerilatedContext>()) {
  context_ =
      waves_ == nullptr ? own_context_.get() : static_cast<VerilatedContext*>(waves_->context());
  count_assertion_failures(*own_context_);
  count_assertion_failures(*context_);
  failures_before_ = context_->errorCount();
}

ModelOwner::ModelOwner(const NetworkConfig& config, std::size_t nodes) : ModelOwner(config.waves) {
  ranks_ = config.ranks;
  if (ranks_ == nullptr) return;
  try {
    shares_ = ranks_->share_out(nodes);
  } catch (const std::invalid_argument& error) {
    throw ModelError(error.what());
  }
}

const ModelInstance* ModelOwner::stand_in(const ModelTable& table) {
  if (!shares_ || shares_->part_of(static_cast<Node>(made_++)) == ranks_->own()) return nullptr;
  return &stand_ins_.try_emplace(&table, table, own_context_.get(), "of another rank")
              .first->second;
}

const unsigned char* ModelOwner::counter(const ModelInstance& model, const char* pin) {
  const Pin found = model.pin(pin);
  if (!shares_) return found.bytes();
  const std::size_t size = (found.bits() + 7) / 8;
  const std::size_t rank = shares_->part_of(static_cast<Node>(made_ - 1));
  unsigned char* bytes = found.bytes();
  if (rank != ranks_->own()) bytes = counters_of_others_.emplace_back(size).data();
  ranks_->add_counter(bytes, size, rank);
  return bytes;
}

// Verilator keeps one current context a thread and models deregister from that one.
ModelOwner::~ModelOwner() { Verilated::threadContextp(context_); }

int ModelOwner::assertion_failures() const {
  const int of_others = context_ == own_context_.get() ? 0 : own_context_->errorCount();
  return context_->errorCount() - failures_before_ + of_others;
}

bool ModelOwner::has_finished() const { return own_context_->gotFinish() || context_->gotFinish(); }

// Time begins with step 0, runs on slow routers a few steps earlier.
void ModelOwner::set_step(Step step) {
  const auto time = static_cast<std::uint64_t>(std::max<Step>(0, step));
  Verilated::threadContextp(context_);
  own_context_->time(time);
  context_->time(time);
}

// A thread without a context would count failures in the one that was made last in the process.
void ModelOwner::enter_thread() { Verilated::threadContextp(context_); }

void ModelOwner::gather_prints(std::string* text) { gather_model_prints(text); }

bool ModelOwner::can_gather_prints() const { return can_gather_model_prints(); }

void ModelOwner::draw_unknowns(int seed) {
  constexpr int kRandom = 2;
  for (VerilatedContext* context : {own_context_.get(), context_}) {
    context->randReset(kRandom);
    context->randSeed(seed);
  }
}

bool ModelOwner::is_in_wave(const std::string& name) const {
  return waves_ != nullptr && waves_->window().shows_router(name);
}

// Newer Verilators (5.032, say) put all models of a context into its wave, whichever are named.
VerilatedContext* ModelOwner::context_for(const std::string& name) const {
  return is_in_wave(name) ? context_ : own_context_.get();
}

std::string ModelOwner::model_name(const std::string& name) const {
  return is_in_wave(name) ? name_in_wave(name) : name;
}

void ModelOwner::bring_up(const ModelInstance& instance, const std::string& name) {
  instance.reset();
  if (instance.table().trace != nullptr && is_in_wave(name))
    waves_->add_model(instance.table().trace, instance.model());
}

}  // namespace flitwise
