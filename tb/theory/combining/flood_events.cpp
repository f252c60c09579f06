// flood_events.cpp: the recurrence of a flood, round by round.
#include "tb/theory/combining/flood_events.h"

#include <algorithm>

#include "tb/theory/collective/collective_contents.h"

namespace flitwise::theory {

void visit_flood_events(const CombinePlan& plan, const CombiningTimes& times,
                        const WordArithmetic& arithmetic, const TakeEvent& take) {
  const std::size_t nodes = plan.neighbours.size();
  std::vector<Step> told(nodes, 1 + times.overhead);
  std::vector<std::uint32_t> own, words;
  for (std::size_t v = 0; v < nodes; ++v) {
    if (!times.start.empty()) told[v] += times.start[v];
    own.push_back(test_operand({static_cast<Node>(v), 0}, arithmetic.width));
  }
  words = own;
  for (Flits round = 0; round < plan.flood_rounds; ++round) {
    std::vector<Step> told_next = told;
    std::vector<std::uint32_t> words_next = own;
    for (std::size_t v = 0; v < nodes; ++v)
      for (const Node u : plan.neighbours[v]) {
        LinkEvent event;
        event.step = told[v];
        event.from = static_cast<Node>(v);
        event.to = u;
        event.kind = FlitKind::kCombine;
        event.message = 0;
        event.index = round + 1;
        event.value = words[v];
        take(event);
        told_next[v] = std::max(told_next[v], told[index_of(u)]);
        words_next[v] = combined_words(arithmetic, words_next[v], words[index_of(u)]);
      }
    for (Step& step : told_next) step += 1 + times.add;
    told = std::move(told_next);
    words = std::move(words_next);
  }
}

std::vector<LinkEvent> flood_events(const CombinePlan& plan, const CombiningTimes& times,
                                    const WordArithmetic& arithmetic) {
  return sorted_events(
      [&](const TakeEvent& take) { visit_flood_events(plan, times, arithmetic, take); });
}

}  // namespace flitwise::theory
