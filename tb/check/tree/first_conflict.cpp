#include "tb/check/tree/first_conflict.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>
#include <vector>

namespace flitwise::check {
namespace {

constexpr Step kNever = std::numeric_limits<Step>::max();  // among bytes

bool is_meeting(ViolationKind kind) {
  return kind == ViolationKind::kCollision || kind == ViolationKind::kSecondSend ||
         kind == ViolationKind::kSecondReceive;
}

}  // namespace

void FirstConflict::on_edge(Step, const Network& network, const Injector& injector) {
  if (found_) return;
  std::optional<Step> edge;
  std::set<Node> pes;
  for (const Violation& violation : network.violations()) {
    if (!is_meeting(violation.kind)) continue;
    edge = violation.step;
    pes.insert(violation.node);
  }
  // The PE offers both at the edge before the step in which they would have left.
  for (const InjectionConflict& conflict : injector.conflicts()) {
    edge = conflict.step - 1;
    pes.insert(conflict.node);
  }
  if (edge) found_ = {*edge, {pes.begin(), pes.end()}};
}

void FirstConflict::write_to(std::string& bytes) const {
  bytes::put(bytes, found_ ? found_->step : kNever);
  bytes::put_all(bytes, found_ ? found_->pes : std::vector<Node>());
}

void FirstConflict::add_from(bytes::Reader& reader) {
  const auto step = reader.take<Step>();
  const std::vector<Node> pes = reader.take_all<Node>();
  const Step own = found_ ? found_->step : kNever;
  if (step > own || step == kNever) return;
  if (step < own) found_ = {step, {}};
  std::vector<Node> all;
  std::set_union(found_->pes.begin(), found_->pes.end(), pes.begin(), pes.end(),
                 std::back_inserter(all));
  found_->pes = std::move(all);
}

}  // namespace flitwise::check
