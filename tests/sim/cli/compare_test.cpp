#include "sim/run/family/compare.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/collective/collective_scenario.h"
#include "sim/families/registry.h"
#include "sim/families/tree/tree_language.h"
#include "sim/report/report_table.h"
#include "sim/text/report_text.h"
#include "tests/sim/support.h"

namespace flitwise {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<Variant> variants(const std::string& text, const std::string& file = "scenario.yaml") {
  const ScenarioReading reading = read_scenario_text(text, file);
  for (const ConfigError& error : reading.errors) ADD_FAILURE() << error.what();
  return reading.scenario ? variants_of(reading) : std::vector<Variant>{};
}

std::vector<std::string> labels(const std::vector<Variant>& variants) {
  std::vector<std::string> labels;
  for (const Variant& variant : variants) labels.push_back(label_of(variant.scenario));
  return labels;
}

std::size_t count_certifications(const std::vector<std::string>& labels) {
  return static_cast<std::size_t>(
      std::count_if(labels.begin(), labels.end(),
                    [](const std::string& label) { return label.rfind("certification", 0) == 0; }));
}

std::string gather(const std::string& network, const std::string& rest) {
  return "network: " + network + "\noperation: gather\nlengths: {each: 1}\n" + rest;
}

std::string scatter(const std::string& rest) {
  return "network: {parents: [-1, 0, 1, 0, 1]}\noperation: scatter\nlengths: [0, 0, 1, 2, 3]\n" +
         rest;
}

TEST(Variants, OfAScatterAreItsOrders) {
  EXPECT_THAT(labels(variants(scatter("algorithm: fdf\n"))),
              ElementsAre("fdf", "order (by number)", "order (nearest first)", "fdf (multiport)"));
}

TEST(Variants, KeepAnOrderOfTheUsers) {
  const std::vector<Variant> all = variants(scatter("algorithm: order\norder: [3, 4, 2]\n"));

  EXPECT_THAT(labels(all), ElementsAre("order (as given)", "fdf", "order (by number)",
                                       "order (nearest first)", "fdf (multiport)"));
  EXPECT_EQ(all[0].origin, Origin::kOwn);
  EXPECT_THAT(tree_of(all[0].scenario).order, ElementsAre(3, 4, 2));
}

TEST(Variants, OrderOnlyPesThatHaveAMessage) {
  const std::vector<Variant> all = variants(scatter("algorithm: fdf\n"));

  EXPECT_THAT(tree_of(all[1].scenario).order, ElementsAre(2, 3, 4));
  EXPECT_THAT(tree_of(all[2].scenario).order, ElementsAre(3, 2, 4));
}

TEST(Variants, StandOnceWhereTheOwnOrderIsOneOfThem) {
  EXPECT_THAT(labels(variants(scatter("algorithm: order\norder: [3, 2, 4]\n"))),
              ElementsAre("order (nearest first)", "fdf", "order (by number)", "fdf (multiport)"));
}

TEST(Variants, OfAGatherAreEveryRuleWithEverySync) {
  const auto all =
      labels(variants(gather("{shape: star, leaves: 3}", "algorithm: certification\n")));

  EXPECT_EQ(all.size(), rule_words().size() * (sync_words().size() + 1));
  for (const auto& rule : rule_words()) {
    for (const auto& sync : sync_words())
      EXPECT_THAT(all,
                  Contains(std::string("certification (") + rule.word + ", " + sync.word + ")"));
    EXPECT_THAT(all, Contains(std::string("certification (") + rule.word + ", multiport)"));
  }
}

TEST(Variants, TapShouldersOnThePathWithAndWithoutEndMark) {
  const auto all = labels(variants(gather("{shape: path, pes: 4}", "algorithm: certification\n")));

  EXPECT_THAT(all, Contains("shoulder-tap"));
  EXPECT_THAT(all, Contains("shoulder-tap (end mark)"));
  EXPECT_THAT(all, Contains("shoulder-tap (multiport)"));
  EXPECT_THAT(all, Contains("shoulder-tap (multiport, end mark)"));
}

TEST(Variants, DropOptionsThatBelongToAnotherAlgorithm) {
  const auto from_rule = labels(variants(gather(
      "{shape: path, pes: 4}", "algorithm: certification\noptions: {rule: paper, sync: seq}\n")));
  const auto from_end_mark = labels(variants(
      gather("{shape: path, pes: 4}", "algorithm: shoulder-tap\noptions: {end_mark: true}\n")));

  EXPECT_EQ(from_rule[0], "certification (paper, seq)");
  EXPECT_EQ(from_end_mark[0], "shoulder-tap (end mark)");
  EXPECT_EQ(from_rule.size(), from_end_mark.size());
  EXPECT_THAT(from_rule, testing::UnorderedElementsAreArray(from_end_mark));
}

TEST(Variants, KeepAllOtherOptions) {
  for (const Variant& variant :
       variants(gather("{shape: path, pes: 4}",
                       "algorithm: certification\noptions: {max_steps: 77, checkers: false}\n"))) {
    EXPECT_EQ(variant.scenario.options.max_steps, 77);
    EXPECT_FALSE(variant.scenario.options.checkers);
  }
}

TEST(Variants, LeaveOutWhatTheScenarioLanguageRefuses) {
  // More flits than a certificate can count.
  const auto all =
      labels(variants("network: {shape: path, pes: 3}\noperation: gather\nalgorithm: shoulder-tap\n"
                      "lengths: {each: 200000}\n"));

  EXPECT_THAT(all, ElementsAre("shoulder-tap", "shoulder-tap (end mark)",
                               "shoulder-tap (multiport)", "shoulder-tap (multiport, end mark)"));
}

std::vector<RefusedVariant> refused(const std::string& text) {
  const ScenarioReading reading = read_scenario_text(text, "scenario.yaml");
  for (const ConfigError& error : reading.errors) ADD_FAILURE() << error.what();
  return reading.scenario ? family_of(*reading.scenario).refused_alternatives(reading)
                          : std::vector<RefusedVariant>{};
}

TEST(Variants, ThatTheScenarioLanguageRefusesAreNamedWithTheirRule) {
  const std::vector<RefusedVariant> all = refused(scatter("algorithm: fdf\n"));

  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].settings[0].path, "order");
  EXPECT_EQ(all[0].settings[0].value, "[2, 3, 4]");
  EXPECT_EQ(all[0].settings[2].path, "options.ports");
  EXPECT_EQ(all[0].rule,
            "options.ports: 'multi' has no single order: PE 0 sends over all its links at once; "
            "use fdf");
}

