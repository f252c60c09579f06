// The netlists that Yosys makes of the routers as a second implementation: under the same engine,
// PEs and checks they do what the RTL does, event by event, well or ill.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "sim/families/registry.h"
#include "sim/run/runner.h"

namespace flitwise {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> scenarios() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(FLITWISE_TEST_DATA "/netlists"))
    names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

Scenario read(const std::string& name) {
  const ScenarioReading reading =
      read_scenario(fmt::format("{}/netlists/{}.yaml", FLITWISE_TEST_DATA, name));
  for (const ConfigError& error : reading.errors) ADD_FAILURE() << error.what();
  return reading.scenario.value_or(Scenario());
}

Result run(const Scenario& scenario) {
  RunRequest request;
  request.keep_events = true;
  return run_in_child(scenario, request);
}

std::string text_of(const LinkEvent& event) {
  return fmt::format("step {}: {} to {}, kind {}, message {}, flit {}, value {}", event.step,
                     event.from, event.to, static_cast<int>(event.kind), event.message, event.index,
                     event.value);
}

// Two streams in full are of no use to a reader: the first place where they part is.
std::string first_difference(const std::vector<LinkEvent>& rtl,
                             const std::vector<LinkEvent>& netlist) {
  for (std::size_t k = 0; k < std::max(rtl.size(), netlist.size()); ++k) {
    const std::string of_rtl = k < rtl.size() ? text_of(rtl[k]) : "nothing";
    const std::string of_netlist = k < netlist.size() ? text_of(netlist[k]) : "nothing";
    if (k >= rtl.size() || k >= netlist.size() || !(rtl[k] == netlist[k]))
      return fmt::format("event {}: RTL {}; netlist {}", k, of_rtl, of_netlist);
  }
  return {};
}

void expect_same(const Result& rtl, const Result& netlist) {
  EXPECT_EQ(first_difference(rtl.events, netlist.events), "");
  EXPECT_EQ(rtl.outcome, netlist.outcome);
  EXPECT_EQ(rtl.router_cycles, netlist.router_cycles);
  EXPECT_EQ(rtl.collisions, netlist.collisions);
  EXPECT_EQ(rtl.port_violations, netlist.port_violations);
  ASSERT_EQ(rtl.checks.size(), netlist.checks.size());
  for (std::size_t k = 0; k < rtl.checks.size(); ++k) {
    if (rtl.checks[k].name == "assertion_failures") continue;  // netlists have no assertions
    EXPECT_EQ(rtl.checks[k].measured, netlist.checks[k].measured) << rtl.checks[k].name;
  }
}

class Netlists : public ::testing::TestWithParam<std::string> {};

TEST_P(Netlists, DoWhatTheRtlDoesEventByEvent) {
  Scenario scenario = read(GetParam());
  const Result rtl = run(scenario);
  scenario.options.build = Build::kNetlist;
  const Result netlist = run(scenario);

  EXPECT_GT(rtl.flit_hops, 0);
  EXPECT_EQ(static_cast<std::int64_t>(rtl.events.size()), rtl.flit_hops);
  EXPECT_EQ(rtl.outcome, GetParam() == "tree_collision" ? Outcome::kFail : Outcome::kPass);
  EXPECT_THAT(netlist.variant, ::testing::EndsWith("netlist"));
  expect_same(rtl, netlist);
}

INSTANTIATE_TEST_SUITE_P(Scenarios, Netlists, ::testing::ValuesIn(scenarios()),
                         [](const auto& name) { return name.param; });

TEST(NetlistScenarios, AreOfEveryFamilyAndOperation) {
  std::set<std::pair<const Family*, std::string>> seen;
  for (const std::string& name : scenarios()) {
    const Scenario scenario = read(name);
    seen.emplace(scenario.family, scenario.operation);
  }
  // Trees and covers: scatter, gather. Fat trees: all but traffic. Tori: broadcast, traffic. Star
  // graphs: broadcast, scatter, multinode, exchange.
  EXPECT_EQ(seen.size(), 2U + 2U + 5U + 2U + 4U);
}

}  // namespace
}  // namespace flitwise
