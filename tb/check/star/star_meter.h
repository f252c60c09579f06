// star_meter.h: reads the figures of a run on a star graph off the links between its routers.
#ifndef FLITWISE_TB_CHECK_STAR_STAR_METER_H_
#define FLITWISE_TB_CHECK_STAR_STAR_METER_H_

#include <cstdint>
#include <vector>

#include "systemc/network/network_observer.h"
#include "systemc/topology/star/star_graph.h"
#include "tb/check/star/star_flits.h"

namespace flitwise::check {

/// A flit that crossed a link with a CRC that is not its own.
struct StarFlitError {
  Step cycle = 0;
  Node from = kNoNode;
  int dimension = 0;
};

/// Measures times, transmissions and damage. Nothing here knows a formula.
///
/// Units: cycles, unless said otherwise; a packet step is as many cycles as a packet has flits.
class StarMeter final : public NetworkObserver {
 public:
  StarMeter(int order, Flits flits, StarCarriage carriage);

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step, const Network&, const Injector&) override {}

  /// Last cycle in which a flit of a packet, no acknowledgement, crossed the link to a PE that it
  /// is for; 0 if none did.
  Step finish() const { return finish_; }
  /// Last cycle in which a link carried a flit; 0 if none did.
  Step quiesce() const { return quiesce_; }
  /// Packet steps from the first flit on a link to the last.
  Step packet_steps() const;
  std::int64_t transmissions() const { return transmissions_; }  ///< undamaged heads of packets
  std::int64_t acknowledgements() const { return acknowledgements_; }
  std::int64_t flit_hops() const { return flit_hops_; }
  const std::vector<StarFlitError>& errors() const { return errors_; }

 private:
  int degree_;
  Flits flits_;
  StarCarriage carriage_;
  Step first_ = 0;
  Step finish_ = 0;
  Step quiesce_ = 0;
  std::int64_t transmissions_ = 0;
  std::int64_t acknowledgements_ = 0;
  std::int64_t flit_hops_ = 0;
  std::vector<StarFlitError> errors_;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_STAR_STAR_METER_H_
