#include "tb/check/collective/tree_monitor.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace flitwise::check {
namespace {

Flits takers(const CombineTree& tree) {
  return std::count(tree.takes_result.begin(), tree.takes_result.end(), true);
}

// Else it passes the words of its root on.
bool has_operands(const CombineTree& tree) {
  return std::find(tree.has_operand.begin(), tree.has_operand.end(), true) !=
         tree.has_operand.end();
}

Flits results_of(const CombinePlan& plan) {
  Flits all = 0;
  for (const CombineTree& tree : plan.trees) all += tree.words * takers(tree);
  return all;
}

}  // namespace

TreeMonitor::TreeMonitor(const CombinePlan& plan, std::vector<std::string> names,
                         std::function<bool(Node from, Node to)> is_dead)
    : ResultMonitor(results_of(plan), std::move(names)),
      plan_(plan),
      is_dead_(std::move(is_dead)),
      by_tree_(plan.trees.size()) {
  for (const CombineTree& tree : plan.trees) received_.emplace_back(tree.parent.size());
}

void TreeMonitor::on_edge(Step step, const Network& network, const Injector& injector) {
  for (const Violation& violation : network.violations()) {
    if (is_lost(violation)) {
      ++lost_;
      continue;
    }
    if (violation.kind != ViolationKind::kMismatch) {
      report(violation);
      continue;
    }
    for (std::string& sentence : unmet(violation)) router_error(std::move(sentence));
  }
  report_conflicts(injector);
  for (const Delivery& delivery : network.deliveries()) {
    const std::size_t tree = delivery.port;
    const auto pe = index_of(delivery.node);
    const bool is_due = plan_.trees[tree].takes_result[pe];
    if (!is_due || received_[tree][pe] == plan_.trees[tree].words) {
      flit_error(
          fmt::format("step {}: {} receives a {} of tree {} more than the {} that it must get",
                      step, has_operands(plan_.trees[tree]) ? "result" : "word",
                      name(delivery.node), tree, is_due ? plan_.trees[tree].words : 0));
      continue;
    }
    ++received_[tree][pe];
    ++by_tree_[tree];
    count_result(step);
  }
}

void TreeMonitor::close() {
  for (std::size_t t = 0; t < plan_.trees.size(); ++t)
    for (std::size_t pe = 0; pe < received_[t].size(); ++pe) {
      if (!plan_.trees[t].takes_result[pe]) continue;
      const Flits words = plan_.trees[t].words;
      const Flits missing = words - received_[t][pe];
      if (missing > 0)
        never_came(fmt::format("{} of {} {} of {} never came by tree {}", missing, words,
                               has_operands(plan_.trees[t]) ? "results" : "words",
                               name(static_cast<Node>(pe)), t),
                   missing);
    }
}

// A dead link is no link of the network: what is sent over it goes nowhere, which is reported by
// the name of the node at its end.
bool TreeMonitor::is_lost(const Violation& violation) const {
  if (!is_dead_ || violation.kind != ViolationKind::kNoRoute || violation.outputs.size() != 1)
    return false;
  const std::vector<Node>& near = plan_.neighbours[index_of(violation.node)];
  return std::any_of(near.begin(), near.end(), [&](Node to) {
    return is_dead_(violation.node, to) && name(to) == violation.outputs.front();
  });
}

std::vector<Node> TreeMonitor::trees_to_nodes() const {
  std::vector<Node> trees(plan_.neighbours.size(), 0);
  for (std::size_t t = 0; t < plan_.trees.size(); ++t)
    for (std::size_t pe = 0; pe < trees.size(); ++pe) {
      const CombineTree& tree = plan_.trees[t];
      const bool has_all = tree.is_root(static_cast<Node>(pe)) || received_[t][pe] == tree.words;
      if (tree.words > 0 && has_all) ++trees[pe];
    }
  return trees;
}

Flits TreeMonitor::words(TreeIndex tree) const {
  const Flits all = takers(plan_.trees[index_of(tree)]);
  return all == 0 ? 0 : by_tree_[index_of(tree)] / all;
}

// Operands come over a tree's own lane and from its children, so that the lane says the tree.
std::vector<std::string> TreeMonitor::unmet(const Violation& violation) const {
  const auto v = index_of(violation.node);
  const std::size_t own = plan_.trees.size();
  const auto came_by = [&](std::size_t lane) {
    const auto& lanes = violation.input_lanes;
    return std::find(lanes.begin(), lanes.end(), lane) != lanes.end();
  };
  std::vector<std::string> sentences;
  for (std::size_t t = 0; t < plan_.trees.size(); ++t) {
    const CombineTree& tree = plan_.trees[t];
    std::vector<std::string> came, lacking;
    if (tree.has_operand[v]) (came_by(t) ? came : lacking).push_back("its own");
    for (std::size_t link = 0; link < plan_.neighbours[v].size(); ++link) {
      const Node child = plan_.neighbours[v][link];
      const bool is_child = tree.parent[index_of(child)] == violation.node;
      if (is_child && tree.has_operand[index_of(child)])
        (came_by(own + link) ? came : lacking).push_back("that of " + name(child));
    }
    if (came.empty()) continue;
    const std::string why = lacking.empty()
                                ? "are of different words"
                                : fmt::format("came without {}", fmt::join(lacking, " and "));
    sentences.push_back(
        fmt::format("step {}: Unmet in {}, tree {}: of the operands of a word {} {}",
                    violation.step, name(violation.node), t, fmt::join(came, ", "), why));
  }
  return sentences;
}

}  // namespace flitwise::check