TEST(Variants, ThatLatenciesRuleOutAreNamed) {
  const std::vector<RefusedVariant> all =
      refused(gather("{parents: [-1, 0, 0]}",
                     "algorithm: certification\noptions: {link_latency: {1: {down: 2}}}\n"));

  EXPECT_THAT(refused_text(all, 0),
              HasSubstr("variants with options.sync=mirror algorithm=certification "
                        "options.ports=single: options.sync: 'mirror' needs links that take as"));
}

TEST(Variants, OnASpanningTreeThatCannotBeAreNamed) {
  // In the tree by breadth, PE 0 has more children than a router has links.
  const test::TemporaryDirectory directory;
  std::string edges;
  for (Node v = 1; v <= kMostChildren + 1; ++v)
    edges += fmt::format("0 {0}\n{0} {1}\n", v, v % (kMostChildren + 1) + 1);
  test::write_text(directory.path("hub.txt"), edges);
  const std::vector<RefusedVariant> all =
      refused(gather("{kind: graph, file: " + directory.path("hub.txt") + ", spanning: broadcast}",
                     "algorithm: certification\n"));

  EXPECT_THAT(refused_text(all, 0), HasSubstr("1 variant with network.spanning=bfs: network"));
}

TEST(RefusedVariants, AreALineForEachRuleWithWhatTheyHaveInCommon) {
  const std::vector<RefusedVariant> some{
      {{{"algorithm", "x"}, {"options.rule", "a"}}, "algorithm: 'x' is not"},
      {{{"algorithm", "x"}, {"options.rule", "b"}}, "algorithm: 'x' is not"},
      {{{"order", std::string(100, '1')}}, "order: must be shorter"},
      {{}, "network: is too large"}};

  EXPECT_EQ(refused_text(some, 0),
            "  not run: 2 variants with algorithm=x: algorithm: 'x' is not\n"
            "  not run: 1 variant with order=" +
                cut_to_width(std::string(100, '1'), 32) +
                ": order: must be shorter\n"
                "  not run: 1 variant: network: is too large\n");
  EXPECT_THAT(refused_text(some, 30),
              testing::StartsWith("  not run: 2 variants with\n  algorithm=x: algorithm: 'x'\n"));
}

