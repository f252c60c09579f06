#include "sim/run/run_observers.h"

namespace flitwise {
namespace {

// Calls of the progress function cost more than a step of a small network.
constexpr std::uint64_t kStepsPerCall = 256;

}  // namespace

void ProgressTap::on_transfers(Step step, const std::vector<LinkTransfer>&) {
  if (++calls_ % kStepsPerCall == 0) tell_(step, expected_);
}

void WaveTap::on_edge(Step step, const Network&, const Injector& injector) {
  for (std::size_t pe = 0; pe < pes_.size(); ++pe) {
    const auto node = static_cast<Node>(pe);
    const auto state = static_cast<std::uint8_t>(pes_[pe]->protocol().state_at(step));
    waves_.show(node, {state, injector.injected(node)});
  }
  waves_.dump(step);
}

}  // namespace flitwise
