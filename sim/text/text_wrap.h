// text_wrap.h: lines that fit on a terminal.
#ifndef FLITWISE_SIM_TEXT_TEXT_WRAP_H_
#define FLITWISE_SIM_TEXT_TEXT_WRAP_H_

#include <cstddef>
#include <string>

namespace flitwise {

/// The text broken at spaces into lines of at most `width` columns; 0: as it is. Each line begins
/// after `indent` columns, which the first one has before it already. Longer words are
/// broken behind bars (of "a|b|c"), others stay whole.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width);

/// Wraps each line of a list that is too long: what follows stands below the text behind the line's
/// first word, which two blanks or more set apart. A `width` of 0 wraps nothing.
std::string wrapped_list(const std::string& text, std::size_t width);

}  // namespace flitwise

#endif  // FLITWISE_SIM_TEXT_TEXT_WRAP_H_
