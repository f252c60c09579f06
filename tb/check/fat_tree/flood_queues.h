// flood_queues.h: how long the last packet of a flooded multinode broadcast waited, and behind how
// many others, from the links alone.
#ifndef FLITWISE_TB_CHECK_FAT_TREE_FLOOD_QUEUES_H_
#define FLITWISE_TB_CHECK_FAT_TREE_FLOOD_QUEUES_H_

#include <utility>
#include <vector>

#include "systemc/network/network_module.h"
#include "systemc/topology/fat_tree/fat_tree.h"

namespace flitwise::check {

/// The packet that a leaf received last.
struct LastPacket {
  Node source = kNoNode;  ///< kNoNode: the leaf received none
  int level = 0;          ///< where source and leaf meet
  Step delay = 0;         ///< steps that it spent in queues, its arrival less 2 `level`
  /// Over the queues on its way, packets that were before it when it came and left before it.
  Flits queued = 0;
};

/// Watches a multinode broadcast in which every leaf's one flit, named by its tag, crosses each
/// link once at most. Nothing here knows a formula or the policy of a queue.
class FloodQueues final : public NetworkObserver {
 public:
  explicit FloodQueues(FatTree tree);

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
  std::vector<Passage> up_;    // of the branch above each node, towards the root
  std::vector<Passage> down_;  // likewise, towards the node
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_FAT_TREE_FLOOD_QUEUES_H_
