// certificate.h: the certificate arithmetic of one PE and the closed forms built on it.
//
// A PE that receives its order in step 0 orders its children in steps 1..d, may send data from
// step d + 1 on, and sends its own message first, then the children's streams by increasing lag
// (ties by index), without a gap.
#ifndef FLITWISE_TB_THEORY_CERTIFICATE_H_
#define FLITWISE_TB_THEORY_CERTIFICATE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "systemc/topology/tree.h"
#include "systemc/topology/types.h"
#include "tb/theory/tree_theory.h"

namespace flitwise::theory {

/// What a PE promises its parent: `lag` steps after an order it can start a stream of `stream`
/// flits without a gap.
struct Certificate {
  std::int64_t lag = 0;
  Flits stream = 0;

  friend bool operator==(const Certificate& a, const Certificate& b) {
    return a.lag == b.lag && a.stream == b.stream;
  }
};

/// Positions of the children in the stream of their parent: increasing lag, ties by position.
std::vector<std::size_t> stream_order(const std::vector<Certificate>& children);

/// Certificate of a PE with a message of `own` flits whose children sent `children`.
///
/// kTight: lag = d + 1 + max(0, max over k of (c_k - own - flits of the children before k)).
/// kPaper: lag = d + 1 + max(0, c_1 - own) + sum over k >= 2 of max(0, c_k - c_{k-1} - n_{k-1}).
/// Source: Bhatt et al., section 3.2: the leftmost start of the line segments (with the release
///         d + 1 + c that Figure 4 shows), and the explicit formula for it.
Certificate certify(Flits own, const std::vector<Certificate>& children, Rule rule);

/// Certificates of all PEs; entry 0 is the one that the root would send.
std::vector<Certificate> certificates(const Tree& tree, const std::vector<Flits>& lengths,
                                      Rule rule);

/// Step in which the token of sequential polling reaches `v`: 2 address(v) - depth(v).
///
/// Before it the tour has gone down the edge of every PE with a smaller address, and up again all
/// of those edges that do not lie above `v`.
Step token_step(const Tree& tree, Node v);

/// Step in which the certificate of `v` reaches its parent: two steps per PE below after the token
/// and one more.
Step certificate_step(const Tree& tree, Node v);

/// Steps from T_sync until the order reaches each PE: the positions among their siblings of all PEs
/// on the way, summed up.
std::vector<Step> order_delays(const Tree& tree);

/// Flits that reach PE 0 before the message of each PE (null messages have a place as well).
std::vector<Flits> stream_positions(const Tree& tree, const std::vector<Flits>& lengths,
                                    const std::vector<Certificate>& certificates);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_CERTIFICATE_H_
