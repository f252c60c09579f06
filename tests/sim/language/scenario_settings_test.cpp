// --set: changes of a scenario from the command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "sim/families/registry.h"
#include "sim/families/tree/tree_language.h"

namespace flitwise::scenario_settings_test {
namespace {

using testing::ElementsAre;

const char* const kText =
    "network: {shape: path, pes: 3}\noperation: gather\nalgorithm: certification\n"
    "lengths: [0, 2, 3]\n";

ScenarioReading read_with(const std::vector<std::string>& settings) {
  std::vector<Setting> parsed;
  for (const std::string& setting : settings) parsed.push_back(parse_setting(setting));
  return read_scenario_text(kText, "base.yaml", parsed);
}

Scenario read_good(const std::vector<std::string>& settings) {
  const ScenarioReading reading = read_with(settings);
  for (const ConfigError& error : reading.errors) ADD_FAILURE() << error.what();
  return reading.scenario.value_or(Scenario{});
}

TEST(Settings, ReplaceAValue) {
  EXPECT_EQ(tree_of(read_good({"algorithm=shoulder-tap"})).algorithm, TreeAlgorithm::kShoulderTap);
}

TEST(Settings, OfALinksLatencyOneWayLeaveTheOtherAtTheDefaultWhereverThatStands) {
  for (const char* map : {"{default: 3, 2: {up: 6}}", "{2: {up: 6}, default: 3}"}) {
    const Scenario scenario = read_good({std::string("options.link_latency=") + map});
    const LatencyOption& links = tree_of(scenario).options.link_latency;
    EXPECT_EQ(links.of(1).down, 3);
    EXPECT_EQ(links.of(1).up, 3);
    EXPECT_EQ(links.of(2).down, 3);
    EXPECT_EQ(links.of(2).up, 6);
  }
}

TEST(Settings, OfSomePesReactionsLeaveOthersAtTheirRoutersLatency) {
  const Scenario scenario =
      read_good({"options.router_latency={default: 2, 2: 3}", "options.reaction={0: 5}"});
  const TreeLatency latency =
      tree_latency(tree_of(scenario).options, placed_tree(tree_of(scenario)));
  EXPECT_THAT(latency.reaction, ElementsAre(5, 2, 3));
}

TEST(Settings, RemoveAKeyWithNull) {
  const Scenario scenario = read_good({"options.rule=paper", "options.rule=null"});

  EXPECT_EQ(tree_of(scenario).options.rule, TreeOptions{}.rule);
}

TEST(Settings, RemoveAKeyThatIsNotThere) {
  for (const char* setting : {"order=null", "name=~", "options.rule=null"})
    EXPECT_TRUE(read_with({setting}).errors.empty()) << setting;
  EXPECT_EQ(
      tree_of(read_good({"order=null", "options.rule=null", "options.rule=paper"})).options.rule,
      CertificationRule::kPaper);
}

TEST(Settings, DoNotRemoveAKeyThatNothingKnows) {
  for (const char* key : {"zzz", "algoritm", "network.zzz", "options.zzz", "lengths.zzz"}) {
    const ScenarioReading reading = read_with({"lengths={each: 1}", std::string(key) + "=null"});
    ASSERT_EQ(reading.errors.size(), 1U) << key;
    EXPECT_EQ(reading.errors[0].key(), key);
    EXPECT_EQ(reading.errors[0].setting(), "--set " + std::string(key) + "=null");
    EXPECT_EQ(reading.errors[0].rule().rfind("unknown key", 0), 0U);
  }
}

TEST(Settings, RemoveNothingThatIsNotWrittenOut) {
  const auto rule_of = [](const std::string& setting) {
    const ScenarioReading reading = read_with({setting});
    EXPECT_EQ(reading.errors.size(), 1U) << setting;
    return reading.errors.empty() ? std::string()
                                  : reading.errors[0].key() + ": " + reading.errors[0].rule();
  };
  for (const char* setting : {"options.rule=", "options.rule=  ", "options.rule=# null"})
    EXPECT_EQ(rule_of(setting), "options.rule: has no value; null removes the key") << setting;
  EXPECT_EQ(rule_of("options.link_latency={2:4}"),
            "options.link_latency.2:4: has no value; a space must follow the colon");
  EXPECT_EQ(rule_of("options.link_latency={2: {up: }}"), "options.link_latency.2.up: has no value");
}

TEST(Settings, RemoveOnlyTheKeyThatIsNamed) {
  const ScenarioReading reading = read_with({"lengths=null"});

  ASSERT_EQ(reading.errors.size(), 1U);
  EXPECT_EQ(reading.errors[0].key(), "lengths");
}

TEST(Settings, CreateTheMapsOnTheWayToAValue) {
  EXPECT_EQ(tree_of(read_good({"options.rule=paper"})).options.rule, CertificationRule::kPaper);
}

TEST(Settings, TakeAnyYamlAsValue) {
  const Scenario scenario = read_good({"network={parents: [-1, 0, 0, 1]}", "lengths=[0, 1, 2, 3]"});

  EXPECT_THAT(tree_of(scenario).parents, ElementsAre(-1, 0, 0, 1));
}

TEST(Settings, ReplaceAListByAGenerator) {
  EXPECT_THAT(tree_of(read_good({"lengths.each=3"})).lengths, ElementsAre(0, 3, 3));
}

TEST(Settings, ReplaceOneItemOfAList) {
  EXPECT_THAT(tree_of(read_good({"lengths.2=7"})).lengths, ElementsAre(0, 2, 7));
}

TEST(Settings, AreAppliedInTheirOrder) {
  EXPECT_THAT(tree_of(read_good({"lengths.each=3", "lengths.each=4"})).lengths,
              ElementsAre(0, 4, 4));
}

TEST(Settings, MayHoldEqualsSignsInTheirValue) { EXPECT_EQ(read_good({"name=a=b"}).name, "a=b"); }

TEST(Settings, AreTheLocationOfTheirErrors) {
  const ScenarioReading reading = read_with({"options.rule=tigth"});

  ASSERT_EQ(reading.errors.size(), 1U);
  EXPECT_STREQ(reading.errors[0].what(),
               "--set options.rule=tigth: error: options.rule: 'tigth' must be one of paper, "
               "tight, skip, posidx, pos, printed "
               "(did you mean 'tight'?)");
  EXPECT_EQ(reading.errors[0].excerpt(), "");
  EXPECT_EQ(reading.errors[0].file(), "base.yaml");
}

TEST(Settings, RefuseAnItemBeyondTheList) {
  const ScenarioReading reading = read_with({"lengths.3=1"});

  ASSERT_EQ(reading.errors.size(), 1U);
  EXPECT_STREQ(reading.errors[0].what(),
               "--set lengths.3=1: error: lengths.3: there is no item 3 in a list of 3");
}

TEST(Settings, RefuseAValueThatIsNotYaml) {
  const ScenarioReading reading = read_with({"name=["});

  ASSERT_EQ(reading.errors.size(), 1U);
  EXPECT_STREQ(reading.errors[0].what(),
               "--set name=[: error: not YAML: end of sequence flow not found");
}

TEST(Settings, RefuseAnUnknownKey) {
  const ScenarioReading reading = read_with({"network.pse=3"});

  ASSERT_EQ(reading.errors.size(), 1U);
  EXPECT_STREQ(reading.errors[0].what(),
               "--set network.pse=3: error: network.pse: unknown key (did you mean 'pes'?)");
}

TEST(Settings, NeedAnEqualsSign) {
  EXPECT_THROW(parse_setting("options.rule"), std::invalid_argument);
}

TEST(Settings, RefuseEmptyKeys) {
  EXPECT_THROW(parse_setting("=3"), std::invalid_argument);
  EXPECT_THROW(parse_setting("a..b=3"), std::invalid_argument);
  EXPECT_THROW(parse_setting("a.=3"), std::invalid_argument);
}

}  // namespace
}  // namespace flitwise::scenario_settings_test