TEST(Variants, HaveOneSyncPerRuleWhereMultiportLeavesNoChoice) {
  const auto from_multi = labels(variants(
      gather("{shape: star, leaves: 3}", "algorithm: certification\noptions: {ports: multi}\n")));
  const auto from_single =
      labels(variants(gather("{shape: star, leaves: 3}", "algorithm: certification\n")));

  EXPECT_EQ(from_multi[0], "certification (pos, multiport)");
  EXPECT_THAT(from_multi, testing::UnorderedElementsAreArray(from_single));
}

TEST(Variants, HaveNoSingleOrderInAMultiportScatter) {
  EXPECT_THAT(labels(variants(scatter("algorithm: fdf\noptions: {ports: multi}\n"))),
              ElementsAre("fdf (multiport)", "fdf", "order (by number)", "order (nearest first)"));
}

TEST(Variants, HaveTheOtherSortCostsOnlyWhereOneIsSet) {
  const std::string star = "{shape: star, leaves: 3}";
  const auto without = labels(variants(gather(star, "algorithm: certification\n")));
  const auto with =
      labels(variants(gather(star, "algorithm: certification\noptions: {sort_cost: d}\n")));

  EXPECT_THAT(without, Not(Contains(HasSubstr("K = "))));
  EXPECT_EQ(with[0], "certification (pos, slot, K = d)");
  EXPECT_THAT(with, Contains("certification (pos, slot)"));
  EXPECT_THAT(with, Contains("certification (pos, slot, K = 1)"));
  EXPECT_THAT(with, Contains("certification (tight, K = d, multiport)"));
  // Mirror leaves no step to sort.
  EXPECT_EQ(with.size(), rule_words().size() * sync_words().size() + 3);
}

TEST(Variants, OfACoverAreItsRulesAndTheTimetableOnEveryCover) {
  const std::vector<Variant> all =
      variants(gather("{kind: mesh, sides: [2, 3]}", "algorithm: certification\n"));

  EXPECT_EQ(all.size(), rule_words().size() + 2);
  EXPECT_THAT(labels(all), Contains("certification (paper, multiport)"));
  EXPECT_EQ(label_of(all[all.size() - 2].scenario), "timetable (multiport)");
  EXPECT_EQ(all[all.size() - 2].scenario.shape, "mesh 2 x 3 cover");
  EXPECT_EQ(all.back().scenario.shape, "mesh 2 x 3 shared cover");
}

TEST(Variants, OfATimetableAreTheSame) {
  const std::vector<Variant> all =
      variants(gather("{kind: mesh, sides: [2, 3], cover: shared}", "algorithm: timetable\n"));

  EXPECT_EQ(all.size(), rule_words().size() + 2);
  EXPECT_EQ(label_of(all[0].scenario), "timetable (multiport)");
  EXPECT_THAT(labels(all), Contains("certification (paper, multiport)"));
}

TEST(Variants, OfACoverWithASetupCostHaveNoTimetable) {
  const std::vector<Variant> all = variants(
      gather("{kind: mesh, sides: [2, 3]}", "algorithm: certification\noptions: {setup: 3}\n"));

  EXPECT_EQ(all.size(), rule_words().size());
}

TEST(Variants, OfATorusAreItsCoversToo) {
  const std::vector<Variant> gathers = variants(
      gather("{kind: torus-cover, sides: [3, 4], cover: spanning}", "algorithm: certification\n"));
  const std::vector<Variant> scatters = variants(
      "network: {kind: torus-cover, sides: [3, 4]}\noperation: scatter\nalgorithm: fdf\n"
      "lengths: {each: 1}\n");

  EXPECT_EQ(gathers.size(), 3 * rule_words().size() + 4);
  EXPECT_EQ(gathers[0].scenario.shape, "torus 3 x 4 spanning cover");
  ASSERT_EQ(scatters.size(), 4U);
  EXPECT_EQ(scatters[0].scenario.shape, "torus 3 x 4 joint cover");
  EXPECT_EQ(scatters[1].scenario.shape, "torus 3 x 4 spanning cover");
  EXPECT_EQ(scatters[2].scenario.shape, "torus 3 x 4 spanning_short cover");
  EXPECT_EQ(scatters[3].scenario.shape, "torus 3 x 4 shared cover");
}

