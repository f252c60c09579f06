// report_text.h: text for terminals, XML and file names: widths, wrapping, escapes, slugs.
#ifndef FLITWISE_SIM_TEXT_REPORT_TEXT_H_
#define FLITWISE_SIM_TEXT_REPORT_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flitwise {

/// Columns that UTF-8 text takes on a terminal: 2 for wide characters, 0 for combining ones.
std::size_t display_width(std::string_view text);

/// The text, shortened to `width` >= 1 columns with an ellipsis where it is longer.
std::string cut_to_width(const std::string& text, std::size_t width);

/// The same with the ellipsis in the middle, so that texts which differ in the end still do.
std::string cut_in_the_middle(const std::string& text, std::size_t width);
/// All texts, shortened where they are longer: in the middle where texts that differ would become
/// one, else at the end.
void cut_all_to_width(std::vector<std::string>& texts, std::size_t width);

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

/// The whole number that all of the text is; empty where it is none, or too large.
std::optional<std::int64_t> whole_number(std::string_view text);

/// "1 run", "2 runs".
std::string counted(std::size_t number, const std::string& noun);

/// Whether nothing of the text would be seen: spaces of any width and nothing else.
bool is_blank(std::string_view text);

/// A file name for a scenario: lower-case letters, digits and hyphens, "scenario" if none are left.
std::string slug_of(std::string_view name);

/// One slug per name; repeated ones get -2, -3, ...
std::vector<std::string> distinct_slugs(const std::vector<std::string>& names);

/// The text broken at spaces into lines of at most `width` columns; 0: as it is. Each line begins
/// after `indent` columns, which the first one has before it already. Longer words are
/// broken behind bars (of "a|b|c"), others stay whole.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width);

/// Wraps each line of a list that is too long: what follows stands below the text behind the line's
/// first word, which two blanks or more set apart. A `width` of 0 wraps nothing.
std::string wrapped_list(const std::string& text, std::size_t width);

/// The text with what the table has in place of each character that it names.
std::string replaced(std::string_view text,
                     std::initializer_list<std::pair<char, std::string_view>> table);

/// A word of a command line as a shell reads it: in quotes where it needs them.
std::string shell_word(const std::string& word);

/// The text with references in place of &, <, > and ". Bytes that XML cannot hold (control
/// characters, what is no UTF-8) become escape sequences or U+FFFD.
std::string xml_escaped(std::string_view text);

/// FNV-1a, 64 bits; texts in parts go on from the hash of what stands before.
inline std::uint64_t hash_of(const std::string& text, std::uint64_t hash = 0xcbf29ce484222325U) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

}  // namespace flitwise

#endif  // FLITWISE_SIM_TEXT_REPORT_TEXT_H_
