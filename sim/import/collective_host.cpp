#include "sim/import/collective_host.h"

#include "sim/families/fat_tree/fat_tree_machine.h"
#include "sim/families/fat_tree/fat_tree_scenario.h"
#include "sim/families/star/star_machine.h"
#include "sim/families/torus/torus_machine.h"
#include "sim/families/torus/torus_work.h"
#include "sim/families/tree/tree_machine.h"
#include "sim/families/tree/tree_scenario.h"
#include "systemc/topology/star/star_graph.h"
#include "systemc/topology/torus/torus.h"

namespace flitwise {
namespace {

// A lambda for each alternative of a variant.
template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

}  // namespace

protocols::PlacedTransfers place_transfers(const CollectiveScenario& scenario) {
  protocols::PlacedTransfers placed;
  const auto pe = [&](Node rank) { return scenario.pe_of[static_cast<std::size_t>(rank)]; };
  for (const CollectiveTransfer& transfer : scenario.schedule->transfers)
    placed.push_back({pe(transfer.from), pe(transfer.to), transfer.flits});
  return placed;
}

std::unique_ptr<Machine> make_host(const CollectiveScenario& scenario) {
  return std::visit(
      Overloaded{[](const TreeScenario& tree) -> std::unique_ptr<Machine> {
                   return std::make_unique<TreeMachine>(placed_tree(tree), tree.options.ports);
                 },
                 [](const FatTreeScenario& tree) -> std::unique_ptr<Machine> {
                   const FatTree made = make_fat_tree(tree);
                   FatTreeNetworkConfig config =
                       any_traffic_config(made, tree.options.depth, tree.options.backpressure);
                   config.policy = static_cast<InputPolicy>(tree.options.policy);
                   config.seed = tree.options.seed;
                   return std::make_unique<FatTreeMachine>(made, std::move(config));
                 },
                 [](const TorusScenario& torus) -> std::unique_ptr<Machine> {
                   return std::make_unique<TorusMachine>(Torus(torus.sides),
                                                         torus_network_config(torus));
                 },
                 [&](const StarScenario& star) -> std::unique_ptr<Machine> {
                   StarNetworkConfig config;
                   config.flits = static_cast<std::uint32_t>(star.options.flits);
                   config.slots = scenario.slots;
                   config.scheduled = false;
                   return std::make_unique<StarMachine>(StarGraph(star.order), std::move(config));
                 }},
      scenario.host);
}

Node pes_of(const CollectiveScenario::Host& host) {
  return std::visit(
      Overloaded{[](const TreeScenario& tree) { return static_cast<Node>(tree.parents.size()); },
                 [](const FatTreeScenario& tree) { return tree.leaves; },
                 [](const TorusScenario& torus) { return Torus(torus.sides).size(); },
                 [](const StarScenario& star) { return StarGraph(star.order).size(); }},
      host);
}

}  // namespace flitwise
