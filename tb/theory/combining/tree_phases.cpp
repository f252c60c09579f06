#include "tb/theory/combining/tree_phases.h"

#include <algorithm>

#include "tb/theory/collective/collective_contents.h"
#include "tb/theory/combining/combining_events.h"

namespace flitwise::theory {

Step elastic_finish(const std::vector<CombineTree>& trees, const std::vector<Step>& start,
                    Flits slots) {
  Step finish = 0;
  for (const CombineTree& tree : trees) {
    if (tree.words == 0) continue;
    const std::vector<Step> depths = depths_of(tree);
    Step last = 0;
    for (std::size_t v = 0; v < depths.size(); ++v)
      last = std::max(last, 1 + (start.empty() ? 0 : start[v]) + depths[v]);
    const Flits m = tree.words;
    last += m - 2 + std::max<Step>(0, kCreditLoop - slots) * ((m - 1) / slots);
    const bool is_for_all =
        std::count(tree.passes_result.begin(), tree.passes_result.end(), true) > 0;
    finish = std::max(finish, last + (is_for_all ? height_of(tree) : 0));
  }
  return finish;
}

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
