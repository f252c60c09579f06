// flit_passage.h: flits of this project on their way through routers of others.
#ifndef FLITWISE_SYSTEMC_NETWORK_OWN_FLIT_PASSAGE_H_
#define FLITWISE_SYSTEMC_NETWORK_OWN_FLIT_PASSAGE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "systemc/network/flit.h"
#include "systemc/network/own/flit_layout.h"
#include "systemc/network/torus/torus_wiring.h"

namespace flitwise::own {

/// Flits of messages that PEs are about to send, for routers that want them in heads: a message is
/// said when its PE hands it over, and asked for when its head comes to the router.
class MessageLengths {
 public:
  void say(Node source, std::uint32_t packet, Flits flits) {
    lengths_[{static_cast<std::uint32_t>(source), packet}].push_back(flits);
  }
  /// 0: nobody has said it.
  Flits take(Node source, std::uint32_t packet);

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::deque<Flits>> lengths_;
};

/// Turns the flits that PEs hand to the routers of a mesh or a torus into flits of the user's, and
/// what lies on his wires back into what the project's own routers would show there.
///
/// Of a flit, head, tail and destination go into fields of the user's. A payload that has room for
/// them carries the rest: source, message's number and flit's number, kContentBits of them, and
/// with single flits the marks, all mixed; what is left of 64 bits is a checksum.
/// Where there is no room, a flit carries a number, and its content stays here as long as it is
/// under way: the lower bits of the payload, kMostNumberBits at most, say the number, those above a
/// hash of number and content. A router that changes or swaps bits is caught either way.
class FlitPassage {
 public:
  static constexpr std::uint32_t kContentBits = 53;
  static constexpr std::uint32_t kMostNumberBits = 16;

  /// `lengths`: of a layout that has a field for them.
  FlitPassage(const TorusWiring& wiring, const FlitLayout& layout,
              std::shared_ptr<MessageLengths> lengths = nullptr);

  /// The user's flit for one that PE `at` hands over, in the order in which it does at each port.
  /// Errors: throws std::runtime_error when more flits are under way than the payload can number,
  ///         std::logic_error for a flit that no PE sends.
  FlitBits enter(Node at, RawFlit flit, std::uint32_t port = 0);

  /// What lies on a link to `to`, as the project's routers show it: heads with the hops left behind
  /// it, all flits with the lane. None: no PE has sent that.
  std::optional<RawFlit> on_link(const FlitBits& bits, Node to, std::uint32_t lane);
  /// The same of a flit that comes out at a PE, which is under way no longer.
  std::optional<RawFlit> leave(const FlitBits& bits, Node at);

  /// Flits that are numbered and under way; 0 where payloads carry all.
  std::size_t numbered() const { return numbered_; }

 private:
  using WormName = std::pair<std::uint32_t, std::uint32_t>;  // source and number

  bool carries_all() const { return number_bits_ == 0; }
  std::uint64_t pack_content(RawFlit sent, bool is_head) const;
  std::optional<RawFlit> unpack_content(std::uint64_t sent_payload, const FlitFields& fields) const;
  std::uint64_t number(RawFlit sent, bool is_head);
  std::optional<RawFlit> find(const FlitBits& bits, bool leaves);
  /// Whether a message may go so from a node.
  bool is_route(Node from, std::uint32_t route) const;
  void say_destination(Node at, std::uint32_t route, FlitFields& fields) const;
  std::uint32_t payload_bits(bool is_head) const;
  RawFlit seen_at(RawFlit sent, Node at, std::uint32_t lane) const;
  /// Of a route that begins at a node, what is left of it at another one.
  std::uint32_t rest_of(std::uint32_t route, Node from, Node at) const;
  static WormName name_of(RawFlit flit);

  TorusWiring wiring_;
  FlitLayout layout_;
  std::shared_ptr<MessageLengths> lengths_;
  std::uint32_t number_bits_ = 0;
  std::vector<std::optional<std::uint32_t>> routes_;  // of what each port of a PE hands over
  std::vector<RawFlit> sent_;                         // by number; 0: the number is free
  std::size_t next_ = 0;
  std::size_t numbered_ = 0;
  std::map<WormName, std::uint32_t> lanes_;  // of the last link of heads
};

}  // namespace flitwise::own

#endif  // FLITWISE_SYSTEMC_NETWORK_OWN_FLIT_PASSAGE_H_
