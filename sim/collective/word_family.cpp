#include "sim/collective/word_family.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/collective/collective_work.h"
#include "sim/collective/combine_work.h"
#include "sim/collective/merge_work.h"
#include "sim/collective/methods/word_methods.h"
#include "sim/collective/word_crossings.h"
#include "sim/collective/word_language.h"
#include "sim/run/family/recipe.h"
#include "sim/run/family/shared_words.h"
#include "sim/run/waves/combine_waves.h"

namespace flitwise {
namespace {

bool is_same(const Scenario& a, const Scenario& b) {
  return collective_of(a).algorithm == collective_of(b).algorithm;
}

std::vector<Scenario> word_alternatives(const ScenarioReading& own, Refusals* refusals = nullptr) {
  const CollectiveScenario& collective = collective_of(*own.scenario);
  const auto shape = collective.host.family->make_host(collective.host)->shape();
  std::vector<Scenario> known{*own.scenario};
  const CollectiveRequest& request = collective.words->request;
  for (const std::string& word : words_for(shape->index(), request.operation)) {
    Recipe recipe{{}, {{"algorithm", word}}};
    const WordMethod* method = find_word_method(shape->index(), request.operation, word);
    // Routers wait for PEs that are late at their own pace alone.
    if (!request.start.empty() && method->combine != nullptr && method->has_pace)
      recipe.settings.push_back({"options.meeting", "own-pace"});
    add_if_new(known, cook(*own.families, recipe, own.values, refusals), is_same);
  }
  known.erase(known.begin());
  return known;
}

std::string variant_of(const WordRun& run) {
  std::vector<std::string> parts;
  const auto add = [&](const char* name, std::int64_t value) {
    if (value > 0) parts.push_back(fmt::format("{} {}", name, value));
  };
  const CollectiveOperation operation = run.request.operation;
  const bool is_blocks =
      operation == CollectiveOperation::kAllGather || operation == CollectiveOperation::kAllToAll;
  if (operation != CollectiveOperation::kBarrier)
    add(is_blocks ? "P" : "m", is_blocks ? run.request.block : run.request.length);
  add("a", run.request.add);
  add("os", run.request.send_overhead);
  add("orv", run.request.receive_overhead);
  add("packet", run.request.packet.value_or(0));
  add("trees", run.request.trees.value_or(0));
  if (run.request.own_pace) parts.emplace_back("own pace");
  if (!run.request.start.empty()) parts.emplace_back("late PEs");
  if (run.request.rule == StarRule::kP) parts.emplace_back("rule P");
  if (run.fault.early)
    parts.push_back(fmt::format("PE {} early by {}", *run.fault.early, run.fault.by));
  if (run.fault.late)
    parts.push_back(fmt::format("PE {} late by {}", *run.fault.late, run.fault.by));
  if (run.fault.mute) parts.push_back(fmt::format("PE {} mute", *run.fault.mute));
  if (run.swapped) parts.push_back(fmt::format("PE {} swaps", *run.swapped));
  if (run.doubled) parts.push_back(fmt::format("PE {} counts twice", *run.doubled));
  return fmt::format("{}", fmt::join(parts, ", "));
}

// What PEs hand over.
Flits operand_flits(const protocols::MergePlan& plan) {
  Flits flits = 0;
  for (const auto& sends : plan.sends) flits += static_cast<Flits>(sends.size());
  for (const auto& copies : plan.broadcast) flits += static_cast<Flits>(copies.size());
  return flits;
}

Flits operand_flits(const CombinePlan& plan) {
  Flits flits = 0;
  for (const CombineTree& tree : plan.trees)
    flits += tree.words *
             std::max<Flits>(1, std::count(tree.has_operand.begin(), tree.has_operand.end(), true));
  return flits;
}

class WordFamily final : public Family {
 public:
  const std::vector<std::string>& kinds() const override {
    static const std::vector<std::string> kinds;
    return kinds;
  }

  const std::vector<std::string>& operations() const override {
    static const std::vector<std::string> words = words_of(collective_operation_words());
    return words;
  }

  const language::Table* language() const override { return &word_language(); }

  void read(const Value& root, const std::string& kind, Scenario& scenario,
            ErrorList& errors) const override {
    read_word_scenario(root, kind, scenario, errors);
  }

