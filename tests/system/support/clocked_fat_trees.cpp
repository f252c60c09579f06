#include "tests/system/support/clocked_fat_trees.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sim/families/fat_tree/fat_tree_family.h"
#include "sim/families/fat_tree/fat_tree_methods.h"
#include "sim/families/fat_tree/fat_tree_work.h"
#include "sim/run/figures/judgement.h"
#include "systemc/network/fat_tree/fat_tree_routers.h"
#include "systemc/network/injector.h"
#include "systemc/pe/codecs/address_codec.h"
#include "tb/check/fat_tree/fat_tree_meter.h"
#include "tb/check/recorder.h"

namespace flitwise::testing_support {
namespace {

// What the network module does at its edges, without the hand-over to PEs.
void play(Network& network, Injector& injector, const std::vector<NetworkObserver*>& observers,
          Step limit) {
  std::optional<Step> next = 0;
  while (next && *next <= limit) {
    const Step edge = *next;
    for (NetworkObserver* observer : observers) observer->on_transfers(edge, network.transfers());
    for (NetworkObserver* observer : observers) observer->on_arrivals(edge, network.arrivals());
    injector.inject_due(edge, network);
    network.clock(edge);
    for (NetworkObserver* observer : observers) observer->on_edge(edge, network, injector);
    next = network.is_quiet() ? injector.next_edge() : edge + 1;
  }
}

// Takes what the protocol of one leaf sends in step 0.
class LeafOutbox final : public protocols::Outbox {
 public:
  LeafOutbox(Node leaf, const AddressBook& addresses, Injector& injector)
      : leaf_(leaf), addresses_(addresses), injector_(injector) {}
  void send(const protocols::Transmission& transmission) override {
    injector_.add(leaf_, 0, transmission.after,
                  AddressCodec::flits_of(
                      transmission, AddressCodec::destination_field(transmission, addresses_)));
  }

 private:
  const Node leaf_;
  const AddressBook& addresses_;
  Injector& injector_;
};

// Counts the packets that their leaf could not send in their step.
// Errors: throws what routers report.
class LossMeter final : public NetworkObserver {
 public:
  void on_transfers(Step, const std::vector<LinkTransfer>&) override {}
  void on_edge(Step, const Network& network, const Injector& injector) override {
    lost_ += static_cast<std::int64_t>(injector.conflicts().size());
    for (const Violation& violation : network.violations())
      if (violation.kind == ViolationKind::kNoRoute)
        throw std::domain_error(violation.text());
      else
        throw std::length_error(violation.text());
  }
  std::int64_t lost() const { return lost_; }

 private:
  std::int64_t lost_ = 0;
};

protocols::Transmission transmission_of(const theory::FatTreeDispatch& d) {
  protocols::Transmission transmission;
  transmission.kind = d.kind;
  transmission.destination = d.destination;
  transmission.message = d.source;
  transmission.after = d.step;
  transmission.length = d.flits;
  transmission.copies = d.copies;
  return transmission;
}

AddressBook addresses_of(const FatTree& tree) {
  std::vector<std::uint32_t> addresses;
  for (Node x = 0; x < tree.leaves(); ++x) addresses.push_back(static_cast<std::uint32_t>(x));
  return addresses;
}

std::vector<std::uint32_t> waits_by_level(const FatTree& tree, const FatTreeOccupancy& occupancy) {
  std::vector<std::uint32_t> waits;
  for (int level = 0; level <= tree.levels(); ++level) {
    const NodeOccupancy most = occupancy.of_level(level);
    waits.push_back(
        std::max(most.up.value_or(Occupancy{}).wait, most.down.value_or(Occupancy{}).wait));
  }
  return waits;
}

// With all of them in one queue, each but one waits at most for all others.
Step latest_end(const FatTree& tree, const theory::FatTreeTable& table) {
  Step last = 0;
  Flits packets = 0;
  for (const theory::FatTreeDispatch& d : table) {
    last = std::max(last, d.step + d.flits);
    packets += d.flits;
  }
  return last + (packets * tree.leaves() + 1) * 2 * tree.levels();
}

}  // namespace

Scenario on_fat_tree(const FatTree& tree, FatTreeAlgorithm algorithm, Node root) {
  Scenario scenario;
  scenario.operation = word_for(fat_tree_operation_words(), operation_of(algorithm));
  FatTreeScenario on_tree;
  on_tree.leaves = tree.leaves();
  on_tree.arity = tree.arity();
  on_tree.capacities = tree.capacities();
  on_tree.algorithm = algorithm;
  on_tree.roots.clear();
  if (root != kNoNode) on_tree.roots = {root};
  if (scenario.operation == "scatter" || scenario.operation == "gather") {
    on_tree.lengths.assign(static_cast<std::size_t>(tree.leaves()), 1);
    on_tree.lengths[static_cast<std::size_t>(root)] = 0;
  }
  scenario.family = &fat_tree_family();
  scenario.system = std::move(on_tree);
  return scenario;
}

Result run_clocked(const Scenario& scenario, const std::shared_ptr<ModelLibrary>& models) {
  FatTreeWork run(scenario, Events::kIfFew, models);
  const std::unique_ptr<Network> network = run.machine().build(scenario.options, nullptr);
  const AddressBook& addresses = run.machine().addresses();
  const protocols::Protocols leaves = run.make_protocols();
  Injector injector;
  for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) {
    LeafOutbox outbox(static_cast<Node>(leaf), addresses, injector);
    leaves[leaf]->start(outbox);
  }
  play(*network, injector, run.monitors(), run.step_limit());
  run.close();
  Evidence evidence = run.evidence();
  evidence.assertion_failures = network->assertion_failures();
  evidence.pending_transmissions = injector.pending();
  return judge(evidence);
}

bool ScheduleRun::conflicted() const {
  return lost > 0 ||
         std::any_of(wait.begin(), wait.end(), [](auto packets) { return packets > 0; });
}

ScheduleRun run_schedule(const FatTree& tree, const theory::FatTreeTable& table,
                         ModelLibrary& models) {
  FatTreeNetworkConfig config;
  config.depth.assign(index_of(tree.levels()) + 1, kScheduleDepth);
  const FatTreeNetwork made = assemble_fat_tree(tree, config, models);
  const AddressBook addresses = addresses_of(tree);
  Injector injector;
  for (const theory::FatTreeDispatch& d : table)
    LeafOutbox(d.source, addresses, injector).send(transmission_of(d));
  check::FatTreeMeter meter(tree);
  check::Recorder recorder([](Step step, Node from, Node to, RawFlit flit) {
    return to_fat_tree_event(step, from, to, flit, {});
  });
  LossMeter losses;
  play(*made.network, injector, {&meter, &recorder, &losses}, latest_end(tree, table));
  ScheduleRun run;
  run.events = recorder.events();
  std::sort(run.events.begin(), run.events.end());
  run.arrivals = meter.arrivals();
  run.finish = meter.finish();
  run.wait = waits_by_level(tree, *made.occupancy);
  run.lost = losses.lost();
  return run;
}

}  // namespace flitwise::testing_support
