// traffic_scoreboard.h: every packet of any traffic on a torus accounted for, from its birth, over
// its flight, to its arrival.
#ifndef FLITWISE_TB_CHECK_TORUS_TRAFFIC_SCOREBOARD_H_
#define FLITWISE_TB_CHECK_TORUS_TRAFFIC_SCOREBOARD_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "systemc/network/flit.h"
#include "systemc/network/network_observer.h"
#include "systemc/network/parts/bytes.h"
#include "systemc/network/parts/node_parts.h"
#include "systemc/network/parts/rank_post.h"
#include "systemc/network/torus/torus_wiring.h"
#include "tb/check/fault_log.h"
#include "tb/check/torus/traffic_meter.h"

namespace flitwise::check {

/// Queues of packets by node and port. A packet's port is its first channel, or the only one.
class PendingPackets {
 public:
  /// The packets of a node in the order of their births; nothing after the last.
  using Stream = std::function<std::optional<ExpectedPacket>(Node)>;
  using Visit = std::function<void(const ExpectedPacket&)>;

  /// Of the nodes `own`. `stream` is asked for each packet once. `ports`: of a node.
  PendingPackets(NodeRange own, std::uint32_t ports, Stream stream);

  /// Lets all packets be born that are up to step `last`, visiting each. Local ones go no further.
  void bear(Step last, const Visit& visit);
  /// Whether nothing is left of the stream.
  bool are_all_born() const { return births_.empty(); }
  /// The packet that is next at a port; nullptr if none is.
  const ExpectedPacket* front(Node node, std::uint32_t port) const;
  void pop(Node node, std::uint32_t port);
  /// All that are born and wait, by node and port.
  void visit_waiting(const Visit& visit) const;

 private:
  using Birth = std::pair<Step, Node>;
  using Place = std::uint32_t;  // of the waiting packets
  static constexpr Place kNone = std::numeric_limits<Place>::max();
  struct Queue {
    Place first = kNone;
    Place last = kNone;
  };
  struct Waiting {
    ExpectedPacket packet;
    Place next = kNone;
  };

  std::size_t place_of(Node node) const { return index_of(node) - own_.first; }
  std::size_t index(Node node, std::uint32_t port) const { return place_of(node) * ports_ + port; }
  void push(Queue& queue, const ExpectedPacket& packet);
  void draw(Node node);

  const NodeRange own_;
  const std::uint32_t ports_;
  const Stream stream_;
  std::priority_queue<Birth, std::vector<Birth>, std::greater<Birth>> births_;
  std::vector<ExpectedPacket> next_;  // by place: the one in births_
  std::vector<Queue> queues_;         // by place and port; most are empty
  std::vector<Waiting> waiting_;      // of all of them
  std::vector<Place> free_;
};

/// The port that a packet must be injected at: 2i for +, 2i + 1 for - of the first router dimension
/// i that it has hops in. Shape: not of a local packet.
std::uint32_t first_port(const RouterHops& hops);

/// Where the heads of packets are. On the wires a packet is known by its source and its number
/// there modulo 2^kPacketBits; of several under way with the same one, the first that fits is
/// meant.
class PacketFlights {
 public:
  static constexpr std::uint32_t kNumbers = 1U << kPacketBits;

  explicit PacketFlights(FlitFormat format) : format_(format) {}

  /// A packet whose head its source's router has taken in.
  void begin(const ExpectedPacket& packet);
  /// Slot of the packet whose head crosses `channel` of the router of `at` as `head`.
  std::optional<std::size_t> find_on_way(Node at, std::uint32_t channel, RawFlit head) const;
  /// Slot of the packet whose head the router of `at` hands out as `head`, over port `channel`;
  /// none where PEs have one port, which says nothing of the way.
  std::optional<std::size_t> find_arrived(Node at, std::optional<std::uint32_t> channel,
                                          RawFlit head) const;
  /// Its head crosses the channel that it had to take, on this lane, in this step.
  void advance(std::size_t slot, Step step, Node to, std::uint32_t lane);
  void end(std::size_t slot);
  /// One whose head has gone to a node that another process watches ends here and goes on there,
  /// with these bytes, of which the first ones say the node.
  void hand_over(std::size_t slot, std::string& bytes);
  /// Takes such bytes, and the flight if its node is one of `own`.
  void take_over(bytes::Reader& reader, const NodeRange& own);

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
  static std::uint64_t chain_of(Node from, std::uint32_t number) {
    return std::uint64_t{index_of(from)} * kNumbers + number;
  }
  template <typename Fits>
  std::optional<std::size_t> find(RawFlit head, Fits fits) const;
  std::size_t free_slot();
  void append(std::size_t slot);
  void remove(std::size_t slot);

