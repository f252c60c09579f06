// star_faulty_runs.h: operations on star graphs under every small set of faults.
#ifndef FLITWISE_TESTS_PROTOCOLS_STAR_STAR_FAULTY_RUNS_H_
#define FLITWISE_TESTS_PROTOCOLS_STAR_STAR_FAULTY_RUNS_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "systemc/protocols/star/star_protocols.h"
#include "tests/protocols/star/star_network.h"

namespace flitwise::protocols::test {

/// Nodes, then links, of a star graph: what can fail.
inline std::vector<StarFaults> elements(const StarGraph& graph) {
  std::vector<StarFaults> elements;
  for (Node v = 0; v < graph.size(); ++v) {
    StarFaults one;
    one.nodes.insert(v);
    elements.push_back(one);
  }
  for (Node v = 0; v < graph.size(); ++v)
    for (int d = 2; d <= graph.order(); ++d) {
      StarFaults one;
      one.links.insert({v, graph.neighbour(v, d)});
      if (v < graph.neighbour(v, d)) elements.push_back(one);
    }
  return elements;
}

inline StarFaults both(StarFaults a, const StarFaults& b) {
  a.nodes.insert(b.nodes.begin(), b.nodes.end());
  a.links.insert(b.links.begin(), b.links.end());
  return a;
}

/// Least number of copies of any packet between live nodes.
inline int least_copies(StarScheme scheme, const StarSettings& settings, Node source,
                        const StarFaults& faults) {
  const StarPes pes = make_star_pes(scheme, settings, source);
  const StarRecord record = run_star(settings, pes, faults);
  EXPECT_TRUE(record.wrong.empty() && record.complaints.empty()) << record.faults();
  int least = settings.degree();
  for (const auto& pe : pes)
    for (Node h = 0; h < settings.graph().size(); ++h) {
      const bool counts = pe->self() != h && (source == kNoNode || h == source) &&
                          faults.nodes.count(h) == 0 && faults.nodes.count(pe->self()) == 0;
      for (int q = 0; counts && q < settings.packets; ++q)
        least = std::min(least, pe->copies().count(h, q));
    }
  return least;
}

/// All sets of up to x - 1 elements that leave the source alive; counts the sets.
inline int check_all_sets(StarScheme scheme, const StarSettings& settings, Node source = kNoNode) {
  const std::vector<StarFaults> all = elements(settings.graph());
  int sets = 0;
  const auto check = [&](const StarFaults& faults, int size) {
    if (source != kNoNode && faults.nodes.count(source) > 0) return;
    ++sets;
    EXPECT_GE(least_copies(scheme, settings, source, faults), settings.copies - size);
  };
  check({}, 0);
  for (std::size_t a = 0; a < all.size() && settings.copies > 1; ++a) {
    check(all[a], 1);
    for (std::size_t b = a + 1; b < all.size() && settings.copies > 2; ++b)
      check(both(all[a], all[b]), 2);
  }
  return sets;
}

}  // namespace flitwise::protocols::test

#endif  // FLITWISE_TESTS_PROTOCOLS_STAR_STAR_FAULTY_RUNS_H_
