// message_intake.h: takes in messages flit by flit and notices when one is not whole.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TREE_MESSAGE_INTAKE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TREE_MESSAGE_INTAKE_H_

#include <optional>
#include <string>
#include <unordered_set>

#include "systemc/protocols/pe_protocol.h"

namespace flitwise::protocols {

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

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TREE_MESSAGE_INTAKE_H_
