// transfer_scoreboard.h: every transfer of a collective operation accounted for, on any network.
#ifndef FLITWISE_TB_CHECK_COLLECTIVE_TRANSFER_SCOREBOARD_H_
#define FLITWISE_TB_CHECK_COLLECTIVE_TRANSFER_SCOREBOARD_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "systemc/network/network_observer.h"
#include "tb/check/fault_log.h"

namespace flitwise::check {

/// A transfer that must be delivered. Nodes are those of the network.
struct ExpectedTransfer {
  Node from = kNoNode;
  Node to = kNoNode;
  Flits flits = 0;
  std::string name;  ///< for messages: "rank 0: l2 (line 5)"
};

/// Which transfer a flit belongs to, and its number in it, from 1; 0 where the flit does not say.
struct TransferFlit {
  std::size_t transfer = 0;
  Flits index = 0;
};
using TransferDecode = std::function<std::optional<TransferFlit>(RawFlit flit)>;

/// Follows every transfer: each of its flits comes to its PE once, and to no other PE; no router
/// breaks a rule, and no PE offers two flits at once.
class TransferScoreboard final : public NetworkObserver, public FaultLog {
 public:
  /// `delay`: steps from the edge that delivers a flit to the step in which it crosses into its PE;
  /// below 0 where PEs take flits from the link and routers deliver later. `names` as
  /// NetworkModule::Config::node_names.
  TransferScoreboard(std::vector<ExpectedTransfer> expected, TransferDecode decode, Step delay,
                     std::vector<std::string> names);

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step step, const Network& network, const Injector& injector) override;
  /// To be called when the run is over: complains about flits that never came.
  void close();

  Flits delivered() const { return delivered_; }
  Flits expected() const { return expected_flits_; }
  /// Transfers that came whole.
  std::int64_t complete() const { return complete_; }
  /// By transfer, the step in which its last flit came; empty where it did not.
  const std::vector<std::optional<std::int64_t>>& arrivals() const { return arrivals_; }
  Step finish() const { return finish_; }    ///< last flit at a PE
  Step quiesce() const { return quiesce_; }  ///< last flit on a link
  std::int64_t flit_hops() const { return flit_hops_; }
  /// What routers reported: how often, and the first kMostViolations of them.
  std::int64_t violation_count() const { return violation_count_; }
  const std::vector<Violation>& violations() const { return violations_; }
  static constexpr std::int64_t kMostViolations = 10'000;

 private:
  void take_deliveries(Step step);
  void take(Step step, const Delivery& delivery);
  std::string node_name(Node node) const;

  const std::vector<ExpectedTransfer> expected_;
  const TransferDecode decode_;
  const Step delay_;
  const std::vector<std::string> names_;
  std::vector<Delivery> deliveries_;  // of the last edge, which have not been taken yet
  std::vector<Flits> received_;
  std::vector<std::vector<bool>> seen_;  // by transfer and index
  std::vector<std::optional<std::int64_t>> arrivals_;
  std::int64_t violation_count_ = 0;
  std::vector<Violation> violations_;
  Flits delivered_ = 0;
  Flits expected_flits_ = 0;
  std::int64_t complete_ = 0;
  Step finish_ = 0;
  Step quiesce_ = 0;
  std::int64_t flit_hops_ = 0;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_COLLECTIVE_TRANSFER_SCOREBOARD_H_
