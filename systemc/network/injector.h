// injector.h: carries what PEs have handed over to the clock edges at which it is due.
#ifndef FLITWISE_SYSTEMC_NETWORK_INJECTOR_H_
#define FLITWISE_SYSTEMC_NETWORK_INJECTOR_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <queue>
#include <vector>

#include "systemc/network/network.h"

namespace flitwise {

/// A PE had more than one flit ready for one port; the flits named second are lost.
struct InjectionConflict {
  Step step = 0;  ///< step in which both would have crossed their first link
  Node node = kNoNode;
  std::uint32_t port = 0;
  RawFlit sent = 0;
  RawFlit lost = 0;
};

/// Transmissions that are under way or due later, one flit per PE's port and clock edge.
///
/// Where routers hold flits back, a port that still holds a flit delays those behind it, in the
/// order in which they are due; elsewhere two flits for one port and edge are a conflict. Costs
/// nothing for PEs that have nothing to send: due times lie in a heap, and only PEs that are
/// sending are visited.
class Injector {
 public:
  /// Whether the clock edge before `first_step` is still to come.
  bool accepts(Step first_step) const { return first_step - 1 > last_done_; }

  /// Hands over a message: flit k crosses its first link in step `first_step` + k - 1.
  /// Errors: throws std::logic_error for an empty message or when the edge is already past.
  void add(Node node, std::uint32_t port, Step first_step, std::vector<RawFlit> flits);

  /// Injects every flit that clock edge `edge` must capture (it crosses its link in `edge` + 1).
  void inject_due(Step edge, Network& network);

  /// The next edge at which something is due; empty when nothing is left.
  std::optional<Step> next_edge() const;

  /// Conflicts at the last edge.
  const std::vector<InjectionConflict>& conflicts() const { return conflicts_; }

  /// The flit that `node` injected at the last edge, over its lowest port in use; 0 for none.
  RawFlit injected(Node node) const;
  std::size_t pending() const { return later_.size() + sending_.size(); }

 private:
  struct Message {
    Step first_edge = 0;
    std::uint64_t number = 0;  // order of add(), so that equal times keep their order
    Node node = kNoNode;
    std::uint32_t port = 0;
    std::vector<RawFlit> flits;
    std::size_t next = 0;
  };
  struct Later {
    bool operator()(const Message& a, const Message& b) const {
      return a.first_edge != b.first_edge ? a.first_edge > b.first_edge : a.number > b.number;
    }
  };

  std::priority_queue<Message, std::vector<Message>, Later> later_;
  std::vector<Message> sending_;
  std::vector<InjectionConflict> conflicts_;
  struct Injected {
    Node node = kNoNode;
    std::uint32_t port = 0;
    RawFlit flit = 0;
  };
  RawFlit injected(Node node, std::uint32_t port) const;
  Step& last_edge(Node node, std::uint32_t port);

  std::vector<Injected> injected_;
  std::vector<std::vector<Step>> last_edge_;  // by node and port: edge of its last injection
  std::uint64_t added_ = 0;
  Step last_done_ = -1;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_INJECTOR_H_
