// torus_family.cpp: tori, as the command knows them.
#include "sim/families/torus/torus_family.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/families/torus/torus_compare.h"
#include "sim/families/torus/torus_language.h"
#include "sim/families/torus/torus_ledger.h"
#include "sim/families/torus/torus_machine.h"
#include "sim/families/torus/torus_methods.h"
#include "sim/families/torus/torus_work.h"
#include "sim/families/torus/traffic_ledger.h"
#include "sim/families/torus/traffic_work.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"
#include "systemc/network/torus/torus_routers.h"

namespace flitwise {
namespace {

class TorusFamily final : public Family {
 public:
  const std::vector<std::string>& kinds() const override {
    static const std::vector<std::string> kinds{"torus"};
    return kinds;
  }

  const language::Table* language() const override { return &torus_language(); }

  void read(const Value& root, const std::string&, Scenario& scenario,
            ErrorList& errors) const override {
    read_torus_scenario(root, scenario, errors);
  }

  void identify(const Scenario& scenario, Result& result) const override {
    const TorusScenario& torus = torus_of(scenario);
    result.variant = torus_variant(torus);
    result.pes = Torus(torus.sides).size();
    if (torus.traffic) {
      result.algorithm = traffic_method_of(torus).word;
      result.flits = expected_flits(torus);
      result.columns = {
          {"accepted", "accepted", true}, {"latency", "latency.mean", true}, {"stalls", "stalls"}};
      return;
    }
    result.algorithm = method_of(torus).word;
    result.flits = torus.length;
    result.columns = {{"steps", "steps"}, {"stalls", "stalls"}};
  }

  Figure::Members blank_figures(const Scenario& scenario) const override {
    return torus_of(scenario).traffic ? blank_traffic_figures() : blank_torus_figures();
  }

  std::unique_ptr<Work> make_work(const Scenario& scenario, Events events) const override {
    if (torus_of(scenario).traffic) return std::make_unique<TrafficWork>(scenario, events);
    return std::make_unique<TorusWork>(scenario, events);
  }

  const language::Table* host_language() const override { return &torus_host_language(); }

  void read_host(const Value& root, const std::string&, Scenario& host,
                 ErrorList& errors) const override {
    read_torus_host(root, host, errors);
  }

  std::unique_ptr<Machine> make_host(const Scenario& host) const override {
    const TorusScenario& torus = torus_of(host);
    return std::make_unique<TorusMachine>(Torus(torus.sides), torus_network_config(torus));
  }

  std::vector<Scenario> alternatives(const ScenarioReading& own) const override {
    return torus_alternatives(own);
  }

  std::string distinction(const Scenario& scenario) const override {
    const TorusScenario& torus = torus_of(scenario);
    if (!torus.traffic) return {};
    return fmt::format("order {}, {}", fmt::join(torus.order, ""),
                       word_for(lane_rule_words(), torus.options.strict_lanes));
  }

  std::vector<double> costs(const Result& result) const override {
    return result.measured.find("stable") ? traffic_costs(result.measured) : Family::costs(result);
  }

  std::vector<std::string> comparison_notes(const ScenarioReading& own) const override {
    return broadcast_notes(own);
  }

  std::string value_name(FlitKind kind) const override {
    return kind == FlitKind::kData ? "packet" : "";
  }

  std::vector<NodePlace> places(const Scenario& scenario) const override {
    return grid_places(torus_of(scenario).sides);
  }

  std::vector<std::string> node_labels(const Scenario& scenario) const override {
    return torus_node_names(Torus(torus_of(scenario).sides));
  }

  Phases phases(const Scenario& scenario, const Result&) const override {
    return torus_phases(scenario);
  }

  void add_waves(const Scenario& scenario, WaveLayout& layout) const override {
    add_torus_waves(scenario, layout);
  }

  std::string title() const override { return "Tori"; }

  FamilyHelp help() const override {
    FamilyHelp help;
    help.scenario = R"(or, on a torus:
  network: {kind: torus, sides: [8, 8, 8]}
  operation: broadcast
  algorithm: peel                 # default; `flitwise list` has them all
  root: [0, 0, 0]                 # coordinates of the node with the text (default all 0)
  length: 16                      # flits of the text
  file: schedules/torus_improved.json   # algorithm imported only; relative to the scenario file
  options: {barrier: false}       # optional
or
  operation: traffic
  algorithm: uniform
  options: {rate: 0.1, seed: 1, packet_length: 5}
A router of a new shape is verilated and compiled on first use, and kept.
)";
    help.columns =
        "  steps      tori: steps in which messages leave; without a barrier, their longest chain\n"
        "  stalls     tori: steps that flits at the head of a queue stood still, summed up\n"
        "  accepted   traffic: flits that reached their PEs, per node and step of the window\n"
        "  finish     tori: with the overhead after the last tail\n"
        "  latency    traffic: mean steps from a packet's birth to its arrival\n";
    help.compared =
        "  on a torus, every scheme and packet trees, each with a barrier and at the nodes' own "
        "pace,\n  and from which length on which of them is first; of traffic, both lane rules and "
        "all\n"
        "  orders of dimensions, by latency where all of the load was accepted, else by "
        "throughput\n";
    return help;
  }

  std::vector<Explanation> explanations() const override { return torus_explanations(); }
};

}  // namespace

const Family& torus_family() {
  static const TorusFamily family;
  return family;
}

}  // namespace flitwise
