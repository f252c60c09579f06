// cover_theory.cpp: each tree by itself, then the latest of all; where trees share links, all
// messages in turn.
#include "tb/theory/cover/cover_theory.h"

#include <algorithm>
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

/// `trips` is how often the way between the root and a node is gone before a flit is home: once, or
/// twice with a call before the data. `grain`: a link of the root is busy so long at a time.
Step lower_bound(const Cover& cover, const std::vector<Flits>& lengths, Step trips, Step grain) {
  const Grid& grid = cover.grid();
  const Node root = cover.root();
  const Flits links = grid.degree(root);
  const std::vector<Flits> flits = flits_from_distance(grid, root, lengths);
  Step bound = 0;
  for (std::size_t d = 1; d < flits.size() && flits[d] > 0; ++d)
    bound = std::max(bound, trips * static_cast<Step>(d) - 1 + at_least(flits[d], links, grain));
  for (Node v = 0; v < grid.size(); ++v) {
    const Flits length = lengths[index_of(v)];
    if (length > 0) bound = std::max(bound, trips * grid.distance(root, v) + length - 1);
  }
  return bound;
}

}  // namespace

Step cover_scatter_lower_bound(const Cover& cover, const std::vector<Flits>& lengths,
                               const Pace& pace) {
  check_cover_lengths(cover, lengths);
  return lower_bound(cover, in_steps(lengths, pace.beta, pace), 1, 1);
}

Step cover_gather_lower_bound(const Cover& cover, const std::vector<Flits>& lengths,
                              const Pace& pace) {
  check_cover_lengths(cover, lengths);
  const Step bound = lower_bound(cover, in_steps(lengths, 0, pace), 2, pace.tau);
  return bound > 0 ? bound + pace.beta : 0;
}

namespace {

using Lengths = std::vector<Flits>;

void check_ports(const CertificationVariant& variant) {
  if (variant.ports != Ports::kMulti)
    throw std::invalid_argument("a cover needs a port per link, for its trees run at once");
}

void check_plain(const Pace& pace) {
  if (!pace.is_plain()) throw std::invalid_argument("shared links are timed by the flit");
}

void check_disjoint(const Cover& cover) {
  if (cover.sharing() != Sharing::kNoLink)
    throw std::invalid_argument("certification needs trees that share no link");
}

/// The call of `on_tree(tree, lengths on it)` for every tree.
template <typename OnTree>
std::vector<Prediction> of_each_tree(const Cover& cover, const Lengths& lengths,
                                     const Allocation& allocation, OnTree on_tree) {
  std::vector<Prediction> predictions;
  for (TreeIndex t = 0; t < cover.tree_count(); ++t)
    predictions.push_back(
        on_tree(cover.tree(t).tree, lengths_on_tree(cover, lengths, allocation, t)));
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

/// Events of every tree in node numbers. `on_tree(tree, lengths on it, prediction)` makes them.
template <typename OnTree>
std::vector<LinkEvent> events_of_all(const Cover& cover, const Lengths& lengths,
                                     const Allocation& allocation,
                                     const CoverPrediction& prediction, OnTree on_tree) {
  if (prediction.trees.size() != index_of(cover.tree_count()))
    throw std::invalid_argument("the prediction is not one of this cover");
  std::vector<LinkEvent> all;
  for (TreeIndex t = 0; t < cover.tree_count(); ++t) {
    const PlacedTree& placed = cover.tree(t);
    const std::vector<LinkEvent> events =
        placed.in_nodes(on_tree(placed.tree, lengths_on_tree(cover, lengths, allocation, t),
                                prediction.trees[index_of(t)]));
    all.insert(all.end(), events.begin(), events.end());
  }
  std::sort(all.begin(), all.end());
  return all;
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
                                      const Allocation& allocation, const Pace& pace) {
  CoverPrediction p;
  if (cover.sharing() == Sharing::kLinks) {
    check_plain(pace);
    p = predict_shared_scatter(cover, lengths, allocation);
  } else {
    p.trees =
        of_each_tree(cover, lengths, allocation, [&](const Tree& tree, const Lengths& on_tree) {
          return predict_scatter_multiport(tree, on_tree, pace);
        });
    p.whole = merged(cover, p.trees);
    p.whole.sources =
        merged_sources(p.trees.front(), {"finish", "quiesce", "dispatch", "bound"},
                       kScatterLowerBound + pace.note("Remark 2: beta + L tau in place of L"));
  }
  p.whole.lower_bound = cover_scatter_lower_bound(cover, lengths, pace);
  return p;
}

CoverPrediction predict_cover_certification(const Cover& cover, const Lengths& lengths,
                                            const Allocation& allocation,
                                            const CertificationVariant& variant) {
  check_ports(variant);
  check_disjoint(cover);
  CoverPrediction p;
  p.trees = of_each_tree(cover, lengths, allocation, [&](const Tree& tree, const Lengths& on_tree) {
    return predict_certification(tree, on_tree, variant);
  });
  p.whole = merged(cover, p.trees);
  p.whole.lower_bound = cover_gather_lower_bound(cover, lengths, variant.pace);
  p.whole.sources = merged_sources(
      p.trees.front(), {"finish", "quiesce", "dispatch", "bound", "t_sync"},
      "max over d of (2d - 1 + ceil(flits from distance >= d / links of the root)) and over i of "
      "(2 distance_i + L_i - 1): call out, data back; every multiport gather over the grid that "
      "the root starts, with one way per message" +
          variant.pace.note(
              "Remark 2: tau ceil(flits / links) and L tau, all of it later by beta"));
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

std::vector<LinkEvent> cover_scatter_events(const Cover& cover, const Lengths& lengths,
                                            const Allocation& allocation,
                                            const CoverPrediction& prediction, const Pace& pace) {
  return events_of_all(cover, lengths, allocation, prediction,
                       [&](const Tree& tree, const Lengths& on_tree, const Prediction& p) {
                         return scatter_events(tree, on_tree, p, pace);
                       });
}

std::vector<LinkEvent> cover_certification_events(const Cover& cover, const Lengths& lengths,
                                                  const Allocation& allocation,
                                                  const CertificationVariant& variant,
                                                  const CoverPrediction& prediction) {
  check_ports(variant);
  return events_of_all(cover, lengths, allocation, prediction,
                       [&](const Tree& tree, const Lengths& on_tree, const Prediction& p) {
                         return certification_events(tree, on_tree, variant, p);
                       });
}

std::vector<LinkEvent> cover_timetable_events(const Cover& cover, const Lengths& lengths,
                                              const Allocation& allocation,
                                              const CoverPrediction& prediction) {
  return events_of_all(cover, lengths, allocation, prediction,
                       [](const Tree& tree, const Lengths& on_tree, const Prediction& p) {
                         return gather_events(tree, on_tree, p);
                       });
}

}  // namespace flitwise::theory
