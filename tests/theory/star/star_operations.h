// star_operations.h: the five operations on star graphs behind one face, and what their lists of
// link events say when they are looked at packet by packet.
#ifndef FLITWISE_TESTS_THEORY_STAR_STAR_OPERATIONS_H_
#define FLITWISE_TESTS_THEORY_STAR_STAR_OPERATIONS_H_

#include <cstdint>
#include <ostream>
#include <vector>

#include "tb/theory/star/star_faults.h"
#include "tb/theory/star/star_theory.h"

namespace flitwise::test {

enum class StarOperation : std::uint8_t {
  kBroadcast,
  kMultinode,
  kAcknowledged,
  kScatter,
  kExchange
};
inline constexpr StarOperation kStarOperations[] = {
    StarOperation::kBroadcast, StarOperation::kMultinode, StarOperation::kAcknowledged,
    StarOperation::kScatter, StarOperation::kExchange};
bool has_one_source(StarOperation operation);

/// One run; a source is ignored where all nodes are sources.
struct StarCase {
  StarOperation operation;
  int order;
  StarRule rule;
  theory::StarTraffic traffic;
  Node source = 0;

  StarTrees trees() const { return {StarGraph(order), rule}; }
};
std::ostream& operator<<(std::ostream& out, const StarCase& c);

theory::StarPrediction predict(const StarCase& c, const StarTrees& trees);
std::vector<theory::StarLinkEvent> events(const StarCase& c, const StarTrees& trees);
theory::StarCopies copies(const StarCase& c, const StarTrees& trees,
                          const theory::StarFaults& faults);

/// Expects links between neighbours, none taken twice in a step and direction, and no packet sent
/// from where it had not come in an earlier step.
void expect_link_rules(const StarGraph& graph, const std::vector<theory::StarLinkEvent>& events);

/// Most packets that came in by one port and are still to be sent on, at the end of a step.
std::int64_t most_held(const StarGraph& graph, const std::vector<theory::StarLinkEvent>& events);

/// Copies that arrive if every packet is sent that is there to be sent, and none crosses what is
/// dead. With acknowledgements, a packet that does not cross ends its tree's walk.
theory::StarCopies replay(const StarCase& c, const StarTrees& trees,
                          const theory::StarFaults& faults);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_STAR_STAR_OPERATIONS_H_
