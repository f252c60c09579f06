// tree_shapes.cpp: trees by shape, breadth first and along fast broadcasts.
#include "systemc/topology/tree/tree_shapes.h"

#include <algorithm>
#include <random>
#include <string>

#include "systemc/topology/graph.h"

namespace flitwise {
namespace {

void require(bool holds, const char* rule, Node value) {
  if (!holds) throw TopologyError(std::string(rule) + ", got " + std::to_string(value));
}

// std::uniform_int_distribution may differ between libraries; this does not. The bias of the
// remainder is below 2^-50 for trees of any size that fits.
Node draw_below(std::mt19937_64& random, std::size_t bound) {
  return static_cast<Node>(random() % bound);
}

// A complete tree beyond this would not fit any router's address anyway.
constexpr std::int64_t kMostPes = std::int64_t{1} << 20;

}  // namespace

std::vector<Node> path_parents(Node pes) {
  require(pes >= 1, "a path needs at least 1 PE", pes);
  std::vector<Node> parents;
  for (Node v = 0; v < pes; ++v) parents.push_back(v - 1);
  return parents;
}

std::vector<Node> complete_parents(Node arity, Node height) {
  require(arity >= 1, "arity must be at least 1", arity);
  require(height >= 0, "height must be at least 0", height);
  std::int64_t pes = 1;
  std::int64_t level = 1;
  for (Node h = 0; h < height; ++h) {
    level *= arity;
    pes += level;
    require(pes <= kMostPes, "a complete tree must have at most 2^20 PEs: height", height);
  }
  std::vector<Node> parents{kNoNode};
  for (Node v = 1; v < pes; ++v) parents.push_back((v - 1) / arity);
  return parents;
}

std::vector<Node> star_parents(Node leaves) {
  require(leaves >= 0, "leaves must be at least 0", leaves);
  std::vector<Node> parents(static_cast<std::size_t>(leaves) + 1, 0);
  parents[0] = kNoNode;
  return parents;
}

std::vector<Node> caterpillar_parents(Node spine, Node legs) {
  require(spine >= 1, "spine must be at least 1", spine);
  require(legs >= 0, "legs must be at least 0", legs);
  require(std::int64_t{spine} * (std::int64_t{legs} + 1) <= kMostPes,
          "a caterpillar must have at most 2^20 PEs: legs", legs);
  std::vector<Node> parents = path_parents(spine);
  for (Node s = 0; s < spine; ++s) parents.insert(parents.end(), static_cast<std::size_t>(legs), s);
  return parents;
}

std::vector<Node> random_parents(Node pes, RandomShape shape, Node max_children,
                                 std::uint64_t seed) {
  require(pes >= 1, "a random tree needs at least 1 PE", pes);
  require(max_children >= 1, "max_children must be at least 1", max_children);
  std::mt19937_64 random(seed);
  std::vector<Node> parents{kNoNode};
  std::vector<Node> child_count{0};
  std::vector<Node> open{0};  // PEs that can take one more child
  for (Node v = 1; v < pes; ++v) {
    const auto earlier = index_of(v);
    Node pick = 0;
    switch (shape) {
      case RandomShape::kUniform:
        pick = draw_below(random, earlier);
        break;
      case RandomShape::kDeep:
        pick = v - 1 - draw_below(random, std::min<std::size_t>(earlier, 3));
        break;
      case RandomShape::kWide:
        pick = draw_below(random, (earlier + 7) / 8);
        break;
    }
    if (child_count[static_cast<std::size_t>(pick)] >= max_children)
      pick = open[static_cast<std::size_t>(draw_below(random, open.size()))];
    if (++child_count[static_cast<std::size_t>(pick)] == max_children)
      open.erase(std::find(open.begin(), open.end(), pick));
    parents.push_back(pick);
    child_count.push_back(0);
    open.push_back(v);
  }
  return parents;
}

namespace {

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
      if (!knows[index_of(v)]) untold_[index_of(v)] = count_untold(v);
  }

  // Finds a receiver for one more sender; senders that already have one may have to change.
  void add(Node teller) {
    choices_[index_of(teller)] = choices_of(teller);
    if (augment(teller)) std::fill(visited_.begin(), visited_.end(), false);
    // After a failure the marks stay: what led nowhere leads nowhere until something changes.
  }

  BroadcastRound round() const {
    BroadcastRound round;
    for (Node v = 0; v < graph_.size(); ++v)
      if (teller_[index_of(v)] != kNoNode) round.emplace_back(teller_[index_of(v)], v);
    return round;
  }

 private:
  std::ptrdiff_t count_untold(Node v) const {
    const auto& neighbours = graph_.neighbours(v);
    return std::count_if(neighbours.begin(), neighbours.end(),
                         [&](Node w) { return !knows_[index_of(w)]; });
  }

  // A node with many neighbours left to inform helps most in the next round.
  std::vector<Node> choices_of(Node teller) const {
    std::vector<Node> choices;
    for (const Node v : graph_.neighbours(teller))
      if (!knows_[index_of(v)]) choices.push_back(v);
    std::stable_sort(choices.begin(), choices.end(),
                     [&](Node a, Node b) { return untold_[index_of(a)] > untold_[index_of(b)]; });
    return choices;
  }

  bool augment(Node teller) {
    for (const Node v : choices_[index_of(teller)]) {
      if (teller_[index_of(v)] != kNoNode) continue;
      teller_[index_of(v)] = teller;
      return true;
    }
    for (const Node v : choices_[index_of(teller)]) {
      if (visited_[index_of(v)]) continue;
      visited_[index_of(v)] = true;
      if (!augment(teller_[index_of(v)])) continue;
      teller_[index_of(v)] = teller;
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
                     [&](Node w) { return !knows[index_of(w)]; });
}

}  // namespace

std::vector<Node> bfs_parents(const Graph& graph, Node root) {
  check_root(graph, root);
  std::vector<Node> parents(index_of(graph.size()), kNoNode);
  std::vector<bool> reached(parents.size(), false);
  std::vector<Node> queue{root};
  reached[index_of(root)] = true;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const Node v = queue[next];
    for (const Node w : graph.neighbours(v)) {
      if (reached[index_of(w)]) continue;
      reached[index_of(w)] = true;
      parents[index_of(w)] = v;
      queue.push_back(w);
    }
  }
  return parents;
}

std::vector<BroadcastRound> broadcast_rounds(const Graph& graph, Node root) {
  check_root(graph, root);
  std::vector<bool> knows(index_of(graph.size()), false);
  std::vector<Node> tellers{root};  // in the order in which they came to know
  knows[index_of(root)] = true;
  std::vector<BroadcastRound> rounds;
  for (Node known = 1; known < graph.size();) {
    Matching matching(graph, knows);
    for (const Node teller : tellers) matching.add(teller);
    rounds.push_back(matching.round());
    for (const auto& [from, to] : rounds.back()) {
      knows[index_of(to)] = true;
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
  std::vector<Node> parents(index_of(graph.size()), kNoNode);
  for (const BroadcastRound& round : broadcast_rounds(graph, root))
    for (const auto& [from, to] : round) parents[index_of(to)] = from;
  return parents;
}

}  // namespace flitwise
