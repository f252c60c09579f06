// cover_theory.cpp: each tree by itself, then the latest of all; where trees share links, all
// messages in turn.
#include "tb/theory/cover/cover_theory.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "systemc/topology/cover/cover_allocation.h"
#include "tb/theory/cover/shared_links.h"
#include "tb/theory/lengths.h"
#include "tb/theory/tree/certification_theory.h"
#include "tb/theory/tree/tree_theory.h"

namespace flitwise::theory {
namespace {

/// Flits of the messages of nodes at distance d or more from the root, by d.
std::vector<Flits> flits_from_distance(const Grid& grid, Node root,
                                       const std::vector<Flits>& lengths) {
  std::vector<Flits> flits(index_of(grid.rows() + grid.columns()), 0);
  for (Node v = 0; v < grid.size(); ++v)
    flits[index_of(grid.distance(root, v))] += lengths[index_of(v)];
  for (std::size_t d = flits.size() - 1; d > 0; --d) flits[d - 1] += flits[d];
  return flits;
}

/// Steps that the fullest of `links` links is busy when `steps` are shared among them in grains.
Step at_least(Step steps, Flits links, Step grain) {
  const Step grains = steps / grain;
  return (grains + links - 1) / links * grain;
}

void check_latencies(const Cover& cover, const std::vector<TreeLatency>& latencies) {
  if (latencies.empty()) return;
  if (latencies.size() != index_of(cover.tree_count()))
    throw std::invalid_argument(
        "latencies must be those of each tree: " + std::to_string(cover.tree_count()) + ", got " +
        std::to_string(latencies.size()));
  for (TreeIndex t = 0; t < cover.tree_count(); ++t)
    latencies[index_of(t)].check(cover.tree(t).tree.size());
}

TreeLatency latency_of(const std::vector<TreeLatency>& latencies, TreeIndex t) {
  return latencies.empty() ? TreeLatency() : latencies[index_of(t)];
}

bool are_unit(const std::vector<TreeLatency>& latencies) {
  return std::all_of(latencies.begin(), latencies.end(),
                     [](const TreeLatency& latency) { return latency.is_unit(); });
}

/// The least latencies of any tree.
struct Fastest {
  Step router = 1;
  Step reaction = 1;
  Step down = 1;
  Step up = 1;

  Fastest(const Cover& cover, const std::vector<TreeLatency>& latencies) {
    check_latencies(cover, latencies);
    if (latencies.empty()) return;
    router = reaction = down = up = std::numeric_limits<Step>::max();
    for (const TreeLatency& latency : latencies)
      for (Node v = 0; v < static_cast<Node>(latency.router.size()); ++v) {
        router = std::min(router, latency.router_of(v));
        reaction = std::min(reaction, latency.reaction_of(v));
        if (v == 0) continue;
        down = std::min(down, latency.down_to(v));
        up = std::min(up, latency.up_from(v));
      }
  }

