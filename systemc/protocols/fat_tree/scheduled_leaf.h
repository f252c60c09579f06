// scheduled_leaf.h: a leaf PE that sends by a fixed list and takes in what is due.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_SCHEDULED_LEAF_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_SCHEDULED_LEAF_H_

#include <string>
#include <vector>

#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/fat_tree/due_intake.h"
#include "systemc/protocols/fat_tree/schedule.h"
#include "systemc/protocols/pe_protocol.h"

namespace flitwise::protocols {

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

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_SCHEDULED_LEAF_H_
