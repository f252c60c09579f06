#include "tb/check/collective/tree_monitor.h"

#include <fmt/format.h>

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
                         std::function<bool(Node from, Node to)> is_dead, NodeRange own)
    : ResultMonitor(results_of(plan), std::move(names)),
      plan_(plan),
      is_dead_(std::move(is_dead)),
      own_(own.of(plan.neighbours.size())),
      trees_(plan.trees.size()) {
  for (std::size_t pe = 0; pe < plan.neighbours.size(); ++pe)
    for (const CombineTree& tree : plan.trees)
      due_.push_back(tree.takes_result[pe] ? tree.words : 0);
  missing_ = due_;
}

void TreeMonitor::on_edge(Step step, const Network& network, const Injector& injector) {
  report_routers(network, injector, plan_);
  Flits results = 0;
  for (const Delivery& delivery : network.deliveries()) {
    Flits& missing = missing_[place(delivery.port, index_of(delivery.node))];
    if (missing == 0) {
      say_surplus(step, delivery);
      continue;
    }
    --missing;
    ++results;
  }
  if (results > 0) count_results(step, results);
}

void TreeMonitor::say_surplus(Step step, const Delivery& delivery) {
  const std::size_t tree = delivery.port;
  flit_error(fmt::format("step {}: {} receives a {} of tree {} more than the {} that it must get",
                         step, has_operands(plan_.trees[tree]) ? "result" : "word",
                         name(delivery.node), tree, due_[place(tree, index_of(delivery.node))]));
}

void TreeMonitor::close() {
  for (std::size_t t = 0; t < plan_.trees.size(); ++t)
    for (std::size_t pe = own_.first; pe < own_.end; ++pe) {
      const Flits due = due_[place(t, pe)];
      const Flits missing = missing_[place(t, pe)];
      if (missing > 0)
        never_came(fmt::format("{} of {} {} of {} never came by tree {}", missing, due,
                               has_operands(plan_.trees[t]) ? "results" : "words",
                               name(static_cast<Node>(pe)), t),
                   missing);
    }
}

void TreeMonitor::write_to(std::string& bytes) const {
  write_book(bytes);
  write_counts(bytes);
  bytes::put(bytes, lost_);
  bytes::put(bytes, own_);
  for (std::size_t at = place(0, own_.first); at < place(0, own_.end); ++at)
    bytes::put(bytes, missing_[at]);
}

void TreeMonitor::add_from(bytes::Reader& reader) {
  add_book(reader);
  add_counts(reader);
  lost_ += reader.take<std::int64_t>();
  const auto theirs = reader.take<NodeRange>();
  for (std::size_t at = place(0, theirs.first); at < place(0, theirs.end); ++at)
    missing_[at] = reader.take<Flits>();
}

// A dead link is no link of the network: what is sent over it goes nowhere, which is reported by
// the name of the node at its end.
bool TreeMonitor::is_known(const Violation& violation) {
  if (!is_dead_ || violation.kind != ViolationKind::kNoRoute || violation.outputs.size() != 1)
    return false;
  const std::vector<Node>& near = plan_.neighbours[index_of(violation.node)];
  const bool is_lost = std::any_of(near.begin(), near.end(), [&](Node to) {
    return is_dead_(violation.node, to) && name(to) == violation.outputs.front();
  });
  if (is_lost) ++lost_;
  return is_lost;
}

std::vector<Node> TreeMonitor::trees_to_nodes() const {
  std::vector<Node> trees(plan_.neighbours.size(), 0);
  for (std::size_t t = 0; t < plan_.trees.size(); ++t)
    for (std::size_t pe = 0; pe < trees.size(); ++pe) {
      const CombineTree& tree = plan_.trees[t];
      const Flits received = due_[place(t, pe)] - missing_[place(t, pe)];
      const bool has_all = tree.is_root(static_cast<Node>(pe)) || received == tree.words;
      if (tree.words > 0 && has_all) ++trees[pe];
    }
  return trees;
}

Flits TreeMonitor::words(TreeIndex tree) const {
  const Flits all = takers(plan_.trees[index_of(tree)]);
  Flits received = 0;
  for (std::size_t pe = 0; pe < plan_.neighbours.size(); ++pe)
    received += due_[place(index_of(tree), pe)] - missing_[place(index_of(tree), pe)];
  return all == 0 ? 0 : received / all;
}

}  // namespace flitwise::check
