// tree_pe.h: what PEs of trees have in common: ports, control flits, what they know before anything
// has moved, and how they take in messages.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TREE_TREE_PE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TREE_TREE_PE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "systemc/protocols/pe_protocol.h"
#include "systemc/topology/types.h"

namespace flitwise::protocols {

/// What a PE may send and receive in one step.
enum class Ports : std::uint8_t {
  kSingle,  ///< one flit out and one flit in, over any links
  kMulti,   ///< one flit out and one flit in on every link
};

/// Transmission::via of what goes to `neighbour`: a multiport PE names the link.
constexpr Node link_to(Ports ports, Node neighbour) {
  return ports == Ports::kMulti ? neighbour : kNoNode;
}

/// A token, order or tap for a neighbour, which leaves `after` steps from now; a certificate is
/// about its sender.
inline Transmission control_flit(FlitKind kind, Ports ports, Node neighbour, Step after,
                                 std::int64_t value) {
  Transmission flit;
  flit.kind = kind;
  flit.destination = neighbour;
  flit.via = link_to(ports, neighbour);
  flit.message = neighbour;
  flit.after = after;
  flit.value = value;
  return flit;
}

/// How many steps a PE and what is around it take, as TreeLatency says it of a whole tree.
struct LocalLatency {
  /// Of the links to and from a child, and of the child itself.
  struct Child {
    Step down = 1;
    Step up = 1;
    Step reaction = 1;
  };

  Step router = 1;              ///< r: a flit received in step t is relayed in step t + r
  Step reaction = 1;            ///< g: a control flit received in step t is answered in step t + g
  std::vector<Child> children;  ///< by place; empty: every step is 1

  Child child(std::size_t place) const { return children.empty() ? Child{} : children[place]; }
  /// Steps that pass besides a child's own, from the one in which the PE could first answer to that
  /// in which it relays what the child sent: answer and reply on the link, and the router.
  Step trip(std::size_t place) const {
    return reaction - 1 + router + child(place).down - 1 + child(place).up - 1;
  }
};

/// Where a PE sits and how much it has to say. Everything else it learns from flits.
struct LocalFacts {
  Node self = kNoNode;
  Node parent = kNoNode;       ///< kNoNode for the root
  std::vector<Node> children;  ///< by increasing number
  Flits length = 0;            ///< of its own message; 0 for the root
  Node root = 0;               ///< whom all messages come from or go to
  LocalLatency latency{};
};

/// Follows the messages that reach a PE. A message is indivisible: its flits come in order and no
/// flit of another one comes between them.
class MessageIntake {
 public:
  /// Takes a data flit or an END mark; says what is wrong with it, nothing if it was due.
  ///
  /// A wrong flit is taken as the new position all the same, so that one lost flit draws one
  /// sentence and not one for every flit behind it.
  std::optional<std::string> take(const Arrival& arrival);

  /// Flits taken.
  Flits flits() const { return flits_; }
  /// The message whose last flit has not come yet, kNoNode between messages.
  Node open_message() const { return open_; }

 private:
  std::optional<std::string> fault_of(const Arrival& arrival) const;

  Node open_ = kNoNode;
  Flits last_index_ = 0;  // of the open message
  Flits flits_ = 0;
  std::unordered_set<Node> begun_;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TREE_TREE_PE_H_
