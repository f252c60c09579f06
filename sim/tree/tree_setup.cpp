#include "sim/tree/tree_setup.h"

#include "sim/tree/tree_parts.h"
#include "sim/tree/tree_words.h"
#include "sim/tree/variant_mapping.h"
#include "tb/theory/tree_theory.h"

namespace flitwise {
namespace {

bool is_multiport(const TreeScenario& scenario) { return scenario.options.ports == Ports::kMulti; }

protocols::Protocols make_sound_protocols(const TreeScenario& scenario, const PlacedTree& tree) {
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

theory::Prediction predict(const TreeScenario& scenario, const PlacedTree& placed) {
  const TreeOptions& options = scenario.options;
  const Tree& tree = placed.tree;
  const std::vector<Flits> lengths = placed.by_pe(scenario.lengths);
  switch (scenario.algorithm) {
    case TreeAlgorithm::kFdf:
      return is_multiport(scenario) ? theory::predict_scatter_multiport(tree, lengths)
                                    : theory::predict_scatter_fdf(tree, lengths);
    case TreeAlgorithm::kOrder:
      return theory::predict_scatter(tree, lengths, placed.pes_of(scenario.order));
    case TreeAlgorithm::kShoulderTap:
      return theory::predict_shoulder_tap(lengths, options.end_mark,
                                          ports_as<theory::Ports>(options.ports));
    case TreeAlgorithm::kCertification:
      break;
  }
  return theory::predict_certification(tree, lengths, theory_variant(options));
}

namespace {

// In the numbers of the formulas.
std::vector<LinkEvent> events_on_tree(const TreeScenario& scenario, const PlacedTree& placed,
                                      const theory::Prediction& prediction) {
  const TreeOptions& options = scenario.options;
  const Tree& tree = placed.tree;
  const std::vector<Flits> lengths = placed.by_pe(scenario.lengths);
  switch (scenario.algorithm) {
    case TreeAlgorithm::kFdf:
      return is_multiport(scenario) ? theory::scatter_multiport_events(tree, lengths, prediction)
                                    : theory::scatter_events(tree, lengths, prediction);
    case TreeAlgorithm::kOrder:
      return theory::scatter_events(tree, lengths, prediction);
    case TreeAlgorithm::kShoulderTap:
      return theory::shoulder_tap_events(lengths, options.end_mark,
                                         ports_as<theory::Ports>(options.ports), prediction);
    case TreeAlgorithm::kCertification:
      break;
  }
  return theory::certification_events(tree, lengths, theory_variant(options), prediction);
}

}  // namespace

std::vector<LinkEvent> predict_events(const TreeScenario& scenario, const PlacedTree& tree,
                                      const theory::Prediction& prediction) {
  return tree.in_nodes(events_on_tree(scenario, tree, prediction));
}

protocols::Protocols make_protocols(const TreeScenario& scenario, const PlacedTree& tree) {
  protocols::Protocols all = make_sound_protocols(scenario, tree);
  break_protocols(scenario.options.fault, all);
  return all;
}

std::vector<check::ExpectedMessage> expected_messages(const TreeScenario& scenario) {
  std::vector<check::ExpectedMessage> messages =
      expected_messages(operation_of(scenario.algorithm), scenario.root, scenario.lengths);
  if (scenario.options.end_mark) {
    messages.back().flits += 1;
    messages.back().end_mark = true;
  }
  return messages;
}

}  // namespace flitwise
