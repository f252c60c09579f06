// star_operations.h: cases of the five algorithms on star graphs, what their lists of link events
// say when they are looked at packet by packet, and sets of dead nodes and links.
#ifndef FLITWISE_TESTS_THEORY_STAR_STAR_OPERATIONS_H_
#define FLITWISE_TESTS_THEORY_STAR_STAR_OPERATIONS_H_

#include <cstdint>
#include <functional>
#include <ostream>
#include <random>
#include <vector>

#include "tb/theory/star/star_faults.h"
#include "tb/theory/star/star_theory.h"

namespace flitwise::test {

inline constexpr theory::StarAlgorithm kStarAlgorithms[] = {
    theory::StarAlgorithm::kTrees, theory::StarAlgorithm::kStatic,
    theory::StarAlgorithm::kAcknowledged, theory::StarAlgorithm::kFurthestFirst,
    theory::StarAlgorithm::kNecklaces};

/// One run; a source is ignored where all nodes are sources.
struct StarCase {
  theory::StarAlgorithm algorithm;
  int order;
  StarRule rule;
  theory::StarTraffic traffic;
  Node source = 0;

  StarTrees trees() const { return {StarGraph(order), rule}; }
};
std::ostream& operator<<(std::ostream& out, const StarCase& c);

inline theory::StarPrediction predict(const StarCase& c, const StarTrees& trees) {
  return theory::predict_star(c.algorithm, trees, c.traffic);
}
inline std::vector<theory::StarLinkEvent> events(const StarCase& c, const StarTrees& trees) {
  return theory::star_events(c.algorithm, trees, c.traffic, c.source);
}
inline theory::StarCopies copies(const StarCase& c, const StarTrees& trees,
                                 const theory::StarFaults& faults) {
  return theory::star_copies(c.algorithm, trees, c.traffic, c.source, faults);
}

/// Expects links between neighbours, none taken twice in a step and direction, and no packet sent
/// from where it had not come in an earlier step.
void expect_link_rules(const StarGraph& graph, const std::vector<theory::StarLinkEvent>& events);

/// Most packets that came in by one port and are still to be sent on, at the end of a step.
std::int64_t most_held(const StarGraph& graph, const std::vector<theory::StarLinkEvent>& events);

/// Copies that arrive if every packet is sent that is there to be sent, and none crosses what is
/// dead. With acknowledgements, a packet that does not cross ends its tree's walk.
theory::StarCopies replay(const StarCase& c, const StarTrees& trees,
                          const theory::StarFaults& faults);

/// All nodes but `source` and all links, each as a set of one fault.
std::vector<theory::StarFaults> elements_but(const StarGraph& graph, Node source);

/// Calls `look` with every set of 0 to `most` of the elements.
void for_all_subsets(const std::vector<theory::StarFaults>& elements, int most,
                     const std::function<void(const theory::StarFaults&)>& look);

/// `count` different elements, nodes and links as likely as there are.
theory::StarFaults random_faults(const StarGraph& graph, int count, std::mt19937_64& random);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_STAR_STAR_OPERATIONS_H_
