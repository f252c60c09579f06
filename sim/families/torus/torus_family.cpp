// torus_family.cpp: tori, as the command knows them: alternatives of a scenario, which of them
// theory has first, and all else that a family says.
#include "sim/families/torus/torus_family.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/families/torus/torus_language.h"
#include "sim/families/torus/torus_ledger.h"
#include "sim/families/torus/torus_machine.h"
#include "sim/families/torus/torus_methods.h"
#include "sim/families/torus/torus_work.h"
#include "sim/families/torus/traffic_ledger.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"
#include "sim/run/family/recipe.h"
#include "sim/run/family/scenario_reader.h"
#include "systemc/network/torus/torus_routers.h"
#include "tb/theory/torus/torus_theory.h"

namespace flitwise {
namespace {

bool is_same(const Scenario& a, const Scenario& b) {
  const auto key = [](const Scenario& s) {
    return std::make_tuple(torus_of(s).algorithm, torus_variant(torus_of(s)), torus_of(s).order,
                           torus_of(s).options.strict_lanes);
  };
  return key(a) == key(b);
}

// Queues too shallow for a barrier leave the nodes' own pace.
void add_paces(const ScenarioReading& own, Recipe recipe, std::vector<Scenario>& known,
               Refusals* refusals) {
  for (const char* barrier : {"true", "false"}) {
    recipe.settings.push_back({"options.barrier", barrier});
    add_if_new(known, cook(*own.families, recipe, own.values, refusals), is_same);
    recipe.settings.pop_back();
  }
}

// The same packets under the other lane rule and in every order of dimensions.
std::vector<Scenario> other_routings(const ScenarioReading& own, Refusals* refusals) {
  std::vector<Scenario> known{*own.scenario};
  DimensionOrder order = Torus(torus_of(*own.scenario).sides).ascending_order();
  do {
    for (const auto& rule : lane_rule_words())
      add_if_new(known,
                 cook(*own.families,
                      {{},
                       {{"options.dimension_order", fmt::format("[{}]", fmt::join(order, ", "))},
                        {"options.lane_rule", rule.word}}},
                      own.values, refusals),
                 is_same);
  } while (std::next_permutation(order.begin(), order.end()));
  known.erase(known.begin());
  return known;
}

// Of the two with one message at a time, one is enough where all ports send.
bool is_compared(const TorusScenario& torus, const TorusMethod& method) {
  if (torus.has_one_port()) return is_for_one_port(method.algorithm);
  return method.algorithm != TorusAlgorithm::kImported &&
         method.algorithm != TorusAlgorithm::kSeparate;
}

// Every scheme that has a schedule on the scenario's torus, and packet trees, each with a barrier
// and at the nodes' own pace. A schedule in a file stays the scenario's own. Of traffic: the same
// packets under both lane rules and in all orders of dimensions.
std::vector<Scenario> torus_alternatives(const ScenarioReading& own, Refusals* refusals = nullptr) {
  if (torus_of(*own.scenario).traffic && torus_of(*own.scenario).router) return {};
  if (torus_of(*own.scenario).traffic) return other_routings(own, refusals);
  std::vector<Scenario> known{*own.scenario};
  if (torus_of(*own.scenario).algorithm == TorusAlgorithm::kImported)
    add_paces(own, {}, known, refusals);
  for (const TorusMethod& one : torus_methods())
    if (is_compared(torus_of(*own.scenario), one))
      add_paces(own, {{"file"}, {{"algorithm", one.word}}}, known, refusals);
  known.erase(known.begin());
  return known;
}

constexpr Flits kLongestText = 65'536;
constexpr Node kMostNodes = 1'024;
constexpr std::size_t kNobody = static_cast<std::size_t>(-1);

// A way to broadcast, whose schedule does not depend on the length of the text.
struct Runner {
  std::string name;
  TorusScenario scenario;
  std::optional<TorusSchedule> schedule;

