// torus_compare.cpp: alternatives of a scenario, and which of them theory has first.
#include "sim/families/torus/torus_compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "sim/families/torus/torus_language.h"
#include "sim/families/torus/torus_ledger.h"
#include "sim/families/torus/torus_methods.h"
#include "sim/run/family/recipe.h"
#include "tb/theory/torus/broadcast/disjoint_trees.h"

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
void add_paces(const ScenarioReading& own, Recipe recipe, std::vector<Scenario>& known) {
  for (const char* barrier : {"true", "false"}) {
    recipe.settings.push_back({"options.barrier", barrier});
    add_if_new(known, cook(*own.families, recipe, own.values), is_same);
    recipe.settings.pop_back();
  }
}

// The same packets under the other lane rule and in every order of dimensions.
std::vector<Scenario> other_routings(const ScenarioReading& own) {
  std::vector<Scenario> known{*own.scenario};
  DimensionOrder order = Torus(torus_of(*own.scenario).sides).ascending_order();
  do {
    for (const auto& rule : lane_rule_words())
      add_if_new(known,
                 cook(*own.families,
                      {{},
                       {{"options.dimension_order", fmt::format("[{}]", fmt::join(order, ", "))},
                        {"options.lane_rule", rule.word}}},
                      own.values),
                 is_same);
  } while (std::next_permutation(order.begin(), order.end()));
  known.erase(known.begin());
  return known;
}

}  // namespace

std::vector<Scenario> torus_alternatives(const ScenarioReading& own) {
  if (torus_of(*own.scenario).traffic) return other_routings(own);
  std::vector<Scenario> known{*own.scenario};
  if (torus_of(*own.scenario).algorithm == TorusAlgorithm::kImported) add_paces(own, {}, known);
  for (const TorusMethod& one : torus_methods())
    if (one.algorithm != TorusAlgorithm::kImported)
      add_paces(own, {{"file"}, {{"algorithm", one.word}}}, known);
  known.erase(known.begin());
  return known;
}

namespace {

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

}  // namespace

std::vector<std::string> broadcast_notes(const ScenarioReading& own) {
  const TorusScenario& torus = torus_of(*own.scenario);
  const Node nodes = Torus(torus.sides).size();
  if (torus.traffic || nodes == 1 || nodes > kMostNodes) return {};
  const int trees = theory::disjoint_trees(torus.sides);
  const theory::PacketTree best = theory::best_disjoint_trees(torus.sides, cycle_model(torus));
  const std::vector<Runner> runners = runners_of(own);
  return {
      fmt::format("theory alone: {} edge-disjoint trees, idealised and not run, would finish "
                  "after step {}, with packets of {}",
                  trees, best.finish, flits_text(best.packet)),
      fmt::format("first by theory: {}; {}", leads_text(runners), trees_lead_text(runners, torus))};
}

}  // namespace flitwise
