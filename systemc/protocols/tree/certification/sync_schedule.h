// sync_schedule.h: the constants by which PEs keep their certificates apart, from the topology.
//
// They depend on the tree alone, not on who has how much to say: a machine computes them once, when
// it is configured. A PE gets its own and no other's.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_SYNC_SCHEDULE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_SYNC_SCHEDULE_H_

#include <vector>

#include "systemc/protocols/tree/certification/certification_variant.h"
#include "systemc/topology/tree/tree.h"

namespace flitwise::protocols {

/// What one PE is configured with for phases 1 and 2.
struct SyncConstants {
  std::vector<Node> token_order;  ///< its children, the first to get the token first
  /// Sync::kSlot, Sync::kSlotIndex: steps from its token to its certificate. 0 for PE 0.
  Step hold = 0;
  /// Sync::kMirror, PE 0 only: steps in which the tokens reach everybody, the B of the tree.
  Step broadcast_steps = 0;
};

/// Constants of all PEs, entry v is PE v's.
///
/// kSlot, kSlotIndex: the token goes to the children in steps p = 1..d; the certificate of child p
/// can be back in p + R(child). In the order of these steps each gets the next one that is free,
/// its slot: hold = slot - p, and R of a PE is its last slot + 1 + K(d), of a leaf 1. kSlot sends
/// the token to the children by decreasing R, ties by index.
/// kMirror: children by decreasing B of their subtrees, ties by index; B is the largest p + B.
/// kSeq and multiport: the token order is the index order, nothing else is needed.
std::vector<SyncConstants> sync_schedule(const Tree& tree, const CertificationVariant& variant);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_SYNC_SCHEDULE_H_
