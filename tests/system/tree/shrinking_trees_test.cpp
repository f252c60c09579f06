// The same promise as for random trees, with cases that rapidcheck shrinks to the smallest tree and
// the shortest messages that still fail. A failure prints the seed to repeat it with.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <numeric>
#include <vector>

#include "sim/families/tree/tree_language.h"
#include "sim/run/runner.h"
#include "systemc/topology/tree/tree.h"
#include "tests/support/made_scenarios.h"

namespace flitwise {
namespace {

constexpr Node kMostPes = 24;

// Parents before children: each earlier PE is as likely, smaller trees are shrunk to first.
std::vector<Node> any_parents() {
  const Node pes = *rc::gen::inRange<Node>(2, kMostPes + 1).as("PEs");
  std::vector<Node> parents{kNoNode};
  for (Node v = 1; v < pes; ++v) parents.push_back(*rc::gen::inRange<Node>(0, v));
  return parents;
}

std::vector<Flits> any_lengths(std::size_t pes) {
  auto lengths = *rc::gen::container<std::vector<Flits>>(pes, rc::gen::inRange<Flits>(0, 7));
  lengths[0] = 0;
  return lengths;
}

void require_as_predicted(const Scenario& scenario) {
  const Result result = run_in_child(scenario, {});
  for (const Check& check : result.checks) {
    if (!check.ok)
      RC_LOG() << check.name << ": " << check.measured << " measured, " << check.predicted
               << " predicted\n";
    RC_ASSERT(check.ok);
  }
  RC_ASSERT(result.outcome == Outcome::kPass);
  RC_TAG(result.flits == 0 ? "no message" : "messages");
}

RC_GTEST_PROP(ShrinkingTrees, GatherByCertificationIsAsPredicted, ()) {
  Scenario scenario = testing_support::made_scenario();
  TreeScenario& tree = tree_of(scenario);
  tree.parents = any_parents();
  tree.lengths = any_lengths(tree.parents.size());
  scenario.operation = "gather";
  tree.algorithm = TreeAlgorithm::kCertification;
  tree.options.rule = *rc::gen::element(CertificationRule::kTight, CertificationRule::kPaper);

  require_as_predicted(scenario);
}

RC_GTEST_PROP(ShrinkingTrees, ScatterInAnyOrderIsAsPredicted, ()) {
  Scenario scenario = testing_support::made_scenario();
  TreeScenario& tree = tree_of(scenario);
  tree.parents = any_parents();
  tree.lengths = any_lengths(tree.parents.size());
  scenario.operation = "scatter";
  tree.algorithm = TreeAlgorithm::kOrder;
  for (std::size_t pe = 1; pe < tree.lengths.size(); ++pe) {
    if (tree.lengths[pe] == 0) continue;
    const auto place = *rc::gen::inRange<std::size_t>(0, tree.order.size() + 1);
    tree.order.insert(tree.order.begin() + static_cast<std::ptrdiff_t>(place),
                      static_cast<Node>(pe));
  }

  require_as_predicted(scenario);
}

RC_GTEST_PROP(ShrinkingTrees, ShoulderTapIsAsPredicted, ()) {
  Scenario scenario = testing_support::made_scenario();
  TreeScenario& tree = tree_of(scenario);
  const Node pes = *rc::gen::inRange<Node>(2, kMostPes + 1);
  tree.parents.resize(static_cast<std::size_t>(pes));
  std::iota(tree.parents.begin(), tree.parents.end(), kNoNode);
  tree.lengths = any_lengths(tree.parents.size());
  scenario.operation = "gather";
  tree.algorithm = TreeAlgorithm::kShoulderTap;
  tree.options.end_mark = *rc::gen::arbitrary<bool>();

  require_as_predicted(scenario);
}

}  // namespace
}  // namespace flitwise
