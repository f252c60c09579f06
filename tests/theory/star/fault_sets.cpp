#include "tests/theory/star/fault_sets.h"

#include <algorithm>
#include <utility>

namespace flitwise::test {

using theory::StarFaults;

namespace {

void add(const StarFaults& element, StarFaults& faults) {
  faults.nodes.insert(faults.nodes.end(), element.nodes.begin(), element.nodes.end());
  faults.links.insert(faults.links.end(), element.links.begin(), element.links.end());
}

void extend(const std::vector<StarFaults>& elements, std::size_t first, int most,
            const StarFaults& faults, const std::function<void(const StarFaults&)>& look) {
  look(faults);
  if (most == 0) return;
  for (std::size_t i = first; i < elements.size(); ++i) {
    StarFaults more = faults;
    add(elements[i], more);
    extend(elements, i + 1, most - 1, more, look);
  }
}

}  // namespace

std::vector<StarFaults> elements_but(const StarGraph& graph, Node source) {
  std::vector<StarFaults> elements;
  for (Node v = 0; v < graph.size(); ++v) {
    if (v != source) elements.push_back({{v}, {}, 1});
    for (int d = 2; d <= graph.order(); ++d)
      if (v < graph.neighbour(v, d)) elements.push_back({{}, {{v, d}}, 1});
  }
  return elements;
}

void for_all_subsets(const std::vector<StarFaults>& elements, int most,
                     const std::function<void(const StarFaults&)>& look) {
  extend(elements, 0, most, {}, look);
}

StarFaults random_faults(const StarGraph& graph, int count, std::mt19937_64& random) {
  std::vector<StarFaults> elements = elements_but(graph, kNoNode);
  StarFaults faults;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    std::swap(elements[i], elements[i + random() % (elements.size() - i)]);
    add(elements[i], faults);
  }
  return faults;
}

}  // namespace flitwise::test
