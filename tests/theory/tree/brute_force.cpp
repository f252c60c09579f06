#include "tests/theory/tree/brute_force.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

namespace flitwise::test {
namespace {

constexpr Step kNever = std::numeric_limits<Step>::max();

std::size_t at(Node v) { return static_cast<std::size_t>(v); }

std::vector<Node> senders(const std::vector<Flits>& lengths) {
  std::vector<Node> all;
  for (std::size_t i = 1; i < lengths.size(); ++i) {
    if (lengths[i] > 0) all.push_back(static_cast<Node>(i));
  }
  return all;
}

Step last_arrival(const Tree& tree, const std::vector<Flits>& lengths, Node i, Step dispatch) {
  return dispatch + lengths[at(i)] - 1 + tree.depth(i) - 1;
}

/// Tries all dispatch steps of the messages from `next` on that could still beat `best`.
struct Search {
  const Tree& tree;
  const std::vector<Flits>& lengths;
  const std::vector<Step>& earliest;
  Direction direction;
  std::vector<Node> messages;
  Dispatch dispatch;
  Step best = kNever;

  void place(std::size_t next) {
    if (!is_collision_free(tree, lengths, dispatch, direction)) return;
    if (next == messages.size()) {
      best = std::min(best, finish_of(tree, lengths, dispatch));
      return;
    }
    const Node i = messages[next];
    for (Step t = earliest[at(i)]; last_arrival(tree, lengths, i, t) < best; ++t) {
      // Sending everything one after another from here on is always possible.
      if (best == kNever && t > upper_limit()) break;
      dispatch[at(i)] = t;
      place(next + 1);
      dispatch[at(i)].reset();
    }
  }

