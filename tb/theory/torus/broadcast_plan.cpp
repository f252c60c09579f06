#include "tb/theory/torus/broadcast_plan.h"

#include <algorithm>
#include <cstdlib>

#include "tb/theory/torus/broadcast_stages.h"
#include "tb/theory/torus/edn_plan.h"
#include "tb/theory/torus/fsh_plan.h"
#include "tb/theory/torus/torus_arithmetic.h"

namespace flitwise::theory {
namespace {

/// The way to a node at distance s of the index that is filled: factor * s hops along a dimension,
/// after one hop along another one to the side of s.
struct Port {
  static constexpr int kNoTurn = -1;
  int along = 0;
  int factor = 1;
  int turn = kNoTurn;

  Hops hops(int distance, const Torus& torus) const {
    Hops hops(torus.sides().size(), 0);
    hops[index_of(along)] = factor * distance;
    if (turn != kNoTurn) hops[index_of(turn)] = distance > 0 ? 1 : -1;
    return hops;
  }
};

/// Dimensions along which the stage of m has help: those whose side is a multiple.
std::vector<int> helpers_of(BroadcastScheme scheme, const Torus& torus, int m) {
  std::vector<int> helpers;
  if (scheme != BroadcastScheme::kPaper) return helpers;
  for (int d = m + 1; d < torus.dimensions(); ++d)
    if (torus.side(d) % torus.side(m) == 0) helpers.push_back(d);
  return helpers;
}

/// Ports of each side, for near runs first.
std::vector<Port> ports_of(BroadcastScheme scheme, int m, const std::vector<int>& helpers) {
  std::vector<Port> ports;
  if (scheme != BroadcastScheme::kRadix3 && scheme != BroadcastScheme::kDoubling)
    for (int d = 0; d < m; ++d) ports.push_back({m, 1, d});
  for (const int d : helpers) ports.push_back({d, -1});
  ports.push_back({m});
  return ports;
}

/// Puts every server to x_m = sum of x_d over the helpers.
void align(const Torus& torus, int m, const std::vector<int>& helpers, BroadcastStages& stages) {
  const int n = torus.side(m);
  for (Server& server : stages.servers) {
    int index = server.x[index_of(m)];
    for (const int d : helpers) index -= server.x[index_of(d)];
    const int ahead = ((-index) % n + n) % n;
    if (ahead == 0) continue;
    Hops hops(torus.sides().size(), 0);
    hops[index_of(m)] = 2 * ahead <= n ? ahead : ahead - n;
    server.x = stages.send(server.x, hops);
  }
  stages.end_step();
}

std::vector<TorusStep> staged(BroadcastScheme scheme, const Torus& torus) {
  BroadcastStages stages(torus);
  for (int m = torus.dimensions() - 1; m >= 0; --m) {
    const std::vector<int> helpers = helpers_of(scheme, torus, m);
    const std::vector<Port> ports = ports_of(scheme, m, helpers);
    if (!helpers.empty()) align(torus, m, helpers, stages);
    for (Server& server : stages.servers) server.strip = ring(torus.side(m));
    stages.fill([&](const Server& server) {
      const Cut cut = scheme == BroadcastScheme::kDoubling
                          ? halve(server.strip)
                          : split(server.strip, static_cast<int>(ports.size()));
      Share share{cut.own, {}};
      for (const auto& runs : {cut.left, cut.right}) {
        auto port = ports.end() - static_cast<std::ptrdiff_t>(runs.size());
        for (const Run& run : runs)
          share.deliveries.push_back({(port++)->hops(run.distance, torus), run.strip});
      }
      return share;
    });
  }
  return stages.steps();
}

/// Every node from the one before it on the shortest path.
std::vector<TorusStep> flood(const Torus& torus) {
  std::vector<TorusStep> steps(index_of(diameter(torus.sides())));
  for (Channel channel = 0; channel < torus.channels(); ++channel) {
    for (Node v = 1; v < torus.size(); ++v) {
      int distance = 0;
      Channel last = 0;
      for (int d = 0; d < torus.dimensions(); ++d) {
        const int ahead = torus.coordinate(v, d);
        const int back = torus.side(d) - ahead;
        distance += std::min(ahead, back);
        if (ahead > 0) last = Torus::channel(d, ahead <= back ? 1 : -1);
      }
      if (last != channel) continue;
      Hops hop(torus.sides().size(), 0);
      hop[index_of(Torus::dimension_of(last))] = Torus::sign_of(last);
      steps[index_of(distance - 1)].push_back({torus.neighbour(v, last ^ 1), hop});
    }
  }
  return steps;
}

/// By falling distance; of ways of half a ring +.
std::vector<TorusStep> separate(const Torus& torus) {
  std::vector<std::vector<TorusStep>> at(index_of(diameter(torus.sides())) + 1);
  for (Node v = 1; v < torus.size(); ++v) {
    Hops hops = torus.coordinates(v);
    for (int d = 0; d < torus.dimensions(); ++d) {
      const int back = torus.side(d) - hops[index_of(d)];
      if (back < hops[index_of(d)]) hops[index_of(d)] = -back;
    }
    at[index_of(path_length(hops))].push_back({{0, hops}});
  }
  std::vector<TorusStep> steps;
  for (auto same = at.rbegin(); same != at.rend(); ++same)
    steps.insert(steps.end(), same->begin(), same->end());
  return steps;
}

std::vector<TorusStep> steps_from_0(BroadcastScheme scheme, const Torus& torus,
                                    const std::vector<int>& columns) {
  switch (scheme) {
    case BroadcastScheme::kPaper:
    case BroadcastScheme::kPeel:
    case BroadcastScheme::kBest:
    case BroadcastScheme::kDoubling:
    case BroadcastScheme::kRadix3:
      return staged(scheme, torus);
    case BroadcastScheme::kFlood:
      return flood(torus);
    case BroadcastScheme::kSeparate:
      return separate(torus);
    case BroadcastScheme::kFsh:
      return fsh_plan(torus, columns);
    case BroadcastScheme::kEdn:
      return edn_plan(torus);
  }
  return {};
}

}  // namespace

TorusSchedule broadcast_plan(BroadcastScheme scheme, const Torus& torus, Node source,
                             const DimensionOrder& order, const std::vector<int>& columns) {
  torus.check_node(source);
  torus.check_order(order);
  TorusSchedule plan;
  plan.sides = torus.sides();
  plan.order = order;
  plan.source = source;
  DimensionOrder dimensions;
  std::vector<int> sides;
  for (const int d : order) {
    if (torus.side(d) == 1) continue;
    dimensions.push_back(d);
    sides.push_back(torus.side(d));
  }
  if (sides.empty()) return plan;

  const Torus drawn(sides);
  // A value for each dimension that counts, where it belongs.
  const auto placed = [&](const std::vector<int>& values) {
    std::vector<int> all(torus.sides().size(), 0);
    for (std::size_t i = 0; i < dimensions.size(); ++i) all[index_of(dimensions[i])] = values[i];
    return all;
  };
  plan.steps = steps_from_0(scheme, drawn, columns);
  for (TorusStep& step : plan.steps) {
    for (TorusMessage& message : step) {
      const Node from = torus.node(placed(drawn.coordinates(message.from)));
      message = {torus.translate(from, source), placed(message.hops)};
    }
  }
  return plan;
}

}  // namespace flitwise::theory
