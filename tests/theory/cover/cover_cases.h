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

/// Whether two flits are on one link in one step.
inline bool use_a_link_twice(const std::vector<LinkEvent>& events) {
  std::set<std::tuple<Step, Node, Node>> taken;
  return std::any_of(events.begin(), events.end(), [&](const LinkEvent& e) {
    return !taken.insert({e.step, e.from, e.to}).second;
  });
}

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_COVER_COVER_CASES_H_
