// Covers: each tree by itself, then the latest of all; where trees share links, all messages in
// turn.
#include "tb/theory/cover/cover_theory.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "tb/theory/cover/cover_bounds.h"
#include "tb/theory/cover/shared_links.h"
#include "tb/theory/lengths.h"
#include "tb/theory/tree/tree_theory.h"

namespace flitwise::theory {
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

/// Figures of one tree of a scatter whose messages start in these steps, by node.
Prediction timed_tree(const PlacedTree& placed, const Lengths& on_tree,
                      const std::vector<std::optional<Step>>& starts) {
  Prediction p;
  p.dispatch.resize(on_tree.size());
  for (Node pe = 1; pe < placed.tree.size(); ++pe) {
    const std::size_t i = index_of(pe);
    if (on_tree[i] == 0) continue;
    p.dispatch[i] = starts[index_of(placed.node_of[i])];
    p.finish = std::max(p.finish, p.dispatch[i].value() + on_tree[i] + placed.tree.depth(pe) - 2);
  }
  p.quiesce = p.finish;
  p.sources = {
      {"finish", "max over its messages of (start_i + L_i + depth_i - 2): nothing holds up a flit"},
      {"quiesce", "equals finish: no flit goes beyond its destination"},
      {"dispatch",
       "farthest first, start_i = least number from 1 on outside (start_b + k_b - k_i - L_i, "
       "start_b + k_b - k_i + L_b) for every message b before it and every link that is k_i links "
       "after the root on its way and k_b on b's"}};
  return p;
}

CoverPrediction predict_shared_scatter(const Cover& cover, const Lengths& lengths,
                                       const Allocation& allocation) {
  const std::vector<Lengths> on_trees = lengths_on_trees(cover, lengths, allocation);
  const std::vector<std::optional<Step>> starts =
      starts_past_each_other(cover, lengths, allocation);
  CoverPrediction p;
  for (TreeIndex t = 0; t < cover.tree_count(); ++t)
    p.trees.push_back(timed_tree(cover.tree(t), on_trees[index_of(t)], starts));
  p.whole = merged(cover, p.trees);
  p.whole.sources = p.trees.front().sources;
  for (Source& source : p.whole.sources) source.text = "trees that share links, " + source.text;
  p.whole.sources.push_back({"lower_bound", kScatterLowerBound});
  return p;
}

/// Figures of one tree of a gather by timetable.
Prediction timetable_tree(const PlacedTree& placed, const Timetable& table,
                          const Lengths& on_tree) {
  Prediction p;
  p.dispatch.resize(on_tree.size());
  for (std::size_t i = 1; i < on_tree.size(); ++i) {
    if (on_tree[i] == 0) continue;
    p.dispatch[i] = table.first[index_of(placed.node_of[i])];
    p.finish = std::max(p.finish, table.home[index_of(placed.node_of[i])].value());
  }
  p.quiesce = p.finish;
  p.sources = {{"finish",
                "max over its messages of (T + 1 - r_i), T = max over all of them of (r_i + L_i + "
                "depth_i - 2)"},
               {"quiesce", "equals finish: no flit goes beyond the root"},
               {"dispatch",
                "T + 3 - r_i - L_i - depth_i; farthest first, r_i = least number from 1 on outside "
                "(r_b + k_b - k_i - L_i, r_b + k_b - k_i + L_b) for every message b before it and "
                "every link that is k_i links before the root on its way and k_b on b's"}};
  return p;
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
  const Timetable table = timetable_from_the_end(cover, lengths, allocation);
  CoverPrediction p;
  for (TreeIndex t = 0; t < cover.tree_count(); ++t)
    p.trees.push_back(timetable_tree(cover.tree(t), table, on_trees[index_of(t)]));
  p.whole = merged(cover, p.trees);
  p.whole.lower_bound = cover_scatter_lower_bound(cover, lengths);
  p.whole.sources = p.trees.front().sources;
  for (Source& source : p.whole.sources) source.text = "by timetable, " + source.text;
  p.whole.sources.push_back(
      {"lower_bound",
       "max over d of (d - 1 + ceil(flits from distance >= d / links of the root)) and over i of "
       "(distance_i + L_i - 1); every multiport gather over the grid, called or not, with one way "
       "per message"});
  return p;
}

std::vector<LinkEvent> cover_scatter_events(const Cover& cover, const Lengths& lengths,
                                            const Allocation& allocation,
                                            const CoverPrediction& prediction, const Pace& pace) {
  return events_of_all(cover, lengths, allocation, prediction,
                       [&](const Tree& tree, const Lengths& on_tree, const Prediction& p) {
                         return scatter_multiport_events(tree, on_tree, p, pace);
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
                         return uncalled_gather_events(tree, on_tree, p);
                       });
}

}  // namespace flitwise::theory
