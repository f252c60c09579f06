// top_reports.h: what the nodes of a network that is verilated whole report, for adapters only.
#ifndef FLITWISE_SYSTEMC_NETWORK_TOP_REPORTS_H_
#define FLITWISE_SYSTEMC_NETWORK_TOP_REPORTS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "systemc/network/models/model_instance.h"
#include "systemc/network/network.h"

namespace flitwise {

/// A node and its place in the top's pins, in which all nodes lie one after the other.
struct TopNode {
  Node node = kNoNode;
  std::size_t number = 0;      ///< of nodes before it
  std::size_t first_lane = 0;  ///< lanes of the nodes before it
  std::size_t lanes = 0;
};

/// Names of the node's lanes that are marked in a pin with a bit per lane.
template <class LaneName>
std::vector<std::string> marked_lanes(const Pin& marks, const TopNode& at, LaneName name_of_lane) {
  std::vector<std::string> names;
  for (std::size_t lane = 0; lane < at.lanes; ++lane) {
    if (marks.read(at.first_lane + lane, 1) != 0) names.push_back(name_of_lane(lane));
  }
  return names;
}

/// Appends what a node reports in its pins `violation_o`, `violation_in_o` and `violation_out_o`.
template <class LaneName>
void append_violations(const ModelInstance& top, const TopNode& at, Step step,
                       const std::string& place, LaneName name_of_lane,
                       std::vector<Violation>& violations) {
  constexpr std::size_t kKinds = 8;
  const std::uint64_t kinds = top.pin("violation_o").read(at.number * kKinds, kKinds);
  for (std::size_t kind = 0; kinds != 0 && kind < kKinds; ++kind) {
    if ((kinds >> kind & 1) != 0)
      violations.push_back({step, at.node, static_cast<ViolationKind>(kind),
                            marked_lanes(top.pin("violation_in_o"), at, name_of_lane),
                            marked_lanes(top.pin("violation_out_o"), at, name_of_lane), place});
  }
}

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_TOP_REPORTS_H_
