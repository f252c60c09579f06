// word_language.h: what a scenario of a collective operation on vectors of words says: its keys,
// reader and texts.
#ifndef FLITWISE_SIM_COLLECTIVE_WORD_LANGUAGE_H_
#define FLITWISE_SIM_COLLECTIVE_WORD_LANGUAGE_H_

#include <string>

#include "sim/language/keys.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"
#include "sim/run/family/family.h"

namespace flitwise {

inline constexpr const char* kWordsTitle = "Collective operations on vectors of words";

/// Every key; what `network` and further `options` may be, the families say that host them.
const language::Table& word_language();
std::string word_schema(const Families& families);
std::string word_list_text(const Families& families);

/// As Family::read.
void read_word_scenario(const Value& root, const std::string& kind, Scenario& scenario,
                        ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_COLLECTIVE_WORD_LANGUAGE_H_