  const FlitFormat format_;
  std::vector<Flight> flights_;
  std::vector<std::size_t> free_;  // slots
  // By source and number, of those under way: slot; `next` leads to later movers.
  std::unordered_map<std::uint64_t, std::size_t> first_;
};

/// Follows every packet: its source begins it in its turn, its head crosses the links of its way
/// and no others, its flits arrive once, in order and not mixed with others of their lane.
class TrafficScoreboard final : public NetworkObserver, public FaultLog {
 public:
  /// `lanes`: of a channel. `stream` says what must be sent, as for PendingPackets. `observers`
  /// outlive the scoreboard. Of processes that watch a network, each has the nodes `own`, and a
  /// post, which outlives it, for packets on their way to others.
  TrafficScoreboard(const TorusWiring& wiring, std::uint32_t lanes, PendingPackets::Stream stream,
                    std::vector<PacketObserver*> observers, NodeRange own = {},
                    RankPost* post = nullptr);

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step step, const Network& network, const Injector& injector) override;
  /// To be called when the run is over: complains about packets that never arrived. A network that
  /// sleeps shows no edges, so that those born up to step `last` may still have to be born.
  void close(Step last);

  /// Whether none is due after the last step.
  bool are_all_born() const { return others_are_all_born_ && pending_.are_all_born(); }
  /// Packets born, those of a node to itself included.
  std::int64_t born() const { return born_; }
  std::int64_t local() const { return local_; }
  std::int64_t arrived() const { return arrived_; }
  /// Packets that arrived after one of the same source and way that was born later.
  std::int64_t overtaken() const { return overtaken_; }
  /// Of packets that are not local.
  Flits delivered() const { return delivered_flits_; }
  Flits expected() const { return expected_flits_; }

  /// Writes what was found, and adds what a scoreboard of other nodes has written.
  void write_to(std::string& bytes) const;
  void add_from(bytes::Reader& reader);

 private:
  struct Worm {  // that comes in over a port and lane
    std::optional<std::size_t> slot;
    Flits flits = 0;
  };

  bool has_one_port() const { return wiring_.pe_ports() == 1; }
  void take_over();
  Worm& worm_of(const Delivery& delivery);
  void bear(const ExpectedPacket& packet);
  void begin(Step edge, const Injection& injection);
  void deliver(Step step, const Delivery& delivery);
  void take(Step step, const Delivery& delivery, Worm& worm);
  void finish(Step step, RawFlit tail, Worm& worm);
  void note_order(const ExpectedPacket& packet);
  void wrong(Step step, Node where, RawFlit flit, const std::string& what);

  const TorusWiring wiring_;
  const FlitFormat format_;
  const std::uint32_t lanes_;
  const std::vector<PacketObserver*> observers_;
  const NodeRange own_;
  RankPost* const post_;
  PendingPackets pending_;
  PacketFlights flights_;
  std::vector<Worm> worms_;                                 // by own node, port and lane
  std::map<std::pair<Node, std::uint64_t>, Worm> named_;    // with one port: by source and number
  std::unordered_map<std::uint64_t, std::int64_t> latest_;  // by way: number of the last born
  std::int64_t born_ = 0;
  std::int64_t local_ = 0;
  std::int64_t arrived_ = 0;
  std::int64_t overtaken_ = 0;
  Flits delivered_flits_ = 0;
  Flits expected_flits_ = 0;
  bool others_are_all_born_ = true;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_TORUS_TRAFFIC_SCOREBOARD_H_
