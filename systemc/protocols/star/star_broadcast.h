// star_broadcast.h: one PE of a star graph sends packets to all, each along x disjoint trees.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_BROADCAST_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_BROADCAST_H_

#include "systemc/protocols/star/star_pe.h"

namespace flitwise::protocols {

/// A PE of a broadcast. The source feeds one packet a packet step into each of its trees, those of
/// `packets_of_tree` in order; routers pass them on to all children at once.
///
/// Time: ceil(m x/(n-1)) + H - 1 packet steps, H the height of the trees.
/// Source: Fragopoulou, Akl (IEEE TC 45(2), 1996).
class StarBroadcast final : public StarPe {
 public:
  StarBroadcast(const StarSettings& settings, Node self, Node source, Step skew);
  unsigned expected_trees(Node source, int packet) const override;

 protected:
  FlitKind kind() const override { return FlitKind::kFlood; }
  void send_own(Outbox& outbox) override;
  void read(const Arrival& arrival, StarHead& head) const override;

 private:
  Node source_;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_BROADCAST_H_
