// random_tori.h: operations and traffic on tori and meshes for property tests, from a seed.
#ifndef FLITWISE_TESTS_SYSTEM_TORUS_RANDOM_TORI_H_
#define FLITWISE_TESTS_SYSTEM_TORUS_RANDOM_TORI_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace flitwise::testing_support {

/// Each shape of a router is a model to compile: what may be drawn.
struct RouterChoice {
  std::vector<std::size_t> routers;  ///< of twelve_routers()
  std::vector<int> dimensions;
  std::vector<int> depths;
  bool is_mesh = false;  ///< of two dimensions
};

/// A scenario as its file would say it: sides of 1 to 8 with at most 64 nodes, links of 1 to 4
/// steps, alike or by dimension, credits of 1 to 4, overheads of 0 to 4, any algorithm that has a
/// schedule there and either pace, on meshes also scatters and gathers, in a fifth of all cases
/// traffic.
///
/// A barrier, or a gather, that the queues are too shallow for is left out. The same seed, the same
/// text.
std::string random_torus_text(std::uint64_t seed, const RouterChoice& choice);

/// How many of `count` scenarios from `first_seed` on were of which kind. Each must pass.
struct Agreement {
  int broadcasts = 0;  ///< scatters and gathers among them
  int finishes = 0;    ///< of broadcasts, predicted
  int smooth = 0;      ///< likewise with every event
  int traffic = 0;
  int slow = 0;  ///< of all: some latency is not 1
};
Agreement expect_random_tori_to_agree(std::uint64_t first_seed, int count,
                                      const RouterChoice& choice);

}  // namespace flitwise::testing_support

#endif  // FLITWISE_TESTS_SYSTEM_TORUS_RANDOM_TORI_H_
