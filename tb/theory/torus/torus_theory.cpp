#include "tb/theory/torus/torus_theory.h"

#include <algorithm>
#include <limits>

#include "tb/theory/torus/edn_plan.h"
#include "tb/theory/torus/torus_arithmetic.h"

namespace flitwise::theory {
namespace {

using Sides = std::vector<int>;
using Stage = int (*)(const Sides& sides, std::size_t m);

/// Later dimensions whose rings the stage of dimension m can use as well.
int helpers(const Sides& sides, std::size_t m) {
  int count = 0;
  for (std::size_t d = m + 1; d < sides.size(); ++d) count += sides[d] % sides[m] == 0 ? 1 : 0;
  return count;
}

int peel_stage(const Sides& sides, std::size_t m) {
  return ceil_log(2 * static_cast<int>(m) + 3, sides[m]);
}

int paper_stage(const Sides& sides, std::size_t m) {
  const int h = helpers(sides, m);
  return ceil_log(2 * (static_cast<int>(m) + 1 + h) + 1, sides[m]) + (h > 0 ? 1 : 0);
}

int best_stage(const Sides& sides, std::size_t m) {
  return std::min(peel_stage(sides, m), paper_stage(sides, m));
}

int doubling_stage(const Sides& sides, std::size_t m) { return ceil_log(2, sides[m]); }
int flood_stage(const Sides& sides, std::size_t m) { return sides[m] / 2; }
int radix3_stage(const Sides& sides, std::size_t m) { return ceil_log(3, sides[m]); }

int sum_of(Stage stage, const Sides& sides) {
  int sum = 0;
  for (std::size_t m = 0; m < sides.size(); ++m) sum += stage(sides, m);
  return sum;
}

std::optional<StepCount> fsh_steps(const Sides& sides) {
  if (sides.size() != 2 || sides[0] < 4 || sides[1] < 3 || sides == Sides{4, 5})
    return std::nullopt;
  const int steps = 2 + ceil_log(5, ceil_div(sides[1], 3)) + ceil_log(3, ceil_div(sides[0], 5));
  return StepCount{steps,
                   "2 + ceil(log_5 ceil(n_1/3)) + ceil(log_3 ceil(n_0/5)); n_0 >= 4, n_1 >= 3, "
                   "not (4, 5); tried for all sides to 40"};
}

std::optional<StepCount> steps_of_edn(const Sides& sides) {
  const std::optional<int> steps = edn_steps(sides);
  if (!steps) return std::nullopt;
  return StepCount{*steps,
                   "d + ceil(log_3 z) on 2^d x 2^d x z, d on 2^d x 2^d: a reconstruction of Tsai, "
                   "McKinley, whose d steps Wang, Tseng name"};
}

/// Nodes that cannot be informed in `steps` steps because messages are lost in the source's line of
/// `line` nodes, if every node could inform b - 1 others per step.
std::int64_t least_loss(int line, std::int64_t b, int steps) {
  const auto at = [](int h) { return index_of(h); };
  std::vector<std::int64_t> later(at(line) + 1, 0);  // f_{t+1}(h)
  std::int64_t cost = 1;                             // b^{steps-t}
  for (int t = steps; t >= 1; --t, cost *= b) {
    std::vector<std::int64_t> now(later.size(), std::numeric_limits<std::int64_t>::max());
    for (int h = 1; h <= line; ++h) {
      for (int next = h; next <= std::min(line, 3 * h); ++next)
        now[at(h)] = std::min(now[at(h)], (3 * h - next) * cost + later[at(next)]);
    }
    later = std::move(now);
  }
  return later[1];
}

/// Packets down a tree over links that each take as long as the slowest.
struct TreeShape {
  Step depth = 0;
  Step hop = 0;  // p
  Flits flits = 1;
};

PacketTree tree_of(const TreeShape& tree, const CycleModel& model, Flits packet) {
  const Step stage = model.stage(packet, tree.hop);
  return {packet, tree.depth == 0 ? 0 : (tree.depth + ceil_div(tree.flits, packet) - 1) * stage};
}

/// Hops to the node that is farthest away.
Hops farthest(const Sides& sides) {
  Hops hops;
  for (const int side : sides) hops.push_back(side / 2);
  return hops;
}

PacketTree best_tree_of(const TreeShape& shape, const CycleModel& model) {
  PacketTree best = tree_of(shape, model, 1);
  for (Flits packet = 2; packet <= shape.flits; ++packet) {
    const PacketTree tree = tree_of(shape, model, packet);
    if (tree.finish < best.finish) best = tree;
  }
  return best;
}

}  // namespace

std::vector<int> routed_sides(const Torus& torus, const DimensionOrder& order) {
  torus.check_order(order);
  std::vector<int> sides;
  for (const int d : order) sides.push_back(torus.side(d));
  return sides;
}

std::optional<StepCount> broadcast_steps(BroadcastScheme scheme, const std::vector<int>& all) {
  const Sides sides = sides_above_one(all);
  switch (scheme) {
    case BroadcastScheme::kPaper:
      return StepCount{
          sum_of(paper_stage, sides),
          "Wang, Tseng, reconstructed, step counts as published; for any sides: sum over m of "
          "(ceil(log_{2(m+1+h)+1} n_m) + (1 if h > 0)), h = number of d > m with "
          "n_m | n_d; equal sides: k ceil(log_{2k+1} n) + k - 1"};
    case BroadcastScheme::kPeel:
      return StepCount{sum_of(peel_stage, sides), "sum over m of ceil(log_{2m+3} n_m); any sides"};
    case BroadcastScheme::kBest:
      return StepCount{sum_of(best_stage, sides),
                       "sum over m of min(ceil(log_{2m+3} n_m), 1 + ceil(log_{2(m+1+h)+1} n_m)), "
                       "h = number of d > m with n_m | n_d, second term if h > 0; any sides"};
    case BroadcastScheme::kFsh:
      return fsh_steps(sides);
    case BroadcastScheme::kEdn:
      return steps_of_edn(sides);
    case BroadcastScheme::kDoubling:
      return StepCount{sum_of(doubling_stage, sides), "sum over m of ceil(log_2 n_m); any sides"};
    case BroadcastScheme::kFlood:
      return StepCount{sum_of(flood_stage, sides), "sum over m of floor(n_m/2); any sides"};
    case BroadcastScheme::kRadix3:
      return StepCount{sum_of(radix3_stage, sides), "sum over m of ceil(log_3 n_m); any sides"};
    case BroadcastScheme::kSeparate:
      return StepCount{static_cast<int>(node_count(all)) - 1, "N - 1, a message each; any sides"};
  }
  return std::nullopt;
}

int fewest_steps(const std::vector<int>& sides) {
  const int ports = 2 * static_cast<int>(sides_above_one(sides).size());
  return ceil_log(ports + 1, node_count(sides));  // without ports there is one node: 0
}

int fewest_steps_one_port(const std::vector<int>& sides) { return ceil_log(2, node_count(sides)); }

int fewest_steps_dimension_order(const std::vector<int>& sides) {
  const std::vector<int> larger = sides_above_one(sides);
  if (larger.empty()) return 0;
  const std::int64_t b = 2 * static_cast<std::int64_t>(larger.size()) + 1;
  const std::int64_t nodes = node_count(sides);
  std::int64_t power = 1;
  int steps = 0;
  while (power - least_loss(larger.back(), b, steps) < nodes) {
    power *= b;
    ++steps;
  }
  return steps;
}

int diameter(const std::vector<int>& sides) {
  int links = 0;
  for (const int side : sides_above_one(sides)) links += side / 2;
  return links;
}

PacketTree packet_tree(const std::vector<int>& sides, const CycleModel& model, Flits packet) {
  check_packet(model, sides, packet);
  return tree_of({diameter(sides), slowest_hop(sides, model.latency), model.flits}, model, packet);
}

PacketTree best_packet_tree(const std::vector<int>& sides, const CycleModel& model) {
  check_model(model, sides);
  return best_tree_of({diameter(sides), slowest_hop(sides, model.latency), model.flits}, model);
}

Step copying_routers_finish(const std::vector<int>& sides, const CycleModel& model) {
  check_model(model, sides);
  return diameter(sides) == 0 ? 0 : model.delay(farthest(sides));
}

Step fewest_cycles(const std::vector<int>& sides, const CycleModel& model) {
  check_model(model, sides);
  if (disjoint_trees(sides) == 0) return 0;
  const auto ports =
      model.ports == PePorts::kOne ? Flits{1} : static_cast<Flits>(disjoint_trees(sides));
  return model.delay(farthest(sides)) - model.flits + ceil_div(model.flits, ports);
}

int disjoint_trees(const std::vector<int>& sides) {
  return 2 * static_cast<int>(sides_above_one(sides).size());
}

PacketTree best_disjoint_trees(const std::vector<int>& sides, const CycleModel& model) {
  check_model(model, sides);
  const int trees = disjoint_trees(sides);
  if (trees == 0) return {};
  const Step depth = diameter(sides) + *std::max_element(sides.begin(), sides.end());
  return best_tree_of(
      {depth, slowest_hop(sides, model.latency), ceil_div(model.flits, Flits{trees})}, model);
}

}  // namespace flitwise::theory
