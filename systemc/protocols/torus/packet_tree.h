// packet_tree.h: pipelined broadcast on a torus: packets that go hop by hop down a shortest-path
// tree.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_PACKET_TREE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_PACKET_TREE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/torus/torus_broadcast_pe.h"
#include "systemc/protocols/torus/worm_intake.h"
#include "systemc/protocols/tree/tree_protocols.h"

namespace flitwise::protocols {

/// When PEs of a packet tree send.
enum class PacketPace : std::uint8_t {
  kSlots,  ///< all in slots of send_overhead + h + P + receive_overhead cycles, h the slowest hop
           ///< from PE to PE: PE at depth d sends packet i, from 0, in slot i + d; with one port
           ///< and M children of the source to child j in slot (i + d) M + j
  kOwn,    ///< as soon as a PE has the packet and its tail of the one before has left
};

/// The text, cut into packets of P flits; the last one has what is left.
///
/// Time: with D the depth of the tree, n = ceil(L / P), P' flits of the last packet, h cycles from
///       PE to PE over any link (1, or r - 1 + p, BroadcastTiming::way) and c = os + h + P + orv,
///       the last PE has the text after (n - 1) g + (D - 1) c + os + h + P' + orv cycles, g = c in
///       slots, which is (D + n - 1) c if P divides L, and g = max(os, Fh) + P at its own pace, Fh
///       the steps that heads wait in routers.
struct PacketCut {
  Flits text = 1;    ///< L, at least 1
  Flits packet = 1;  ///< P, 1 to L

  std::int64_t packets() const { return (text + packet - 1) / packet; }
  /// Flits of packet i.
  Flits flits_of(std::int64_t i) const;
};

/// Where a PE stands in the tree.
struct TreePlace {
  Node self = kNoNode;
  Node parent = kNoNode;  ///< kNoNode for the source
  int depth = 0;
  std::vector<WormSend> children;  ///< `packet` not used
};

/// Slots of a packet tree.
struct PacketSlots {
  Step cycles = 0;  ///< of one
  int each = 1;     ///< for a packet at each depth: with one port a PE one for every child
};

/// A PE of a packet tree: sends each packet on to all children at once, or with one port to one
/// after the other.
///
/// Time: as WormPe, packet by packet.
class PacketTreePe final : public PeProtocol {
 public:
  /// `slots` none: it sends at its own pace.
  PacketTreePe(TreePlace place, const PacketCut& packets, const BroadcastTiming& timing,
               std::optional<PacketSlots> slots, PePorts ports = PePorts::kByChannel);

  void start(Outbox& outbox) override;
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override { return state_at(now_); }
  PeState state_at(Step now) const override;
  std::vector<std::string> waiting_for() const override;
  std::vector<std::string> complaints() const override { return book_.all(); }

 private:
  bool is_source() const { return place_.parent == kNoNode; }
  bool is_expected(const Arrival& arrival);
  void send_on(std::int64_t packet, Step usable, Outbox& outbox);

  TreePlace place_;
  PacketCut packets_;
  BroadcastTiming timing_;
  std::optional<PacketSlots> slots_;
  PePorts ports_;
  WormIntake intake_;
  ComplaintBook book_;
  std::int64_t received_ = 0;  // whole packets
  Step now_ = 0;
  Step last_tail_ = 0;  // step in which the last flit of its own leaves
};

/// One place per node of a shortest-path tree, entry v is node v's: the tree of the scheme flood.
/// Errors: as make_broadcast.
std::vector<TreePlace> packet_tree(const Torus& torus, Node source, const DimensionOrder& order,
                                   PePorts ports = PePorts::kByChannel);

/// One PE per node; entry v is node v's. `timing.flits` is L, `packet` P.
/// Errors: as packet_tree; throws std::invalid_argument for a timing or a packet out of range.
Protocols make_packet_tree(const Torus& torus, Node source, const DimensionOrder& order,
                           const BroadcastTiming& timing, PacketPace pace, Flits packet,
                           PePorts ports = PePorts::kByChannel);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_PACKET_TREE_H_
