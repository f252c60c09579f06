#include "tb/theory/star/star_fault_map.h"

#include <stdexcept>
#include <string>
#include <utility>

#include "tb/theory/star/star_arithmetic.h"

namespace flitwise::theory {

StarFaultMap::StarFaultMap(const StarGraph& graph, const StarFaults& faults)
    : graph_(graph),
      dead_(static_cast<std::size_t>(graph.size()), false),
      blocked_(static_cast<std::size_t>(graph.size() * graph.degree()), false) {
  if (faults.from_step < 1)
    throw std::invalid_argument("faults must begin in step 1 or later, got " +
                                std::to_string(faults.from_step));
  for (const StarLink& link : faults.links) {
    check_node(graph, link.node, "the end of a dead link");
    if (link.dimension < 2 || link.dimension > graph.order())
      throw std::invalid_argument("a dead link's dimension must be 2 to " +
                                  std::to_string(graph.order()) + ", got " +
                                  std::to_string(link.dimension));
    if (!is_blocked(link.node, link.dimension)) ++count_;
    block(link.node, link.dimension);
  }
  for (const Node v : faults.nodes) {
    check_node(graph, v, "a dead node");
    if (is_dead(v)) continue;
    dead_[static_cast<std::size_t>(v)] = true;
    ++count_;
    for (int d = 2; d <= graph.order(); ++d) block(v, d);
  }
}

void StarFaultMap::block(Node v, int dimension) {
  for (const Node end : {v, graph_.neighbour(v, dimension)})
    blocked_[static_cast<std::size_t>(end * graph_.degree() + dimension - 2)] = true;
}

StarBreaks::StarBreaks(const StarTrees& trees, const std::vector<StarArc>& walk,
                       std::vector<Step> marks)
    : graph_(trees.graph()),
      walk_(walk),
      marks_(std::move(marks)),
      addresses_(static_cast<std::size_t>(graph_.degree())),
      last_(static_cast<std::size_t>(graph_.size() * graph_.degree())),
      first_(static_cast<std::size_t>(graph_.degree())) {
  for (std::size_t tree = 0; tree < addresses_.size(); ++tree)
    for (const StarArc& arc : walk)
      addresses_[tree].push_back(graph_.rotate(arc.node, static_cast<int>(tree)));
}

void StarBreaks::look(const StarFaultMap& faults, Node source) {
  for (int tree = 2; tree <= graph_.order(); ++tree) look_at_tree(faults, source, tree);
}

void StarBreaks::look_at_tree(const StarFaultMap& faults, Node source, int tree) {
  const std::vector<Node>& addresses = addresses_[static_cast<std::size_t>(tree - 2)];
  Step& first = first_[static_cast<std::size_t>(tree - 2)];
  first = 0;
  for (std::size_t i = 0; i < walk_.size(); ++i) {
    const Node v = graph_.absolute(addresses[i], source);
    Step& last = last_[entry(addresses[i], tree)];
    if (faults.is_blocked(v, graph_.rotate_dimension(walk_[i].dimension, tree - 2))) {
      last = marks_[i];
      if (first == 0 || last < first) first = last;
    } else {
      const int above = walk_[i].above;
      last = above < 0 ? 0 : last_[entry(addresses[static_cast<std::size_t>(above)], tree)];
    }
  }
}

}  // namespace flitwise::theory
