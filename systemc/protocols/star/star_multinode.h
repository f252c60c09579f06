// star_multinode.h: every PE of a star graph sends packets to all, by a fixed timetable.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_MULTINODE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_MULTINODE_H_

#include <memory>

#include "systemc/protocols/star/star_multinode_plan.h"
#include "systemc/protocols/star/star_pe.h"

namespace flitwise::protocols {

/// A PE of a static multinode broadcast. Packets travel link by link from PE to PE, all of one
/// round by the same walk; a PE sends on what it has received in the steps of the timetable. What
/// has not come leaves its steps empty.
///
/// Time: ceil(m x/(n-1)) (N-1) packet steps.
/// Source: reconstructed from Fragopoulou, Akl (IEEE TC 45(2), 1996), without acknowledgements.
class StarMultinode final : public StarPe {
 public:
  StarMultinode(const StarSettings& settings, std::shared_ptr<const StarMultinodePlan> plan,
                Node self, Step skew);
  unsigned expected_trees(Node source, int packet) const override;

 protected:
  void send_own(Outbox& outbox) override;
  void read(const Arrival& arrival, StarHead& head) const override;
  std::optional<Step> due(const StarHead& head) const override;
  void relay(const Arrival& arrival, const StarHead& head, Outbox& outbox) override;
  void relay_whole(const Arrival& arrival, const StarHead& head, Outbox& outbox) override;

 private:
  enum class When { kAtOnce, kLater };  // in the next packet step, or behind it
  void pass_on(When when, const Arrival& arrival, const StarHead& head, Outbox& outbox);

  std::shared_ptr<const StarMultinodePlan> plan_;
};

/// A packet that a PE sends to its neighbour over the link in dimension `dimension`.
Transmission hop_packet(Node source, int tree, Flits number, std::int64_t value, int dimension);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_MULTINODE_H_
