// fat_tree_meter.h: reads the figures of a run on a fat tree off the routers' ports: arrivals, how
// full branches are, and what the last packet of a flooded multinode broadcast waited for.
#ifndef FLITWISE_TB_CHECK_FAT_TREE_FAT_TREE_METER_H_
#define FLITWISE_TB_CHECK_FAT_TREE_FAT_TREE_METER_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "systemc/network/network_observer.h"
#include "systemc/topology/fat_tree/fat_tree.h"
#include "systemc/topology/fat_tree/fat_tree_latency.h"

namespace flitwise::check {

/// Measures when leaves receive and how full branches are. Nothing here knows a formula.
///
/// Units: steps; packets. Queues are counted by the routers themselves (FatTreeOccupancy).
class FatTreeMeter final : public NetworkObserver {
 public:
  /// `half_duplex`: counts two_way_links(), too, for which transfers must have their lanes.
  explicit FatTreeMeter(FatTree tree, bool half_duplex = false);

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_arrivals(Step step, const std::vector<LinkTransfer>& arrivals) override;
  void on_edge(Step step, const Network& network, const Injector& injector) override;

  /// Last step in which a leaf received a packet; 0 if none did.
  Step finish() const { return finish_; }
  /// Last step in which a link carried a packet; 0 if none did.
  Step quiesce() const { return quiesce_; }
  /// By leaf, the steps in which it received, in their order.
  const std::vector<std::vector<Step>>& arrivals() const { return arrivals_; }
  std::int64_t flit_hops() const { return flit_hops_; }
  /// Branches that carried more packets in a step than they have links, counted by step.
  std::int64_t overfull_branches() const { return overfull_; }
  /// Links that carried packets both ways in one step, counted by step; of half-duplex links.
  std::int64_t two_way_links() const { return two_way_; }
  /// Sentences with nodes and step, the first kMaxProblems of them.
  std::vector<std::string> problems() const { return problems_; }

  static constexpr std::size_t kMaxProblems = 10;

 private:
  void count_branch(Step step, const LinkTransfer& transfer);
  void count_directions(Step step, const LinkTransfer& transfer);

  const FatTree tree_;
  Step finish_ = 0;
  Step quiesce_ = 0;
  std::int64_t flit_hops_ = 0;
  std::int64_t overfull_ = 0;
  std::int64_t two_way_ = 0;
  std::vector<std::vector<Step>> arrivals_;
  struct Use {
    Step step = 0;
    int packets = 0;
  };
  std::vector<int> capacity_;  // of the branch above each node but the root
  std::vector<Use> up_;        // of the branch above each node, towards the root
  std::vector<Use> down_;      // likewise, towards the node
  struct LinkUse {
    Step up = 0;  // last step in which it carried a packet up
    Step down = 0;
  };
  std::vector<std::vector<LinkUse>> links_;  // of the branch above each node; none if not counted
  std::vector<std::string> problems_;
};

/// The packet that a leaf received last.
struct LastPacket {
  Node source = kNoNode;  ///< kNoNode: the leaf received none
  int level = 0;          ///< where source and leaf meet
  Step delay = 0;         ///< steps that it spent in queues
  /// Over the queues on its way, packets that were before it when it came and left before it.
  Flits queued = 0;
};

/// Watches a multinode broadcast in which every leaf's one flit, named by its tag, crosses each
/// link once at most. Nothing here knows a formula or the policy of a queue.
class FloodQueues final : public NetworkObserver {
 public:
  explicit FloodQueues(FatTree tree, FatTreeLatency latency = {});

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step, const Network&, const Injector&) override {}

  /// By leaf. Where several packets arrive in one step, over several links, that of the last link.
  std::vector<LastPacket> last_packets() const;

 private:
  /// The packets that crossed a branch in one direction, in the order of their steps.
  using Passage = std::vector<std::pair<Step, Node>>;

  const Passage& passage(Node from, Node to) const;
  std::vector<Node> way(Node source, Node leaf) const;
  LastPacket trace(Node source, Node leaf) const;

  const FatTree tree_;
  const FlitFormat format_;
  const FatTreeLatency latency_;
  std::vector<Passage> up_;    // of the branch above each node, towards the root
  std::vector<Passage> down_;  // likewise, towards the node
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_FAT_TREE_FAT_TREE_METER_H_
