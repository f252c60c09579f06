// report_text.h: text as a terminal shows it: widths, cutting, padding, names of files.
#ifndef FLITWISE_SIM_TEXT_REPORT_TEXT_H_
#define FLITWISE_SIM_TEXT_REPORT_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace flitwise {

/// Columns that UTF-8 text takes on a terminal: 2 for wide characters, 0 for combining ones.
std::size_t display_width(std::string_view text);

/// The text, shortened to `width` >= 1 columns with an ellipsis where it is longer.
std::string cut_to_width(const std::string& text, std::size_t width);

enum class Align : unsigned char { kLeft, kRight };
/// The text filled with spaces to `width` columns.
std::string pad_to_width(const std::string& text, std::size_t width, Align align);

/// Byte offset of the character with this number (from 0); the size of the text when beyond it.
std::size_t byte_of_character(std::string_view text, int character);

/// Offset of the first byte that is not UTF-8 text (control characters other than tab and line
/// ends are none); npos if all is.
std::size_t first_bad_byte(std::string_view text);

/// Offset of the first control character other than tab and line ends; npos if there is none.
/// Characters that turn the direction of writing (U+202A to U+202E, U+2066 to U+2069) are controls,
/// as they too let a text show up as another one.
std::size_t first_control(std::string_view text);

/// The character at an offset as "U+001B".
std::string code_point_at(std::string_view text, std::size_t offset);

/// The text with each control character, tab and line end written as an escape sequence.
std::string escaped(std::string_view text);

/// Whether nothing of the text would be seen: spaces of any width and nothing else.
bool is_blank(std::string_view text);

/// A file name for a scenario: lower-case letters, digits and hyphens, "scenario" if none are left.
std::string slug_of(std::string_view name);

/// One slug per name; repeated ones get -2, -3, ...
std::vector<std::string> distinct_slugs(const std::vector<std::string>& names);

}  // namespace flitwise

#endif  // FLITWISE_SIM_TEXT_REPORT_TEXT_H_
