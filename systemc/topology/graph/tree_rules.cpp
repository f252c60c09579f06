// tree_rules.cpp: trees of hypercubes, tori, star graphs and complete graphs.
#include "systemc/topology/graph/tree_rules.h"

#include <algorithm>

#include "systemc/topology/graph/graph_shapes.h"
#include "systemc/topology/star/star_trees.h"

namespace flitwise {
namespace {

std::vector<Parents> of_hypercube(Node bits) {
  const Node nodes = Node{1} << bits;
  std::vector<Parents> trees;
  for (Node i = 0; i < bits; ++i) {
    Parents tree(index_of(nodes), kNoNode);
    for (Node u = 1; u < nodes; ++u) {
      Node j = i;
      if ((u >> i) % 2 == 1) do {
          j = (j + 1) % bits;
        } while ((u >> j) % 2 == 0);
      tree[index_of(u)] = u ^ (Node{1} << j);
    }
    trees.push_back(std::move(tree));
  }
  return trees;
}

using Coordinates = std::vector<Node>;

Coordinates coordinates_of(Node v, const Coordinates& sides) {
  Coordinates at(sides.size());
  for (std::size_t k = sides.size(); k-- > 0; v /= sides[k]) at[k] = v % sides[k];
  return at;
}

Node node_at(const Coordinates& at, const Coordinates& sides) {
  Node v = 0;
  for (std::size_t k = 0; k < sides.size(); ++k) v = v * sides[k] + at[k];
  return v;
}

std::vector<Parents> of_torus(const Coordinates& sides) {
  Node nodes = 1;
  for (const Node side : sides) nodes *= side;
  std::vector<Parents> trees;
  for (std::size_t i = 0; i < sides.size(); ++i)
    for (const Node sign : {1, -1}) {
      Parents tree(index_of(nodes), kNoNode);
      for (Node u = 1; u < nodes; ++u) {
        Coordinates at = coordinates_of(u, sides);
        std::size_t j = i;
        Node step = sign;
        if (at[i] != 0) {
          step = -sign;
          do {
            j = (j + 1) % sides.size();
          } while (at[j] == 0);
        }
        at[j] = (at[j] + step + sides[j]) % sides[j];
        tree[index_of(u)] = node_at(at, sides);
      }
      trees.push_back(std::move(tree));
    }
  return trees;
}

std::vector<Parents> of_star_graph(int order) {
  const StarTrees star(StarGraph(order), StarRule::kQ);
  std::vector<Parents> trees;
  for (int l = 2; l <= order; ++l) {
    Parents tree(index_of(star.graph().size()), kNoNode);
    for (Node u = 1; u < star.graph().size(); ++u) tree[index_of(u)] = star.parent(u, l);
    trees.push_back(std::move(tree));
  }
  return trees;
}

std::vector<Parents> of_complete(Node nodes) {
  std::vector<Parents> trees;
  for (Node i = 1; i < nodes; ++i) {
    Parents tree(index_of(nodes), i);
    tree[index_of(i)] = 0;
    tree[0] = kNoNode;
    trees.push_back(std::move(tree));
  }
  return trees;
}

}  // namespace

std::optional<std::vector<Parents>> arcs_by_rule(const std::string& shape) {
  if (!is_graph_shape(shape)) return std::nullopt;
  const std::string word = shape.substr(0, shape.find(':'));
  Coordinates arguments;
  for (const std::int64_t argument : graph_arguments(shape))
    arguments.push_back(static_cast<Node>(std::min<std::int64_t>(argument, Graph::kMostNodes)));
  if (word == "hypercube") return of_hypercube(arguments[0]);
  if (word == "torus" && *std::min_element(arguments.begin(), arguments.end()) >= 3)
    return of_torus(arguments);
  if (word == "star" && arguments[0] >= StarGraph::kLeastOrder) return of_star_graph(arguments[0]);
  if (word == "complete" && arguments[0] >= 3) return of_complete(arguments[0]);
  return std::nullopt;
}

}  // namespace flitwise
