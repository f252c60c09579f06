#include "sim/families/tree/tree_parts.h"

#include <memory>
#include <utility>

#include "sim/families/tree/variant_mapping.h"
#include "systemc/protocols/faults.h"

namespace flitwise {

theory::Pace theory_pace(const TreeOptions& options) { return {options.setup, options.flit_time}; }

protocols::Pace protocol_pace(const TreeOptions& options) {
  return {options.setup, options.flit_time};
}

theory::CertificationVariant theory_variant(const TreeOptions& options) {
  return {rule_as<theory::Rule>(options.rule),
          sync_as<theory::Sync>(options.sync),
          sort_cost_as<theory::SortCost>(options.sort_cost),
          ports_as<theory::Ports>(options.ports),
          printed_as<theory::Printed>(options.printed),
          theory_pace(options)};
}

protocols::CertificationVariant protocol_variant(const TreeOptions& options) {
  return {rule_as<protocols::LagRule>(options.rule),
          sync_as<protocols::Sync>(options.sync),
          sort_cost_as<protocols::SortCost>(options.sort_cost),
          ports_as<protocols::Ports>(options.ports),
          printed_as<protocols::Printed>(options.printed),
          protocol_pace(options)};
}

void break_protocols(const Break& fault, protocols::Protocols& all) {
  if (fault.early) {
    auto& protocol = all[static_cast<std::size_t>(*fault.early)];
    protocol = std::make_unique<protocols::EarlyProtocol>(std::move(protocol), fault.by);
  }
  if (fault.mute) {
    auto& protocol = all[static_cast<std::size_t>(*fault.mute)];
    protocol = std::make_unique<protocols::MuteProtocol>(std::move(protocol));
  }
}

std::vector<check::ExpectedMessage> expected_messages(Operation operation, Node root,
                                                      const std::vector<Flits>& lengths) {
  std::vector<check::ExpectedMessage> messages;
  for (Node pe = 0; pe < static_cast<Node>(lengths.size()); ++pe) {
    const Flits flits = lengths[static_cast<std::size_t>(pe)];
    messages.push_back(operation != Operation::kGather
                           ? check::ExpectedMessage{root, pe, flits, false}
                           : check::ExpectedMessage{pe, root, flits, false});
  }
  return messages;
}

}  // namespace flitwise
