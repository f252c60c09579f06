// graph_figures.cpp: breadth-first searches over a graph.
#include "systemc/topology/graph/graph_figures.h"

#include <algorithm>

namespace flitwise {

std::vector<Node> distances_from(const Graph& graph, Node from, Node without) {
  std::vector<Node> distance(index_of(graph.size()), kNoNode);
  if (from == without) return distance;
  std::vector<Node> queue{from};
  distance[index_of(from)] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (const Node next : graph.neighbours(queue[i])) {
      if (next == without || distance[index_of(next)] != kNoNode) continue;
      distance[index_of(next)] = distance[index_of(queue[i])] + 1;
      queue.push_back(next);
    }
  return distance;
}

Node eccentricity(const Graph& graph, Node v) {
  const std::vector<Node> distance = distances_from(graph, v);
  return *std::max_element(distance.begin(), distance.end());
}

Node diameter(const Graph& graph) {
  Node most = 0;
  for (Node v = 0; v < graph.size(); ++v) most = std::max(most, eccentricity(graph, v));
  return most;
}

Node radius(const Graph& graph) {
  Node least = graph.size();
  for (Node v = 0; v < graph.size(); ++v) least = std::min(least, eccentricity(graph, v));
  return least;
}

// A shortest circle through a node is found from it as the first link between two branches.
Node girth(const Graph& graph) {
  Node least = 0;
  for (Node root = 0; root < graph.size(); ++root) {
    std::vector<Node> distance(index_of(graph.size()), kNoNode);
    std::vector<Node> parent(index_of(graph.size()), kNoNode);
    std::vector<Node> queue{root};
    distance[index_of(root)] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const Node u = queue[i];
      for (const Node v : graph.neighbours(u)) {
        if (distance[index_of(v)] == kNoNode) {
          distance[index_of(v)] = distance[index_of(u)] + 1;
          parent[index_of(v)] = u;
          queue.push_back(v);
        } else if (parent[index_of(u)] != v) {
          const Node circle = distance[index_of(u)] + distance[index_of(v)] + 1;
          if (least == 0 || circle < least) least = circle;
        }
      }
    }
  }
  return least;
}

std::pair<Node, Node> degrees(const Graph& graph) {
  std::pair<Node, Node> least_and_most{graph.size(), 0};
  for (Node v = 0; v < graph.size(); ++v) {
    const auto degree = static_cast<Node>(graph.neighbours(v).size());
    least_and_most.first = std::min(least_and_most.first, degree);
    least_and_most.second = std::max(least_and_most.second, degree);
  }
  return least_and_most;
}

std::vector<Edge> links_of(const Graph& graph) {
  std::vector<Edge> links;
  for (Node u = 0; u < graph.size(); ++u)
    for (const Node v : graph.neighbours(u))
      if (u < v) links.emplace_back(u, v);
  return links;
}

}  // namespace flitwise
