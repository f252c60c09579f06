// pending_packets.h: the packets that sources have to send, from birth until they begin.
#ifndef FLITWISE_TB_CHECK_TORUS_PENDING_PACKETS_H_
#define FLITWISE_TB_CHECK_TORUS_PENDING_PACKETS_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "tb/check/torus/packet_life.h"

namespace flitwise::check {

/// Queues of packets by node and port. A packet's port is its first channel.
class PendingPackets {
 public:
  /// The packets of a node in the order of their births; nothing after the last.
  using Stream = std::function<std::optional<ExpectedPacket>(Node)>;
  using Visit = std::function<void(const ExpectedPacket&)>;

  /// `stream` is asked for each packet once. `ports`: of a node.
  PendingPackets(Node nodes, std::uint32_t ports, Stream stream);

  /// Lets all packets be born that are up to step `last`, visiting each. Local ones go no further.
  void bear(Step last, const Visit& visit);
  /// The packet that is next at a port; nullptr if none is.
  const ExpectedPacket* front(Node node, std::uint32_t port) const;
  void pop(Node node, std::uint32_t port) { queue(node, port).pop_front(); }
  /// All that are born and wait, by node and port.
  void visit_waiting(const Visit& visit) const;

 private:
  using Birth = std::pair<Step, Node>;

  std::size_t index(Node node, std::uint32_t port) const {
    return static_cast<std::size_t>(node) * ports_ + port;
  }
  std::deque<ExpectedPacket>& queue(Node node, std::uint32_t port) {
    return queues_[index(node, port)];
  }
  void draw(Node node);

  const std::uint32_t ports_;
  const Stream stream_;
  std::priority_queue<Birth, std::vector<Birth>, std::greater<Birth>> births_;
  std::vector<ExpectedPacket> next_;  // by node: the one in births_
  std::vector<std::deque<ExpectedPacket>> queues_;
};

/// The port that a packet must be injected at: 2i for +, 2i + 1 for - of the first router dimension
/// i that it has hops in. Shape: not of a local packet.
std::uint32_t first_port(const RouterHops& hops);

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_TORUS_PENDING_PACKETS_H_
