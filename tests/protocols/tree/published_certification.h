// published_certification.h: Transmission-Certification with arithmetic to choose, for the errata.
#ifndef FLITWISE_TESTS_PROTOCOLS_TREE_PUBLISHED_CERTIFICATION_H_
#define FLITWISE_TESTS_PROTOCOLS_TREE_PUBLISHED_CERTIFICATION_H_

#include <functional>
#include <vector>

#include "systemc/protocols/tree/stream_plan.h"
#include "systemc/protocols/tree/tree_protocols.h"
#include "systemc/topology/tree/tree.h"

namespace flitwise::protocols::test {

/// The three places in which the published arithmetic can be taken at its word. The defaults are
/// those that work; a test replaces one of them.
struct Arithmetic {
  /// c' of a child: the limit of its stream, from d and its c.
  std::function<std::int64_t(std::int64_t d, std::int64_t c)> child_limit =
      [](std::int64_t d, std::int64_t c) { return d + 1 + c; };
  /// s of a child's order, from the start of its stream in the PE's frame and its position.
  std::function<std::int64_t(std::int64_t start, Step position)> order_value =
      [](std::int64_t start, Step position) { return start - (position + 1); };
  /// s of the order that PE 0 imagines to have received, from its own lag.
  std::function<std::int64_t(std::int64_t lag)> root_order = [](std::int64_t lag) { return lag; };
};

/// PEs that compute with `arithmetic` and obey whatever comes out, feasible or not.
Protocols make_published(const Tree& tree, const std::vector<Flits>& lengths,
                         const Arithmetic& arithmetic);

}  // namespace flitwise::protocols::test

#endif  // FLITWISE_TESTS_PROTOCOLS_TREE_PUBLISHED_CERTIFICATION_H_