  void identify(const Scenario& scenario, Result& result) const override {
    const CollectiveScenario& collective = collective_of(scenario);
    result.algorithm = collective.algorithm;
    result.variant = variant_of(*collective.words);
    result.pes = static_cast<Node>(collective.pe_of.size());
    result.node_names = collective.host.family->pe_names(collective.host);
    const WordRun& run = *collective.words;
    result.flits = run.plan    ? flits_of(*collective.schedule)
                   : run.merge ? operand_flits(*run.merge)
                               : operand_flits(*run.combine);
    result.columns = {{"done", "done"}, {"volume", "volume"}};
  }

  Figure::Members blank_figures(const Scenario& scenario) const override {
    Figure::Members blank{{"done", Figure()}};
    if (collective_of(scenario).words->combine) blank.emplace_back("operand_wait", Figure());
    blank.emplace_back("volume", Figure());
    for (auto& figure : blank_collective_figures()) blank.push_back(std::move(figure));
    for (const char* name : {"result_crc", "partials", "merges"})
      blank.emplace_back(name, Figure());
    return blank;
  }

  std::unique_ptr<Work> make_work(const Scenario& scenario, Events events) const override {
    if (collective_of(scenario).words->combine)
      return std::make_unique<CombineWork>(scenario, events);
    if (collective_of(scenario).words->merge) return std::make_unique<MergeWork>(scenario, events);
    return std::make_unique<CollectiveWork>(scenario, events);
  }

  std::vector<Scenario> alternatives(const ScenarioReading& own) const override {
    return word_alternatives(own);
  }
  std::vector<RefusedVariant> refused_alternatives(const ScenarioReading& own) const override {
    Refusals refusals;
    word_alternatives(own, &refusals);
    return std::move(refusals).take();
  }

  // A result counts when it is combined.
  std::vector<double> costs(const Result& result) const override {
    const std::optional<Figure> done = result.measured.find("done");
    return {done ? done->real().value_or(0) : 0, static_cast<double>(result.measured.quiesce)};
  }

  std::vector<std::string> comparison_notes(const ScenarioReading& own) const override {
    const CollectiveScenario& collective = collective_of(*own.scenario);
    const auto shape = collective.host.family->make_host(collective.host)->shape();
    return fastest_texts(*collective.words, *shape);
  }

  const Family& network_family(const Scenario& scenario) const override {
    return *collective_of(scenario).host.family;
  }

  std::vector<NodePlace> places(const Scenario& scenario) const override {
    return network_family(scenario).places(collective_of(scenario).host);
  }

  void add_waves(const Scenario& scenario, WaveLayout& layout) const override {
    const CollectiveScenario& collective = collective_of(scenario);
    const Family& network = network_family(scenario);
    if (const auto& plan = collective.words->combine)
      return add_combine_waves(*plan, static_cast<Node>(collective.pe_of.size()),
                               plan->is_own_pace ? collective.words->request.operand_depth : 0,
                               network.make_host(collective.host)->node_names(), layout,
                               scenario.options.build == Build::kElaborated);
    if (collective.words->merge && scenario.options.build == Build::kElaborated) {
      layout.put_inside("fat_tree_network", "merging_fat_tree_network");
      layout.put_inside("i_switch", "i_switch.i_switch");
    } else if (collective.words->merge) {
      layout.put_inside("fat_tree_switch", "merging_fat_tree_switch.i_switch");
    }
    network.add_waves(collective.host, layout);
  }

  std::string list_text(const Families& families) const override {
    return word_list_text(families);
  }

  // Flits without one, as heads of worms, have the word -1.
  std::string listed_value_name(FlitKind) const override { return "word"; }

  std::string title() const override { return kWordsTitle; }

  FamilyHelp help() const override {
    FamilyHelp help;
    help.scenario = R"(
A collective operation on vectors of words, on any network but several trees at once:
  name: sum
  network: {kind: torus, sides: [4, 4]}
  operation: allreduce      # reduce, reduce-scatter, all-gather, all-to-all, barrier, multicast
  algorithm: multi-bucket   # `flitwise list` has them all
  length: 64                # words of a vector, one a flit; block: 4 where PEs have blocks
  options: {op: sum, add: 1, send_overhead: 8}
  Every result is held against the operands that it must have, and `done`, the step in which the
  last one is there, against the formula.
)";
    help.columns =
        "  done       collective operations: the step at whose end all results are there\n"
        "  volume     likewise: flits that crossed links\n";
    help.compared = "  of a collective operation, every algorithm that the network has for it\n";
    return help;
  }

  std::vector<Explanation> explanations() const override { return word_explanations(); }

  std::string schema(const Families& families) const override { return word_schema(families); }
};

}  // namespace

const Family& word_family() {
  static const WordFamily family;
  return family;
}

}  // namespace flitwise
