// torus_scoreboard.h: every message on a torus accounted for.
#ifndef FLITWISE_TB_CHECK_TORUS_TORUS_SCOREBOARD_H_
#define FLITWISE_TB_CHECK_TORUS_TORUS_SCOREBOARD_H_

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "systemc/network/network_observer.h"
#include "tb/check/fault_log.h"

namespace flitwise::check {

/// A message that must travel once from `from` to `to`; `packet` is its number at its source, from
/// 0.
struct ExpectedWorm {
  Node from = kNoNode;
  std::int64_t packet = 0;
  Node to = kNoNode;
  Flits flits = 0;
};

/// Follows every message of a run: each is delivered once, at the right PE, with all its flits in
/// order; no router reports a violation. Messages that come over several ports or lanes may
/// alternate flit by flit.
class TorusScoreboard final : public NetworkObserver, public FaultLog {
 public:
  explicit TorusScoreboard(const std::vector<ExpectedWorm>& expected);

  void on_transfers(Step, const std::vector<LinkTransfer>&) override {}
  void on_edge(Step step, const Network& network, const Injector& injector) override;

  /// To be called when the run is over: complains about what never arrived.
  void close();

  Flits delivered() const { return delivered_; }
  Flits expected() const { return expected_total_; }
  std::int64_t worms() const { return worms_; }  ///< messages delivered whole

 private:
  using Name = std::tuple<Node, std::uint32_t, Node>;  // from, number modulo 1024, to
  void take(Step step, const Delivery& delivery);
  void finish(Step step, const Name& name, Flits flits);

  std::map<Name, std::map<Flits, std::int64_t>> due_;  // by length, how many
  std::map<Name, Flits> open_;
  Flits expected_total_ = 0;
  Flits delivered_ = 0;
  std::int64_t worms_ = 0;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_TORUS_TORUS_SCOREBOARD_H_
