// The predictions, link by link. Flit k of a message crosses its h-th link h - 1 steps after its
// first, because a relay takes one step per hop and nothing ever waits.
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/lengths.h"
#include "tb/theory/tree/certificate.h"
#include "tb/theory/tree/printed_certification.h"
#include "tb/theory/tree/shoulder_tap.h"
#include "tb/theory/tree/synchronisation.h"
#include "tb/theory/tree/tree_theory.h"

namespace flitwise::theory {
namespace {

using Events = std::vector<LinkEvent>;

void check_prediction(const std::vector<Flits>& lengths, const Prediction& prediction) {
  if (prediction.dispatch.size() != lengths.size())
    throw std::invalid_argument("the prediction is not one of these lengths");
}

/// Appends the flits of one message on all links of `route`, which begins at their origin.
void append_message(const std::vector<Node>& route, Node message, Flits length, Step first,
                    Events& events, Step tau) {
  for (std::size_t h = 0; h + 1 < route.size(); ++h) {
    for (Flits k = 1; k <= length; ++k)
      events.push_back({first + (k - 1) * tau + static_cast<Step>(h), route[h], route[h + 1],
                        FlitKind::kData, message, k});
  }
}

/// Appends all messages of a gather.
void append_gathered(const Tree& tree, const std::vector<Flits>& lengths,
                     const Prediction& prediction, Events& events, Step tau) {
  for (Node v = 1; v < tree.size(); ++v) {
    if (const auto& first = prediction.dispatch[index_of(v)])
      append_message(tree.path_up(v), v, lengths[index_of(v)], *first, events, tau);
  }
}

Events sorted(Events events) {
  std::sort(events.begin(), events.end());
  return events;
}

}  // namespace

Events scatter_events(const Tree& tree, const std::vector<Flits>& lengths,
                      const Prediction& prediction, const Pace& pace) {
  check_lengths(tree.size(), lengths);
  check_prediction(lengths, prediction);
  Events events;
  for (Node v = 1; v < tree.size(); ++v) {
    const auto& first = prediction.dispatch[index_of(v)];
    if (!first) continue;
    std::vector<Node> route = tree.path_up(v);
    std::reverse(route.begin(), route.end());
    append_message(route, v, lengths[index_of(v)], *first, events, pace.tau);
  }
  return sorted(std::move(events));
}

Events scatter_multiport_events(const Tree& tree, const std::vector<Flits>& lengths,
                                const Prediction& prediction, const Pace& pace) {
  // The regimes differ in the steps of dispatch alone, and those are the prediction's.
  return scatter_events(tree, lengths, prediction, pace);
}

Events shoulder_tap_events(const std::vector<Flits>& lengths, bool end_mark, Ports ports,
                           const Prediction& prediction, const Pace& pace) {
  const auto pes = static_cast<Node>(std::max<std::size_t>(lengths.size(), 1));
  check_lengths(pes, lengths);
  check_prediction(lengths, prediction);
  const Tree path(path_parents(pes));
  const std::vector<Flits> sent = lengths_on_the_path(lengths, end_mark);
  const std::vector<std::int64_t> taps = tap_values(lengths, ports, pace);

  Events events;
  for (Node v = 1; v < pes; ++v)
    events.push_back({v, v - 1, v, FlitKind::kTap, v, 1, taps[index_of(v)]});
  append_gathered(path, sent, prediction, events, pace.tau);
  for (LinkEvent& event : events) {
    if (end_mark && event.kind == FlitKind::kData && event.message == pes - 1 &&
        event.index == sent.back())
      event.kind = FlitKind::kEnd;
  }
  return sorted(std::move(events));
}

Events certification_events(const Tree& tree, const std::vector<Flits>& lengths,
                            const CertificationVariant& variant, const Prediction& prediction) {
  check_lengths(tree.size(), lengths);
  check_prediction(lengths, prediction);
  if (variant.rule == Rule::kPrinted) return printed_events(tree, lengths, variant);
  const Synchronisation sync = synchronise(tree, variant);
  const std::vector<PePlan> plans =
      plan_all(tree, lengths, variant.rule, variant.ports, variant.pace);
  const std::vector<std::optional<Step>> delays = order_delays(tree, plans, variant.ports);
  const Step t_0 = prediction.t_sync.value() + sort_steps(variant.sort_cost, tree.child_count(0));

  Events events;
  for (Node v = 1; v < tree.size(); ++v) {
    const std::size_t i = index_of(v);
    const Node parent = tree.parent(v);
    events.push_back({sync.token[i], parent, v, FlitKind::kToken, v, 1, sync.token_value[i]});
    events.push_back({sync.certificate[i], v, parent, FlitKind::kCertificate, v, 1,
                      prediction.lag[i].value(), prediction.stream[i].value()});
    if (!delays[i]) continue;
    events.push_back(
        {t_0 + *delays[i], parent, v, FlitKind::kOrder, v, 1, prediction.order_value[i].value()});
  }
  append_gathered(tree, lengths, prediction, events, variant.pace.tau);
  return sorted(std::move(events));
}

Events uncalled_gather_events(const Tree& tree, const std::vector<Flits>& lengths,
                              const Prediction& prediction) {
  check_lengths(tree.size(), lengths);
  check_prediction(lengths, prediction);
  Events events;
  append_gathered(tree, lengths, prediction, events, 1);
  return sorted(std::move(events));
}

}  // namespace flitwise::theory
