#include "sim/families/graph/graph_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sim/families/graph/graph_deaths.h"
#include "sim/families/graph/graph_trees.h"
#include "systemc/protocols/faults.h"
#include "systemc/topology/graph/split_mix.h"
#include "tb/theory/collective/collective_contents.h"
#include "tb/theory/combining/combining_events.h"
#include "tb/theory/graph/tree_times.h"

namespace flitwise {
namespace {

bool has_two_phases(const GraphScenario& scenario) {
  return scenario.algorithm == GraphAlgorithm::kAllReduceTwoPhase;
}

std::vector<Step> start_of(const GraphScenario& scenario) {
  if (!scenario.options.ready) return {};
  SplitMix draw(scenario.options.ready->seed);
  std::vector<Step> start;
  for (Node v = 0; v < scenario.graph->size(); ++v)
    start.push_back(
        static_cast<Step>(draw.below(static_cast<std::size_t>(scenario.options.ready->most) + 1)));
  return start;
}

// Flits that cross links, one for each node but the root and word, both ways where results go to
// all.
std::int64_t transmissions_of(const GraphScenario& scenario) {
  const std::int64_t once = scenario.length * (scenario.graph->size() - 1);
  return scenario.operation == GraphOperation::kAllReduce ? 2 * once : once;
}

std::int64_t transmissions_in(const CombinePlan& reached) {
  std::int64_t all = 0;
  for (const CombineTree& tree : reached.trees)
    all += tree.words * std::count(tree.passes_result.begin(), tree.passes_result.end(), true);
  return all;
}

// Of a broadcast beside dead links, by theory's split: trees whose root reaches nobody end nothing.
Step reached_finish(const GraphScenario& scenario, const CombinePlan& reached) {
  const std::vector<Flits> split = split_of(scenario);
  Step finish = 0;
  for (std::size_t t = 0; t < split.size(); ++t) {
    const Step height = height_of(reached.trees[t]);
    const Step offset = has_slots(scenario) ? scenario.slots.offsets[t] : 0;
    if (split[t] > 0 && height > 0)
      finish = std::max(finish, offset + scenario.slots.period * (split[t] - 1) + height);
  }
  return finish;
}

// Of all trees the latest; of an all-reduce, results go down as soon as they are there.
Step buffered_finish(const GraphScenario& scenario) {
  constexpr Step kCreditLoop = 2;  // steps from a flit to the use of the credit that it gives back
  std::vector<Step> ready(index_of(scenario.graph->size()), 1);
  const std::vector<Step> start = start_of(scenario);
  for (std::size_t v = 0; v < start.size(); ++v) ready[v] += start[v];
  const std::vector<Node> heights = heights_of(scenario.trees);
  const std::vector<Flits> split = split_of(scenario);
  const bool goes_down = scenario.operation == GraphOperation::kAllReduce;
  Step finish = 0;
  for (std::size_t t = 0; t < split.size(); ++t) {
    if (split[t] == 0) continue;
    const Step reduced = theory::buffered_reduce_finish(scenario.trees[t], ready, split[t],
                                                        scenario.options.slots, kCreditLoop);
    finish = std::max(finish, reduced + (goes_down ? heights[t] : 0));
  }
  return finish;
}

Node least_of(const std::vector<Node>& numbers) {
  return *std::min_element(numbers.begin(), numbers.end());
}

// The first transmission that can be earlier, which has something before it, or the first that can
// be late.
void break_parts(const PeFault& fault, std::vector<protocols::CombinePart>& parts, Node pe,
                 const Graph& graph) {
  const bool is_early = fault.early.has_value();
  for (protocols::CombinePart& part : parts) {
    if (!part.sends || part.words == 0) continue;
    if (is_early && part.after <= fault.by) continue;
    part.after += is_early ? -fault.by : fault.by;
    return;
  }
  const bool sends =
      std::any_of(parts.begin(), parts.end(),
                  [](const protocols::CombinePart& part) { return part.sends && part.words > 0; });
  throw std::invalid_argument(
      sends ? fmt::format("node {} begins too soon in every tree to be that much earlier",
                          graph.name(pe))
            : fmt::format("node {} has nothing to send", graph.name(pe)));
}

}  // namespace

CombinePlan plan_of(const GraphScenario& scenario) {
  return protocols::combine_over_trees(
      *scenario.graph, scenario.trees, method_of(scenario).over_trees, scenario.length,
      scenario.options.slots > 0, has_slots(scenario) ? &scenario.slots : nullptr);
}

std::vector<std::vector<protocols::CombinePart>> parts_of(const GraphScenario& scenario,
                                                          const CombinePlan& plan) {
  auto parts =
      protocols::parts_over_trees(plan, method_of(scenario).over_trees, start_of(scenario));
  const PeFault& fault = scenario.options.fault;
  for (const std::optional<Node>& broken : {fault.early, fault.late})
    if (broken) break_parts(fault, parts[index_of(*broken)], *broken, *scenario.graph);
  const bool is_mute_anyway =
      fault.mute &&
      std::none_of(parts[index_of(*fault.mute)].begin(), parts[index_of(*fault.mute)].end(),
                   [](const protocols::CombinePart& part) { return part.sends && part.words > 0; });
  if (is_mute_anyway)
    throw std::invalid_argument(
        fmt::format("node {} has nothing to send", scenario.graph->name(*fault.mute)));
  return parts;
}

Step predicted_finish(const GraphScenario& scenario) {
  if (scenario.options.slots > 0) return buffered_finish(scenario);
  return finish_of(scenario);
}

GraphWork::GraphWork(const Scenario& scenario, Events events)
    : on_graph_(graph_of(scenario)),
      plan_(plan_of(on_graph_)),
      reached_(has_losses(on_graph_) ? reached_plan(plan_, on_graph_.options.deaths) : plan_),
      arithmetic_{on_graph_.options.fold, kMostWordBits},
      finish_(has_losses(on_graph_) ? reached_finish(on_graph_, reached_)
                                    : predicted_finish(on_graph_)),
      apart_(scenario.options.ranks, on_graph_.graph->size(), true),
      machine_(on_graph_, plan_),
      monitor_(
          reached_, machine_.node_names(),
          [this](Node from, Node to) {
            return has_losses(on_graph_) && is_dead_link(on_graph_.options.deaths, from, to);
          },
          apart_.own()),
      event_check_(keeps_list(events, transmissions_of(on_graph_)), to_event,
                   {[this](const theory::TakeEvent& take) { visit_predicted_events(take); },
                    on_graph_.graph->size(), finish_, apart_.own()}) {}

protocols::Protocols GraphWork::make_protocols() {
  auto parts = parts_of(on_graph_, plan_);
  // Nobody waits for what cannot come.
  for (std::size_t pe = 0; pe < parts.size(); ++pe)
    for (protocols::CombinePart& part : parts[pe])
      part.takes = part.takes && reached_.trees[index_of(part.tree)].takes_result[pe];
  protocols::Protocols all(parts.size());
  pes_.resize(parts.size());
  const NodeRange own = apart_.own().of(parts.size());
  for (auto pe = static_cast<Node>(own.first); own.holds(pe); ++pe) {
    std::vector<std::uint32_t> operands;
    for (Flits q = 0; q < on_graph_.length; ++q)
      operands.push_back(test_operand({pe, static_cast<std::int32_t>(q)}, arithmetic_.width));
    auto protocol = std::make_unique<protocols::CombinePe>(pe, std::move(parts[index_of(pe)]),
                                                           std::move(operands));
    pes_[index_of(pe)] = protocol.get();
    all[index_of(pe)] = std::move(protocol);
  }
  const std::optional<Node> mute = on_graph_.options.fault.mute;
  if (mute && own.holds(*mute)) protocols::make_mute(all, *mute);
  return all;
}

std::vector<NetworkObserver*> GraphWork::monitors() {
  std::vector<NetworkObserver*> monitors{&monitor_};
  event_check_.watch(monitors);
  return monitors;
}

void GraphWork::merge() {
  apart_.merge(event_check_, monitor_);
  std::string ours;
  own_results().write_to(ours);
  merged_results_.emplace(machine_.node_names());
  for (const std::string_view theirs : apart_.ranks().gather(0, ours)) {
    bytes::Reader reader(theirs);
    merged_results_->add_from(reader);
  }
}

Ledger GraphWork::ledger() const {
  const GraphMethod& method = method_of(on_graph_);
  const Step bound = least_finish(on_graph_);
  Ledger ledger;
  ledger.add("finish", monitor_.finish(), std::optional<Step>(finish_), method.finish);
  // A root that is ready late may add its own operand when all others are there.
  std::optional<Step> quiesce;
  if (on_graph_.options.slots == 0) quiesce = finish_;
  ledger.add("quiesce", monitor_.quiesce(), quiesce,
             "the last flit on a link is, or brings, the last that comes to a PE");
  const bool loses = has_losses(on_graph_);
  ledger.add(
      "transmissions", monitor_.flit_hops(),
      std::optional<std::int64_t>(loses ? transmissions_in(reached_) : transmissions_of(on_graph_)),
      "a flit for each word and node but the root; of an all-reduce both ways");
  if (on_graph_.options.shows_split) {
    const std::vector<Flits> predicted = split_of(on_graph_);
    std::vector<std::optional<std::int64_t>> measured, said(predicted.begin(), predicted.end());
    for (std::size_t t = 0; t < predicted.size(); ++t) {
      measured.emplace_back(monitor_.words(static_cast<TreeIndex>(t)));
      if (loses && height_of(reached_.trees[t]) == 0) said[t] = 0;  // it reaches nobody
    }
    ledger.add_list("tree", "split", Figure(measured), Figure(said),
                    "the lower trees are full first");
  }
  if (loses) {
    add_losses(ledger);
    return ledger;
  }
  const bool all_came = monitor_.delivered() == monitor_.expected();
  ledger.add("gap", all_came ? Figure(monitor_.finish() - bound) : Figure(),
             std::optional<std::int64_t>(finish_ - bound), "finish less the bound");
  ledger.add_lower_bound(bound, on_graph_.operation == GraphOperation::kAllReduce
                                    ? "m / sigma, and paths without a common arc from every node"
                                    : "paths without a common arc to every node");
  return ledger;
}

void GraphWork::add_losses(Ledger& ledger) const {
  const char* source = "nodes below a dead link of a tree get nothing by it";
  ledger.add("least_trees", least_of(monitor_.trees_to_nodes()),
             std::optional<std::int64_t>(least_of(flitwise::trees_to_nodes(reached_))), source);
  ledger.add("lost", monitor_.lost(), std::optional<std::int64_t>(words_lost(plan_, reached_)),
             "a flit for each word that comes to a dead link");
}

// Of all the trees that have words.
check::Check GraphWork::guarantee() const {
  const auto used =
      static_cast<Node>(std::count_if(plan_.trees.begin(), plan_.trees.end(),
                                      [](const CombineTree& tree) { return tree.words > 0; }));
  const Node least = least_trees_left(used, sharing_of(on_graph_), on_graph_.options.deaths);
  const Node measured = least_of(monitor_.trees_to_nodes());
  return {"guarantee", std::to_string(measured), fmt::format("at least {}", least),
          measured >= least,
          "a link is in one tree of those without a common link, in two of those without a common "
          "arc"};
}

// In the order of PEs.
check::ResultTally GraphWork::own_results() const {
  check::ResultTally tally(machine_.node_names());
  const bool is_text = on_graph_.operation == GraphOperation::kBroadcast;
  const Node root = root_of(on_graph_.trees.front());
  std::vector<std::uint32_t> due;
  for (Flits q = 0; q < on_graph_.length; ++q)
    due.push_back(theory::due_word({is_text ? root : kAllOperands, static_cast<std::int32_t>(q)},
                                   on_graph_.graph->size(), arithmetic_)
                      .value);
  const NodeRange own = apart_.own().of(pes_.size());
  for (std::size_t pe = own.first; pe < own.end; ++pe)
    for (const CombineTree& tree : reached_.trees)
      for (Flits q = tree.first_word; q < tree.first_word + tree.words; ++q)
        if (tree.takes_result[pe])
          tally.hold(pe, q, pes_[pe]->results()[static_cast<std::size_t>(q)],
                     due[static_cast<std::size_t>(q)]);
  return tally;
}

void GraphWork::visit_predicted_events(const theory::TakeEvent& take) const {
  if (has_two_phases(on_graph_))
    return theory::visit_two_phase_events(plan_, finish_ / 2, arithmetic_, take);
  theory::CombiningTimes times;
  times.depth = on_graph_.options.slots;
  times.start = start_of(on_graph_);
  theory::visit_combining_events(reached_, times, arithmetic_, take);
}

Evidence GraphWork::evidence() const {
  Evidence evidence;
  evidence.ledger = ledger();
  const check::ResultTally tally = merged_results_ ? *merged_results_ : own_results();
  evidence.checks.push_back(tally.check());
  if (has_losses(on_graph_)) evidence.checks.push_back(guarantee());
  event_check_.testify(evidence);
  take_counts(monitor_, evidence);
  evidence.problems.insert(evidence.problems.end(), tally.problems().begin(),
                           tally.problems().end());
  return evidence;
}

Figure::Members blank_graph_figures(const GraphScenario& scenario) {
  Figure::Members blank{{"transmissions", Figure()}};
  if (has_messages(scenario)) blank.insert(blank.begin(), {"dispatch", Figure::Items()});
  if (scenario.options.shows_split) blank.emplace_back("split", Figure::Items());
  for (const char* figure : {"least_trees", "lost"})
    if (has_losses(scenario)) blank.emplace_back(figure, Figure());
  if (!has_losses(scenario)) blank.emplace_back("gap", Figure());
  return blank;
}

}  // namespace flitwise
