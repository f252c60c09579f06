#include "tb/check/tree/first_conflict.h"

#include <set>

namespace flitwise::check {
namespace {

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

}  // namespace flitwise::check
