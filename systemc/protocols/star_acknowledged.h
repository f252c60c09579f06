// star_acknowledged.h: multinode broadcast by depth-first walks that acknowledgements carry on.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_STAR_ACKNOWLEDGED_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_STAR_ACKNOWLEDGED_H_

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "systemc/protocols/star_multinode_plan.h"
#include "systemc/protocols/star_pe.h"

namespace flitwise::protocols {

/// A PE of a multinode broadcast with acknowledgements. Each tree of each source is walked depth
/// first: a PE that has a tree's whole group of packets sends it to one child after the other, each
/// when the one before has acknowledged, and acknowledges to its parent after the last. A group
/// takes g packet steps, whether it fills them or not, an acknowledgement one.
///
/// Not fault tolerant: where an acknowledgement stays away, the walk stops.
/// Time: (g + 1)(N-1) packet steps, g = ceil(m x/(n-1)).
/// Source: Fragopoulou, Akl (IEEE TC 45(2), 1996).
class StarAcknowledged final : public StarPe {
 public:
  StarAcknowledged(const StarSettings& settings, std::shared_ptr<const StarMultinodePlan> plan,
                   Node self, Step skew);
  unsigned expected_trees(Node source, int packet) const override;
  std::vector<std::string> waiting_for() const override;

 protected:
  void send_own(Outbox& outbox) override;
  void read(const Arrival& arrival, StarHead& head) const override;
  std::optional<Step> due(const StarHead& head) const override;
  void relay(const Arrival& arrival, const StarHead& head, Outbox& outbox) override;
  bool take_control(const Arrival& arrival, Outbox& outbox) override;
  bool is_waiting_for_control() const override { return !walks_.empty(); }

 private:
  /// A walk that has come to this PE and has not left it for good.
  struct Walk {
    Node address = kNoNode;            // of this PE, in tree 2
    std::vector<std::int64_t> values;  // of the packets received, by place
    std::size_t children_served = 0;   // or being served
  };
  using WalkName = std::pair<Node, int>;  // source, tree

  /// Goes to the next child, or back to the parent, in cycle `first`. A walk that is over goes.
  void go_on(WalkName name, Step now, Step first, Outbox& outbox);
  std::string fault_of_acknowledgement(const Arrival& arrival, WalkName name) const;
  Node neighbour_in(int tree, int dimension_in_tree_2) const;

  std::shared_ptr<const StarMultinodePlan> plan_;
  std::map<WalkName, Walk> walks_;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_STAR_ACKNOWLEDGED_H_
