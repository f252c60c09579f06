// scenario_words.h: the words of the scenario language, once for reader, reports and help.
#ifndef FLITWISE_SIM_SCENARIO_WORDS_H_
#define FLITWISE_SIM_SCENARIO_WORDS_H_

#include <string>
#include <vector>

#include "sim/result.h"
#include "sim/scenario.h"
#include "sim/scenario_values.h"
#include "systemc/network/tree_routers.h"
#include "systemc/topology/tree_shapes.h"

namespace flitwise {

enum class Shape : std::uint8_t { kPath, kComplete, kStar, kCaterpillar, kRandom };

const std::vector<Choice<Operation>>& operation_words();
const std::vector<Choice<Algorithm>>& algorithm_words();
const std::vector<Choice<CertificationRule>>& rule_words();
const std::vector<Choice<Sync>>& sync_words();
const std::vector<Choice<SortCost>>& sort_cost_words();
const std::vector<Choice<Ports>>& ports_words();
const std::vector<Choice<Build>>& build_words();
const std::vector<Choice<Shape>>& shape_words();
const std::vector<Choice<RandomShape>>& depth_words();

/// Keys that a shape takes beside `kind` and `shape`.
const std::vector<std::string>& shape_keys(Shape shape);

/// The word for a meaning.
template <typename Meaning>
std::string word_for(const std::vector<Choice<Meaning>>& choices, Meaning meaning) {
  for (const Choice<Meaning>& choice : choices)
    if (choice.meaning == meaning) return choice.word;
  return "?";
}

/// The operation that an algorithm carries out.
Operation operation_of(Algorithm algorithm);

/// What distinguishes runs of one algorithm, for example "tight, seq" or "end mark"; may be empty.
std::string variant_of(const Scenario& scenario);

/// Fills in the fields of a result that say which scenario it is of, so that also the result of a
/// run that died has them.
void identify(const Scenario& scenario, Result& result);

/// Limits of the hardware and of the flit's fields.
inline constexpr Node kMostPes = kMaxTreePes;
inline constexpr Node kMostChildren = kMaxRouterChildren;
/// Every flit of a scenario lies in memory, as a PE's message, until it is sent.
inline constexpr Flits kMostFlits = Flits{1} << 26;

}  // namespace flitwise

#endif  // FLITWISE_SIM_SCENARIO_WORDS_H_
