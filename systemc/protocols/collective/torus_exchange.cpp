#include "systemc/protocols/collective/torus_exchange.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "systemc/protocols/collective/torus_draft.h"

namespace flitwise::protocols::torus_plans {
namespace {

// Distances in the dimensions of sides larger than 1, in the order of the routers.
using PairDistances = std::vector<int>;

// One word to the PE at the far end, and one to the opposite PE.
struct Pair {
  Hops hops;
  Flits word = 0;         // of the block
  Flits word_back = 0;    // of that for the opposite PE
  bool is_alone = false;  // there is no word_back
  PairDistances distances;
};

class Exchange {
 public:
  Exchange(const CollectiveRequest& request, const Torus& torus)
      : torus_(torus), block_(request.block) {
    for (const int d : order_of(request, torus))
      if (torus.side(d) > 1) dimensions_.push_back(d);
    for (Node u = 1; u < torus.size(); ++u) add_pairs(u);
  }

  const std::vector<Pair>& pairs() const { return pairs_; }
  // Numbers of the pairs in the order in which they start.
  std::vector<std::size_t> order() const {
    if (pairs_.empty()) return {};
    if (dimensions_.size() == 2 && torus_.side(dimensions_[0]) != torus_.side(dimensions_[1]))
      return unequal_order();
    std::vector<PairDistances> from, to;
    for (const Pair& pair : pairs_) {
      from.emplace_back(pair.distances.begin(), pair.distances.end() - 1);
      to.emplace_back(pair.distances.begin() + 1, pair.distances.end());
    }
    return circuit(from, to);
  }

 private:
  void add_pairs(Node u) {
    Hops hops(torus_.sides().size(), 0);
    for (const int d : dimensions_) {
      const int x = torus_.coordinate(u, d), side = torus_.side(d);
      hops[index_of(d)] = 2 * x <= side ? x : x - side;
    }
    Pair pair;
    pair.hops = hops;
    for (const int d : dimensions_) pair.distances.push_back(std::abs(hops[index_of(d)]));
    const Node opposite = torus_.translate_back(0, u);
    if (opposite < u) return;
    const bool is_own = opposite == u;
    for (Flits word = 0; word < block_; word += is_own ? 2 : 1) {
      pair.word = word;
      pair.word_back = is_own ? word + 1 : word;
      pair.is_alone = pair.word_back == block_;
      pairs_.push_back(pair);
    }
  }
  std::vector<std::size_t> unequal_order() const;

  static std::vector<std::size_t> circuit(const std::vector<PairDistances>& from,
                                          const std::vector<PairDistances>& to);

