// own_router_keys.h: what scenarios on meshes and tori of a user's own routers say, and what they
// leave to the routers' description.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_OWN_ROUTER_KEYS_H_
#define FLITWISE_SIM_FAMILIES_TORUS_OWN_ROUTER_KEYS_H_

#include <string>
#include <utility>
#include <vector>

#include "sim/families/torus/torus_scenario.h"
#include "sim/families/torus/worm_keys.h"
#include "sim/language/keys.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_options.h"
#include "systemc/network/own/router_description.h"

namespace flitwise::language {

inline constexpr const char* kOwnNumbers =
    "is for the project's routers: an own router's description says its lanes, queue and latency";
inline constexpr const char* kOwnWays =
    "is for the project's routers: an own router's description says it by lanes_per_class and "
    "routing";
inline constexpr const char* kOwnBuild =
    "is for the project's routers: own ones are assembled, without checkers, and never skipped";
inline constexpr const char* kOwnReceivers =
    "is for the project's routers: how own ones wait for a PE is not predicted";

/// What the router says of itself goes where scenarios say it of the project's. Shape: it has one.
void take_numbers(WormScenario& worms);

// What rules ask; empty: nothing is wrong. Without an own router nothing is.

std::string unfit_router(const WormScenario& worms);
/// A head that counts its packet's flits must be able to say so many.
std::string too_long_to_say(const WormScenario& worms, Flits longest);
/// A queue that is shorter than what a slot's way back takes makes packets wait in a way that only
/// the router knows.
std::string unpredicted_packets(const WormScenario& worms, const TorusTrafficScenario& traffic);
/// `need`: slots of a queue with which planned steps are kept.
std::string too_slow_for_plans(const WormScenario& worms, Step need, bool has_own_pace);

/// Of options that an own router leaves no meaning, `ways` among them. `File` has `run` and
/// worms_of(file).
template <class File>
Keys<File> own_router_rules(const std::vector<const char*>& ways = {}) {
  const auto has_own = [](const File& file) { return worms_of(file).router != nullptr; };
  Keys<File> rules;
  for (const char* key : {"options.lanes", "options.depth", "options.pipeline",
                          "options.link_latency", "options.credit_latency"})
    rules.rule({key}, {"network.router"}, kOwnNumbers, has_own);
  for (const char* key : ways) rules.rule({key}, {"network.router"}, kOwnWays, has_own);
  for (const char* key : {"options.checkers", "options.skip"})
    rules.rule({key}, {"network.router"}, kOwnBuild, has_own);
  rules.rule({"options.threads"}, {"network.router"}, kOwnThreads, [](const File& file) {
    return worms_of(file).router != nullptr && file.run.threads != 1;
  });
  return rules.rule({"options.build"}, {"network.router"}, kOwnBuild, [](const File& file) {
    return worms_of(file).router != nullptr && file.run.build != Build::kAssembled;
  });
}

/// Of traffic. `File` has `traffic`, too.
template <class File>
std::string unpredicted_packets_of(const File& file) {
  return unpredicted_packets(worms_of(file), file.traffic);
}
template <class File>
Keys<File> own_router_traffic_rules() {
  return Keys<File>()
      .rule({"network.router"}, {}, alone<unpredicted_packets_of<File>>)
      .rule({"options.receiver_stall"}, {"network.router"}, kOwnReceivers,
            [](const File& file) { return worms_of(file).router != nullptr; });
}

}  // namespace flitwise::language

namespace flitwise {

/// What a run with this router depends on beside the scenario; nothing without one.
void add_router_files(const WormScenario& worms, Scenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_OWN_ROUTER_KEYS_H_
