// traffic_scoreboard.h: every packet of any traffic on a torus accounted for, from birth to
// arrival.
#ifndef FLITWISE_TB_CHECK_TORUS_TRAFFIC_SCOREBOARD_H_
#define FLITWISE_TB_CHECK_TORUS_TRAFFIC_SCOREBOARD_H_

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "systemc/network/network_observer.h"
#include "systemc/network/torus/torus_wiring.h"
#include "tb/check/fault_log.h"
#include "tb/check/torus/packet_flights.h"
#include "tb/check/torus/pending_packets.h"

namespace flitwise::check {

/// Follows every packet: its source begins it in its turn, its head crosses the links of its way
/// and no others, its flits arrive once, in order and not mixed with others of their lane.
class TrafficScoreboard final : public NetworkObserver, public FaultLog {
 public:
  /// `lanes`: of a channel. `stream` says what must be sent, as for PendingPackets. `observers`
  /// outlive the scoreboard.
  TrafficScoreboard(const TorusWiring& wiring, std::uint32_t lanes, PendingPackets::Stream stream,
                    std::vector<PacketObserver*> observers);

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step step, const Network& network, const Injector& injector) override;
  /// To be called when the run is over: complains about packets that never arrived.
  void close();

  /// Packets born, those of a node to itself included.
  std::int64_t born() const { return born_; }
  std::int64_t local() const { return local_; }
  std::int64_t arrived() const { return arrived_; }
  /// Packets that arrived after one of the same source and way that was born later.
  std::int64_t overtaken() const { return overtaken_; }
  /// Of packets that are not local.
  Flits delivered() const { return delivered_flits_; }
  Flits expected() const { return expected_flits_; }

 private:
  struct Worm {  // that comes in over a port and lane
    std::optional<std::size_t> slot;
    Flits flits = 0;
  };

  void bear(const ExpectedPacket& packet);
  void begin(Step edge, const Injection& injection);
  void deliver(Step step, const Delivery& delivery);
  void take(Step step, const Delivery& delivery, Worm& worm);
  void finish(Step step, RawFlit tail, Worm& worm);
  void note_order(const ExpectedPacket& packet);
  void wrong(Step step, Node where, RawFlit flit, const std::string& what);

  const TorusWiring wiring_;
  const std::uint32_t lanes_;
  const std::vector<PacketObserver*> observers_;
  PendingPackets pending_;
  PacketFlights flights_;
  std::vector<Worm> worms_;                                 // by node, port and lane
  std::unordered_map<std::uint64_t, std::int64_t> latest_;  // by way: number of the last born
  std::int64_t born_ = 0;
  std::int64_t local_ = 0;
  std::int64_t arrived_ = 0;
  std::int64_t overtaken_ = 0;
  Flits delivered_flits_ = 0;
  Flits expected_flits_ = 0;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_TORUS_TRAFFIC_SCOREBOARD_H_
