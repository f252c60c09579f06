// leaf_scoreboard.h: every flit of a run on a network with PEs at its leaves accounted for.
#ifndef FLITWISE_TB_CHECK_FAT_TREE_LEAF_SCOREBOARD_H_
#define FLITWISE_TB_CHECK_FAT_TREE_LEAF_SCOREBOARD_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/network/flit.h"
#include "systemc/network/handover.h"
#include "systemc/network/network_observer.h"
#include "tb/check/fault_log.h"
#include "tb/check/handover.h"

namespace flitwise::check {

/// Flits 1 to `flits` of leaf `source`'s message that leaf `leaf` must get, each once.
struct LeafDue {
  Node leaf = kNoNode;
  Node source = kNoNode;
  Flits flits = 1;
};

/// Follows every flit to the leaves: each that is due is delivered exactly once at the right leaf,
/// in any order, nothing else is, and what a leaf's interface delivers is what crossed its link in
/// that step. Counts what routers and PEs report.
class LeafScoreboard final : public NetworkObserver, public FaultLog {
 public:
  /// Shape:  nodes 0 to `leaves` - 1 are the leaves, of `links` links each, nodes beyond are
  ///         switches; a pair of leaf and source stands once.
  LeafScoreboard(Node leaves, std::vector<LeafDue> dues, int links = 1, FlitFormat format = {});

  void on_transfers(Step, const std::vector<LinkTransfer>&) override {}
  void on_arrivals(Step step, const std::vector<LinkTransfer>& arrivals) override;
  void on_edge(Step step, const Network& network, const Injector& injector) override;

  /// To be called when the run is over: complains about flits that never arrived.
  void close();

  Flits delivered() const { return delivered_; }
  Flits expected() const { return static_cast<Flits>(received_.size()); }

 private:
  struct Due {
    Node source = kNoNode;
    Flits flits = 0;
    std::size_t first = 0;  // of its flits in `received_`
  };
  const Due* find(Node leaf, Node source) const;
  std::string describe(RawFlit flit) const;
  void check_handover(Step step, const std::vector<Delivery>& deliveries);
  void check_delivery(Step step, const Delivery& delivery);

  const Node leaves_;
  const int links_;
  const FlitFormat format_;
  std::vector<Due> dues_;                 // by leaf and source
  std::vector<std::size_t> dues_before_;  // a leaf's, by leaf; the last entry: all
  std::vector<bool> received_;
  Handover handover_;
  Flits delivered_ = 0;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_FAT_TREE_LEAF_SCOREBOARD_H_
