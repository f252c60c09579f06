// certificate.h: the arithmetic of transmission certificates and orders, as pure functions.
//
// Source: Bhatt, Pucci, Ranade, Rosenberg, "Scattering and Gathering Messages in Networks of
// Processors" (IEEE TC 42(8), 1993), section 3.2, corrected where it contradicts its own Figure 4.
//
// All positions are steps after the PE's own order: it sends its d orders in steps 1 to d, so its
// link up is free for data from step d + 1 on. A child that is ordered in step p and certified lag
// c has its first flit here in step p + c at the earliest; it is relayed one step later. Every
// child may be treated as if it were ordered last, which gives the limit d + 1 + c. (The paper has
// d + c, which the child that is ordered last cannot keep.)
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_CERTIFICATE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_CERTIFICATE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

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

/// How the lag is computed from the children's certificates.
enum class LagRule : std::uint8_t {
  kPaper,  ///< the paper's explicit sum: feasible, at times later than necessary
  kTight,  ///< the earliest start at which the stream has no gap
};

/// Children's positions 0..d-1 in the order in which their streams follow the PE's own message:
/// by increasing lag, equal lags by position.
///
/// The tie rule matters for LagRule::kPaper, whose sum depends on the order of equal lags.
std::vector<std::size_t> merge_order(const std::vector<Certificate>& children);

/// n = L + sum of the children's n.
Flits stream_length(Flits own, const std::vector<Certificate>& children);

/// c by either rule. A leaf's is 1.
/// Source: kPaper, the explicit formula for c_i; kTight, the single pass of Remark 5 with the
/// limits
///         d + 1 + c of the children and d + 1 of the PE's own message.
std::int64_t certified_lag(LagRule rule, Flits own, const std::vector<Certificate>& children);

/// What a PE promises its parent.
Certificate certify(LagRule rule, Flits own, const std::vector<Certificate>& children);

/// Flits of the PE's stream that leave before the first one of each child, by child.
std::vector<Flits> stream_offsets(Flits own, const std::vector<Certificate>& children);

/// Step after the PE's own order in which it orders each child, by child: 1 to d in index order.
std::vector<Step> dispatch_positions(std::size_t children);

/// s of the order to each child, by child, when the PE's own order said `s`.
///
/// The child ordered in step p with s' has its first flit relayed in step p + s' + 1, and that step
/// has to be s + (flits before it in the stream): s' = s + offset - (p + 1).
/// Source: the paper's s_ij = c*_ij + s_i - c_i with c*_ij = c_i + offset, less the p + 1 steps
/// that
///         the order and the child's first flit are under way; its Figure 4 has them, its formula
///         has not.
std::vector<std::int64_t> order_values(std::int64_t s, const std::vector<Flits>& offsets,
                                       const std::vector<Step>& positions);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_CERTIFICATE_H_