TEST(Variants, OfAMeshAreItsCoversWhereBothCanDoIt) {
  const std::vector<Variant> scatters = variants(
      "network: {kind: mesh, sides: [3, 4], cover: shared}\noperation: scatter\nalgorithm: fdf\n"
      "lengths: {each: 1}\n");

  ASSERT_EQ(scatters.size(), 2U);
  EXPECT_EQ(scatters[0].scenario.shape, "mesh 3 x 4 shared cover");
  EXPECT_EQ(scatters[1].scenario.shape, "mesh 3 x 4 cover");
}

TEST(Variants, OfACoverHaveTheOtherSortCostsWhereOneIsSet) {
  const auto all = labels(variants(gather("{kind: mesh, sides: [2, 3]}",
                                          "algorithm: certification\noptions: {sort_cost: 1}\n")));

  EXPECT_EQ(all.size(), rule_words().size() + 3 + 2);
  EXPECT_THAT(all, Contains("certification (pos, K = dlogd, multiport)"));
}

TEST(Variants, GrowOnEverySpanningTreeOfAGraph) {
  const std::vector<Variant> all =
      variants(gather("{kind: graph, file: graphs/wheel_65.dot, spanning: broadcast}",
                      "algorithm: certification\n"),
               FLITWISE_SOURCE_DIR "/sim/scenarios/scenario.yaml");

  EXPECT_EQ(all.size(), 2 * rule_words().size() * (sync_words().size() + 1));
  EXPECT_EQ(all[0].scenario.shape, "graph wheel_65.dot of 65, broadcast");
  std::size_t breadth_first = 0;
  for (const Variant& variant : all)
    breadth_first += variant.scenario.shape == "graph wheel_65.dot of 65, bfs" ? 1 : 0;
  EXPECT_EQ(breadth_first, all.size() / 2);
}

TEST(Variants, HaveExactlyOneOfTheirOwn) {
  const std::vector<Variant> all =
      variants(gather("{shape: path, pes: 4}", "algorithm: certification\n"));
  EXPECT_EQ(all[0].origin, Origin::kOwn);
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_EQ(all[i].origin, Origin::kAlternative);
  EXPECT_EQ(count_certifications(labels(all)), all.size() - 4);
}

ComparedRun compared(const std::string& label, Step finish, Step quiesce, Outcome outcome) {
  ComparedRun run;
  run.label = label;
  run.result = test::certification_result();
  run.result.measured.finish = finish;
  run.result.measured.quiesce = quiesce;
  run.result.outcome = outcome;
  run.costs = families().by_kind().front()->costs(run.result);
  return run;
}

// Neither by name nor by chance.
TEST(Comparison, PutsTheBestFinishFirstThenQuiesceAndLeavesEqualsInTheirOrder) {
  std::vector<ComparedRun> runs{
      compared("slow", 9, 9, Outcome::kPass), compared("b", 7, 8, Outcome::kPass),
      compared("a", 7, 8, Outcome::kPass), compared("noisy", 7, 9, Outcome::kPass)};
  sort_best_first(runs);

  std::vector<std::string> order;
  for (const ComparedRun& run : runs) order.push_back(run.label);
  EXPECT_THAT(order, ElementsAre("b", "a", "noisy", "slow"));
}

TEST(Comparison, TrustsNoFinishOfARunThatFailed) {
  std::vector<ComparedRun> runs{compared("hangs", 1, 1, Outcome::kNoEnd),
                                compared("fails", 2, 2, Outcome::kFail),
                                compared("passes", 9, 9, Outcome::kPass)};
  sort_best_first(runs);

  EXPECT_EQ(runs[0].label, "passes");
  EXPECT_EQ(runs[1].label, "fails");
  EXPECT_EQ(runs[2].label, "hangs");
}

std::vector<double> costs_of(const std::string& scenario, const Figure::Members& figures) {
  const ScenarioReading reading = read_scenario_text(scenario, "scenario.yaml");
  Result result;
  result.measured = {9, 9, figures};
  return family_of(reading.scenario.value()).costs(result);
}

TEST(Comparison, RanksTrafficByLatencyWhereAllIsAcceptedElseByThroughput) {
  const auto costs = [](std::int64_t stable, double accepted, double latency) {
    return costs_of(
        "network: {kind: torus, sides: [4, 4]}\noperation: traffic\nalgorithm: uniform\n"
        "options: {rate: 0.1, seed: 1}\n",
        {{"accepted", accepted},
         {"stable", stable},
         {"latency", Figure::Members{{"mean", Figure(latency)}}}});
  };
  EXPECT_LT(costs(1, 0.4, 7), costs(1, 0.5, 8));
  EXPECT_LT(costs(1, 0.4, 900), costs(0, 0.9, 1));
  EXPECT_LT(costs(0, 0.6, 900), costs(0, 0.5, 1));
  EXPECT_EQ(costs(0, 0.6, 900), costs(0, 0.6, 1));
}

