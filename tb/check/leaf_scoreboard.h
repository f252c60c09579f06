// leaf_scoreboard.h: every flit of a run on a network with PEs at its leaves accounted for.
#ifndef FLITWISE_TB_CHECK_LEAF_SCOREBOARD_H_
#define FLITWISE_TB_CHECK_LEAF_SCOREBOARD_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "systemc/network/network_module.h"

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
class LeafScoreboard final : public NetworkObserver {
 public:
  /// Shape:  nodes 0 to `leaves` - 1 are the leaves, nodes beyond are switches; a pair of leaf and
  ///         source stands once.
  LeafScoreboard(Node leaves, const std::vector<LeafDue>& dues);

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step step, const Network& network, const Injector& injector) override;

  /// To be called when the run is over: complains about flits that never arrived.
  void close();

  Flits delivered() const { return delivered_; }
  Flits expected() const { return static_cast<Flits>(received_.size()); }
  /// Flits lost, duplicated or misplaced.
  std::int64_t flit_errors() const { return flit_errors_; }
  std::int64_t collisions() const { return collisions_; }
  /// Two flits that a PE hands over for one step.
  std::int64_t port_violations() const { return port_violations_; }
  /// Other reports of the routers: no route, waited, overflow.
  std::int64_t router_errors() const { return router_errors_; }
  /// Sentences with leaf and step, the first kMaxProblems of them, then how many more.
  std::vector<std::string> problems() const;

  static constexpr std::size_t kMaxProblems = 20;

 private:
  struct Due {
    Flits flits = 0;
    std::size_t first = 0;  // of its flits in `received_`
  };
  Due& due(Node leaf, Node source) {
    return dues_[static_cast<std::size_t>(leaf) * static_cast<std::size_t>(leaves_) +
                 static_cast<std::size_t>(source)];
  }
  void count(const Violation& violation);
  void check_handover(Step step, const std::vector<Delivery>& deliveries);
  void check_delivery(Step step, const Delivery& delivery);
  void complain(std::string sentence);

  const Node leaves_;
  std::vector<Due> dues_;  // by leaf and source
  std::vector<bool> received_;
  std::vector<std::pair<Node, RawFlit>> arriving_;  // on links to leaves in this step
  Flits delivered_ = 0;
  std::int64_t flit_errors_ = 0;
  std::int64_t collisions_ = 0;
  std::int64_t port_violations_ = 0;
  std::int64_t router_errors_ = 0;
  std::vector<std::string> problems_;
  std::int64_t more_problems_ = 0;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_LEAF_SCOREBOARD_H_
