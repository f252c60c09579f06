// scenario_words.h: the words of the scenario language that all families share.
#ifndef FLITWISE_SIM_LANGUAGE_SCENARIO_WORDS_H_
#define FLITWISE_SIM_LANGUAGE_SCENARIO_WORDS_H_

#include <string>
#include <vector>

#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

const std::vector<Choice<Build>>& build_words();

/// The word for a meaning.
template <typename Meaning>
std::string word_for(const std::vector<Choice<Meaning>>& choices, Meaning meaning) {
  for (const Choice<Meaning>& choice : choices)
    if (choice.meaning == meaning) return choice.word;
  return "?";
}

/// Limits of the flit's fields, whatever the network.
inline constexpr Node kMostPes = 4096;
/// Every flit of a scenario lies in memory, as a PE's message, until it is sent.
inline constexpr Flits kMostFlits = Flits{1} << 26;

}  // namespace flitwise

#endif  // FLITWISE_SIM_LANGUAGE_SCENARIO_WORDS_H_