  Step upper_limit() const {
    const Step latest = *std::max_element(earliest.begin(), earliest.end());
    return latest + std::accumulate(lengths.begin(), lengths.end(), Step{0}) + 2 * tree.height();
  }
};

std::vector<std::vector<Node>> concatenations(
    const std::vector<std::vector<std::vector<Node>>>& parts) {
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<std::vector<Node>> all;
  do {
    std::vector<std::vector<Node>> partial{{}};
    for (const std::size_t p : order) {
      std::vector<std::vector<Node>> longer;
      for (const auto& head : partial) {
        for (const auto& tail : parts[p]) {
          longer.push_back(head);
          longer.back().insert(longer.back().end(), tail.begin(), tail.end());
        }
      }
      partial = std::move(longer);
    }
    all.insert(all.end(), partial.begin(), partial.end());
  } while (std::next_permutation(order.begin(), order.end()));
  return all;
}

/// All orders of the messages below `v` in which every subtree stays in one piece.
std::vector<std::vector<Node>> subtree_orders(const Tree& tree, Node v) {
  std::vector<std::vector<std::vector<Node>>> parts{{{v}}};
  for (const Node child : tree.children(v)) parts.push_back(subtree_orders(tree, child));
  return concatenations(parts);
}

}  // namespace

bool is_collision_free(const Tree& tree, const std::vector<Flits>& lengths,
                       const Dispatch& dispatch, Direction direction) {
  std::set<std::pair<Step, Node>> sends;
  std::set<std::pair<Step, Node>> receives;
  for (Node i = 1; i < tree.size(); ++i) {
    if (!dispatch[at(i)]) continue;
    std::vector<Node> route = tree.path_up(i);
    if (direction == Direction::kScatter) std::reverse(route.begin(), route.end());
    for (Flits k = 0; k < lengths[at(i)]; ++k) {
      Step step = *dispatch[at(i)] + k;
      for (std::size_t h = 0; h + 1 < route.size(); ++h, ++step) {
        if (!sends.emplace(step, route[h]).second) return false;
        if (!receives.emplace(step, route[h + 1]).second) return false;
      }
    }
  }
  return true;
}

Step finish_of(const Tree& tree, const std::vector<Flits>& lengths, const Dispatch& dispatch) {
  Step finish = 0;
  for (Node i = 1; i < tree.size(); ++i) {
    if (dispatch[at(i)])
      finish = std::max(finish, last_arrival(tree, lengths, i, *dispatch[at(i)]));
  }
  return finish;
}

Step best_finish(const Tree& tree, const std::vector<Flits>& lengths,
                 const std::vector<Step>& earliest, Direction direction) {
  Search search{tree, lengths, earliest, direction, senders(lengths), Dispatch(lengths.size())};
  search.place(0);
  return search.best;
}

Step best_finish_over_orders(const std::vector<Flits>& lengths,
                             const std::vector<Step>& earliest_arrival) {
  std::vector<Node> order = senders(lengths);
  Step best = kNever;
  do {
    Step last = 0;
    for (const Node i : order)
      last = std::max(earliest_arrival[at(i)], last + 1) + lengths[at(i)] - 1;
    best = std::min(best, last);
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

std::int64_t best_start(const std::vector<Segment>& segments) {
  std::vector<std::size_t> order(segments.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::int64_t best = kNever;
  do {
    std::int64_t start = std::numeric_limits<std::int64_t>::min();
    Flits before = 0;
    for (const std::size_t s : order) {
      start = std::max(start, segments[s].release - before);
      before += segments[s].length;
    }
    best = std::min(best, start);
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

Step best_stream_start(const Tree& tree, const std::vector<Flits>& lengths,
                       const std::vector<Step>& earliest_arrival) {
  Step best = kNever;
  for (const std::vector<Node>& order : subtree_orders(tree, 0)) {
    Step start = 0;
    Flits before = 0;
    for (const Node v : order) {
      start = std::max(start, earliest_arrival[at(v)] - before);
      before += lengths[at(v)];
    }
    best = std::min(best, start);
  }
  return best;
}

namespace {

/// A PE that waits for its parent to take its certificate.
struct Asking {
  Step since = 0;
  Node pe = 0;
};

}  // namespace

void for_each_tree(Node pes, const std::function<void(const Tree&)>& visit) {
  std::vector<Node> parents(index_of(pes), 0);
  parents[0] = kNoNode;
  while (true) {
    visit(Tree(parents));
    Node v = pes - 1;
    while (v > 0 && parents[index_of(v)] == v - 1) parents[index_of(v--)] = 0;
    if (v <= 0) return;
    ++parents[index_of(v)];
  }
}

Tree leaves_first(const Tree& tree) {
  std::vector<Node> order{0};
  for (const bool leaves : {true, false}) {
    for (Node v = 1; v < tree.size(); ++v) {
      if (tree.children(v).empty() == leaves) order.push_back(v);
    }
  }
  std::vector<Node> name(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) name[index_of(order[i])] = static_cast<Node>(i);
  std::vector<Node> parents(order.size(), kNoNode);
  for (Node v = 1; v < tree.size(); ++v)
    parents[index_of(name[index_of(v)])] = name[index_of(tree.parent(v))];
  return Tree(std::move(parents));
}

Step broadcast_time(const std::vector<Step>& children) {
  Step time = 0;
  for (std::size_t p = 0; p < children.size(); ++p)
    time = std::max(time, static_cast<Step>(p) + 1 + children[p]);
  return time;
}

Step slotted_time(const std::vector<Step>& children) {
  std::vector<Step> ready;
  for (std::size_t p = 0; p < children.size(); ++p)
    ready.push_back(static_cast<Step>(p) + 2 + children[p]);
  std::sort(ready.begin(), ready.end());
  Step last = 0;
  for (const Step step : ready) last = std::max(step, last + 1);
  return last;
}

Step best_over_token_orders(const Tree& tree, Combine combine) {
  std::vector<Step> best(index_of(tree.size()), 0);
  const std::vector<Node>& order = tree.depth_first();
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    std::vector<Step> children;
    for (const Node child : tree.children(*v)) children.push_back(best[index_of(child)]);
    std::sort(children.begin(), children.end());
    Step& time = best[index_of(*v)];
    time = std::numeric_limits<Step>::max();
    do {
      time = std::min(time, combine(children));
    } while (std::next_permutation(children.begin(), children.end()));
  }
  return best[0];
}

Step arbitrated_t_sync(const Tree& tree, const std::vector<Step>& token,
                       const std::function<Step(Node)>& sorting, Grant grant) {
  std::vector<Node> missing(index_of(tree.size()));
  std::vector<std::vector<Asking>> asking(index_of(tree.size()));
  for (Node v = 0; v < tree.size(); ++v) {
    missing[index_of(v)] = tree.child_count(v);
    if (v > 0 && missing[index_of(v)] == 0)
      asking[index_of(tree.parent(v))].push_back({token[index_of(v)] + 1 + sorting(0), v});
  }
  Step step = 0;
  while (missing[0] > 0) {
    ++step;
    for (Node v = 0; v < tree.size(); ++v) {
      std::vector<Asking>& queue = asking[index_of(v)];
      std::sort(queue.begin(), queue.end(), [&](const Asking& a, const Asking& b) {
        return grant == Grant::kFirstCome ? std::pair(a.since, a.pe) < std::pair(b.since, b.pe)
                                          : std::pair(a.since, a.pe) > std::pair(b.since, b.pe);
      });
      const auto taken = std::find_if(queue.begin(), queue.end(),
                                      [&](const Asking& a) { return a.since <= step; });
      if (taken == queue.end()) continue;
      queue.erase(taken);
      if (--missing[index_of(v)] == 0 && v > 0)
        asking[index_of(tree.parent(v))].push_back({step + 1 + sorting(tree.child_count(v)), v});
    }
  }
  return step;
}

}  // namespace flitwise::test
