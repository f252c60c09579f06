// certificate.h: the certificate arithmetic of one PE, and that of all PEs of a tree.
//
// Single-port, a PE that receives its order in step 0 sends those of d children in steps g + p - 1,
// p = 1..d, and may send data from step g + d on. Multiport, it orders them all in step g and may
// send data then. In both it sends its own message first and then the children's streams by
// increasing release (ties by index), without a gap. Steps are those in which flits are sent: where
// a message costs beta + L tau, flits of a stream are tau apart, and the first one of the PE's own
// is sent beta + tau steps after its last order.
#ifndef FLITWISE_TB_THEORY_TREE_CERTIFICATE_H_
#define FLITWISE_TB_THEORY_TREE_CERTIFICATE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "systemc/topology/tree/tree.h"
#include "systemc/topology/tree/tree_latency.h"
#include "systemc/topology/types.h"
#include "tb/theory/tree/certification_theory.h"

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

/// What a PE makes of the certificates of its children. Children are named by their position among
/// all children, from 0; those that are not ordered are in neither list.
struct PePlan {
  Certificate certificate;
  std::vector<std::size_t> orders;  ///< the p-th child ordered, from p = 1
  std::vector<std::size_t> stream;  ///< those children in the order of their streams
};

/// The root only listens, so its stream need not wait for its own orders under kPosIdx and kPos.
enum class Place : std::uint8_t { kInner, kRoot };

/// What latencies mean to one PE in the time from its order to its children's streams.
///
/// Shape: `trips` has one entry per child, or is empty where each is 1.
struct Turnaround {
  Step reaction = 1;  ///< g: from its order to what it sends first
  /// a_j = (g - 1) + (wd - 1) + (wu - 1) + r: how much later than its turn p + c_j the stream of
  /// child j goes on from here.
  std::vector<Step> trips{};

  Step trip(std::size_t child) const { return trips.empty() ? 1 : trips[child]; }
};

/// That of PE `v`.
Turnaround turnaround_of(const Tree& tree, Node v, const TreeLatency& latency);

/// The plan of a PE with a message of `own` flits whose children sent `children`.
///
/// With releases r_j = d + a_j + c_j (kPaper, kTight, kSkip), p_j + a_j + c_j (kPosIdx, kPos) or
/// 1 + a_j + c_j (multiport), the children k = 1, 2, .. in the order of (r, index), and a base of
/// g + d (multiport g; root under kPosIdx and kPos 0), where d counts the children ordered:
/// kPaper: lag = base + max(0, r_1 - base - own) + sum over k >= 2 of max(0, r_k - r_{k-1} -
///         n_{k-1}), ordering all children.
/// Others: lag = max(base, max over k of (r_k - own - flits of the children before k)); kTight
///         orders all children, kSkip, kPosIdx and kPos those that have flits. The orders go by
///         index, with kPos by (slack, index), slack_j = own + flits of the children before j in
///         the order of (c + a, index) - (c_j + a_j - g).
/// `pace`: beta + tau - 1 on top of the base of a PE with a message of its own, and flits times tau
///         wherever a step is compared with them; in the sum of kPaper no release before the base.
/// Source: Bhatt et al., section 3.2: the leftmost start of the line segments (with the release
///         that Figure 4 shows), and the explicit formula for it; section 4 for multiport. kSkip,
///         kPosIdx and kPos tighten the releases.
PePlan plan_pe(Flits own, const std::vector<Certificate>& children, Rule rule,
               Ports ports = Ports::kSingle, Place place = Place::kInner, const Pace& pace = {},
               const Turnaround& turnaround = {});

/// Plans of all PEs; that of PE 0 has the certificate that it would send.
std::vector<PePlan> plan_all(const Tree& tree, const std::vector<Flits>& lengths, Rule rule,
                             Ports ports = Ports::kSingle, const Pace& pace = {},
                             const TreeLatency& latency = {});

/// Steps from the root's virtual order until the order reaches each PE, empty where none goes: a
/// PE sends that of its p-th child g + p - 1 steps after its own (multiport g), and the link takes
/// w - 1 more. PE 0 has it in step 0.
std::vector<std::optional<Step>> order_delays(const Tree& tree, const std::vector<PePlan>& plans,
                                              Ports ports, const TreeLatency& latency = {});

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TREE_CERTIFICATE_H_
