// link_rules.h: what every list of link events must obey, whoever wrote it: the network's rules,
// checked event by event and without any formula.
#ifndef FLITWISE_TESTS_THEORY_TREE_LINK_RULES_H_
#define FLITWISE_TESTS_THEORY_TREE_LINK_RULES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/topology/tree/tree.h"
#include "systemc/topology/types.h"
#include "tb/theory/prediction.h"
#include "tb/theory/tree/certification_theory.h"

namespace flitwise::test {

/// Each function returns sentences about what is wrong; none means the rule is kept.
using Problems = std::vector<std::string>;

/// Every event crosses one link of the tree in a step from 1 on.
Problems link_problems(const Tree& tree, const std::vector<LinkEvent>& events);

/// A PE sends at most one flit and receives at most one flit in a step; multiport, on each link.
Problems port_problems(const std::vector<LinkEvent>& events,
                       theory::Ports ports = theory::Ports::kSingle);

enum class Direction : std::uint8_t { kScatter, kGather };

/// Every message leaves its originator flit after flit, in order, without a gap; each flit crosses
/// all links of its way in consecutive steps; no data flit is anywhere else.
Problems delivery_problems(const Tree& tree, const std::vector<Flits>& lengths,
                           const std::vector<LinkEvent>& events, Direction direction);

/// Certification: each PE passes on what it was told only after it was told, its certificate
/// follows those of its children by the time that sorting takes, it orders the children that its
/// rule orders in the steps right after its own order (multiport: in the very next step), and a PE
/// ordered to transmit after s starts its stream s steps after the order.
Problems certification_problems(const Tree& tree, const std::vector<Flits>& lengths,
                                const theory::CertificationVariant& variant,
                                const std::vector<LinkEvent>& events);

/// Last step in which a data or END flit reaches its destination, 0 if none does.
Step last_delivery(const std::vector<LinkEvent>& events, Direction direction);

/// Last step with any event, 0 if there is none.
Step last_activity(const std::vector<LinkEvent>& events);

/// All sentences, one a line, for a failure message.
std::string lines(const Problems& problems);

/// A list of events and what is said of it; `sent` are the lengths as they travel.
struct EventList {
  const Tree& tree;
  const std::vector<Flits>& sent;
  const std::vector<LinkEvent>& events;
  const theory::Prediction& prediction;
  Direction direction;
  theory::Ports ports = theory::Ports::kSingle;
};

/// What breaks the rules of the network, or goes against the predicted figures, one sentence a
/// line.
std::string violations(const EventList& list);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_TREE_LINK_RULES_H_
