#include "tb/theory/combining/tree_phases.h"

#include <algorithm>

#include "tb/theory/collective/collective_contents.h"
#include "tb/theory/combining/combining_events.h"
#include "tb/theory/combining/paced_combining.h"

namespace flitwise::theory {

std::vector<LinkEvent> two_phase_events(const CombinePlan& plan, Step first_phase,
                                        const WordArithmetic& arithmetic) {
  const auto first_text = std::find_if(plan.trees.begin(), plan.trees.end(),
                                       [](const CombineTree& tree) { return !has_operands(tree); });
  CombinePlan up = plan, down = plan;
  up.trees.assign(plan.trees.begin(), first_text);
  down.trees.assign(first_text, plan.trees.end());
  const auto pes = static_cast<Node>(plan.neighbours.size());
  std::vector<std::vector<Step>> depths;
  for (const CombineTree& tree : down.trees) depths.push_back(depths_of(tree));
  std::vector<LinkEvent> events = combining_events(up, {}, arithmetic);
  for (LinkEvent event : combining_events(down, {}, arithmetic)) {
    // A word leaves its root a step behind the one before it, the first in step 1.
    const std::size_t tree = index_of(event.message);
    const Flits word = down.trees[tree].first_word + event.step - depths[tree][index_of(event.to)];
    event.value = due_word({kAllOperands, static_cast<std::int32_t>(word)}, pes, arithmetic).value;
    event.step += first_phase;
    event.message += static_cast<Node>(up.trees.size());
    events.push_back(event);
  }
  std::sort(events.begin(), events.end());
  return events;
}

}  // namespace flitwise::theory
