#include "sim/families/fat_tree/fat_tree_setup.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "sim/families/fat_tree/fat_tree_methods.h"
#include "systemc/protocols/fat_tree/fat_tree_protocols.h"
#include "systemc/protocols/fat_tree/fat_tree_schedules.h"
#include "systemc/protocols/faults.h"

namespace flitwise {

Flits flits_of(const FatTreeScenario& scenario) {
  return method_of(scenario).task->flits(scenario);
}

theory::FatTreePrediction predict(const FatTreeScenario& scenario, const FatTree& tree) {
  theory::FatTreePrediction full = method_of(scenario).predict(scenario, tree);
  return scenario.options.half_duplex ? theory::on_half_duplex_links(std::move(full)) : full;
}

protocols::Schedule make_schedule(const FatTreeScenario& scenario, const FatTree& tree) {
  protocols::Schedule schedule = method_of(scenario).schedule(scenario, tree);
  return scenario.options.half_duplex ? protocols::on_half_duplex_links(std::move(schedule))
                                      : schedule;
}

protocols::Protocols make_protocols(const FatTreeScenario& scenario, const FatTree& tree) {
  protocols::Protocols all =
      method_of(scenario).task->make(scenario, tree, make_schedule(scenario, tree));
  const PeFault& fault = scenario.options.fault;
  if (fault.early) {
    auto& protocol = all[static_cast<std::size_t>(*fault.early)];
    protocol = std::make_unique<protocols::EarlyProtocol>(std::move(protocol), fault.by,
                                                          protocols::Haste::kFirstMessage);
  }
  if (fault.mute) {
    auto& protocol = all[static_cast<std::size_t>(*fault.mute)];
    protocol = std::make_unique<protocols::MuteProtocol>(std::move(protocol));
  }
  return all;
}

std::vector<check::LeafDue> expected_deliveries(const FatTreeScenario& s, const FatTree& tree) {
  const FatTreeSenders senders = method_of(s).task->senders;
  const bool to_root = senders == FatTreeSenders::kOthers;
  const auto is_root = [&](Node x) { return std::count(s.roots.begin(), s.roots.end(), x) > 0; };
  const auto length = [&](Node x) {
    return s.lengths.empty() ? Flits{1} : s.lengths[static_cast<std::size_t>(x)];
  };
  std::vector<check::LeafDue> dues;
  for (Node leaf = 0; leaf < tree.leaves(); ++leaf)
    for (Node source = 0; source < tree.leaves(); ++source)
      if (source != leaf && (senders == FatTreeSenders::kAll || is_root(to_root ? leaf : source)))
        dues.push_back({leaf, source, length(to_root ? source : leaf)});
  return dues;
}

}  // namespace flitwise
