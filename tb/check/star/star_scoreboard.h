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
#include "tb/check/fault_log.h"
#include "tb/check/star/star_copy_table.h"

namespace flitwise::check {

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

  StarCopyCount copies() const { return table_.count(config_.dead); }
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

  void take(Step step, const Delivery& delivery);
  std::string fault_of_head(const Delivery& delivery, const Open& open) const;
  std::string fault_of_body(const Delivery& delivery, Open& open) const;
  std::string fault_of_copy(Node node, Open& open) const;
  void finish(Step step, Node node, Open& open);
  void complain(Step step, Node node, const Open& open, const std::string& fault, Flits flits);
  std::uint64_t address_of(Node node, Node source) const;

  Config config_;
  StarCopyTable table_;
  std::vector<Open> open_;  // by node, port
  std::vector<bool> is_dead_;
  Flits delivered_ = 0;
  std::int64_t acknowledgements_ = 0;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_STAR_STAR_SCOREBOARD_H_
