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

}  // namespace flitwise::test
