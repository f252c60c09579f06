// cover_cases.h: lengths to try covers with, and whether flits meet.
#ifndef FLITWISE_TESTS_THEORY_COVER_COVER_CASES_H_
#define FLITWISE_TESTS_THEORY_COVER_COVER_CASES_H_

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "systemc/topology/cover/cover.h"
#include "systemc/topology/cover/cover_shapes.h"

namespace flitwise::test {

/// 0 to `most` flits for every node but the root, drawn by the seed.
inline std::vector<Flits> drawn_lengths(const Cover& cover, Flits most, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Flits> lengths;
  for (Node v = 0; v < cover.size(); ++v) {
    const auto drawn = static_cast<Flits>(random() % static_cast<std::uint64_t>(most + 1));
    lengths.push_back(v == cover.root() ? 0 : drawn);
  }
  return lengths;
}

/// A mesh or torus with sides of 3 to 14 under trees that share links, from any root.
inline Cover large_shared_cover(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](Node most) {
    return static_cast<Node>(random() % static_cast<std::uint64_t>(most));
  };
  const Node rows = 3 + below(12);
  const Node columns = 3 + below(12);
  const Node row = below(rows);
  const Node column = below(columns);
  return seed % 2 == 0 ? mesh_cover_shared(rows, columns, row, column)
                       : torus_cover_shared(rows, columns, row, column);
}

/// Whether two flits are on one link in one step.
inline bool use_a_link_twice(const std::vector<LinkEvent>& events) {
  std::set<std::tuple<Step, Node, Node>> taken;
  return std::any_of(events.begin(), events.end(), [&](const LinkEvent& e) {
    return !taken.insert({e.step, e.from, e.to}).second;
  });
}

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_COVER_COVER_CASES_H_
