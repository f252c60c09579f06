// stream_plan.h: what a PE promises its parent, and how streams are put one behind the other.
//
// Source: Bhatt, Pucci, Ranade, Rosenberg, "Scattering and Gathering Messages in Networks of
// Processors" (IEEE TC 42(8), 1993), section 3.2, corrected where it contradicts its own Figure 4;
// the rules below LagRule::kTight are not in the paper.
//
// All steps are counted from the PE's own order. A child that is ordered in step p and certified
// lag c has its first flit here in step p + c at the earliest; it is relayed one step later, p + 1
// + c: the limit of its stream. A single-port PE sends its d orders in steps 1 to d, so its link up
// is free for data from step d + 1 on; a multiport PE sends them all in step 1, while its link up
// may carry data already.
//
// At a slower pace flits of a stream are a flit time apart, and steps say when a flit crosses: the
// PE's own message can have its first one there after its orders, its setup and a flit time. Setups
// of other PEs are over by then, each in its own lag; relays take one step.
//
// Where routers, links and PEs take several steps, a PE of reaction g sends its k-th order in step
// g + k - 1, and what comes back to it is late by LocalLatency::trip, a, where the above says 1:
// the limit of a child's stream is p + a + c, the link up is free from step g + d on.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TREE_STREAM_PLAN_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TREE_STREAM_PLAN_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/tree/certification_variant.h"
#include "systemc/protocols/tree/tree_pe.h"
#include "systemc/topology/types.h"

namespace flitwise::protocols {

/// A promise: `lag` steps after its order, a PE can begin a gap-free stream of `stream` flits, the
/// messages of its whole subtree.
struct Certificate {
  std::int64_t lag = 1;
  Flits stream = 0;

  friend bool operator==(const Certificate& a, const Certificate& b) {
    return a.lag == b.lag && a.stream == b.stream;
  }
};

/// Children's positions 0..d-1 by increasing lag, equal lags by position.
std::vector<std::size_t> merge_order(const std::vector<Certificate>& children);

/// n = L + sum of the children's n.
Flits stream_length(Flits own, const std::vector<Certificate>& children);

/// Flits of the PE's stream that leave before the first one of each child, by child: its own
/// message goes first, then the streams of the children that `order` names, in that order. 0 for a
/// child that it does not name.
std::vector<Flits> stream_offsets(Flits own, const std::vector<Certificate>& children,
                                  const std::vector<std::size_t>& order);

/// What is wrong with a certificate that should be `child`'s, nothing if it can be.
std::optional<std::string> fault_of_certificate(const Arrival& arrival, Node child);

/// Positions among the PE's children of those that get an order, first one first.
///
/// All rules but LagRule::kPos keep the index order. kPos goes by increasing slack: the step in
/// which the child's stream is wanted (own message and streams of smaller lag in front of it) less
/// the lag, that is, how long its order may wait; ties by index. It is not always the best order
/// for the lag, but it nearly is.
std::vector<std::size_t> dispatch_order(LagRule rule, Flits own,
                                        const std::vector<Certificate>& children, Pace pace = {},
                                        const LocalLatency& latency = {});

/// Where a PE stands. PE 0 receives only, so that its orders never keep data from leaving.
enum class Role : std::uint8_t { kRoot, kBelowRoot };

/// An order to a child, before the PE's own has come.
struct PlannedOrder {
  std::size_t child = 0;   ///< position among the PE's children
  Step after = 1;          ///< steps after the PE's own order
  std::int64_t shift = 0;  ///< its s is the s of the PE's own order plus this
};

/// What a PE has worked out once all certificates are in.
struct StreamPlan {
  Certificate certificate;           ///< its own
  std::vector<PlannedOrder> orders;  ///< in the order in which they leave
};

/// Plans the stream of a PE with a message of `own` flits and the given certificates of its
/// children, in index order.
///
/// The stream is the PE's own message and behind it the children's by increasing limit, equal
/// limits by index. The child ordered in step p with s' has its first flit relayed in step p + s' +
/// a, a = 1 if all around takes one step, and that step has to be s + (steps of the flits before it
/// in the stream): s' = s + offset - (p + a).
///
/// The limits are, for d ordered children: d + 1 + c for kPaper, kTight and kSkip, as if every
/// child were ordered last (the paper's d + c cannot be kept by the one that is); p + 1 + c for
/// kPosIdx and kPos; 2 + c for multiport PEs, all rules. The PE's own message may start in step
/// d + 1, at PE 0 with kPosIdx and kPos in step 0, at a multiport PE in step 1; later by its setup
/// and by a flit time less 1.
/// Source: kPaper, the explicit formula for c_i; the others, the single pass of Remark 5 with these
///         limits; the orders, s_ij = c*_ij + s_i - c_i less the p + 1 steps that the order and the
///         child's first flit are under way (the paper's Figure 4 has them, its formula has not).
///         kPrinted: kPaper, with what `variant.printed` names as the paper prints it; with its
///         limit of step 2, the pass of Remark 5.
StreamPlan plan_stream(const CertificationVariant& variant, Role role, Flits own,
                       const std::vector<Certificate>& children, const LocalLatency& latency = {});

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TREE_STREAM_PLAN_H_
