// due_intake.h: takes in the messages that a collective operation owes a leaf, and no others.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_DUE_INTAKE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_DUE_INTAKE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/pe_protocol.h"

namespace flitwise::protocols {

/// A message that must come: all flits 1 to `flits` of leaf `source`'s.
struct DueMessage {
  Node source = kNoNode;
  Flits flits = 1;
};

/// All that one leaf must take in.
using Dues = std::vector<DueMessage>;

/// Follows the messages that are due at a leaf. Each flit comes once, in any order: of those of one
/// message some may pass others, on parallel links and in queues.
class DueIntake {
 public:
  /// Shape:  any order, messages without flits are left out.
  /// Errors: throws std::invalid_argument when a source is named twice or a length is negative.
  explicit DueIntake(const Dues& dues);

  /// Takes a flit; says what is wrong with it, nothing if it was due.
  std::optional<std::string> take(const Arrival& arrival);

  bool has_begun() const { return missing_ < due_; }
  bool is_complete() const { return missing_ == 0; }
  /// "2 more flits of the message of PE 3", by source.
  std::vector<std::string> waiting_for() const;

 private:
  struct Message {
    Node source;
    Flits flits;
    std::size_t first;  // of its flits in `taken_`
    Flits missing;
  };

  Message* find(Node source);
  std::optional<std::string> take(Message& message, const Arrival& arrival);

  std::vector<Message> messages_;  // by source
  std::vector<bool> taken_;        // flits of all messages
  Flits due_ = 0;
  Flits missing_ = 0;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_DUE_INTAKE_H_
