#include "sim/tree_run.h"

#include <memory>
#include <utility>

#include "systemc/protocols/faults.h"
#include "tb/theory/tree_theory.h"

namespace flitwise {
namespace {

theory::Rule theory_rule(CertificationRule rule) {
  return rule == CertificationRule::kPaper ? theory::Rule::kPaper : theory::Rule::kTight;
}

protocols::Protocols make_sound_protocols(const Scenario& scenario, const Tree& tree) {
  switch (scenario.algorithm) {
    case Algorithm::kFdf:
      return protocols::make_scatter(tree, scenario.lengths,
                                     protocols::farthest_first_order(tree, scenario.lengths));
    case Algorithm::kOrder:
      return protocols::make_scatter(tree, scenario.lengths, scenario.order);
    case Algorithm::kShoulderTap:
      return protocols::make_shoulder_tap(scenario.lengths, scenario.options.end_mark
                                                                ? protocols::EndMark::kSent
                                                                : protocols::EndMark::kAbsent);
    case Algorithm::kCertification:
      break;
  }
  return protocols::make_certification(tree, scenario.lengths,
                                       scenario.options.rule == CertificationRule::kPaper
                                           ? protocols::LagRule::kPaper
                                           : protocols::LagRule::kTight);
}

}  // namespace

theory::Prediction predict(const Scenario& scenario, const Tree& tree) {
  switch (scenario.algorithm) {
    case Algorithm::kFdf:
      return theory::predict_scatter_fdf(tree, scenario.lengths);
    case Algorithm::kOrder:
      return theory::predict_scatter(tree, scenario.lengths, scenario.order);
    case Algorithm::kShoulderTap:
      return theory::predict_shoulder_tap(scenario.lengths, scenario.options.end_mark);
    case Algorithm::kCertification:
      break;
  }
  return theory::predict_certification(tree, scenario.lengths, theory_rule(scenario.options.rule));
}

std::vector<LinkEvent> predict_events(const Scenario& scenario, const Tree& tree,
                                      const theory::Prediction& prediction) {
  switch (scenario.algorithm) {
    case Algorithm::kFdf:
    case Algorithm::kOrder:
      return theory::scatter_events(tree, scenario.lengths, prediction);
    case Algorithm::kShoulderTap:
      return theory::shoulder_tap_events(scenario.lengths, scenario.options.end_mark, prediction);
    case Algorithm::kCertification:
      break;
  }
  return theory::certification_events(tree, scenario.lengths, prediction);
}

protocols::Protocols make_protocols(const Scenario& scenario, const Tree& tree) {
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

std::vector<check::ExpectedMessage> expected_messages(const Scenario& scenario) {
  std::vector<check::ExpectedMessage> messages;
  const auto pes = static_cast<Node>(scenario.lengths.size());
  for (Node pe = 0; pe < pes; ++pe) {
    const bool end_mark = scenario.options.end_mark && pe == pes - 1;
    const Flits flits = scenario.lengths[static_cast<std::size_t>(pe)] + (end_mark ? 1 : 0);
    messages.push_back(scenario.operation == Operation::kScatter
                           ? check::ExpectedMessage{0, pe, flits, end_mark}
                           : check::ExpectedMessage{pe, 0, flits, end_mark});
  }
  return messages;
}

}  // namespace flitwise
