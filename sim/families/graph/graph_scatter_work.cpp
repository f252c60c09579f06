#include "sim/families/graph/graph_scatter_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "sim/families/graph/graph_methods.h"
#include "sim/families/graph/graph_trees.h"
#include "systemc/network/tree/tree_routers.h"
#include "systemc/protocols/cover/cover_protocols.h"
#include "systemc/protocols/faults.h"
#include "systemc/topology/graph/tree_allocation.h"

namespace flitwise {
namespace {

bool is_scatter(const GraphScenario& scenario) {
  return scenario.operation == GraphOperation::kScatter;
}

std::vector<TreeIndex> allocation_of(const GraphScenario& scenario) {
  return allocate_to_trees(scenario.trees, scenario.lengths, AllocationRule::kBetter);
}

theory::TreeScatter predict(const GraphScenario& scenario) {
  const auto& trees = scenario.trees;
  return is_scatter(scenario)
             ? theory::predict_tree_scatter(trees, scenario.lengths, allocation_of(scenario))
             : theory::predict_tree_gather(trees, scenario.lengths, allocation_of(scenario));
}

// A flit for each of a message's flits and each link of its way.
std::int64_t transmissions_of(const GraphScenario& scenario,
                              const std::vector<TreeIndex>& allocation) {
  std::vector<std::vector<Node>> depths;
  for (const Parents& tree : scenario.trees) depths.push_back(depths_of(tree));
  std::int64_t all = 0;
  for (std::size_t v = 0; v < scenario.lengths.size(); ++v)
    if (scenario.lengths[v] > 0) all += scenario.lengths[v] * depths[index_of(allocation[v])][v];
  return all;
}

std::vector<check::ExpectedMessage> messages_of(const GraphScenario& scenario) {
  const Node root = root_of(scenario.trees.front());
  std::vector<check::ExpectedMessage> messages;
  for (Node v = 0; v < scenario.graph->size(); ++v) {
    const Flits flits = scenario.lengths[index_of(v)];
    messages.push_back(is_scatter(scenario) ? check::ExpectedMessage{root, v, flits, false}
                                            : check::ExpectedMessage{v, root, flits, false});
  }
  return messages;
}

// By how many steps the fault makes each message of a gather late.
std::vector<Step> shift_of(const GraphScenario& scenario) {
  std::vector<Step> shift(scenario.lengths.size(), 0);
  const PeFault& fault = scenario.options.fault;
  if (fault.early) shift[index_of(*fault.early)] = -fault.by;
  if (fault.late) shift[index_of(*fault.late)] = fault.by;
  return shift;
}

}  // namespace

void expect_seen_fault(const GraphScenario& scenario) {
  const PeFault& fault = scenario.options.fault;
  const auto called = [&](Node v) { return "node " + scenario.graph->name(v); };
  const std::vector<Flits>& lengths = scenario.lengths;
  const bool is_fault = fault.early || fault.late || fault.mute;
  if (is_fault && std::all_of(lengths.begin(), lengths.end(), [](Flits m) { return m == 0; }))
    throw std::invalid_argument("nobody has anything to send: all messages are empty");
  if (is_scatter(scenario) && (fault.early || fault.late))
    throw std::invalid_argument("the root sends from the first step to the last: it can be mute");
  for (const std::optional<Node>& pe : {fault.early, fault.late, fault.mute}) {
    if (!pe) continue;
    const bool sends =
        is_scatter(scenario) ? *pe == root_of(scenario.trees.front()) : lengths[index_of(*pe)] > 0;
    if (!sends) throw std::invalid_argument(called(*pe) + " has nothing to send");
  }
  if (!fault.early) return;
  const Step start = protocols::trees_timetable(placed_trees(scenario), scenario.lengths,
                                                allocation_of(scenario))[index_of(*fault.early)];
  if (start <= fault.by)
    throw std::invalid_argument(called(*fault.early) + " begins too soon to be that much earlier");
}

GraphScatterWork::GraphScatterWork(const Scenario& scenario, Events events)
    : on_graph_(graph_of(scenario)),
      apart_(scenario.options.ranks, on_graph_.graph->size(), true),
      machine_(on_graph_),
      prediction_(predict(on_graph_)),
      transmissions_(transmissions_of(on_graph_, prediction_.allocation)),
      meter_(machine_.trees(), first_addresses(machine_.trees())),
      scoreboard_(messages_of(on_graph_), machine_.addresses(), check::PortRule::kOnePerLink,
                  apart_.own()),
      event_check_(keeps_list(events, transmissions_), machine_.event_reader(),
                   {[this](const theory::TakeEvent& take) {
                      (is_scatter(on_graph_) ? theory::visit_tree_scatter_events
                                             : theory::visit_tree_gather_events)(
                          on_graph_.trees, on_graph_.lengths, prediction_, take);
                    },
                    on_graph_.graph->size(), prediction_.finish, apart_.own()}) {}

protocols::Protocols GraphScatterWork::make_protocols() {
  const std::vector<TreeIndex> allocation = allocation_of(on_graph_);
  protocols::Protocols all =
      is_scatter(on_graph_)
          ? protocols::make_trees_scatter(machine_.trees(), on_graph_.lengths, allocation)
          : protocols::make_trees_timetable(machine_.trees(), on_graph_.lengths, allocation,
                                            shift_of(on_graph_));
  if (on_graph_.options.fault.mute) protocols::make_mute(all, *on_graph_.options.fault.mute);
  return all;
}

std::vector<NetworkObserver*> GraphScatterWork::monitors() {
  std::vector<NetworkObserver*> monitors{&meter_, &scoreboard_};
  event_check_.watch(monitors);
  return monitors;
}

Ledger GraphScatterWork::ledger() const {
  const GraphMethod& method = method_of(on_graph_);
  const Step bound = least_finish(on_graph_);
  const Step finish = prediction_.finish;
  Ledger ledger;
  ledger.add("finish", meter_.finish(), std::optional<Step>(finish), method.finish);
  ledger.add("quiesce", meter_.quiesce(), std::optional<Step>(finish),
             "the last flit on a link is the last that comes to a PE");
  ledger.add("dispatch", Figure(meter_.dispatch()), std::optional<Figure>(prediction_.dispatch),
             is_scatter(on_graph_) ? "back to back on each link of the root, the farthest first"
                                   : "the scatter's last step on the node's own link, backwards");
  ledger.add("transmissions", meter_.flit_hops(), std::optional<std::int64_t>(transmissions_),
             "a flit for each flit of a message and link of its way");
  if (on_graph_.options.shows_split) {
    std::vector<std::optional<std::int64_t>> measured, said(on_graph_.trees.size(), 0);
    for (std::size_t t = 0; t < said.size(); ++t)
      measured.emplace_back(meter_.tree(static_cast<TreeIndex>(t)).delivered());
    for (std::size_t v = 0; v < on_graph_.lengths.size(); ++v)
      if (on_graph_.lengths[v] > 0)
        *said[index_of(prediction_.allocation[v])] += on_graph_.lengths[v];
    ledger.add_list("tree", "split", Figure(measured), Figure(said),
                    "each message by the tree that it is allocated to");
  }
  const bool all_came = scoreboard_.delivered() == scoreboard_.expected();
  ledger.add("gap", all_came ? Figure(meter_.finish() - bound) : Figure(),
             std::optional<std::int64_t>(finish - bound), "finish less the bound");
  ledger.add_lower_bound(bound, "links between distances from the root; paths to each node");
  return ledger;
}

Evidence GraphScatterWork::evidence() const {
  Evidence evidence;
  evidence.ledger = ledger();
  event_check_.testify(evidence);
  take_counts(scoreboard_, evidence);
  return evidence;
}

}  // namespace flitwise
