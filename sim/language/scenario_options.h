// scenario_options.h: the options that mean the same on every network.
#ifndef FLITWISE_SIM_LANGUAGE_SCENARIO_OPTIONS_H_
#define FLITWISE_SIM_LANGUAGE_SCENARIO_OPTIONS_H_

#include <cstddef>
#include <vector>

#include "sim/language/keys.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

/// More steps than any run of kMostFlits flits on kMostPes PEs takes.
inline constexpr Step kMostSteps = Step{1} << 42;
/// That go through routers at once.
inline constexpr std::size_t kMostThreads = 1024;
/// Of threads, where a network has a user's own routers.
inline constexpr const char* kOwnThreads =
    "is for the project's routers: own ones go one after the other";
/// Of `break`: steps that a transmission can be made to leave too early.
inline constexpr Step kMostEarly = (Step{1} << 31) - 1;

const std::vector<Choice<Build>>& build_words();

/// `build`, and `checkers`, `skip`, `max_steps` and `threads`, as keys of the section `options`.
language::Keys<Options> build_key();
language::Keys<Options> plain_option_keys();
/// All of them.
const language::Keys<Options>& common_option_keys();

/// Of the map `break`, whose PEs are of the type.
language::Keys<PeFault> fault_keys(const language::Type& pe);
inline constexpr const char* kFaultExample = "{early: 2, by: 1} or {mute: 3}";
inline constexpr const char* kAboutFault = "a fault on purpose, to see the run fail";

}  // namespace flitwise

#endif  // FLITWISE_SIM_LANGUAGE_SCENARIO_OPTIONS_H_