// Packets by copies: so many came in none, in one, ...
TEST(Comparison, RanksRunsOnStarGraphsByWhatIsLostBeforeTheirFinish) {
  const auto costs = [](const std::vector<std::int64_t>& packets, Figure::Members more = {}) {
    more.emplace_back("copies", Figure::Members{{"histogram", packets}});
    return costs_of("network: {kind: star-graph, n: 4}\noperation: broadcast\n", more);
  };
  EXPECT_EQ(costs({0, 4, 2})[0], 0);
  EXPECT_LT(costs({1, 4, 2}), costs({2, 0, 9}));
  EXPECT_LT(costs({0, 9, 0}), costs({1, 0, 9}));
  EXPECT_EQ(costs({2, 4}, {{"votes", Figure::Members{{"wrong", 3}, {"undecided", 1}}}})[0], 6);
}

std::vector<std::string> notes_of(const std::string& sides, const std::string& rest) {
  const ScenarioReading reading =
      read_scenario_text("network: {kind: torus, sides: " + sides + "}\n" + rest, "scenario.yaml");
  return family_of(reading.scenario.value()).comparison_notes(reading);
}

TEST(Comparison, OfTwoScattersLeavesOutAnOrderThatCollides) {
  const auto of = [](int second, const std::string& orders) {
    return labels(
        variants("network: {kind: fat-tree, leaves: 8, capacities: constant}\noperation: scatter\n"
                 "algorithm: order\nroot: [0, " +
                 std::to_string(second) + "]\norder: " + orders + "\n"));
  };
  const std::string furthest = "furthest-first (from 0 and ";

  EXPECT_THAT(of(4, "[[6, 7, 4, 5, 2, 3, 1], [2, 3, 0, 1, 6, 7, 5]]"),
              Not(Contains(HasSubstr(furthest))));
  EXPECT_THAT(of(5, "[[7, 6, 5, 4, 3, 2, 1], [2, 3, 0, 1, 6, 7, 4]]"),
              Contains(HasSubstr(furthest)));
}

TEST(Comparison, OfBroadcastsSaysFromWhichLengthOnWhichIsFirst) {
  const auto notes = notes_of(
      "[8, 8]", "operation: broadcast\nlength: 11\noptions: {send_overhead: 1, barrier: false}\n");

  EXPECT_THAT(
      notes, ElementsAre("theory alone: 4 edge-disjoint trees, idealised and not run, would "
                         "finish after step 54, with packets of 1 flit",
                         testing::AllOf(
                             testing::StartsWith("first by theory: peel (own pace) from 1 flit on, "
                                                 "edn (barrier) from 2 flits on, "
                                                 "packet-tree (own pace) from "),
                             HasSubstr("; the trees would be from "))));
}

TEST(Comparison, SaysNothingOfBroadcastsThatAreNone) {
  EXPECT_TRUE(notes_of("[1, 1]", "operation: broadcast\nlength: 1\n").empty());
  EXPECT_TRUE(
      notes_of("[4, 4]", "operation: traffic\nalgorithm: uniform\noptions: {rate: 0.1, seed: 1}\n")
          .empty());
}

TEST(Comparison, RanksWhatTheScenarioAllowsAndNamesTheRestApart) {
  const std::string sum = "operation: allreduce\nalgorithm: ring\nlength: 64\n";
  const std::string any =
      "swing-latency, in-network-trees from 2 words on, bidir from 162 words on";

  EXPECT_THAT(notes_of("[8]", sum),
              ElementsAre("by the formulas the fastest is " + any + " (up to 1048576 words)"));
  EXPECT_THAT(notes_of("[8]", sum + "options: {combine: pe}\n"),
              ElementsAre(AllOf(HasSubstr("fastest is swing-latency, half-way from 2 words on"),
                                Not(HasSubstr("in-network"))),
                          "without options.combine it is " + any));
  EXPECT_THAT(notes_of("[8]",
                       "operation: allreduce\nalgorithm: in-network\nlength: 64\n"
                       "options: {combine: network}\n"),
              ElementsAre(testing::StartsWith("by the formulas the fastest is in-network"),
                          "without options.combine it is " + any));
  EXPECT_THAT(notes_of("[8]",
                       "operation: allreduce\nalgorithm: in-network\nlength: 64\n"
                       "start: 3\noptions: {meeting: own-pace}\n"),
              testing::IsEmpty());
}

