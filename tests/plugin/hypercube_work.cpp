// hypercube_work.cpp: what was measured beside what was predicted, each figure in one line.
#include "hypercube_work.h"

#include <flitwise/protocol.h>

#include <memory>
#include <optional>
#include <utility>

namespace hypercube_flitwise {
namespace {

using flitwise::check::ExpectedMessage;

constexpr const char* kDispatch = "dispatch";
constexpr const char* kLinkFlits = "link_flits";

// Of a scatter from the root to the PE, of a broadcast over the last link: message v ends at PE v.
std::vector<ExpectedMessage> expected_messages(const Cube& cube, const Prediction& prediction) {
  std::vector<ExpectedMessage> expected(flitwise::index_of(cube.nodes()));
  for (const Crossing& crossing : prediction.crossings) {
    ExpectedMessage& message = expected[flitwise::index_of(crossing.message)];
    if (message.flits == 0) message.from = crossing.from;
    message.to = crossing.message;
    message.flits = prediction.length;
  }
  return expected;
}

// The steps in which the messages leave their senders, by PE; the root has none.
std::vector<std::optional<std::int64_t>> dispatch_of(const Cube& cube,
                                                     const Prediction& prediction) {
  std::vector<std::optional<std::int64_t>> dispatch(flitwise::index_of(cube.nodes()));
  for (const Crossing& crossing : prediction.crossings) {
    auto& first = dispatch[flitwise::index_of(crossing.message)];
    if (!first) first = crossing.first;
  }
  return dispatch;
}

}  // namespace

flitwise::Figure::Members blank_cube_figures() { return {{kDispatch, {}}, {kLinkFlits, {}}}; }

// The meter has no lags to watch for: nobody here certifies anything.
CubeWork::CubeWork(const CubeScenario& scenario, flitwise::Events events)
    : scenario_(scenario),
      cube_(scenario.cube()),
      prediction_(method_of(scenario).predict(cube_, scenario.length)),
      records_events_(events == flitwise::Events::kKept ||
                      prediction_.link_flits <= flitwise::kMostRecordedTransfers),
      machine_(cube_),
      meter_(cube_.nodes(), cube_.root(), std::nullopt),
      scoreboard_(expected_messages(cube_, prediction_), machine_.addresses(),
                  flitwise::check::PortRule::kOnePerLink) {}

flitwise::protocols::Protocols CubeWork::make_protocols() {
  flitwise::protocols::Protocols all = method_of(scenario_).make(cube_, scenario_.length);
  const flitwise::PeFault& fault = scenario_.fault;
  if (fault.early) {
    auto& pe = all[flitwise::index_of(*fault.early)];
    pe = std::make_unique<flitwise::protocols::EarlyProtocol>(std::move(pe), fault.by);
  }
  if (fault.mute) {
    auto& pe = all[flitwise::index_of(*fault.mute)];
    pe = std::make_unique<flitwise::protocols::MuteProtocol>(std::move(pe));
  }
  return all;
}

std::vector<flitwise::NetworkObserver*> CubeWork::monitors() {
  std::vector<flitwise::NetworkObserver*> monitors{&meter_, &scoreboard_};
  if (records_events_) monitors.push_back(&recorder_);
  return monitors;
}

flitwise::Evidence CubeWork::evidence() const {
  const Prediction& p = prediction_;
  flitwise::Evidence evidence;
  flitwise::Ledger& ledger = evidence.ledger;
  ledger.add("finish", meter_.finish(), p.finish, p.finish_source);
  ledger.add("quiesce", meter_.quiesce(), p.finish,
             "the finish: every flit on a link is on its way to a PE that takes it in");
  ledger.add_lower_bound(p.lower_bound, p.lower_bound_source);
  ledger.add(kDispatch, meter_.dispatch(), dispatch_of(cube_, p), p.steps_source);
  ledger.add(kLinkFlits, meter_.flit_hops(), p.link_flits, p.link_flits_source);
  if (records_events_) {
    evidence.measured_events = recorder_.sorted_events();
    evidence.predicted_events = events_of(p);
  }
  take_counts(scoreboard_, evidence);
  return evidence;
}

}  // namespace hypercube_flitwise
