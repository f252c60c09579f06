// traffic_ledger.cpp: predictions, figures and checks of traffic.
#include "sim/families/torus/traffic_ledger.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "sim/families/torus/torus_ledger.h"
#include "sim/families/torus/torus_methods.h"
#include "tb/theory/torus/worm_timing.h"
#include "tb/theory/xy_mesh/mesh_traffic.h"

namespace flitwise {
namespace {

// Two lanes and a dateline keep up with so much of the capacity, whatever the pattern.
constexpr double kSafeShare = 0.3;
constexpr double kSigmas = 5;

theory::TrafficModel model_of(const WormScenario& torus) {
  const protocols::TrafficPlan& plan = torus.traffic->plan;
  theory::TrafficModel model;
  model.pattern = traffic_method_of(torus).theory;
  model.includes_self = plan.self == protocols::SelfTraffic::kYes;
  model.hot_spots = plan.hot_spots;
  model.hot_share = plan.hot_share;
  model.lengths.clear();
  for (const protocols::PacketLength& length : plan.lengths)
    model.lengths.push_back({length.flits, length.weight});
  return model;
}

// Of quick routers depth says nothing here: with a step for everything two lanes of a flit each, or
// one of two, are enough.
theory::TrafficNetwork network_of(const WormScenario& scenario) {
  const TorusOptions& options = scenario.options;
  theory::TrafficNetwork network{options.latency, static_cast<int>(options.lanes), {}};
  if (scenario.has_one_port()) network.ports = theory::PePorts::kOne;
  network.half_ways_go_up = scenario.finds_own_ways();
  if (!options.latency.is_unit()) network.depth = Step{options.depth};
  return network;
}

// Of the dimensions that have channels.
double slowest_lane(const WormScenario& torus, double flits) {
  const theory::TrafficNetwork network = network_of(torus);
  double rate = 1;
  for (std::size_t d = 0; d < torus.sides.size(); ++d)
    if (torus.sides[d] > 1)
      rate = std::min(
          rate,
          theory::LaneRates{network.latency, static_cast<int>(d), network.depth}.of_packets(flits));
  return rate;
}

// The busiest channel passes at most a flit a step, and what lies behind it when the window begins
// may arrive in it. Packets choose their ways by chance: of x^2 flits that should go over it on
// average, 5 x sqrt(E[L^2] / E[L]) fewer may. Before receivers that stall, the queues of all nodes
// may be full of it, not only those of one way.
double most_accepted(const WormScenario& scenario, const TrafficPrediction& p) {
  const auto steps = static_cast<double>(scenario.traffic->measure);
  int links = 0;
  for (const int side : scenario.sides) links += scenario.is_mesh ? side - 1 : side / 2;
  if (scenario.traffic->receiver_stall > 0) {
    const Torus torus(scenario.sides);
    links = torus.channels() * static_cast<int>(torus.size());
  }
  const TorusLatency& latency = scenario.options.latency;
  Step on_wires = latency.pipeline.out_stages();
  for (const Step link : latency.link)
    on_wires = std::max(on_wires, latency.pipeline.out_stages() + link - 1);
  const double behind = links * (scenario.options.lanes * (scenario.options.depth + 1.0) +
                                 static_cast<double>(on_wires));
  const double burst = p.theory.length.mean + p.theory.length.variance / p.theory.length.mean;
  const double spread = kSigmas * std::sqrt(burst);
  const double root = (spread + std::sqrt(spread * spread + 4 * (steps + behind))) / 2;
  return p.theory.capacity * root * root / steps;
}

// Births of the window are drawn by chance, and what is under way at its ends differs by what a
// network at rest holds, at most. Every flit of a packet may wait for its receiver.
double stable_tolerance(const WormScenario& scenario, const TrafficPrediction& p) {
  const double stall = scenario.traffic->receiver_stall;
  const double waits = p.theory.length.mean * stall / (1 - stall);
  const double under_way = p.rate * (p.theory.zero_load_latency().mean + waits);
  return p.theory.begun(p.rate).tolerance(p.trials) +
         under_way / static_cast<double>(scenario.traffic->measure);
}

// On meshes the nodes at the border have fewer ports.
bool receivers_keep_up(const WormScenario& scenario, const TrafficPrediction& p) {
  const Torus torus(scenario.sides);
  const int ports = scenario.has_one_port() ? 1 : torus.channels();
  return p.rate * p.theory.senders <=
         ports * static_cast<double>(torus.size()) * (1 - scenario.traffic->receiver_stall);
}

// All flits that may wait at the end of the window, at a quarter of the capacity in the steps in
// which receivers take flits.
Step drain_of(const WormScenario& scenario, const TrafficPrediction& p) {
  constexpr double kMargin = 10'000;
  constexpr double kForEver = 0x1p62;
  const auto born =
      p.rate * static_cast<double>(scenario.traffic->warmup + scenario.traffic->measure);
  const double open = 1 - scenario.traffic->receiver_stall;
  const double steps = (kMargin + 4 * born / (p.theory.capacity * p.slowest_lane)) / open;
  return scenario.traffic->drain.value_or(static_cast<Step>(std::min(steps, kForEver)));
}

using check::Check;
using check::LatencyHistogram;

// Six digits: more would be noise in files that people compare.
double rounded(double value) { return std::strtod(fmt::format("{:.6g}", value).c_str(), nullptr); }

Figure::Members latency_figures(const LatencyHistogram& latency) {
  return {{"mean", rounded(latency.mean())},
          {"p50", latency.percentile(50)},
          {"p95", latency.percentile(95)},
          {"p99", latency.percentile(99)},
          {"max", latency.most()}};
}

double per_packet(const TrafficFindings& f, std::int64_t sum) {
  return static_cast<double>(sum) / static_cast<double>(f.meter.latency().count());
}

double measured_hops(const TrafficFindings& f) { return per_packet(f, f.meter.hops()); }

// Ways and flits of the packets that were measured.
double measured_zero_load(const TrafficFindings& f) {
  return per_packet(f, f.meter.ways() + f.meter.flits());
}

Check about(const char* name, double measured, double predicted, double tolerance,
            const std::string& source) {
  return {name, fmt::format("{:.6g}", measured),
          fmt::format("{:.6g} within {:.2g}", predicted, tolerance),
          std::abs(measured - predicted) <= tolerance, source};
}

Check at_most(const char* name, double measured, double bound, const std::string& source) {
  return {name, fmt::format("{:.6g}", measured), fmt::format("at most {:.6g}", bound),
          measured <= bound, source};
}

Check all_of(const char* name, std::int64_t good, std::int64_t of, const std::string& source) {
  return {name, fmt::format("{} of {} packets", good, of), fmt::format("{} of {} packets", of, of),
          good == of, source};
}

void add_rate_checks(const TrafficFindings& f, std::vector<Check>& checks) {
  const TrafficPrediction& p = f.prediction;
  checks.push_back(
      about("offered", f.offered(), p.rate, p.theory.begun(p.rate).tolerance(p.trials),
            "the rate asked for, by as many Bernoulli trials; Bernstein's inequality, a "
            "chance of 10^-6"));
  if (p.must_keep_up)
    checks.push_back(about("accepted", f.accepted(), f.offered(), p.stable_tolerance,
                           "up to 0.3 of the capacity sources must not fall behind; within the "
                           "chance of the births and what an empty network has under way"));
  if (f.is_stable())
    checks.push_back(at_most(
        "capacity", f.accepted(), p.most_accepted,
        fmt::format("1 / load of the busiest channel{}, summed up over the pattern in dimension "
                    "order; what lies in queues and chance may add a little",
                    f.scenario.has_one_port() ? " or port" : "")));
}

void add_latency_checks(const TrafficFindings& f, std::vector<Check>& checks) {
  const auto packets = static_cast<double>(f.meter.latency().count());
  const theory::Moments hops = f.prediction.theory.hops;
  const theory::Moments latency = f.prediction.theory.zero_load_latency();
  const bool is_unit = f.scenario.options.latency.is_unit();
  if (packets == 0) return;  // all that is left is that all arrive
  checks.push_back(about("hops", measured_hops(f), hops.mean, hops.tolerance(packets),
                         "mean distance, summed up over the pattern; Bernstein's inequality"));
  checks.push_back(about("zero_load_latency", measured_zero_load(f), latency.mean,
                         latency.tolerance(packets),
                         "of the packets drawn, mean " + std::string(is_unit ? "distance" : "way") +
                             " plus mean length; Bernstein's "
                             "inequality (times: no_faster and undisturbed)"));
  const std::string alone = is_unit ? "hops + flits" : "r - 1 + p hops + flits";
  const std::int64_t arrived = f.scoreboard.arrived();
  const std::int64_t undisturbed = f.undisturbed.count();
  const std::string waits = f.scenario.traffic->receiver_stall > 0
                                ? ", and the steps in which its receiver lets its flits wait"
                                : "";
  checks.push_back(check::final(all_of("no_faster", arrived - f.undisturbed.too_fast(), arrived,
                                       "latency at least " + alone + ", of every packet" + waits)));
  checks.push_back(
      check::final(all_of("undisturbed", undisturbed - f.undisturbed.late(), undisturbed,
                          "latency exactly " + alone + " where no other packet had a channel " +
                              (f.scenario.has_one_port() ? "or a port " : "") + "in common (" +
                              (is_unit ? "depth 1: hops + 2 flits - 1"
                                       : "later where queues are shorter than a credit loop") +
                              ")" + waits)));
}

void add_receiver_check(const TrafficFindings& f, std::vector<Check>& checks) {
  if (f.scenario.traffic->receiver_stall == 0) return;
  const std::int64_t flits = f.receivers.delivered();
  const std::int64_t wanted = flits - f.receivers.unwanted();
  checks.push_back(
      check::final({"receivers", fmt::format("{} of {} flits", wanted, flits),
                    fmt::format("{} of {} flits", flits, flits), wanted == flits,
                    "no flit comes over a port in a step in which its PE takes none"}));
}

}  // namespace

TrafficPrediction predict_traffic(const WormScenario& scenario) {
  const TorusOptions& options = scenario.options;
  TrafficPrediction p;
  p.theory = scenario.is_mesh
                 ? theory::mesh_traffic(mesh_of(scenario), model_of(scenario), network_of(scenario))
                 : theory::traffic_theory(Torus(scenario.sides), scenario.order, model_of(scenario),
                                          network_of(scenario));
  p.rate = scenario.traffic->plan.rate;
  p.trials = static_cast<double>(p.theory.senders) * static_cast<double>(scenario.traffic->measure);
  p.slowest_lane = slowest_lane(scenario, p.theory.length.mean);
  p.most_accepted = most_accepted(scenario, p);
  p.stable_tolerance = stable_tolerance(scenario, p);
  p.receivers_keep_up = receivers_keep_up(scenario, p);
  // Of own routers what they keep up with is a measurement.
  p.must_keep_up = !scenario.router && options.lanes >= 2 && options.depth >= 2 &&
                   p.rate <= kSafeShare * p.theory.capacity * p.slowest_lane &&
                   scenario.traffic->receiver_stall == 0;
  p.keeps_order = options.lanes == 1 || (options.lanes == 2 && options.strict_lanes);
  p.lane_circle = dependency_circle_text(scenario);
  p.drain = drain_of(scenario, p);
  return p;
}

double TrafficFindings::offered() const {
  return static_cast<double>(meter.offered()) / prediction.trials;
}

double TrafficFindings::accepted() const {
  return static_cast<double>(meter.accepted()) / prediction.trials;
}

bool TrafficFindings::is_stable() const {
  return prediction.receivers_keep_up && offered() - accepted() <= prediction.stable_tolerance;
}

Ledger traffic_ledger(const TrafficFindings& f) {
  const check::TrafficScoreboard& board = f.scoreboard;
  const theory::TrafficTheory& theory = f.prediction.theory;
  const bool is_measured = f.meter.latency().count() > 0;
  Ledger ledger;
  // Of packets, of which there may be none.
  const auto of_packets = [&](const char* name, auto&& figure) {
    ledger.add(name, is_measured ? Figure(figure()) : Figure());
  };
  ledger.add("finish", f.meter.finish());
  ledger.add("quiesce", f.meter.quiesce());
  ledger.add("offered", rounded(f.offered()));
  ledger.add("accepted", rounded(f.accepted()));
  ledger.add("stable", std::int64_t{f.is_stable() ? 1 : 0});
  of_packets("latency", [&] { return latency_figures(f.meter.latency()); });
  of_packets("network_latency", [&] { return latency_figures(f.meter.network_latency()); });
  of_packets("zero_load_latency", [&] { return rounded(measured_zero_load(f)); });
  of_packets("hops", [&] { return rounded(measured_hops(f)); });
  ledger.add("packets", Figure::Members{{"sent", board.born() - board.local()},
                                        {"delivered", board.arrived()},
                                        {"local", board.local()},
                                        {"measured", f.meter.latency().count()},
                                        {"undisturbed", f.undisturbed.count()},
                                        {"overtaken", board.overtaken()}});
  ledger.add("backlog", f.meter.backlog());
  if (f.stalls) {
    ledger.add("stalls", static_cast<std::int64_t>(f.stalls->stalled));
    ledger.add("blocked", static_cast<std::int64_t>(f.stalls->blocked));
  }
  ledger.add_theory("capacity", rounded(theory.capacity));
  ledger.add_theory("zero_load_latency", rounded(theory.zero_load_latency().mean));
  ledger.add_theory("hops", rounded(theory.hops.mean));
  return ledger;
}

std::vector<FigureColumn> traffic_columns(const WormScenario& scenario) {
  std::vector<FigureColumn> columns{{"accepted", "accepted", true},
                                    {"latency", "latency.mean", true}};
  if (!scenario.router) columns.push_back({"stalls", "stalls"});
  return columns;
}

Figure::Members blank_traffic_figures(const WormScenario& scenario) {
  Figure::Members blank;
  for (const char* name : {"offered", "accepted", "stable", "latency", "network_latency",
                           "zero_load_latency", "hops", "packets", "backlog"})
    blank.emplace_back(name, Figure());
  for (const char* name : {"stalls", "blocked"})
    if (!scenario.router) blank.emplace_back(name, Figure());
  return blank;
}

std::vector<double> traffic_costs(const Figures& measured) {
  const auto real = [&](const char* name, double otherwise) {
    return measured.find(name).value_or(Figure()).real().value_or(otherwise);
  };
  if (real("stable", 0) == 1)
    return {0, real("latency.mean", std::numeric_limits<double>::infinity())};
  return {1, -real("accepted", 0)};
}

std::vector<Check> traffic_checks(const TrafficFindings& f) {
  const check::TrafficScoreboard& board = f.scoreboard;
  std::vector<Check> checks;
  add_rate_checks(f, checks);
  add_latency_checks(f, checks);
  add_receiver_check(f, checks);
  if (f.prediction.keeps_order)
    checks.push_back(
        check::final(all_of("order", board.arrived() - board.overtaken(), board.arrived(),
                            "packets of one source and way, whose lanes are given, do not "
                            "overtake each other")));
  checks.push_back(all_of("drained", board.arrived(), board.born() - board.local(),
                          "every packet arrives, once, and nothing is left"));
  return checks;
}

std::vector<std::string> traffic_notes(const TrafficFindings& f) {
  std::vector<std::string> notes = router_notes(f.scenario);
  if (!f.is_stable())
    notes.push_back(fmt::format(
        "not stable: of {:.4g} flits per node and step {:.4g} were accepted, and {} flits were not "
        "with their PEs when the sources stopped; latencies grow with the length of the run",
        f.offered(), f.accepted(), f.meter.backlog()));
  if (f.meter.latency().count() == 0)
    notes.push_back("no packet of the window has arrived: no latency was held against theory");
  else if (f.undisturbed.count() == 0)
    notes.push_back(
        "no packet had its channels for itself: none was held against the latency of "
        "an empty network exactly");
  if (!f.prediction.lane_circle.empty())
    notes.push_back("worms that wait may wait for each other in a circle: " +
                    f.prediction.lane_circle);
  return notes;
}

}  // namespace flitwise
