// star_scoreboard.h: every packet that the routers of a star graph deliver accounted for.
#ifndef FLITWISE_TB_CHECK_STAR_STAR_SCOREBOARD_H_
#define FLITWISE_TB_CHECK_STAR_STAR_SCOREBOARD_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "systemc/network/network_observer.h"
#include "systemc/topology/star/star_trees.h"
#include "tb/check/fault_log.h"
#include "tb/check/star/star_flits.h"
#include "tb/theory/star/star_traffic.h"

namespace flitwise::check {

/// Dues: which copies of which packets the nodes of a star graph must receive. Sets of trees are
/// bits, bit l - 2 for tree l.
class StarDues {
 public:
  /// `source` is kNoNode where every node is one. Packets of StarCarriage::kRouted are for one node
  /// each, others for all.
  StarDues(std::shared_ptr<const StarTrees> trees, const theory::StarTraffic& traffic,
           StarCarriage carriage, Node source);

  const StarTrees& trees() const { return *trees_; }
  const StarGraph& graph() const { return trees_->graph(); }
  StarCarriage carriage() const { return carriage_; }
  std::int64_t packets() const { return packets_; }
  bool is_source(Node v) const;
  /// Sources, and the row of one of them among their tables.
  Node sources() const { return source_ == kNoNode ? graph().size() : 1; }
  Node row(Node source) const { return source_ == kNoNode ? source : 0; }
  Node source_of_row(Node row) const { return source_ == kNoNode ? row : source_; }

  /// Trees by which `node` is to have packet `number` of `source`.
  unsigned trees_of(Node node, Node source, std::int64_t number) const;

 private:
  std::shared_ptr<const StarTrees> trees_;
  StarCarriage carriage_;
  Node source_;
  std::int64_t packets_;
  std::vector<unsigned> sets_;  // by packet modulo n-1, or by relative address
};

/// Counts of copies, as theory::StarCopies has them.
struct StarCopyCount {
  std::vector<std::optional<std::int64_t>> least;  ///< by node; none for those that do not count
  std::vector<std::int64_t> received;              ///< by node
  std::vector<std::int64_t> histogram;             ///< pairs of a node and a packet, by copies
};

/// Follows every packet to the PE that it is delivered to: each copy comes at most once, whole, in
/// order, over the one port of its tree, with good CRCs, to a node that is to have it. In runs that
/// lose nothing each comes exactly once.
///
/// Packets that say no number (routed ones of one flit) count in the order in which they come.
class StarScoreboard final : public NetworkObserver, public FaultLog {
 public:
  struct Config {
    std::shared_ptr<const StarDues> dues;
    Flits flits = 1;           ///< of a packet
    bool is_lossless = true;   ///< whether copies that do not come are faults
    std::vector<Node> dead{};  ///< nodes that do not count
    /// What packet `number` of `source` for `receiver` (kNoNode: for all) says; none: whatever.
    std::function<std::int64_t(Node source, Node receiver, int number)> content{};
  };

  explicit StarScoreboard(Config config);

  void on_transfers(Step, const std::vector<LinkTransfer>&) override {}
  void on_edge(Step step, const Network& network, const Injector& injector) override;

  /// To be called when the run is over: complains about what never arrived if nothing may be lost.
  void close();

  /// Of nodes and sources that are not dead.
  StarCopyCount copies() const;
  /// Flits of copies delivered to nodes that count.
  Flits delivered() const { return delivered_; }
  std::int64_t acknowledgements() const { return acknowledgements_; }

 private:
  /// What a port is delivering.
  struct Open {
    Flits taken = 0;
    bool is_good = false;
    Node source = kNoNode;
    StarHeadView head;
    std::optional<std::int64_t> value;
  };

  std::size_t entry(Node node, Node source, std::int64_t number) const;
  void take(Step step, const Delivery& delivery);
  std::string fault_of_head(const Delivery& delivery, const Open& open) const;
  std::string fault_of_body(const Delivery& delivery, Open& open) const;
  std::string fault_of_copy(Node node, Open& open) const;
  void finish(Step step, Node node, Open& open);
  void complain(Step step, Node node, const Open& open, const std::string& fault, Flits flits);
  std::uint64_t address_of(Node node, Node source) const;

  Config config_;
  std::vector<std::uint8_t> trees_;  // that copies came by; by node, source, packet
  std::vector<Open> open_;           // by node, port
  std::vector<bool> is_dead_;
  Flits delivered_ = 0;
  std::int64_t acknowledgements_ = 0;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_STAR_STAR_SCOREBOARD_H_
