#include "sim/import/collective_network.h"

#include "sim/import/collective_scenario.h"
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

std::unique_ptr<CollectiveNetwork> make_collective_network(const CollectiveScenario& scenario) {
  return std::visit(
      Overloaded{[&](const TreeScenario&) { return make_tree_collective(scenario); },
                 [&](const FatTreeScenario&) { return make_fat_tree_collective(scenario); },
                 [&](const TorusScenario&) { return make_torus_collective(scenario); },
                 [&](const StarScenario&) { return make_star_collective(scenario); }},
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

Flits flits_sent(const CollectiveScenario::Host& host, Flits flits) {
  const auto* star = std::get_if<StarScenario>(&host);
  if (star == nullptr) return flits;
  const Flits packet = star->options.flits;
  return (flits + packet - 1) / packet * packet;
}

}  // namespace flitwise
