// star_methods.h: every algorithm on star graphs, once: its words, its PEs, its theory.
#ifndef FLITWISE_SIM_FAMILIES_STAR_STAR_METHODS_H_
#define FLITWISE_SIM_FAMILIES_STAR_STAR_METHODS_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/families/star/star_scenario.h"
#include "sim/run/family/explanation.h"
#include "sim/run/family/phase.h"
#include "systemc/protocols/star/star_protocols.h"
#include "tb/check/star/star_flits.h"

namespace flitwise {

struct StarMethod {
  StarAlgorithm algorithm;  ///< whose prediction is theory's of this name
  const char* operation;    ///< its word in scenarios
  /// Its word in scenarios; a few words for lists; and as in Explanation.
  const char* word;
  const char* sentence;
  std::string what, finish, range, source;
  check::StarCarriage carriage;
  const char* phase;  ///< what is marked in waves, a number behind it

  protocols::StarScheme scheme;  ///< of its PEs
  /// How long a phase is, in packet steps, and how many there are, where each tree takes `rounds`
  /// packets of a source.
  std::pair<std::int64_t, std::int64_t> (*phases)(std::int64_t rounds, std::int64_t nodes);

  std::string operation_word() const { return operation; }
};

/// In the order of reports, an operation's default first.
const std::vector<StarMethod>& star_methods();
const StarMethod& method_of(const StarScenario& star);

/// Where the run goes from one thing to the next; see Family.
Phases star_phases(const StarScenario& star);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_STAR_METHODS_H_
