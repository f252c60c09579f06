#include "sim/families/tree/tree_setup.h"

#include <stdexcept>

#include "sim/families/tree/language/tree_words.h"
#include "sim/families/tree/tree_parts.h"
#include "sim/families/tree/variant_mapping.h"
#include "systemc/protocols/tree/tree_broadcast.h"
#include "tb/theory/tree/tree_broadcast.h"
#include "tb/theory/tree/tree_theory.h"

namespace flitwise {
namespace {

bool is_multiport(const TreeScenario& scenario) { return scenario.options.ports == Ports::kMulti; }

bool is_broadcast(const TreeScenario& scenario) {
  return operation_of(scenario.algorithm) == Operation::kBroadcast;
}

// A packet of the whole message where the scenario names none.
Flits packet_of(const TreeScenario& scenario) {
  return scenario.options.packet > 0 ? scenario.options.packet : scenario.length;
}

// The variant of a broadcast in the words of theory or of the protocols.
template <class Variant, class Order, class OtherPorts, class Pace>
Variant broadcast_variant(const TreeScenario& scenario, const Pace& pace) {
  const bool by_index = scenario.algorithm == TreeAlgorithm::kIndex;
  return {by_index ? Order::kIndex : Order::kLargestFirst, packet_of(scenario),
          ports_as<OtherPorts>(scenario.options.ports), pace};
}

theory::BroadcastVariant theory_broadcast(const TreeScenario& scenario) {
  return broadcast_variant<theory::BroadcastVariant, theory::ChildOrder, theory::Ports>(
      scenario, theory_pace(scenario.options));
}

protocols::BroadcastVariant protocol_broadcast(const TreeScenario& scenario) {
  return broadcast_variant<protocols::BroadcastVariant, protocols::ChildOrder, protocols::Ports>(
      scenario, protocol_pace(scenario.options));
}

// The language of trees has no word for it, so nobody comes here.
std::logic_error only_over_covers() {
  return std::logic_error("a timetable is for several trees at once");
}

protocols::Protocols make_sound_protocols(const TreeScenario& scenario, const PlacedTree& tree) {
  const TreeOptions& options = scenario.options;
  switch (scenario.algorithm) {
    case TreeAlgorithm::kFdf:
      return is_multiport(scenario)
                 ? protocols::make_scatter_multiport(tree, scenario.lengths, protocol_pace(options))
                 : protocols::make_scatter(tree, scenario.lengths,
                                           protocols::farthest_first_order(tree, scenario.lengths),
                                           protocol_pace(options));
    case TreeAlgorithm::kOrder:
      return protocols::make_scatter(tree, scenario.lengths, scenario.order,
                                     protocol_pace(options));
    case TreeAlgorithm::kShoulderTap:
      return protocols::make_shoulder_tap(
          scenario.lengths,
          options.end_mark ? protocols::EndMark::kSent : protocols::EndMark::kAbsent,
          ports_as<protocols::Ports>(options.ports), protocol_pace(options));
    case TreeAlgorithm::kLargestFirst:
    case TreeAlgorithm::kIndex:
    case TreeAlgorithm::kFlood:
      return protocols::make_tree_broadcast(tree, scenario.length, protocol_broadcast(scenario));
    case TreeAlgorithm::kCertification:
      return protocols::make_certification(tree, scenario.lengths, protocol_variant(options));
    case TreeAlgorithm::kTimetable:
      break;
  }
  throw only_over_covers();
}

}  // namespace

theory::Prediction predict(const TreeScenario& scenario, const PlacedTree& placed) {
  const TreeOptions& options = scenario.options;
  const Tree& tree = placed.tree;
  const std::vector<Flits> lengths = placed.by_pe(scenario.lengths);
  switch (scenario.algorithm) {
    case TreeAlgorithm::kFdf:
      return is_multiport(scenario)
                 ? theory::predict_scatter_multiport(tree, lengths, theory_pace(options))
                 : theory::predict_scatter_fdf(tree, lengths, theory_pace(options));
    case TreeAlgorithm::kOrder:
      return theory::predict_scatter(tree, lengths, placed.pes_of(scenario.order),
                                     theory_pace(options));
    case TreeAlgorithm::kShoulderTap:
      return theory::predict_shoulder_tap(
          lengths, options.end_mark, ports_as<theory::Ports>(options.ports), theory_pace(options));
    case TreeAlgorithm::kLargestFirst:
    case TreeAlgorithm::kIndex:
    case TreeAlgorithm::kFlood:
      return theory::predict_tree_broadcast(tree, scenario.length, theory_broadcast(scenario));
    case TreeAlgorithm::kCertification:
      return theory::predict_certification(tree, lengths, theory_variant(options));
    case TreeAlgorithm::kTimetable:
      break;
  }
  throw only_over_covers();
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
      return is_multiport(scenario)
                 ? theory::scatter_multiport_events(tree, lengths, prediction, theory_pace(options))
                 : theory::scatter_events(tree, lengths, prediction, theory_pace(options));
    case TreeAlgorithm::kOrder:
      return theory::scatter_events(tree, lengths, prediction, theory_pace(options));
    case TreeAlgorithm::kShoulderTap:
      return theory::shoulder_tap_events(lengths, options.end_mark,
                                         ports_as<theory::Ports>(options.ports), prediction,
                                         theory_pace(options));
    case TreeAlgorithm::kLargestFirst:
    case TreeAlgorithm::kIndex:
    case TreeAlgorithm::kFlood:
      return theory::tree_broadcast_events(tree, scenario.length, theory_broadcast(scenario));
    case TreeAlgorithm::kCertification:
      return theory::certification_events(tree, lengths, theory_variant(options), prediction);
    case TreeAlgorithm::kTimetable:
      break;
  }
  throw only_over_covers();
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
  for (std::size_t v = 0; v < messages.size(); ++v) {
    messages[v].every = scenario.options.flit_time;
    if (!is_broadcast(scenario)) continue;
    messages[v].from = scenario.parents[v];  // whose copy it is
    messages[v].packet = scenario.options.packet;
  }
  if (scenario.options.end_mark) {
    messages.back().flits += 1;
    messages.back().end_mark = true;
  }
  return messages;
}

}  // namespace flitwise