  /// Steps from sending to reception over `links` links.
  static Step way(Step links, Step link, Step relay) {
    return links * (link - 1) + (links - 1) * relay;
  }
  Step way_down(Step links) const { return way(links, down, router); }
  /// From the call's first step to that before its answer is at the root.
  Step call_and_answer(Step links) const {
    return way(links, down, std::min(router, reaction)) + reaction + way(links, up, router);
  }
};

/// `base(d)` steps are over before the first flit to or from distance d can be home. `grain`: a
/// link of the root is busy so long at a time.
template <typename Base>
Step lower_bound(const Cover& cover, const std::vector<Flits>& lengths, Base base, Step grain) {
  const Grid& grid = cover.grid();
  const Node root = cover.root();
  const Flits links = grid.degree(root);
  const std::vector<Flits> flits = flits_from_distance(grid, root, lengths);
  Step bound = 0;
  for (std::size_t d = 1; d < flits.size() && flits[d] > 0; ++d)
    bound = std::max(bound, base(static_cast<Step>(d)) + at_least(flits[d], links, grain));
  for (Node v = 0; v < grid.size(); ++v) {
    const Flits length = lengths[index_of(v)];
    if (length > 0) bound = std::max(bound, base(grid.distance(root, v)) + length);
  }
  return bound;
}

}  // namespace

Step cover_scatter_lower_bound(const Cover& cover, const std::vector<Flits>& lengths,
                               const Pace& pace, const std::vector<TreeLatency>& latencies) {
  check_cover_lengths(cover, lengths);
  const Fastest fastest(cover, latencies);
  return lower_bound(
      cover, in_steps(lengths, pace.beta, pace), [&](Step d) { return fastest.way_down(d); }, 1);
}

Step cover_gather_lower_bound(const Cover& cover, const std::vector<Flits>& lengths,
                              const Pace& pace, const std::vector<TreeLatency>& latencies) {
  check_cover_lengths(cover, lengths);
  const Fastest fastest(cover, latencies);
  const Step bound = lower_bound(
      cover, in_steps(lengths, 0, pace), [&](Step d) { return fastest.call_and_answer(d); },
      pace.tau);
  return bound > 0 ? bound + pace.beta : 0;
}

namespace {

using Lengths = std::vector<Flits>;

void check_ports(const CertificationVariant& variant) {
  if (variant.ports != Ports::kMulti)
    throw std::invalid_argument("a cover needs a port per link, for its trees run at once");
}

void check_plain(const Pace& pace, const std::vector<TreeLatency>& latencies) {
  if (!pace.is_plain()) throw std::invalid_argument("shared links are timed by the flit");
  if (!are_unit(latencies))
    throw std::invalid_argument("shared links are timed for routers and links of one step alone");
}

CertificationVariant on_tree(CertificationVariant variant,
                             const std::vector<TreeLatency>& latencies, TreeIndex t) {
  variant.latency = latency_of(latencies, t);
  return variant;
}

void check_one_latency(const CertificationVariant& variant) {
  if (!variant.latency.is_unit())
    throw std::invalid_argument("a cover has latencies of each tree, not of a variant");
}

void check_disjoint(const Cover& cover) {
  if (cover.sharing() != Sharing::kNoLink)
    throw std::invalid_argument("certification needs trees that share no link");
}

/// The call of `predict(tree index, tree, lengths on it)` for every tree.
template <typename Predict>
std::vector<Prediction> of_each_tree(const Cover& cover, const Lengths& lengths,
                                     const Allocation& allocation, Predict predict) {
  std::vector<Prediction> predictions;
  for (TreeIndex t = 0; t < cover.tree_count(); ++t)
    predictions.push_back(
        predict(t, cover.tree(t).tree, lengths_on_tree(cover, lengths, allocation, t)));
  return predictions;
}

/// The latest steps of all trees and the dispatches by node; no lower bound and no sources.
Prediction merged(const Cover& cover, const std::vector<Prediction>& trees) {
  Prediction whole;
  whole.dispatch.resize(index_of(cover.size()));
  for (TreeIndex t = 0; t < cover.tree_count(); ++t) {
    const Prediction& p = trees[index_of(t)];
    whole.finish = std::max(whole.finish, p.finish);
    whole.quiesce = std::max(whole.quiesce, p.quiesce);
    if (p.bound) whole.bound = std::max(whole.bound.value_or(0), *p.bound);
    if (p.t_sync) whole.t_sync = std::max(whole.t_sync.value_or(0), *p.t_sync);
    for (std::size_t pe = 1; pe < p.dispatch.size(); ++pe) {
      if (p.dispatch[pe]) whole.dispatch[index_of(cover.tree(t).node_of[pe])] = p.dispatch[pe];
    }
  }
  return whole;
}

/// The trees' source of each quantity, with what the cover adds to it.
std::vector<Source> merged_sources(const Prediction& tree,
                                   const std::vector<std::string>& quantities,
                                   const std::string& lower_bound) {
  std::vector<Source> sources;
  for (const std::string& quantity : quantities) {
    const std::string how = quantity == "dispatch" ? "on the tree of the message"
                                                   : "every tree by itself, the largest counts";
    sources.push_back({quantity, "edge-disjoint trees, " + how + ": " + tree.source_of(quantity)});
  }
  sources.push_back({"lower_bound", lower_bound});
  return sources;
}

/// Events of every tree in node numbers. `visit(tree index, tree, lengths on it, prediction, take)`
/// hands them on in the tree's.
template <typename VisitTree>
void visit_all(const Cover& cover, const Lengths& lengths, const Allocation& allocation,
               const CoverPrediction& prediction, const TakeEvent& take, VisitTree visit) {
  if (prediction.trees.size() != index_of(cover.tree_count()))
    throw std::invalid_argument("the prediction is not one of this cover");
  for (TreeIndex t = 0; t < cover.tree_count(); ++t) {
    const PlacedTree& placed = cover.tree(t);
    visit(t, placed.tree, lengths_on_tree(cover, lengths, allocation, t),
          prediction.trees[index_of(t)],
          [&](const LinkEvent& event) { take(placed.in_nodes(event)); });
  }
}

/// What the source of a lower bound adds for latencies, which has `way` in place of d - 1 or 2d
/// - 1.
std::string note_on_cover(const std::vector<TreeLatency>& latencies, const char* way) {
  return are_unit(latencies) ? ""
                             : std::string("; latencies: ") + way +
                                   " over d links, each the least of all trees, in place of the "
                                   "steps of d";
}

const std::string kScatterLowerBound =
    "max over d of (d - 1 + ceil(flits for distance >= d / links of the root)) and over i of "
    "(distance_i + L_i - 1); every multiport scatter over the grid with one way per message";

/// By tree, in its own numbers. Refuses what does not fit before anybody climbs a tree.
std::vector<Lengths> lengths_on_trees(const Cover& cover, const Lengths& lengths,
                                      const Allocation& allocation) {
  std::vector<Lengths> all;
  for (TreeIndex t = 0; t < cover.tree_count(); ++t)
    all.push_back(lengths_on_tree(cover, lengths, allocation, t));
  return all;
}

/// Figures where each message's first step and its last at home are known. `sources` are those of a
/// tree; the whole says `how` before them.
CoverPrediction predict_timed(const Cover& cover, const std::vector<Lengths>& on_trees,
                              const Timetable& times, const std::vector<Source>& sources,
                              const std::string& how, const std::string& lower_bound) {
  CoverPrediction all;
  for (TreeIndex t = 0; t < cover.tree_count(); ++t) {
    const PlacedTree& placed = cover.tree(t);
    const Lengths& on_tree = on_trees[index_of(t)];
    Prediction p;
    p.dispatch.resize(on_tree.size());
    for (std::size_t i = 1; i < on_tree.size(); ++i) {
      if (on_tree[i] == 0) continue;
      p.dispatch[i] = times.first[index_of(placed.node_of[i])];
      p.finish = std::max(p.finish, times.home[index_of(placed.node_of[i])].value());
    }
    p.quiesce = p.finish;
    p.sources = sources;
    all.trees.push_back(std::move(p));
  }
  all.whole = merged(cover, all.trees);
  for (const Source& source : sources)
    all.whole.sources.push_back({source.quantity, how + source.text});
  all.whole.sources.push_back({"lower_bound", lower_bound});
  return all;
}

CoverPrediction predict_shared_scatter(const Cover& cover, const Lengths& lengths,
                                       const Allocation& allocation) {
  const std::vector<Lengths> on_trees = lengths_on_trees(cover, lengths, allocation);
  Timetable times;
  times.first = starts_past_each_other(cover, lengths, allocation);
  times.home.resize(lengths.size());
  for (std::size_t v = 0; v < lengths.size(); ++v)
    if (times.first[v])
      times.home[v] =
          *times.first[v] + lengths[v] + cover.tree(allocation[v]).depth(static_cast<Node>(v)) - 2;
  return predict_timed(
      cover, on_trees, times,
      {{"finish",
        "max over its messages of (start_i + L_i + depth_i - 2): nothing holds up a flit"},
       {"quiesce", "equals finish: no flit goes beyond its destination"},
       {"dispatch",
        "farthest first, start_i = least number from 1 on outside (start_b + k_b - k_i - L_i, "
        "start_b + k_b - k_i + L_b) for every message b before it and every link that is k_i links "
        "after the root on its way and k_b on b's"}},
      "trees that share links, ", kScatterLowerBound);
}

}  // namespace

CoverPrediction predict_cover_scatter(const Cover& cover, const Lengths& lengths,
                                      const Allocation& allocation, const Pace& pace,
                                      const std::vector<TreeLatency>& latencies) {
  check_latencies(cover, latencies);
  CoverPrediction p;
  if (cover.sharing() == Sharing::kLinks) {
    check_plain(pace, latencies);
    p = predict_shared_scatter(cover, lengths, allocation);
  } else {
    p.trees = of_each_tree(
        cover, lengths, allocation, [&](TreeIndex t, const Tree& tree, const Lengths& on_tree) {
          return predict_scatter_multiport(tree, on_tree, pace, latency_of(latencies, t));
        });
    p.whole = merged(cover, p.trees);
    p.whole.sources =
        merged_sources(p.trees.front(), {"finish", "quiesce", "dispatch", "bound"},
                       kScatterLowerBound + pace.note("Remark 2: beta + L tau in place of L") +
                           note_on_cover(latencies, "lam"));
  }
  p.whole.lower_bound = cover_scatter_lower_bound(cover, lengths, pace, latencies);
  return p;
}

CoverPrediction predict_cover_certification(const Cover& cover, const Lengths& lengths,
                                            const Allocation& allocation,
                                            const CertificationVariant& variant,
                                            const std::vector<TreeLatency>& latencies) {
  check_ports(variant);
  check_one_latency(variant);
  check_latencies(cover, latencies);
  check_disjoint(cover);
  CoverPrediction p;
  p.trees = of_each_tree(cover, lengths, allocation,
                         [&](TreeIndex t, const Tree& tree, const Lengths& its) {
                           return predict_certification(tree, its, on_tree(variant, latencies, t));
                         });
  p.whole = merged(cover, p.trees);
  p.whole.lower_bound = cover_gather_lower_bound(cover, lengths, variant.pace, latencies);
  p.whole.sources = merged_sources(
      p.trees.front(), {"finish", "quiesce", "dispatch", "bound", "t_sync"},
      "max over d of (2d - 1 + ceil(flits from distance >= d / links of the root)) and over i of "
      "(2 distance_i + L_i - 1): call out, data back; every multiport gather over the grid that "
      "the root starts, with one way per message" +
          variant.pace.note(
              "Remark 2: tau ceil(flits / links) and L tau, all of it later by beta") +
          note_on_cover(latencies, "the way down, least r or g a node, g and the way up"));
  return p;
}

CoverPrediction predict_cover_timetable(const Cover& cover, const Lengths& lengths,
                                        const Allocation& allocation) {
  const std::vector<Lengths> on_trees = lengths_on_trees(cover, lengths, allocation);
  CoverPrediction p = predict_timed(
      cover, on_trees, timetable_from_the_end(cover, lengths, allocation),
      {{"finish",
        "max over its messages of (T + 1 - r_i), T = max over all of them of (r_i + L_i + depth_i "
        "- 2)"},
       {"quiesce", "equals finish: no flit goes beyond the root"},
       {"dispatch",
        "T + 3 - r_i - L_i - depth_i; farthest first, r_i = least number from 1 on outside (r_b + "
        "k_b - k_i - L_i, r_b + k_b - k_i + L_b) for every message b before it and every link that "
        "is k_i links before the root on its way and k_b on b's"}},
      "by timetable, ",
      "max over d of (d - 1 + ceil(flits from distance >= d / links of the root)) and over i of "
      "(distance_i + L_i - 1); every multiport gather over the grid, called or not, with one way "
      "per message");
  p.whole.lower_bound = cover_scatter_lower_bound(cover, lengths);
  return p;
}

void visit_cover_scatter_events(const Cover& cover, const Lengths& lengths,
                                const Allocation& allocation, const CoverPrediction& prediction,
                                const Pace& pace, const std::vector<TreeLatency>& latencies,
                                const TakeEvent& take) {
  check_latencies(cover, latencies);
  visit_all(cover, lengths, allocation, prediction, take,
            [&](TreeIndex t, const Tree& tree, const Lengths& its, const Prediction& p,
                const TakeEvent& take_its) {
              visit_scatter_events(tree, its, p, pace, latency_of(latencies, t), take_its);
            });
}

void visit_cover_certification_events(const Cover& cover, const Lengths& lengths,
                                      const Allocation& allocation,
                                      const CertificationVariant& variant,
                                      const CoverPrediction& prediction,
                                      const std::vector<TreeLatency>& latencies,
                                      const TakeEvent& take) {
  check_ports(variant);
  check_latencies(cover, latencies);
  visit_all(cover, lengths, allocation, prediction, take,
            [&](TreeIndex t, const Tree& tree, const Lengths& its, const Prediction& p,
                const TakeEvent& take_its) {
              visit_certification_events(tree, its, on_tree(variant, latencies, t), p, take_its);
            });
}

void visit_cover_timetable_events(const Cover& cover, const Lengths& lengths,
                                  const Allocation& allocation, const CoverPrediction& prediction,
                                  const TakeEvent& take) {
  visit_all(cover, lengths, allocation, prediction, take,
            [](TreeIndex, const Tree& tree, const Lengths& its, const Prediction& p,
               const TakeEvent& take_its) {
              visit_gather_events(tree, its, p, Pace(), TreeLatency(), take_its);
            });
}

std::vector<LinkEvent> cover_scatter_events(const Cover& cover, const Lengths& lengths,
                                            const Allocation& allocation,
                                            const CoverPrediction& prediction, const Pace& pace,
                                            const std::vector<TreeLatency>& latencies) {
  return sorted_events([&](const TakeEvent& take) {
    visit_cover_scatter_events(cover, lengths, allocation, prediction, pace, latencies, take);
  });
}

std::vector<LinkEvent> cover_certification_events(const Cover& cover, const Lengths& lengths,
                                                  const Allocation& allocation,
                                                  const CertificationVariant& variant,
                                                  const CoverPrediction& prediction,
                                                  const std::vector<TreeLatency>& latencies) {
  return sorted_events([&](const TakeEvent& take) {
    visit_cover_certification_events(cover, lengths, allocation, variant, prediction, latencies,
                                     take);
  });
}

std::vector<LinkEvent> cover_timetable_events(const Cover& cover, const Lengths& lengths,
                                              const Allocation& allocation,
                                              const CoverPrediction& prediction) {
  return sorted_events([&](const TakeEvent& take) {
    visit_cover_timetable_events(cover, lengths, allocation, prediction, take);
  });
}

}  // namespace flitwise::theory
