#include "systemc/topology/tree/spanning.h"

#include <algorithm>
#include <functional>
#include <string>

namespace flitwise {
namespace {

std::size_t index(Node v) { return static_cast<std::size_t>(v); }

void check_root(const Graph& graph, Node root) {
  if (root < 0 || root >= graph.size())
    throw TopologyError("the root must be a node from 0 to " + std::to_string(graph.size() - 1) +
                        ", got " + std::to_string(root));
  if (const auto lost = graph.first_unreached(root))
    throw TopologyError("no path leads from the root to node " + graph.name(*lost));
}

// One round's maximum matching between informed nodes and the others, by augmenting paths.
class Matching {
 public:
  Matching(const Graph& graph, const std::vector<bool>& knows)
      : graph_(graph),
        knows_(knows),
        untold_(knows.size()),
        choices_(knows.size()),
        teller_(knows.size(), kNoNode),
        visited_(knows.size(), false) {
    for (Node v = 0; v < graph.size(); ++v)
      if (!knows[index(v)]) untold_[index(v)] = count_untold(v);
  }

  // Finds a receiver for one more sender; senders that already have one may have to change.
  void add(Node teller) {
    choices_[index(teller)] = choices_of(teller);
    if (augment(teller)) std::fill(visited_.begin(), visited_.end(), false);
    // After a failure the marks stay: what led nowhere leads nowhere until something changes.
  }

  BroadcastRound round() const {
    BroadcastRound round;
    for (Node v = 0; v < graph_.size(); ++v)
      if (teller_[index(v)] != kNoNode) round.emplace_back(teller_[index(v)], v);
    return round;
  }

 private:
  std::ptrdiff_t count_untold(Node v) const {
    const auto& neighbours = graph_.neighbours(v);
    return std::count_if(neighbours.begin(), neighbours.end(),
                         [&](Node w) { return !knows_[index(w)]; });
  }

  // A node with many neighbours left to inform helps most in the next round.
  std::vector<Node> choices_of(Node teller) const {
    std::vector<Node> choices;
    for (const Node v : graph_.neighbours(teller))
      if (!knows_[index(v)]) choices.push_back(v);
    std::stable_sort(choices.begin(), choices.end(),
                     [&](Node a, Node b) { return untold_[index(a)] > untold_[index(b)]; });
    return choices;
  }

  bool augment(Node teller) {
    for (const Node v : choices_[index(teller)]) {
      if (teller_[index(v)] != kNoNode) continue;
      teller_[index(v)] = teller;
      return true;
    }
    for (const Node v : choices_[index(teller)]) {
      if (visited_[index(v)]) continue;
      visited_[index(v)] = true;
      if (!augment(teller_[index(v)])) continue;
      teller_[index(v)] = teller;
      return true;
    }
    return false;
  }

  const Graph& graph_;
  const std::vector<bool>& knows_;
  std::vector<std::ptrdiff_t> untold_;      // neighbours that do not know, of those that do not
  std::vector<std::vector<Node>> choices_;  // by teller
  std::vector<Node> teller_;                // by listener
  std::vector<bool> visited_;
};

bool can_tell(const Graph& graph, const std::vector<bool>& knows, Node v) {
  const auto& neighbours = graph.neighbours(v);
  return std::any_of(neighbours.begin(), neighbours.end(),
                     [&](Node w) { return !knows[index(w)]; });
}

}  // namespace

std::vector<Node> bfs_parents(const Graph& graph, Node root) {
  check_root(graph, root);
  std::vector<Node> parents(index(graph.size()), kNoNode);
  std::vector<bool> reached(parents.size(), false);
  std::vector<Node> queue{root};
  reached[index(root)] = true;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const Node v = queue[next];
    for (const Node w : graph.neighbours(v)) {
      if (reached[index(w)]) continue;
      reached[index(w)] = true;
      parents[index(w)] = v;
      queue.push_back(w);
    }
  }
  return parents;
}

std::vector<BroadcastRound> broadcast_rounds(const Graph& graph, Node root) {
  check_root(graph, root);
  std::vector<bool> knows(index(graph.size()), false);
  std::vector<Node> tellers{root};  // in the order in which they came to know
  knows[index(root)] = true;
  std::vector<BroadcastRound> rounds;
  for (Node known = 1; known < graph.size();) {
    Matching matching(graph, knows);
    for (const Node teller : tellers) matching.add(teller);
    rounds.push_back(matching.round());
    for (const auto& [from, to] : rounds.back()) {
      knows[index(to)] = true;
      tellers.push_back(to);
      ++known;
    }
    const auto done = std::remove_if(tellers.begin(), tellers.end(),
                                     [&](Node v) { return !can_tell(graph, knows, v); });
    tellers.erase(done, tellers.end());
  }
  return rounds;
}

std::vector<Node> broadcast_parents(const Graph& graph, Node root) {
  std::vector<Node> parents(index(graph.size()), kNoNode);
  for (const BroadcastRound& round : broadcast_rounds(graph, root))
    for (const auto& [from, to] : round) parents[index(to)] = from;
  return parents;
}

Step broadcast_time(const Tree& tree) {
  std::vector<Step> time(index(tree.size()), 0);
  const std::vector<Node>& order = tree.depth_first();
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    std::vector<Step> children;
    for (const Node child : tree.children(*v)) children.push_back(time[index(child)]);
    std::sort(children.begin(), children.end(), std::greater<>());
    for (std::size_t j = 0; j < children.size(); ++j)
      time[index(*v)] = std::max(time[index(*v)], static_cast<Step>(j) + 1 + children[j]);
  }
  return time[0];
}

}  // namespace flitwise
