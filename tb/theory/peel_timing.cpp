// Cycles of the peel broadcast.
#include <algorithm>
#include <stdexcept>

#include "tb/theory/broadcast_timing.h"
#include "tb/theory/peel_tree.h"
#include "tb/theory/torus_theory.h"

namespace flitwise::theory {
namespace {

constexpr const char* kNoStalls =
    "0: subtrees share no channel at the same time; any sides, source, order, L, r, os, orv";

/// Time at which each step begins, and that at which the last one ends.
std::vector<Step> barrier_times(const std::vector<PeelEdge>& edges, std::size_t steps,
                                const CycleModel& model) {
  std::vector<int> longest(steps, 0);
  for (const PeelEdge& edge : edges) {
    int& most = longest[static_cast<std::size_t>(edge.step)];
    most = std::max(most, path_length(edge.hops));
  }
  std::vector<Step> times{0};
  for (const int hops : longest) times.push_back(times.back() + model.latency(hops));
  return times;
}

}  // namespace

BroadcastTiming time_peel(const Torus& torus, Node source, const DimensionOrder& order,
                          const CycleModel& model, Pace pace) {
  check_model(model);
  if (pace == Pace::kStarts) throw std::invalid_argument("a peel broadcast has no starts");
  const bool barrier = pace == Pace::kBarrier;
  const std::vector<PeelEdge> edges = peel_tree(torus, source, order);

  BroadcastTiming timing;
  timing.steps = broadcast_steps(BroadcastScheme::kPeel, routed_sides(torus, order))->steps;
  timing.ready.assign(static_cast<std::size_t>(torus.size()), 0);
  const std::vector<Step> begin =
      barrier_times(edges, static_cast<std::size_t>(timing.steps), model);
  for (const PeelEdge& edge : edges) {
    const Step own = timing.ready[static_cast<std::size_t>(edge.from)];
    const Step start = barrier ? begin[static_cast<std::size_t>(edge.step)]
                               : own + edge.active * model.send_time();
    const Step ready = start + model.latency(path_length(edge.hops));
    timing.ready[static_cast<std::size_t>(edge.to)] = ready;
    timing.finish = std::max(timing.finish, ready);
  }
  timing.sources = {
      {"finish", barrier
                     ? "sum over the steps of (os + r H_s + L + orv), H_s the longest path; any "
                       "sides"
                     : "max of R(child) = R(v) + q (os + L) + os + r h + L + orv; any sides"},
      {"stalls", kNoStalls}};
  return timing;
}

}  // namespace flitwise::theory
