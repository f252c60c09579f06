// cover_ledger.cpp: every figure of a run over a cover once, with its source; its phases.
#include "sim/families/cover/cover_ledger.h"

#include <fmt/format.h>

#include <map>
#include <numeric>
#include <optional>
#include <string>

#include "sim/families/cover/cover_scenario.h"
#include "sim/families/tree/tree_ledger.h"

namespace flitwise {
namespace {

using Values = std::vector<std::optional<std::int64_t>>;

// What is measured and predicted of one tree, by node.
struct TreeFigures {
  Flits flits = 0;
  std::map<Node, Flits> root_loads;
  Step finish = 0;
  Step quiesce = 0;
  std::optional<Step> t_sync;
  Values lag, stream, order_value;
};

Figure figure_of(TreeAlgorithm algorithm, const TreeFigures& tree) {
  Figure::Members loads;
  for (const auto& [neighbour, flits] : tree.root_loads)
    loads.emplace_back(std::to_string(neighbour), flits);
  Figure::Members members{{"flits", tree.flits},
                          {"root_loads", loads},
                          {"finish", tree.finish},
                          {"quiesce", tree.quiesce}};
  if (algorithm == TreeAlgorithm::kCertification)
    members.insert(members.end(), {{"t_sync", tree.t_sync},
                                   {"lag", tree.lag},
                                   {"stream", tree.stream},
                                   {"order_value", tree.order_value}});
  return members;
}

std::map<Node, Flits> predicted_loads(const Cover& cover, TreeIndex t,
                                      const std::vector<Flits>& lengths,
                                      const Allocation& allocation) {
  std::map<Node, Flits> loads;
  const PlacedTree& placed = cover.tree(t);
  for (const Node neighbour : placed.children(cover.root())) loads[neighbour] = 0;
  for (Node v = 0; v < cover.size(); ++v) {
    const auto at = index_of(v);
    if (allocation[at] == t) loads[placed.root_link(v)] += lengths[at];
  }
  return loads;
}

TreeFigures predicted_tree(const PlacedTree& placed, const theory::Prediction& p) {
  TreeFigures tree;
  tree.finish = p.finish;
  tree.quiesce = p.quiesce;
  tree.lag = placed.by_node(p.lag);
  tree.order_value = placed.by_node(p.order_value);
  // Where the root is alone, nobody certifies: the step 0 of the formula cannot be seen.
  const bool is_alone = placed.tree.size() == 1;
  tree.t_sync = is_alone ? std::nullopt : p.t_sync;
  tree.stream = placed.by_node(is_alone ? Values() : p.stream);
  return tree;
}

Flits sum(const std::map<Node, Flits>& loads) {
  Flits flits = 0;
  for (const auto& load : loads) flits += load.second;
  return flits;
}

Figure measured_trees(const CoverCase& over, const check::CoverMeter& meter) {
  Figure::Items trees;
  for (TreeIndex t = 0; t < over.cover.tree_count(); ++t) {
    const check::MessageMeter& of_tree = meter.tree(t);
    trees.push_back(
        figure_of(over.scenario.algorithm,
                  {of_tree.delivered(), meter.root_loads(t), of_tree.finish(), of_tree.quiesce(),
                   of_tree.t_sync(), of_tree.lag(), of_tree.stream(), of_tree.order_value()}));
  }
  return trees;
}

Figure predicted_trees(const CoverCase& over, const theory::CoverPrediction& prediction) {
  Figure::Items trees;
  for (TreeIndex t = 0; t < over.cover.tree_count(); ++t) {
    TreeFigures tree = predicted_tree(over.cover.tree(t), prediction.trees[index_of(t)]);
    tree.root_loads = predicted_loads(over.cover, t, over.scenario.lengths, over.allocation);
    tree.flits = sum(tree.root_loads);
    trees.push_back(figure_of(over.scenario.algorithm, tree));
  }
  return trees;
}

}  // namespace

Ledger cover_ledger(const CoverCase& over, const check::CoverMeter& meter,
                    const theory::CoverPrediction& prediction) {
  const theory::Prediction& p = prediction.whole;
  Ledger ledger;
  const auto add = [&](const std::string& name, const Figure& measured, const Figure& predicted) {
    ledger.add(name, measured, predicted, p.source_of(name));
  };
  add("finish", meter.finish(), p.finish);
  add("quiesce", meter.quiesce(), p.quiesce);
  if (over.scenario.algorithm == TreeAlgorithm::kCertification) {
    add("t_sync", meter.t_sync(), p.t_sync);
    ledger.compare_behind("t_sync", "dispatch");
  }
  add("dispatch", meter.dispatch(), p.dispatch);
  ledger.add("trees", measured_trees(over, meter), predicted_trees(over, prediction),
             fmt::format("each tree by itself, with the messages allocated to it; finish: {}",
                         prediction.trees.front().source_of("finish")));
  ledger.add_lower_bound(p.lower_bound, p.source_of("lower_bound"));
  if (p.bound) ledger.add_bound(p.bound, p.source_of("bound"));
  return ledger;
}

Figure::Members blank_cover_figures(TreeAlgorithm algorithm) {
  Figure::Members figures;
  if (algorithm == TreeAlgorithm::kCertification) figures.emplace_back("t_sync", Figure());
  figures.emplace_back("dispatch", Figure::Items());
  figures.emplace_back("trees", Figure::Items());
  return figures;
}

Figure::Members facts_of(const Cover& cover, const std::vector<Flits>& lengths,
                         const Allocation& allocation) {
  Figure::Items trees;
  for (TreeIndex t = 0; t < cover.tree_count(); ++t) {
    const PlacedTree& placed = cover.tree(t);
    const std::vector<Flits> on_tree = lengths_on_tree(cover, lengths, allocation, t);
    trees.push_back(
        Figure::Members{{"root_links", placed.children(cover.root())},
                        {"pes", placed.tree.size()},
                        {"height", placed.tree.height()},
                        {"flits", std::accumulate(on_tree.begin(), on_tree.end(), Flits{0})}});
  }
  return {{"trees", trees}};
}

Phases cover_phases(const Scenario& scenario, const Result& result) {
  Phases phases;
  const bool certifies = cover_of(scenario).algorithm == TreeAlgorithm::kCertification;
  if (certifies) phases.push_back({1, "tokens"});
  const Figure trees = result.measured.find("trees").value_or(Figure());
  for (std::size_t t = 0; certifies && trees.items() != nullptr && t < trees.items()->size(); ++t) {
    const Figures of_tree{0, 0, *(*trees.items())[t].members()};
    const auto t_sync = of_tree.find("t_sync").value_or(Figure()).number();
    if (t_sync) phases.push_back({*t_sync + 1, fmt::format("orders in tree {}", t)});
  }
  if (const auto first = first_dispatch(result)) phases.push_back({*first, "data"});
  return phases;
}

}  // namespace flitwise
