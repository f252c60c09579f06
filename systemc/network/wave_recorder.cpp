#include "systemc/network/wave_recorder.h"

#include <Vpe_view_traced.h>
#include <Vrun_view_traced.h>
#include <fmt/format.h>
#include <verilated.h>
#include <verilated_fst_c.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "systemc/network/models/verilated_context.h"
#include "systemc/network/models/wave_signals.h"

namespace flitwise {
namespace {

constexpr int kAllLevels = 99;

struct TracedModel {
  void (*trace)(void* model, void* fst);
  void* model;
};

}  // namespace

struct WaveRecorder::Impl {
  VerilatedContext context;
  VerilatedFstC fst;
  std::unique_ptr<Vrun_view_traced> run;
  std::vector<std::unique_ptr<Vpe_view_traced>> pes;  // nullptr for those that are not shown
  std::vector<TracedModel> models;
  WaveSignals signals;
  Step last_dump = -1;
};

bool WaveWindow::shows_pe(Node pe) const {
  return nodes.empty() || std::binary_search(nodes.begin(), nodes.end(), pe);
}

bool WaveWindow::shows_router(const std::string& name) const {
  for (const std::string start : {"pe", "leaf "}) {
    const bool is_of_pe = name.compare(0, start.size(), start) == 0;
    if (is_of_pe) return shows_pe(std::atoi(name.c_str() + start.size()));
  }
  return true;
}

WaveRecorder::WaveRecorder(Node pes, WaveWindow window)
    : window_(std::move(window)), impl_(std::make_unique<Impl>()) {
  impl_->context.traceEverOn(true);
  count_assertion_failures(impl_->context);
  impl_->run = std::make_unique<Vrun_view_traced>(&impl_->context, "run");
  impl_->pes.resize(static_cast<std::size_t>(pes));
  for (Node pe = 0; pe < pes; ++pe) {
    if (!window_.shows_pe(pe)) continue;
    auto& view = impl_->pes[static_cast<std::size_t>(pe)];
    view = std::make_unique<Vpe_view_traced>(
        &impl_->context, name_in_wave(fmt::format("pe{} protocol", pe)).c_str());
  }
}

WaveRecorder::~WaveRecorder() = default;

void* WaveRecorder::context() const { return &impl_->context; }

void WaveRecorder::add_model(void (*trace)(void* model, void* fst), void* model) {
  impl_->models.push_back({trace, model});
}

void WaveRecorder::add_signal(const WaveSignal& signal) { impl_->signals.add(signal); }

void WaveRecorder::open(const std::string& path) {
  // Not before all models are there: in newer Verilators (5.032, say) the first call connects those
  // that the context has then, and all further ones do nothing.
  impl_->run->trace(&impl_->fst, kAllLevels);
  for (const auto& view : impl_->pes)
    if (view) view->trace(&impl_->fst, kAllLevels);
  for (const TracedModel& added : impl_->models) added.trace(added.model, &impl_->fst);
  impl_->signals.trace(impl_->fst);
  // Models bring a time unit of their own; the last setting before opening counts.
  impl_->fst.set_time_unit("1ns");
  impl_->fst.set_time_resolution("1ns");
  impl_->fst.open(path.c_str());
  if (!impl_->fst.isOpen()) throw std::runtime_error("cannot write the wave file " + path);
}

void WaveRecorder::show(Node pe, const PeView& view) {
  if (!impl_->pes[static_cast<std::size_t>(pe)]) return;
  Vpe_view_traced& model = *impl_->pes[static_cast<std::size_t>(pe)];
  const bool sends = is_valid(view.injected);
  const LinkEvent event = sends ? to_event(0, pe, pe, view.injected) : LinkEvent{};
  model.state_i = view.state;
  model.sending_i = sends ? 1 : 0;
  model.message_i = sends ? static_cast<SData>(event.message) : 0;
  model.index_i = static_cast<IData>(event.index);
  model.value_i = static_cast<IData>(event.value);
  model.eval();
}

void WaveRecorder::dump(Step step) {
  if (!window_.shows(step)) return;
  impl_->run->step_i = static_cast<IData>(step);
  impl_->run->eval();
  impl_->fst.dump(static_cast<std::uint64_t>(step));
  impl_->last_dump = step;
}

void WaveRecorder::close() {
  // The last values need a moment of their own, or a viewer shows them with no width.
  if (impl_->last_dump >= 0) impl_->fst.dump(static_cast<std::uint64_t>(impl_->last_dump + 1));
  impl_->fst.close();
}

}  // namespace flitwise
