// certificate.h: what a PE promises its parent, and how streams are put one behind the other.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_CERTIFICATE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_CERTIFICATE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/pe_protocol.h"
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

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_CERTIFICATE_H_
