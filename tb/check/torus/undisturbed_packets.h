// undisturbed_packets.h: packets that no other packet can have delayed, and how long they take.
#ifndef FLITWISE_TB_CHECK_TORUS_UNDISTURBED_PACKETS_H_
#define FLITWISE_TB_CHECK_TORUS_UNDISTURBED_PACKETS_H_

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "systemc/network/torus/torus_wiring.h"
#include "tb/check/torus/packet_life.h"

namespace flitwise::check {

/// A packet is undisturbed if from its birth to its arrival no other packet whose way has a channel
/// in common with its own was born and not arrived: then none can have held it up, and its latency
/// is that of an empty network. Packets meet in channels only: whoever waits for a lane, a credit
/// or a port waits for one that goes over the same channel next.
class UndisturbedPackets final : public PacketObserver {
 public:
  /// Latency in an empty network of a packet whose head crosses its first link in step `first`.
  using Latency = std::function<Step(const ExpectedPacket& packet, Step first)>;

  UndisturbedPackets(const TorusWiring& wiring, Latency latency);

  void on_born(const ExpectedPacket& packet) override;
  void on_arrived(const PacketLife& life) override;

  /// Of the packets that have arrived.
  std::int64_t count() const { return count_; }
  /// Undisturbed ones with another latency than that of an empty network.
  std::int64_t late() const { return late_; }
  /// Of all packets, disturbed or not: latencies below that of an empty network.
  std::int64_t too_fast() const { return too_fast_; }

 private:
  using Name = std::uint64_t;
  struct Use {
    std::int64_t packets = 0;  // under way over the channel
    Name only = 0;             // if there is one packet, this
  };
  static Name name_of(const ExpectedPacket& packet) {
    return static_cast<Name>(packet.from) << 48 | static_cast<Name>(packet.number);
  }
  template <typename Visit>
  void visit_channels(const ExpectedPacket& packet, Visit visit);

  const TorusWiring wiring_;
  const Latency latency_;
  std::vector<Use> uses_;                        // by node and channel
  std::unordered_map<Name, bool> is_disturbed_;  // of those under way
  std::int64_t count_ = 0;
  std::int64_t late_ = 0;
  std::int64_t too_fast_ = 0;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_TORUS_UNDISTURBED_PACKETS_H_
