// random_cases.h: random trees with random messages, each from one printed seed.
#ifndef FLITWISE_TESTS_THEORY_TREE_RANDOM_CASES_H_
#define FLITWISE_TESTS_THEORY_TREE_RANDOM_CASES_H_

#include <cstdint>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "systemc/topology/tree/tree.h"
#include "systemc/topology/tree/tree_latency.h"
#include "systemc/topology/types.h"

namespace flitwise::test {

enum class Shape : std::uint8_t { kUniform, kDeep, kWide, kStar, kPath };
enum class Traffic : std::uint8_t { kUnit, kMixed, kSparse, kOneMessage, kAllNull };
inline constexpr std::uint64_t kShapes = 5;
inline constexpr std::uint64_t kTraffics = 5;

/// One random instance. Printed by GoogleTest with all that is needed to see it again.
struct Case {
  std::uint64_t seed = 0;
  Shape shape = Shape::kUniform;
  Traffic traffic = Traffic::kUnit;
  Tree tree;
  std::vector<Flits> lengths;

  Flits flits() const;
  friend std::ostream& operator<<(std::ostream& out, const Case& c);
};

/// Case number `seed`: 1 to `max_pes` PEs; shapes and traffics take turns, so that 25 consecutive
/// seeds see every pair of them.
Case make_case(std::uint64_t seed, Node max_pes);

/// A random tree of exactly `pes` PEs, numbered in no particular way: parents may have larger
/// numbers than their children.
Tree shuffled_tree(Node pes, std::uint64_t seed);

/// Lengths from 0 to `longest` for `pes` PEs.
std::vector<Flits> random_lengths(Node pes, Flits longest, std::uint64_t seed);

/// Latencies from 1 to `most`: of every router, PE and link in each direction one of its own.
TreeLatency random_latency(Node pes, Step most, std::uint64_t seed);

/// The same with links as slow up as down and one reaction, which mirror synchronisation needs.
TreeLatency mirrored(TreeLatency latency);

/// All vectors of lengths from `shortest` to `longest` for n PEs beside PE 0.
std::vector<std::vector<Flits>> all_lengths(Node n, Flits shortest, Flits longest);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_TREE_RANDOM_CASES_H_
