#include "sim/tree/tree_setup.h"

#include <memory>
#include <utility>

#include "sim/tree/tree_words.h"
#include "sim/tree/variant_mapping.h"
#include "systemc/protocols/faults.h"
#include "tb/theory/tree_theory.h"

namespace flitwise {
namespace {

bool is_multiport(const TreeScenario& scenario) { return scenario.options.ports == Ports::kMulti; }

theory::CertificationVariant theory_variant(const TreeOptions& options) {
  return {rule_as<theory::Rule>(options.rule), sync_as<theory::Sync>(options.sync),
          sort_cost_as<theory::SortCost>(options.sort_cost),
          ports_as<theory::Ports>(options.ports)};
}

protocols::CertificationVariant protocol_variant(const TreeOptions& options) {
  return {rule_as<protocols::LagRule>(options.rule), sync_as<protocols::Sync>(options.sync),
          sort_cost_as<protocols::SortCost>(options.sort_cost),
          ports_as<protocols::Ports>(options.ports)};
}

protocols::Protocols make_sound_protocols(const TreeScenario& scenario, const Tree& tree) {
  const TreeOptions& options = scenario.options;
  switch (scenario.algorithm) {
    case TreeAlgorithm::kFdf:
      return is_multiport(scenario)
                 ? protocols::make_scatter_multiport(tree, scenario.lengths)
                 : protocols::make_scatter(tree, scenario.lengths,
                                           protocols::farthest_first_order(tree, scenario.lengths));
    case TreeAlgorithm::kOrder:
      return protocols::make_scatter(tree, scenario.lengths, scenario.order);
    case TreeAlgorithm::kShoulderTap:
      return protocols::make_shoulder_tap(
          scenario.lengths,
          options.end_mark ? protocols::EndMark::kSent : protocols::EndMark::kAbsent,
          ports_as<protocols::Ports>(options.ports));
    case TreeAlgorithm::kCertification:
      break;
  }
  return protocols::make_certification(tree, scenario.lengths, protocol_variant(options));
}

}  // namespace

theory::Prediction predict(const TreeScenario& scenario, const Tree& tree) {
  const TreeOptions& options = scenario.options;
  switch (scenario.algorithm) {
    case TreeAlgorithm::kFdf:
      return is_multiport(scenario) ? theory::predict_scatter_multiport(tree, scenario.lengths)
                                    : theory::predict_scatter_fdf(tree, scenario.lengths);
    case TreeAlgorithm::kOrder:
      return theory::predict_scatter(tree, scenario.lengths, scenario.order);
    case TreeAlgorithm::kShoulderTap:
      return theory::predict_shoulder_tap(scenario.lengths, options.end_mark,
                                          ports_as<theory::Ports>(options.ports));
    case TreeAlgorithm::kCertification:
      break;
  }
  return theory::predict_certification(tree, scenario.lengths, theory_variant(options));
}

std::vector<LinkEvent> predict_events(const TreeScenario& scenario, const Tree& tree,
                                      const theory::Prediction& prediction) {
  const TreeOptions& options = scenario.options;
  switch (scenario.algorithm) {
    case TreeAlgorithm::kFdf:
      return is_multiport(scenario)
                 ? theory::scatter_multiport_events(tree, scenario.lengths, prediction)
                 : theory::scatter_events(tree, scenario.lengths, prediction);
    case TreeAlgorithm::kOrder:
      return theory::scatter_events(tree, scenario.lengths, prediction);
    case TreeAlgorithm::kShoulderTap:
      return theory::shoulder_tap_events(scenario.lengths, options.end_mark,
                                         ports_as<theory::Ports>(options.ports), prediction);
    case TreeAlgorithm::kCertification:
      break;
  }
  return theory::certification_events(tree, scenario.lengths, theory_variant(options), prediction);
}

protocols::Protocols make_protocols(const TreeScenario& scenario, const Tree& tree) {
  protocols::Protocols all = make_sound_protocols(scenario, tree);
  const Break& fault = scenario.options.fault;
  if (fault.early) {
    auto& protocol = all[static_cast<std::size_t>(*fault.early)];
    protocol = std::make_unique<protocols::EarlyProtocol>(std::move(protocol), fault.by);
  }
  if (fault.mute) {
    auto& protocol = all[static_cast<std::size_t>(*fault.mute)];
    protocol = std::make_unique<protocols::MuteProtocol>(std::move(protocol));
  }
  return all;
}

std::vector<check::ExpectedMessage> expected_messages(const TreeScenario& scenario) {
  const bool scatters = operation_of(scenario.algorithm) == Operation::kScatter;
  std::vector<check::ExpectedMessage> messages;
  const auto pes = static_cast<Node>(scenario.lengths.size());
  for (Node pe = 0; pe < pes; ++pe) {
    const bool end_mark = scenario.options.end_mark && pe == pes - 1;
    const Flits flits = scenario.lengths[static_cast<std::size_t>(pe)] + (end_mark ? 1 : 0);
    messages.push_back(scatters ? check::ExpectedMessage{0, pe, flits, end_mark}
                                : check::ExpectedMessage{pe, 0, flits, end_mark});
  }
  return messages;
}

}  // namespace flitwise
