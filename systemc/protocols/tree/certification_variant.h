// certification_variant.h: the ways in which Transmission-Certification can be run, and the
// constants by which PEs keep their certificates apart.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_VARIANT_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_VARIANT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "systemc/protocols/pace.h"
#include "systemc/protocols/tree/tree_pe.h"
#include "systemc/topology/tree/tree.h"
#include "systemc/topology/tree/tree_latency.h"
#include "systemc/topology/types.h"

namespace flitwise::protocols {

/// How a PE computes its lag, which children it orders and in which order.
enum class LagRule : std::uint8_t {
  kPaper,   ///< the paper's explicit sum: feasible, at times later than necessary
  kTight,   ///< the earliest start at which the stream has no gap
  kSkip,    ///< kTight over the children that have flits; the others get no order
  kPosIdx,  ///< kSkip, each child limited by the step of its own order, not by that of the last
  kPos,     ///< kPosIdx, the most urgent child ordered first
  kPrinted  ///< kPaper, but for the sentences of the paper that are taken at their word
};

/// The sentences of section 3.2 that LagRule::kPrinted takes at their word; the others are mended.
/// Single-port only.
struct Printed {
  bool limit = false;  ///< step 2: the limit of a child's stream is d + c, the start the earliest
  bool order = false;  ///< s of a child is its start in the schedule plus s - c of the PE
  bool root = false;   ///< PE 0 acts as if it had been ordered AFTER 0
};

/// How tokens go down and certificates come up. Single-port only.
enum class Sync : std::uint8_t {
  kSeq,        ///< one PE after the other, depth first, as published
  kMirror,     ///< tokens are broadcast, certificates retrace their ways in reversed time
  kSlot,       ///< each certificate in a step of its own, token to the slowest subtree first
  kSlotIndex,  ///< kSlot with the tokens in index order
};

/// Steps that a PE of d children takes to compute with their certificates.
enum class SortCost : std::uint8_t {
  kZero,       ///< 0
  kOne,        ///< 1
  kDegree,     ///< d: a serial pass
  kDegreeLog,  ///< d ceil(log2 d): a serial sort
};

/// One variant of certification. `sync` has no meaning for multiport PEs. At a slower `pace` the
/// messages pay; tokens, certificates and orders cross a link in one step as ever.
struct CertificationVariant {
  LagRule rule = LagRule::kPos;
  Sync sync = Sync::kSlot;
  SortCost sort_cost = SortCost::kZero;
  Ports ports = Ports::kSingle;
  Printed printed{};  ///< of LagRule::kPrinted
  Pace pace{};        ///< not with LagRule::kPrinted
};

/// Whether children without flits are ordered all the same.
constexpr bool orders_null_streams(LagRule rule) {
  return rule == LagRule::kPaper || rule == LagRule::kTight || rule == LagRule::kPrinted;
}

/// K(d) for a PE of `children` = d children; 0 for a leaf, which has nothing to compute with.
Step sort_steps(SortCost cost, std::size_t children);

/// What one PE is configured with for phases 1 and 2.
struct SyncConstants {
  std::vector<Node> token_order;  ///< its children, the first to get the token first
  /// Sync::kSlot, Sync::kSlotIndex: steps from its token to its certificate. 0 for PE 0.
  Step hold = 0;
  /// Sync::kMirror, PE 0 only: steps in which the tokens reach everybody, the B of the tree, from
  /// the one in which PE 0 would have got a token that it answers with its first ones in step 1.
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
/// Where PEs and links take several steps, those of token and certificate between a PE and its
/// child count with the child's R or B, and the reaction of a PE stands in place of the 1.
/// Errors: throws std::invalid_argument for single-port Sync::kMirror where a link takes longer one
///         way than the other or PEs have different reactions: nothing would be mirrored.
std::vector<SyncConstants> sync_schedule(const Tree& tree, const CertificationVariant& variant,
                                         const TreeLatency& latency = {});

/// What stands in the way of kMirror, in words that follow "mirror synchronisation "; empty if
/// nothing does.
std::string obstacle_to_mirror(const Tree& tree, const TreeLatency& latency);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_VARIANT_H_