  std::optional<Step> finish(Flits length) const {
    TorusScenario timed = scenario;
    timed.length = length;
    if (timed.options.packet > length) return std::nullopt;
    return exact_finish(timed, schedule);
  }
};

std::vector<Runner> runners_of(const ScenarioReading& own) {
  std::vector<Scenario> scenarios = torus_alternatives(own);
  scenarios.insert(scenarios.begin(), *own.scenario);
  std::vector<Runner> runners;
  for (const Scenario& one : scenarios) {
    const TorusScenario& torus = torus_of(one);
    const std::string pace = torus.options.barrier ? "barrier" : "own pace";
    runners.push_back(
        {fmt::format("{} ({})", method_of(torus).word, pace), torus, expected_schedule(torus)});
  }
  return runners;
}

// Who is first with a text of this length, and when; kNobody if nothing is predicted.
struct Lead {
  std::size_t runner = kNobody;
  Step finish = 0;
};

Lead lead_at(const std::vector<Runner>& runners, Flits length) {
  Lead lead;
  for (std::size_t i = 0; i < runners.size(); ++i) {
    const std::optional<Step> finish = runners[i].finish(length);
    if (finish && (lead.runner == kNobody || *finish < lead.finish)) lead = {i, *finish};
  }
  return lead;
}

// Calls changed(length) for the lengths above `low` and up to `high` at which `state` changes.
template <class State, class Changed>
void find_changes(const State& state, Flits low, Flits high, Changed&& changed) {
  if (state(low) == state(high)) return;
  if (high == low + 1) return changed(high);
  const Flits middle = low + (high - low) / 2;
  find_changes(state, low, middle, changed);
  find_changes(state, middle, high, changed);
}

template <class State, class Changed>
void find_all_changes(const State& state, Changed&& changed) {
  for (Flits low = 1; low < kLongestText; low *= 2) find_changes(state, low, 2 * low, changed);
}

std::string flits_text(Flits flits) {
  return fmt::format("{} flit{}", flits, flits == 1 ? "" : "s");
}

std::string leads_text(const std::vector<Runner>& runners) {
  const auto leader = [&](Flits length) { return lead_at(runners, length).runner; };
  std::vector<std::string> leads;
  const auto add = [&](Flits length) {
    const std::size_t first = leader(length);
    leads.push_back(fmt::format("{} from {} on", first == kNobody ? "none" : runners[first].name,
                                flits_text(length)));
  };
  add(1);
  find_all_changes(leader, add);
  return fmt::format("{}", fmt::join(leads, ", "));
}

// From which length on the trees would be first; they are best for long texts.
std::string trees_lead_text(const std::vector<Runner>& runners, const TorusScenario& torus) {
  const auto are_ahead = [&](Flits length) {
    TorusScenario timed = torus;
    timed.length = length;
    const Lead lead = lead_at(runners, length);
    return lead.runner != kNobody &&
           theory::best_disjoint_trees(timed.sides, cycle_model(timed)).finish < lead.finish;
  };
  std::optional<Flits> from;
  find_all_changes(are_ahead, [&](Flits length) {
    from = are_ahead(length) ? std::optional(from.value_or(length)) : std::nullopt;
  });
  if (are_ahead(1) && !from) from = 1;
  return from ? fmt::format("the trees would be from {} on", flits_text(*from))
              : fmt::format("the trees would not be up to {}", flits_text(kLongestText));
}

// Two sentences on a broadcast, none on traffic and on tori of more than 1,024 nodes: when 2k
// edge-disjoint trees, idealised, would be done, and from which length of text on, up to 65,536
// flits, which of the schemes with an exact prediction is first, of equals the first in the list.
// Lengths are found by bisection between powers of two: a lead that changes to and fro within one
// may be missed.
std::vector<std::string> broadcast_notes(const ScenarioReading& own) {
  const TorusScenario& torus = torus_of(*own.scenario);
  const Node nodes = Torus(torus.sides).size();
  if (torus.traffic || nodes == 1 || nodes > kMostNodes) return {};
  const int trees = theory::disjoint_trees(torus.sides);
  const theory::PacketTree best = theory::best_disjoint_trees(torus.sides, cycle_model(torus));
  const std::vector<Runner> runners = runners_of(own);
  if (torus.has_one_port()) return {fmt::format("first by theory: {}", leads_text(runners))};
  return {
      fmt::format("theory alone: {} edge-disjoint trees, idealised and not run, would finish "
                  "after step {}, with packets of {}",
                  trees, best.finish, flits_text(best.packet)),
      fmt::format("first by theory: {}; {}", leads_text(runners), trees_lead_text(runners, torus))};
}

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
      if (is_soon_counted(torus)) result.flits = expected_flits(torus);
      result.columns = traffic_columns(torus);
      return;
    }
    result.algorithm = method_of(torus).word;
    result.flits = torus.length;
    result.columns = {{"steps", "steps"}};
    if (!torus.router) result.columns.push_back({"stalls", "stalls"});
  }

  Flits counted_flits(const Scenario& scenario) const override {
    return torus_of(scenario).traffic ? expected_flits(torus_of(scenario)) : 0;
  }

  Figure::Members blank_figures(const Scenario& scenario) const override {
    return torus_of(scenario).traffic ? blank_traffic_figures(torus_of(scenario))
                                      : blank_torus_figures(torus_of(scenario));
  }

  std::unique_ptr<Work> make_work(const Scenario& scenario, Events events) const override {
    return make_torus_work(scenario, events);
  }

  const language::Table* host_language() const override { return &torus_host_language(); }

  void read_host(const Value& root, const std::string&, Scenario& host,
                 ErrorList& errors) const override {
    read_torus_host(root, host, errors);
  }

  std::unique_ptr<Machine> make_host(const Scenario& host) const override {
    const TorusScenario& torus = torus_of(host);
    return std::make_unique<TorusMachine>(wiring_of(torus), worm_network_config(torus));
  }

  std::vector<Scenario> alternatives(const ScenarioReading& own) const override {
    return torus_alternatives(own);
  }

  std::function<Step(Node, Node)> link_steps(const Scenario& scenario) const override {
    const TorusScenario& torus = torus_of(scenario);
    return [&latency = torus.options.latency, graph = Torus(torus.sides)](Node from, Node to) {
      int dimension = 0;
      while (graph.coordinate(from, dimension) == graph.coordinate(to, dimension)) ++dimension;
      return latency.link_of(dimension);
    };
  }

  std::vector<RefusedVariant> refused_alternatives(const ScenarioReading& own) const override {
    Refusals refusals;
    torus_alternatives(own, &refusals);
    return std::move(refusals).take();
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
    add_worm_waves(torus_of(scenario), scenario.options.build, layout);
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
        "  on a torus, every scheme but separate, beaten by doubling wherever all ports send, and "
        "packet\n  trees, each with a barrier and at the nodes' own pace, and from which length on "
        "which of\n  them is first; of traffic, both lane rules and all orders of dimensions, by "
        "latency where\n  all of the load was accepted, else by throughput\n";
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
