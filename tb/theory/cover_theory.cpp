// Covers: each tree by itself, then the latest of all.
#include "tb/theory/cover_theory.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "tb/theory/cover_bounds.h"
#include "tb/theory/lengths.h"
#include "tb/theory/tree_theory.h"

namespace flitwise::theory {
namespace {

using Lengths = std::vector<Flits>;

void check_ports(const CertificationVariant& variant) {
  if (variant.ports != Ports::kMulti)
    throw std::invalid_argument("a cover needs a port per link, for its trees run at once");
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
  whole.bound = 0;
  for (TreeIndex t = 0; t < cover.tree_count(); ++t) {
    const Prediction& p = trees[index_of(t)];
    whole.finish = std::max(whole.finish, p.finish);
    whole.quiesce = std::max(whole.quiesce, p.quiesce);
    whole.bound = std::max(*whole.bound, p.bound.value());
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

}  // namespace

CoverPrediction predict_cover_scatter(const Cover& cover, const Lengths& lengths,
                                      const Allocation& allocation, const Pace& pace) {
  CoverPrediction p;
  p.trees = of_each_tree(cover, lengths, allocation, [&](const Tree& tree, const Lengths& on_tree) {
    return predict_scatter_multiport(tree, on_tree, pace);
  });
  p.whole = merged(cover, p.trees);
  p.whole.lower_bound = cover_scatter_lower_bound(cover, lengths, pace);
  p.whole.sources = merged_sources(
      p.trees.front(), {"finish", "quiesce", "dispatch", "bound"},
      "max over d of (d - 1 + ceil(flits for distance >= d / links of the root)) and over i of "
      "(distance_i + L_i - 1); every multiport scatter over the grid with one way per message" +
          pace.note("Remark 2: beta + L tau in place of L"));
  return p;
}

CoverPrediction predict_cover_certification(const Cover& cover, const Lengths& lengths,
                                            const Allocation& allocation,
                                            const CertificationVariant& variant) {
  check_ports(variant);
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

}  // namespace flitwise::theory