// Those that keep to a timetable are refused, and not run as if all PEs came in time.
TEST(Variants, OfABarrierWaitForPesThatComeLate) {
  const std::string text =
      "network: {parents: [-1, 0, 0, 1]}\noperation: barrier\nalgorithm: in-network\n"
      "start: [0, 0, 2, 1]\noptions: {ports: multi, meeting: own-pace}\n";
  const std::vector<Variant> all = variants(text);

  EXPECT_THAT(labels(all), ElementsAre("in-network (own pace, late PEs)",
                                       "in-network-centre (own pace, late PEs)"));
  for (const Variant& variant : all)
    EXPECT_THAT(collective_of(variant.scenario).words->request.start, ElementsAre(0, 0, 2, 1));
}

TEST(Variants, OfABarrierOfPesThatComeLateCombineAtTheirOwnPace) {
  const std::vector<Variant> all = variants(
      "network: {kind: torus, sides: [3]}\noperation: barrier\nalgorithm: half-way\n"
      "start: [0, 5, 2]\n");

  EXPECT_THAT(labels(all),
              ElementsAre("half-way (late PEs)", "in-network (own pace, late PEs)",
                          "in-network-trees (own pace, late PEs)", "flood (late PEs)"));
}

TEST(Comparison, AlignsItsRowsAndMarksTheOwnVariant) {
  std::vector<ComparedRun> runs{compared("tap", 10, 11, Outcome::kPass),
                                compared("certification", 9, 9, Outcome::kNoEnd)};
  runs[0].result.measured.others.clear();
  runs[0].result.lower_bound = 8;
  runs[1].origin = Origin::kOwn;

  EXPECT_EQ(render_comparison(runs, Colour::kNever),
            "   algorithm      finish  predicted  T_sync  quiesce  at least  ratio  verdict\n"
            "   tap                10          9       -       11         8   1.25  pass\n"
            "*  certification       -          9       4        -         -      -  NO END\n");
}

TEST(Comparison, NamesNetworksWhereTheyDiffer) {
  std::vector<ComparedRun> runs{compared("a", 9, 9, Outcome::kPass),
                                compared("b", 9, 9, Outcome::kPass)};
  EXPECT_THAT(render_comparison(runs, Colour::kNever), Not(HasSubstr("network")));
  runs[1].result.network = "star of 3";

  EXPECT_THAT(render_comparison(runs, Colour::kNever), HasSubstr("network"));
  EXPECT_THAT(render_comparison(runs, Colour::kNever), HasSubstr("star of 3"));
}

TEST(Comparison, HasNoRatioWithoutALowerBound) {
  std::vector<ComparedRun> runs{compared("a", 0, 4, Outcome::kPass)};
  runs[0].result.lower_bound.reset();

  EXPECT_THAT(render_comparison(runs, Colour::kNever), HasSubstr("     -      -  pass\n"));
}

TEST(Comparison, PaintsVerdictsWhereColoursAreWanted) {
  const std::vector<ComparedRun> runs{compared("a", 9, 9, Outcome::kFail)};

  EXPECT_THAT(render_comparison(runs, Colour::kAlways), HasSubstr("\033[1;31mFAIL\033[0m\n"));
}

TEST(Comparison, SaysOnceWhatSeveralVariantsHaveInCommon) {
  std::vector<ComparedRun> runs{
      compared("a", 9, 9, Outcome::kFail), compared("b", 9, 9, Outcome::kFail),
      compared("c", 9, 9, Outcome::kFail), compared("d", 9, 9, Outcome::kPass)};
  runs[0].result.problems = {"PE 4 waits for tap from PE 3"};
  runs[1].result.problems = {"PE 5 waits for tap from PE 4"};
  runs[2].result.problems = runs[0].result.problems;

  EXPECT_EQ(render_compared_details(runs, Detail::kFailures, Colour::kNever, 0),
            "\na, c:\n  problem: PE 4 waits for tap from PE 3\n"
            "\nb:\n  problem: PE 5 waits for tap from PE 4\n");
}

}  // namespace
}  // namespace flitwise
