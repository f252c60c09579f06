#include "tests/system/collective/word_runs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "sim/collective/collective_scenario.h"
#include "sim/families/registry.h"
#include "sim/run/family/family.h"
#include "sim/run/family/shared_words.h"
#include "sim/run/runner.h"
#include "tb/theory/collective/collective_timing.h"
#include "tests/support/draw.h"
#include "tests/system/torus/torus_runs.h"
#include "tests/system/tree/small_trees.h"

namespace flitwise::word_runs {
namespace {

using Operation = CollectiveOperation;

constexpr ShapeIndex kTrees = shape_index<TreeShape>();
constexpr ShapeIndex kFatTrees = shape_index<FatTree>();
constexpr ShapeIndex kTori = shape_index<Torus>();
constexpr ShapeIndex kMeshes = shape_index<XyMesh>();

bool has_overheads(ShapeIndex network) { return network == kTori || network == kMeshes; }

bool is_of_blocks(Operation operation) {
  return operation == Operation::kAllGather || operation == Operation::kAllToAll;
}

WordNetwork tree(const std::vector<Node>& parents, const char* ports) {
  return {fmt::format("kind: tree, parents: [{}]", fmt::join(parents, ", ")),
          fmt::format("ports: {}", ports), static_cast<Node>(parents.size())};
}

WordNetwork grid(const char* kind, const std::vector<int>& sides, const std::string& options) {
  Node pes = 1;
  for (const int side : sides) pes *= side;
  return {fmt::format("kind: {}, sides: [{}]", kind, fmt::join(sides, ", ")), options, pes};
}

WordNetwork fat_tree(int arity, int levels, const std::vector<int>& capacities,
                     const std::string& options) {
  Node leaves = 1;
  for (int level = 0; level < levels; ++level) leaves *= arity;
  return {fmt::format("kind: fat-tree, leaves: {}, arity: {}, capacities: [{}]", leaves, arity,
                      fmt::join(capacities, ", ")),
          options, leaves};
}

std::vector<WordNetwork> small_trees() {
  std::vector<WordNetwork> all;
  for (Node pes = 2; pes <= 5; ++pes)
    for (const std::vector<Node>& parents : test::tree_shapes(pes))
      for (const char* ports : {"single", "multi"}) all.push_back(tree(parents, ports));
  return all;
}

std::vector<WordNetwork> small_fat_trees() {
  return {fat_tree(2, 1, {1}, ""),    fat_tree(2, 2, {1, 1}, ""),    fat_tree(2, 2, {1, 2}, ""),
          fat_tree(3, 1, {1}, ""),    fat_tree(2, 3, {1, 1, 1}, ""), fat_tree(2, 3, {1, 2, 4}, ""),
          fat_tree(3, 2, {1, 2}, ""), fat_tree(2, 2, {2, 2}, "")};
}

std::vector<WordNetwork> stars() {
  return {{"kind: star-graph, n: 3", "", 6},
          {"kind: star-graph, n: 4", "", 24},
          {"kind: star-graph, n: 5", "", 120}};
}

std::vector<WordNetwork> small_grids(ShapeIndex network) {
  const char* kind = network == kTori ? "torus" : "xy-mesh";
  std::vector<WordNetwork> all;
  if (network == kTori)
    for (int x = 1; x <= 5; ++x) all.push_back(grid(kind, {x}, ""));
  for (int x = 1; x <= 5; ++x)
    for (int y = 1; y <= 5; ++y) all.push_back(grid(kind, {x, y}, ""));
  if (network == kTori)
    for (const std::vector<int>& sides : {std::vector<int>{2, 2}, {2, 4}, {3, 3}, {5, 3}})
      all.push_back(grid(kind, sides, "dimension_order: [1, 0]"));
  return all;
}

void add_sizes(const WordCase& base, std::vector<WordCase>& cases) {
  const bool is_barrier = base.operation == Operation::kBarrier;
  const bool is_slow = has_overheads(base.method->network);
  for (const Flits words : {1, 2, 7})
    for (const Step add : {0, 2})
      for (const Step overhead : {0, 3}) {
        if ((is_barrier && words > 1) || (!combines(base.operation) && add > 0) ||
            (!is_slow && overhead > 0))
          continue;
        WordCase one = base;
        one.words = words;
        one.add = add;
        one.overhead = overhead;
        cases.push_back(one);
        if (!base.method->has_pace) continue;
        one.more_options = "meeting: own-pace";
        cases.push_back(one);
        if (base.method->combine == nullptr || base.operation == Operation::kMulticast) continue;
        one.more_options += ", operand_depth: 1";
        cases.push_back(one);
      }
}

// Of four sorts: any, equal sides, powers of two, powers of three.
std::vector<int> drawn_sides(test::Draw& draw, int dimensions) {
  constexpr int kMostNodes = 64;
  const int sort = draw.between(0, 3);
  const int common = draw.between(2, dimensions == 1 ? 16 : dimensions == 2 ? 8 : 4);
  std::vector<int> sides;
  int nodes = 1;
  for (int d = 0; d < dimensions; ++d) {
    const int most = kMostNodes / nodes;
    int side = 1;
    if (sort == 0) side = draw.between(1, std::min(12, most));
    if (sort == 1) side = common <= most ? common : 1;
    for (int power = draw.between(0, 3); sort >= 2 && power > 0; --power)
      if (side * sort <= most) side *= sort;
    sides.push_back(side);
    nodes *= side;
  }
  return sides;
}

WordNetwork drawn_tree(test::Draw& draw) {
  const int pes = draw.between(2, 24);
  const int reach = draw.between(1, 24);  // few: deep; many: wide
  std::vector<Node> parents{kNoNode};
  for (int v = 1; v < pes; ++v) parents.push_back(draw.between(std::max(0, v - reach), v - 1));
  return tree(parents, draw.between(0, 2) == 0 ? "single" : "multi");
}

// Of shapes whose models are built soon.
// Every other time that of the default.
std::string drawn_order(test::Draw& draw, std::size_t dimensions) {
  if (draw.between(0, 1) == 0) return "";
  std::vector<int> order;
  for (std::size_t d = 0; d < dimensions; ++d) {
    const int place = draw.between(0, static_cast<int>(d));
    order.insert(order.begin() + place, static_cast<int>(d));
  }
  return fmt::format("dimension_order: [{}]", fmt::join(order, ", "));
}

WordNetwork drawn_network(test::Draw& draw, ShapeIndex network) {
  if (network == kTrees) return drawn_tree(draw);
  if (network == kFatTrees) return draw.one_of(small_fat_trees());
  if (network == kTori) {
    const std::vector<int> sides = drawn_sides(draw, draw.between(1, 3));
    return grid("torus", sides, drawn_order(draw, sides.size()));
  }
  if (network == kMeshes) return grid("xy-mesh", drawn_sides(draw, 2), "");
  return draw.one_of(stars());
}

// What routers and stages are built for.
std::string built_options(test::Draw& draw, const WordMethod& method) {
  std::string options = fmt::format("width: {}", draw.between(1, 21));
  if (method.has_trees && draw.between(0, 1) == 0)
    options += fmt::format(", trees: {}", draw.between(1, 3));
  if (method.has_pace && draw.between(0, 1) == 0) {
    options += ", meeting: own-pace";
    if (method.combine != nullptr && draw.between(0, 1) == 0)
      options += fmt::format(", operand_depth: {}", draw.between(1, 4));
  }
  return options;
}

// What they are used for.
std::string drawn_options(test::Draw& draw, const WordCase& one) {
  static const std::vector<const char*> ops{"sum", "min", "max", "and", "or", "xor"};
  std::string options;
  if (combines(one.operation)) options += fmt::format(", op: {}", draw.one_of(ops));
  if (one.method->has_packets && draw.between(0, 1) == 0)
    options += fmt::format(", packet: {}", draw.between(1, static_cast<int>(one.words)));
  return options;
}

bool is_blamed_well(const ConfigError& error) {
  return error.key() == "algorithm" || error.key() == "length" || error.key() == "block" ||
         error.key().rfind("options.", 0) == 0 || error.key().rfind("network.", 0) == 0;
}

bool has_check(const Result& result, const std::string& name) {
  return std::any_of(result.checks.begin(), result.checks.end(),
                     [&](const Check& check) { return check.name == name; });
}

}  // namespace

bool combines(Operation operation) {
  return !is_of_blocks(operation) && operation != Operation::kMulticast;
}

std::vector<WordNetwork> small_networks(ShapeIndex network) {
  if (network == kTrees) return small_trees();
  if (network == kFatTrees) return small_fat_trees();
  if (network == kTori || network == kMeshes) return small_grids(network);
  return {stars().front(), stars()[1]};
}

std::string text_of(const WordCase& one) {
  std::vector<std::string> options;
  if (!one.network.options.empty()) options.push_back(one.network.options);
  if (!one.more_options.empty()) options.push_back(one.more_options);
  if (one.add > 0) options.push_back(fmt::format("add: {}", one.add));
  if (one.overhead > 0)
    options.push_back(fmt::format("send_overhead: {0}, receive_overhead: {0}", one.overhead));
  std::string text =
      fmt::format("network: {{{}}}\noperation: {}\nalgorithm: {}\n{}options: {{{}}}\n",
                  one.network.network, word_for(collective_operation_words(), one.operation),
                  one.method->word, one.more, fmt::join(options, ", "));
  if (one.operation != Operation::kBarrier)
    text += fmt::format("{}: {}\n", is_of_blocks(one.operation) ? "block" : "length", one.words);
  if (one.method->has_root(one.operation)) text += fmt::format("root: {}\n", one.root);
  return text;
}

std::vector<WordCase> small_cases(const WordMethod& method) {
  std::vector<WordCase> cases;
  for (const WordNetwork& network : small_networks(method.network))
    for (const Operation operation : method.operations) {
      WordCase base;
      base.network = network;
      base.method = &method;
      base.operation = operation;
      if (method.counts_twice) base.more_options = "op: and";
      if (operation == Operation::kMulticast)
        base.more = fmt::format("destinations: [{}]\n", network.pes / 2);
      add_sizes(base, cases);
      if (!method.has_root(operation) || network.pes == 1) continue;
      base.root = network.pes - 1;
      add_sizes(base, cases);
    }
  return cases;
}

// Stages that combine, switches and star routers are compiled on first use.
bool needs_compiling(const WordMethod& method) {
  return method.combine != nullptr || method.network == kFatTrees ||
         method.network == shape_index<StarGraph>();
}

WordCase drawn_case(std::uint64_t shape, std::uint64_t seed) {
  test::Draw of_shape(shape), draw(seed);
  WordCase one;
  one.method = &of_shape.one_of(word_methods());
  const std::string built = built_options(of_shape, *one.method);
  const int add = of_shape.between(0, one.method->combine != nullptr ? 3 : 5);
  test::Draw& of_network = needs_compiling(*one.method) ? of_shape : draw;
  one.network = drawn_network(of_network, one.method->network);
  one.operation = draw.one_of(one.method->operations);
  one.words = one.operation == Operation::kBarrier ? 1
              : is_of_blocks(one.operation)        ? draw.between(1, 6)
                                                   : draw.between(1, 100);
  one.add = combines(one.operation) ? add : 0;
  if (has_overheads(one.method->network) && draw.between(0, 1) == 0)
    one.overhead = draw.between(0, 10);
  one.root = draw.between(0, one.network.pes - 1);
  one.more_options = built + drawn_options(draw, one);
  if (one.operation == Operation::kMulticast)
    one.more = fmt::format("destinations: [{}]\n", draw.between(0, one.network.pes - 1));
  const bool waits = one.method->combine == nullptr ||
                     one.more_options.find("meeting: own-pace") != std::string::npos;
  const bool can_be_late = one.operation == Operation::kBarrier ||
                           (one.method->combine != nullptr && combines(one.operation));
  if (one.method->has_start && waits && can_be_late && draw.between(0, 1) == 0) {
    std::vector<int> late;
    for (Node v = 0; v < one.network.pes; ++v) late.push_back(draw.between(0, 9));
    one.more += fmt::format("start: [{}]\n", fmt::join(late, ", "));
  }
  return one;
}

void expect_as_predicted(const WordCase& one, WordCounts& counts) {
  const std::string text = text_of(one);
  const ScenarioReading reading = read_scenario_text(text, "words.yaml");
  if (!reading.scenario) {
    ++counts.refused;
    for (const ConfigError& error : reading.errors)
      EXPECT_TRUE(is_blamed_well(error)) << text << error.what();
    return;
  }
  ++counts.runs;
  const Result result = run_in_child(*reading.scenario, {});
  EXPECT_EQ(result.outcome, Outcome::kPass) << text;
  for (const Check& check : result.checks)
    EXPECT_TRUE(check.ok) << text << check.name << ": measured " << check.measured << ", predicted "
                          << check.predicted;
  for (const std::string& problem : result.problems) ADD_FAILURE() << text << problem;
  EXPECT_TRUE(has_check(result, "contents")) << text;
  counts.done += has_check(result, "done") ? 1 : 0;
  counts.events += has_check(result, "events") ? 1 : 0;
}

void expect_to_end_in_its_finish(const WordCase& one, WordCounts& counts) {
  const std::string text = text_of(one);
  ScenarioReading reading = read_scenario_text(text, "words.yaml");
  if (!reading.scenario) return;
  const Step finish = run_in_child(*reading.scenario, {}).measured.finish;
  if (finish < 2) return;
  ++counts.runs;
  reading.scenario->options.max_steps = finish;
  const Result whole = run_in_child(*reading.scenario, {});
  EXPECT_EQ(whole.outcome, Outcome::kPass) << text;
  EXPECT_TRUE(whole.lower_bound) << text;
  reading.scenario->options.max_steps = finish - 1;
  const Result cut = run_in_child(*reading.scenario, {});
  EXPECT_EQ(cut.outcome, Outcome::kNoEnd) << text;
  EXPECT_TRUE(cut.measured.find("done")->is_nothing()) << text;
  EXPECT_FALSE(testing_support::check_of(cut, "done").decided) << text;
  if (one.method->combine == nullptr) return;
  // "3 of 4 words"
  EXPECT_EQ(std::stoll(testing_support::check_of(cut, "contents").measured),
            std::stoll(testing_support::check_of(cut, "delivered_flits").measured))
      << text;
}

namespace {

void add_option(WordCase& one, const std::string& option) {
  one.more_options += (one.more_options.empty() ? "" : ", ") + option;
}

// With a fault; nothing where the reader refuses the case or the fault.
std::optional<Scenario> broken_scenario(const WordCase& one, WordCounts& counts) {
  const std::string text = text_of(one);
  ScenarioReading reading = read_scenario_text(text, "words.yaml");
  ++(reading.scenario ? counts.runs : counts.refused);
  for (const ConfigError& error : reading.errors)
    EXPECT_TRUE(is_blamed_well(error)) << text << error.what();
  return std::move(reading.scenario);
}

// When the programs, one of which is broken, are done, if no two messages meet.
std::optional<Step> timed_done(const Scenario& scenario) {
  const CollectiveScenario& collective = collective_of(scenario);
  const WordRun& run = *collective.words;
  if (!run.broken) return std::nullopt;
  Collective schedule = *collective.schedule;
  schedule.programs[index_of(run.broken->pe)] = run.broken->ops;
  const auto machine = collective.host.family->make_host(collective.host);
  const auto carrier = machine->carry(place_transfers(collective));
  const theory::CollectiveTiming timing = theory::time_collective(
      schedule, [&](std::size_t transfer) { return *carrier->way(transfer); });
  return timing.is_exact() ? std::optional(timing.done) : std::nullopt;
}

}  // namespace

void expect_to_notice_double(WordCase one, Node pe, WordCounts& counts) {
  add_option(one, fmt::format("break: {{double: {}}}", pe));
  const std::optional<Scenario> scenario = broken_scenario(one, counts);
  if (!scenario) return;
  SCOPED_TRACE(text_of(one));
  const Result result = run_in_child(*scenario, {});
  EXPECT_NE(result.outcome, Outcome::kPass);
  const bool goes_through_stages = one.method->combine != nullptr;
  if (!goes_through_stages) {
    EXPECT_FALSE(testing_support::check_of(result, "contents").ok);
  }
  const std::string how = goes_through_stages            ? "hands its operand of word "
                          : one.method->merge != nullptr ? "sends its operand for leaf "
                          : one.method->counts_twice     ? "operand"
                                                         : "twice";
  const bool is_of_fat_tree = one.network.network.find("fat-tree") != std::string::npos;
  const bool at_leaf = one.method->merge != nullptr || (goes_through_stages && is_of_fat_tree);
  const std::string name = at_leaf ? "leaf {}" : "PE {}";
  EXPECT_TRUE(std::any_of(result.problems.begin(), result.problems.end(), [&](const auto& told) {
    return told.find(how) != std::string::npos &&
           (one.method->counts_twice || told.find(fmt::format(name, pe)) != std::string::npos);
  })) << testing::PrintToString(result.problems);
}

void expect_to_notice_late(WordCase one, Node pe, Step by, WordCounts& counts) {
  add_option(one, fmt::format("break: {{late: {}, by: {}}}", pe, by));
  const std::optional<Scenario> scenario = broken_scenario(one, counts);
  if (!scenario) return;
  SCOPED_TRACE(text_of(one));
  const Result result = run_in_child(*scenario, {});
  EXPECT_NE(result.outcome, Outcome::kPass);
  if (const std::optional<Step> done = timed_done(*scenario)) {
    ++counts.done;
    EXPECT_EQ(testing_support::check_of(result, "done").measured, std::to_string(*done));
    EXPECT_TRUE(testing_support::check_of(result, "contents").ok);
  }
}

}  // namespace flitwise::word_runs
