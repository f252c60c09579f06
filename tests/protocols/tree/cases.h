// cases.h: trees and message lengths that tests run over.
#ifndef FLITWISE_TESTS_PROTOCOLS_TREE_CASES_H_
#define FLITWISE_TESTS_PROTOCOLS_TREE_CASES_H_

#include <cstdint>
#include <functional>
#include <ostream>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise::protocols::test {

/// A gather or scatter to try. Printed as it could be typed in again.
struct Case {
  std::vector<Node> parents;
  std::vector<Flits> lengths;

  /// Flits of all messages.
  Flits total() const;
};

std::ostream& operator<<(std::ostream& out, const Case& c);

/// A tree of 2 to 64 PEs of any shape (uniform, deep, wide, star, path, complete, caterpillar, with
/// PE numbers shuffled in half of the cases) with lengths of any kind (unit, mixed, sparse, long,
/// one message, all null). The same seed gives the same case.
Case random_case(std::uint64_t seed);

/// Lengths of a path of 2 to 64 PEs, of any of the same kinds.
std::vector<Flits> random_path_lengths(std::uint64_t seed);

/// Calls `visit` with every tree of 2 to `pes` labelled PEs and every vector of lengths up to
/// `longest`; returns how many there were.
std::int64_t for_every_case(Node pes, Flits longest, const std::function<void(const Case&)>& visit);

}  // namespace flitwise::protocols::test

#endif  // FLITWISE_TESTS_PROTOCOLS_TREE_CASES_H_
