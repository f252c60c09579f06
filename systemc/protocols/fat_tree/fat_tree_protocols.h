// fat_tree_protocols.h: one protocol per leaf of a fat tree.
//
// The operation says what every leaf must take in; the schedule says who sends what and when. The
// two are separate, so that the leaf that waits for a flit notices when the schedule forgets,
// doubles or misdirects it. Schedules: fat_tree_schedules.h, or of one's own.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_FAT_TREE_PROTOCOLS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_FAT_TREE_PROTOCOLS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/fat_tree/schedule.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/tree/tree_protocols.h"
#include "systemc/topology/fat_tree/fat_tree.h"

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

/// One leaf of a collective operation whose schedule is known beforehand.
///
/// Time: hands over its whole list in step 0, each message with its step as `after`. What arrives
///       changes nothing of that.
/// In complaints a flit comes "from" the leaf whose message it is, not from the switch above.
class ScheduledLeaf final : public PeProtocol {
 public:
  /// Shape: `sends` by increasing step, as check_schedule wants it.
  ScheduledLeaf(Node self, std::vector<Dispatch> sends, const Dues& dues);

  void start(Outbox& outbox) override;
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override { return state_at(last_call_); }
  /// Scheduled before its first flit leaves and dispatching until its last one has left; after that
  /// collecting until all that is due has come. Dormant: has sent nothing, got nothing.
  PeState state_at(Step now) const override;
  std::vector<std::string> waiting_for() const override { return intake_.waiting_for(); }
  std::vector<std::string> complaints() const override { return book_.all(); }

 private:
  std::vector<Dispatch> sends_;
  DueIntake intake_;
  ComplaintBook book_;
  Step last_call_ = 0;
};

/// Shape:  in all of the following, entry x of the result is leaf x's; switches have no protocol.
/// Errors: each throws std::invalid_argument when the schedule has not one list per leaf, breaks a
///         rule of check_schedule, or has digits for copies that the tree has no child or level
///         for, and when a leaf or length is wrong.

/// Every other leaf gets one flit from `source`.
Protocols make_fat_tree_broadcast(const FatTree& tree, Node source, const Schedule& schedule);

/// Leaf x gets `lengths[x]` flits from `source`. Shape: one entry per leaf, 0 for the source.
Protocols make_fat_tree_scatter(const FatTree& tree, Node source, const std::vector<Flits>& lengths,
                                const Schedule& schedule);

/// Every leaf gets one flit from each of two different leaves, they from each other.
Protocols make_fat_tree_concurrent_scatters(const FatTree& tree, Node first, Node second,
                                            const Schedule& schedule);

/// `target` gets `lengths[x]` flits from leaf x. Shape: one entry per leaf, 0 for the target.
Protocols make_fat_tree_gather(const FatTree& tree, Node target, const std::vector<Flits>& lengths,
                               const Schedule& schedule);

/// Multinode broadcast and total exchange: every leaf gets one flit from every other leaf.
Protocols make_fat_tree_all_to_all(const FatTree& tree, const Schedule& schedule);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_FAT_TREE_PROTOCOLS_H_
