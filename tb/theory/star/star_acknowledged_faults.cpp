// Copies of the walk with acknowledgements, whose tokens do not come back from dead nodes.
#include <stdexcept>

#include "tb/theory/star/star_arithmetic.h"
#include "tb/theory/star/star_copy_record.h"
#include "tb/theory/star/star_faults.h"

namespace flitwise::theory {
namespace {

/// By relative address: the trees, as bits, whose token gets there.
std::vector<unsigned> trees_that_reach(const StarGraph& graph, const std::vector<StarArc>& walk,
                                       const StarBreaks& breaks) {
  std::vector<unsigned> reached(static_cast<std::size_t>(graph.size()), 0);
  for (int tree = 2; tree <= graph.order(); ++tree) {
    const Step first = breaks.first_of_tree(tree);
    const std::size_t arcs = first == 0 ? walk.size() : static_cast<std::size_t>(first - 1);
    for (std::size_t i = 0; i < arcs; ++i)
      reached[static_cast<std::size_t>(graph.rotate(walk[i].node, tree - 2))] |= 1U << tree;
  }
  return reached;
}

}  // namespace

StarCopies multinode_acknowledged_copies(const StarTrees& trees, const StarTraffic& traffic,
                                         const StarFaults& faults) {
  const StarGraph& graph = trees.graph();
  check_traffic(graph.degree(), traffic);
  if (faults.from_step != 1)
    throw std::invalid_argument("the walk with acknowledgements takes faults from step 1 only");

  const StarFaultMap map(graph, faults);
  const std::vector<StarArc> walk = depth_first_walk(trees);
  StarBreaks breaks(trees, walk, numbers(walk));
  StarCopyRecord record(graph, traffic, map);
  if (map.count() > 0) record.take_guarantee();
  for (Node source = 0; source < graph.size(); ++source) {
    breaks.look(map, source);
    const std::vector<unsigned> reached = trees_that_reach(graph, walk, breaks);
    for (Node u = 1; u < graph.size(); ++u) {
      for (std::int64_t q = 0; q < traffic.packets; ++q) {
        int arrived = 0;
        for (int i = 0; i < traffic.copies; ++i) {
          const int tree = copy_of(graph.degree(), traffic, q, i).tree;
          arrived += static_cast<int>(reached[static_cast<std::size_t>(u)] >> tree & 1U);
        }
        record.add(source, graph.absolute(u, source), arrived);
      }
    }
  }
  return record.copies();
}

}  // namespace flitwise::theory