  const Torus& torus_;
  std::vector<int> dimensions_;
  Flits block_;
  std::vector<Pair> pairs_;
};

// The arcs of an Eulerian circuit that begins at (0, ..., 0): Hierholzer's algorithm.
// Shape: as many arcs lead to every node as from it, and from (0, ..., 0) to all of them.
std::vector<std::size_t> Exchange::circuit(const std::vector<PairDistances>& from,
                                           const std::vector<PairDistances>& to) {
  std::map<PairDistances, std::vector<std::size_t>> arcs;
  for (std::size_t arc = 0; arc < from.size(); ++arc) arcs[from[arc]].push_back(arc);
  struct Visit {
    PairDistances at;
    std::size_t by;
  };
  std::vector<Visit> path = {{PairDistances(from.front().size(), 0), from.size()}};
  std::vector<std::size_t> order;
  while (!path.empty()) {
    std::vector<std::size_t>& left = arcs[path.back().at];
    if (!left.empty()) {
      const std::size_t arc = left.back();
      left.pop_back();
      path.push_back({to[arc], arc});
      continue;
    }
    if (path.back().by < from.size()) order.push_back(path.back().by);
    path.pop_back();
  }
  std::reverse(order.begin(), order.end());
  return order;
}

// Pairs are arcs from their longer dimension's distance to what their shorter one's is lengthened
// to: pairs of the r-th least distances in each are matched. That leaves no part of the graph aside
// on any two sides up to Torus::kLargestSide; all were tried, and a block of more words has the
// same arcs as one of 1 or 2, more often. A longer second dimension is the longer first one
// backwards in time.
std::vector<std::size_t> Exchange::unequal_order() const {
  const bool is_first_longer = torus_.side(dimensions_[0]) > torus_.side(dimensions_[1]);
  const std::size_t longer = is_first_longer ? 0 : 1;
  const auto distance = [&](std::size_t pair, std::size_t d) { return pairs_[pair].distances[d]; };
  std::vector<std::size_t> by_short(pairs_.size());
  std::iota(by_short.begin(), by_short.end(), 0);
  std::vector<std::size_t> by_long = by_short;
  const auto sort_by = [&](std::vector<std::size_t>& list, std::size_t d) {
    std::stable_sort(list.begin(), list.end(),
                     [&](std::size_t a, std::size_t b) { return distance(a, d) < distance(b, d); });
  };
  sort_by(by_short, 1 - longer);
  sort_by(by_long, longer);
  std::vector<int> lengthened(pairs_.size());
  for (std::size_t i = 0; i < pairs_.size(); ++i)
    lengthened[by_short[i]] = distance(by_long[i], longer);

  std::vector<PairDistances> from, to;
  for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
    from.push_back({distance(pair, longer)});
    to.push_back({lengthened[pair]});
  }
  std::vector<std::size_t> order = circuit(from, to);
  if (!is_first_longer) std::reverse(order.begin(), order.end());
  return order;
}

// Steps from the start of a pair to that of the next: so that in no dimension the next one comes
// before this one is through.
int steps_between(const PairDistances& pair, const PairDistances& next) {
  int steps = 0, entered = 0, next_entered = 0;
  for (std::size_t d = 0; d < pair.size(); ++d) {
    entered += pair[d];
    steps = std::max(steps, entered - next_entered);
    next_entered += next[d];
  }
  return steps;
}

void check_sides(const CollectiveRequest& request, const Torus& torus) {
  const std::vector<int> dimensions = long_dimensions(torus);
  const auto is_odd = [&](int d) { return torus.side(d) % 2 == 1; };
  if (dimensions.size() != 2) {
    equal_side("eulerian", torus);
    return;
  }
  if (torus.side(dimensions[0]) == torus.side(dimensions[1]) || request.block % 2 == 0) return;
  for (const int d : dimensions)
    if (!is_odd(d))
      throw TopologyError(
          "eulerian needs odd sides or an even block where two sides are unequal, "
          "but sides[" +
          std::to_string(d) + "] is " + std::to_string(torus.side(d)) + " and the block " +
          std::to_string(request.block));
}

}  // namespace

CollectivePlan eulerian(const CollectiveRequest& request, const Torus& torus) {
  TorusDraft draft(request, torus, "eulerian", {CollectiveOperation::kAllToAll});
  check_sides(request, torus);
  if (request.send_overhead > 0 || request.receive_overhead > 0)
    throw RequestError(RequestPart::kOverheads,
                       "eulerian needs PEs without overheads, got " +
                           std::to_string(request.send_overhead) + " of sending and " +
                           std::to_string(request.receive_overhead) + " of receiving");
  const auto block = static_cast<Cell>(request.block);
  const Cell all = torus.size() * block;
  const Exchange exchange(request, torus);
  Step start = 0;
  const PairDistances* before = nullptr;
  for (const std::size_t number : exchange.order()) {
    const Pair& pair = exchange.pairs()[number];
    if (before != nullptr) start += steps_between(*before, pair.distances);
    before = &pair.distances;
    for (const int sign : {1, -1}) {
      if (sign < 0 && pair.is_alone) continue;
      Hops hops = pair.hops;
      for (int& along : hops) along *= sign;
      const auto word = static_cast<Cell>(sign > 0 ? pair.word : pair.word_back);
      for (Node v = 0; v < torus.size(); ++v) {
        DraftMessage message;
        message.from = v;
        message.hops = hops;
        message.reads = {torus.destination(v, hops) * block + word};
        message.writes = {all + v * block + word};
        message.not_before = start;
        message.name = "step " + std::to_string(start + 1);
        draft.send(std::move(message));
      }
    }
  }
  draft.hold_and_owe();
  return draft.finish(2 * all);
}

}  // namespace flitwise::protocols::torus_plans
