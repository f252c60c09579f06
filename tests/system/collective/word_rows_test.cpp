// What rows of word_methods() say of themselves: keys that they claim to use, and their texts.
#include <gtest/gtest.h>

#include <any>
#include <set>
#include <sstream>

#include "sim/collective/collective_scenario.h"
#include "sim/collective/word_crossings.h"
#include "sim/families/registry.h"
#include "tests/system/collective/word_runs.h"

namespace flitwise::word_runs {
namespace {

// Who sends whom what when; of routers that combine, along which trees.
std::string work_of(const CollectiveScenario& scenario) {
  std::ostringstream text;
  if (scenario.words->plan) {
    const Collective& schedule = scenario.words->plan->schedule;
    for (const CollectiveTransfer& transfer : schedule.transfers)
      text << transfer.from << " " << transfer.to << " " << transfer.flits << "\n";
    for (const WordPlace& due : scenario.words->plan->due) text << due.rank << " ";
  }
  if (scenario.words->combine)
    for (const CombineTree& tree : scenario.words->combine->trees) {
      for (const Node parent : tree.parent) text << parent << " ";
      for (const bool takes : tree.takes_result) text << takes << "\n";
    }
  return text.str();
}

// With each root of all small networks that the row runs on: whether any two differ.
bool root_matters(const WordMethod& method, CollectiveOperation operation) {
  for (const WordNetwork& network : small_networks(method.network)) {
    std::set<std::string> works;
    for (Node root = 0; root < network.pes; ++root) {
      WordCase one;
      one.network = network;
      one.method = &method;
      one.operation = operation;
      one.words = 2;
      one.root = root;
      if (operation == CollectiveOperation::kBarrier) one.words = 1;
      if (operation == CollectiveOperation::kMulticast) one.more = "destinations: [0]\n";
      const ScenarioReading reading = read_scenario_text(text_of(one), "words.yaml");
      if (reading.scenario) works.insert(work_of(collective_of(*reading.scenario)));
    }
    if (works.size() > 1) return true;
  }
  return false;
}

TEST(WordRows, HaveARootWhereItMattersWhichItIs) {
  for (const WordMethod& method : word_methods())
    for (const CollectiveOperation operation : method.operations)
      if (method.has_root(operation)) {
        EXPECT_TRUE(root_matters(method, operation))
            << network_title(method.network) << ", " << method.word << ", operation "
            << static_cast<int>(operation);
      }
}

TEST(WordRows, HaveOneRowAWordOfEachNetwork) {
  std::set<std::pair<ShapeIndex, std::string>> words;
  for (const WordMethod& method : word_methods())
    EXPECT_TRUE(words.emplace(method.network, method.word).second) << method.word;
}

TEST(WordRows, HaveEitherAPlanOfPesOrOneOfRouters) {
  for (const WordMethod& method : word_methods())
    EXPECT_EQ((method.plan != nullptr) + (method.combine != nullptr) + (method.merge != nullptr), 1)
        << method.word;
}

// in-switch-reversed takes no more words than there are leaves.
TEST(WordRows, AreFastestUpToTheLengthThatTheyTake) {
  const FatTree tree(8, 2, constant_capacities(3));
  CollectiveRequest request;
  request.operation = CollectiveOperation::kReduceScatter;
  std::vector<std::pair<std::string, Flits>> fastest;
  for (const FastestFrom& one : fastest_by_length(request, tree))
    fastest.emplace_back(one.method->word, one.words);
  const std::vector<std::pair<std::string, Flits>> expected{
      {"in-switch-reversed", 1}, {"halving-doubling", 9}, {"ring", 41}};
  EXPECT_EQ(fastest, expected);
}

}  // namespace
}  // namespace flitwise::word_runs
