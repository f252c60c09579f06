// goal_lexer.h: the words of a GOAL text.
#ifndef FLITWISE_SIM_IMPORT_FORMATS_GOAL_LEXER_H_
#define FLITWISE_SIM_IMPORT_FORMATS_GOAL_LEXER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sim/language/scenario_yaml.h"

namespace flitwise {

enum class GoalTokenKind : std::uint8_t { kWord, kNumber, kMark, kEnd };

/// A word, a number without sign, one of `: { } -`, or the end of a statement ("end of line", as it
/// is shown) or of the text.
struct GoalToken {
  GoalTokenKind kind = GoalTokenKind::kEnd;
  std::string text;
  Place place;
};

/// Comments (// to the end of the line, /* to */) are left out; statements end with their line,
/// with a semicolon or before a closing brace. The last token is the end of the text, with empty
/// text.
/// Errors: throws ConfigError for any other character and a comment that does not end.
std::vector<GoalToken> goal_tokens(const TextFile& file);

}  // namespace flitwise

#endif  // FLITWISE_SIM_IMPORT_FORMATS_GOAL_LEXER_H_
