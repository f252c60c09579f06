// packet_flights.h: the packets that are under way in a torus, by what is on the wires.
#ifndef FLITWISE_TB_CHECK_TORUS_PACKET_FLIGHTS_H_
#define FLITWISE_TB_CHECK_TORUS_PACKET_FLIGHTS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "systemc/network/flit.h"
#include "tb/check/torus/packet_life.h"

namespace flitwise::check {

/// Where the heads of packets are. On the wires a packet is known by its source and its number
/// there modulo 2^kPacketBits; of several under way with the same one, the first that fits is
/// meant.
class PacketFlights {
 public:
  static constexpr std::uint32_t kNumbers = 1U << kPacketBits;

  explicit PacketFlights(Node nodes);

  /// A packet whose head its source's router has taken in.
  void begin(const ExpectedPacket& packet);
  /// Slot of the packet whose head crosses `channel` of the router of `at` as `head`.
  std::optional<std::size_t> find_on_way(Node at, std::uint32_t channel, RawFlit head) const;
  /// Slot of the packet whose head the router of `at` hands out over port `channel` as `head`.
  std::optional<std::size_t> find_arrived(Node at, std::uint32_t channel, RawFlit head) const;
  /// Its head crosses the channel that it had to take, on this lane, in this step.
  void advance(std::size_t slot, Step step, Node to, std::uint32_t lane);
  void end(std::size_t slot);

  PacketLife& life(std::size_t slot) { return flights_[slot].life; }
  void visit(const std::function<void(const ExpectedPacket&)>& visit) const;

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  struct Flight {
    PacketLife life;
    RouterHops left{};
    Node at = kNoNode;          // kNoNode of a slot that is free
    std::uint32_t channel = 0;  // that its head has crossed last, and the lane there
    std::uint32_t lane = 0;
    std::size_t next = kNone;
  };

  static std::uint32_t wire_number(const ExpectedPacket& packet) {
    return static_cast<std::uint32_t>(packet.number) % kNumbers;
  }
  std::size_t chain_of(Node from, std::uint32_t number) const {
    return static_cast<std::size_t>(from) * kNumbers + number;
  }
  template <typename Fits>
  std::optional<std::size_t> find(RawFlit head, Fits fits) const;
  void append(std::size_t slot);
  void remove(std::size_t slot);

  std::vector<Flight> flights_;
  std::vector<std::size_t> free_;   // slots
  std::vector<std::size_t> first_;  // by source and number: slot; `next` leads to later movers
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_TORUS_PACKET_FLIGHTS_H_
