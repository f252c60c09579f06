// torus_language.h: what uses the table of the keys of scenarios on tori.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TORUS_LANGUAGE_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TORUS_LANGUAGE_H_

#include <string>
#include <vector>

#include "sim/families/torus/torus_scenario.h"
#include "sim/language/keys.h"
#include "sim/language/scenario.h"

namespace flitwise {

const language::Table& torus_language();

/// Reads all keys of a scenario on a torus but `name`.
/// Errors: adds a ConfigError for each rule that is broken; then `scenario` is not used.
void read_torus_scenario(const Value& root, Scenario& scenario, ErrorList& errors);

/// The same for work that is no operation of tori: the network and its routers' options.
const language::Table& torus_host_language();
void read_torus_host(const Value& root, Scenario& host, ErrorList& errors);

/// `strict_lanes` as the user writes it: relaxed or strict.
const std::vector<Choice<bool>>& lane_rule_words();
/// "8 x 8 torus".
std::string torus_text(const std::vector<int>& sides);
/// What distinguishes runs of one algorithm, for example "barrier" or "4-flit packets, own pace",
/// "rate 0.1, 5 flits" of traffic.
std::string torus_variant(const TorusScenario& torus);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TORUS_LANGUAGE_H_
