#include "tests/system/star/star_fault_sets.h"

#include <gtest/gtest.h>

namespace flitwise::testing_support {

std::vector<StarElement> elements_of(const StarAsk& ask) {
  const StarGraph graph(ask.order);
  std::vector<StarElement> elements;
  for (Node v = 0; v < graph.size(); ++v)
    if (!has_root(ask) || v != ask.root) elements.push_back({v, 0});
  for (Node v = 0; v < graph.size(); ++v)
    for (int d = 2; d <= ask.order; ++d)
      if (v < graph.neighbour(v, d)) elements.push_back({v, d});
  return elements;
}

void check_fault_set(StarAsk ask, const std::vector<StarElement>& dead) {
  std::vector<Node> nodes;
  std::vector<std::pair<Node, int>> links;
  for (const StarElement& element : dead) {
    if (element.dimension == 0)
      nodes.push_back(element.node);
    else
      links.emplace_back(element.node, element.dimension);
  }
  ask.options = faults_option(nodes, links);
  const Result result = expect_pass(text_of(ask));
  EXPECT_GE(measured(result, "copies", "min"), ask.copies - static_cast<int>(dead.size()))
      << text_of(ask);
}

int check_all_fault_sets(const StarAsk& ask, int most) {
  const std::vector<StarElement> all = elements_of(ask);
  int sets = 1;
  check_fault_set(ask, {});
  for (std::size_t a = 0; a < all.size() && most > 0; ++a) {
    check_fault_set(ask, {all[a]});
    ++sets;
    for (std::size_t b = a + 1; b < all.size() && most > 1; ++b) {
      check_fault_set(ask, {all[a], all[b]});
      ++sets;
    }
  }
  return sets;
}

}  // namespace flitwise::testing_support
