#include "sim/text/report_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <map>
#include <set>
#include <sstream>

namespace flitwise {
namespace {

struct Decoded {
  char32_t character = 0;
  std::size_t bytes = 0;  // 0: not UTF-8
};

// Decodes the character at the start of `text`, refusing overlong forms and surrogates.
Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return {byte(0), 1};
  const std::size_t length = byte(0) >> 5 == 6    ? 2
                             : byte(0) >> 4 == 14 ? 3
                             : byte(0) >> 3 == 30 ? 4
                                                  : 0;
  if (length == 0 || text.size() < length) return {};
  char32_t value = byte(0) & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if (byte(i) >> 6 != 2) return {};
    value = value << 6 | (byte(i) & 0x3FU);
  }
  constexpr std::array<char32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < kLeast[length] || value > 0x10FFFF || surrogate) return {};
  return {value, length};
}

// Ranges of the characters that terminals show with no column or with two. The C library's wcwidth
// depends on the locale, and reports shall not.
struct Range {
  char32_t first, last;
};
constexpr std::array<Range, 8> kNarrowest{{{0x0300, 0x036F},
                                           {0x0483, 0x0489},
                                           {0x0591, 0x05BD},
                                           {0x064B, 0x065F},
                                           {0x1AB0, 0x1AFF},
                                           {0x200B, 0x200F},
                                           {0x20D0, 0x20FF},
                                           {0xFE00, 0xFE0F}}};
constexpr std::array<Range, 10> kWide{{{0x1100, 0x115F},
                                       {0x2E80, 0x303E},
                                       {0x3041, 0xA4CF},
                                       {0xA960, 0xA97F},
                                       {0xAC00, 0xD7A3},
                                       {0xF900, 0xFAFF},
                                       {0xFE30, 0xFE6F},
                                       {0xFF00, 0xFF60},
                                       {0x1F300, 0x1FAFF},
                                       {0x20000, 0x3FFFD}}};

constexpr std::array<Range, 4> kControls{
    {{0x00, 0x1F}, {0x7F, 0x9F}, {0x202A, 0x202E}, {0x2066, 0x2069}}};
// What is blank in Unicode, and what has neither width nor ink.
constexpr std::array<Range, 12> kBlanks{{{0x09, 0x0D},
                                         {0x20, 0x20},
                                         {0xA0, 0xA0},
                                         {0xAD, 0xAD},
                                         {0x1680, 0x1680},
                                         {0x180E, 0x180E},
                                         {0x2000, 0x200F},
                                         {0x2028, 0x202F},
                                         {0x205F, 0x2064},
                                         {0x2800, 0x2800},
                                         {0x3000, 0x3000},
                                         {0xFEFF, 0xFEFF}}};

template <std::size_t N>
bool is_in(char32_t character, const std::array<Range, N>& ranges) {
  return std::any_of(ranges.begin(), ranges.end(), [&](const Range& range) {
    return character >= range.first && character <= range.last;
  });
}

std::size_t width_of(char32_t character) {
  if (is_in(character, kNarrowest)) return 0;
  return is_in(character, kWide) ? 2 : 1;
}

bool is_space(const Decoded& next) {
  return next.character == '\t' || next.character == '\n' || next.character == '\r';
}

// Offset of the first character for which the test holds; npos if there is none.
template <typename Test>
std::size_t first_that(std::string_view text, const Test& test) {
  for (std::size_t offset = 0; offset < text.size();) {
    const Decoded next = decode(text.substr(offset));
    if (test(next)) return offset;
    offset += std::max<std::size_t>(next.bytes, 1);
  }
  return std::string_view::npos;
}

// Where the text behind a line's first word begins, which two blanks or more set apart; near the
// line's own indent where there is none, or too little room behind it.
std::size_t hanging_indent(const std::string& line, std::size_t width) {
  const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t gap = line.find("  ", first);
  const std::size_t text = gap == std::string::npos ? gap : line.find_first_not_of(' ', gap);
  return text != std::string::npos && text <= width / 2 ? text : first;
}

// Behind each bar, where the word is too long for a line.
std::vector<std::string> parts_of(const std::string& word, std::size_t room) {
  std::vector<std::string> parts{word};
  while (display_width(parts.back()) > room) {
    const std::string last = parts.back();
    const std::size_t bar = last.rfind('|', room > 0 ? room - 1 : 0);
    if (bar == std::string::npos || bar + 1 == last.size()) break;
    parts.back() = last.substr(0, bar + 1);
    parts.push_back(last.substr(bar + 1));
  }
  return parts;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Decoded next = decode(text);
    width += next.bytes == 0 ? 1 : width_of(next.character);
    text.remove_prefix(std::max<std::size_t>(next.bytes, 1));
  }
  return width;
}

std::string cut_to_width(const std::string& text, std::size_t width) {
  if (display_width(text) <= width) return text;
  std::size_t kept = 0;
  std::size_t used = 1;  // the ellipsis
  while (kept < text.size()) {
    const Decoded next = decode(std::string_view(text).substr(kept));
    used += next.bytes == 0 ? 1 : width_of(next.character);
    if (used > width) break;
    kept += std::max<std::size_t>(next.bytes, 1);
  }
  return text.substr(0, kept) + "\u2026";
}

std::string cut_in_the_middle(const std::string& text, std::size_t width) {
  if (display_width(text) <= width) return text;
  const std::size_t end = (width - 1) / 2;
  std::size_t from = 0;
  while (display_width(std::string_view(text).substr(from)) > end)
    from += std::max<std::size_t>(decode(std::string_view(text).substr(from)).bytes, 1);
  return cut_to_width(text, width - end) + text.substr(from);
}

void cut_all_to_width(std::vector<std::string>& texts, std::size_t width) {
  std::map<std::string, std::set<std::string>> by_cut;
  for (const std::string& text : texts) by_cut[cut_to_width(text, width)].insert(text);
  for (std::string& text : texts) {
    const std::string cut = cut_to_width(text, width);
    text = by_cut[cut].size() > 1 ? cut_in_the_middle(text, width) : cut;
  }
}

std::string pad_to_width(const std::string& text, std::size_t width, Align align) {
  const std::size_t own = display_width(text);
  const std::string fill(width > own ? width - own : 0, ' ');
  return align == Align::kLeft ? text + fill : fill + text;
}

std::size_t byte_of_character(std::string_view text, int character) {
  std::size_t offset = 0;
  for (int i = 0; i < character && offset < text.size(); ++i)
    offset += std::max<std::size_t>(decode(text.substr(offset)).bytes, 1);
  return offset;
}

std::size_t first_bad_byte(std::string_view text) {
  return first_that(text, [](const Decoded& next) {
    const bool is_control =
        next.character < 0x20 || (next.character >= 0x7F && next.character < 0xA0);
    return next.bytes == 0 || (is_control && !is_space(next));
  });
}

std::size_t first_control(std::string_view text) {
  return first_that(text, [](const Decoded& next) {
    return next.bytes > 0 && !is_space(next) && is_in(next.character, kControls);
  });
}

std::string code_point_at(std::string_view text, std::size_t offset) {
  return fmt::format("U+{:04X}", static_cast<std::uint32_t>(decode(text.substr(offset)).character));
}

std::string escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const Decoded next = decode(text);
    const auto code = static_cast<std::uint32_t>(next.character);
    const std::size_t bytes = std::max<std::size_t>(next.bytes, 1);
    if (next.bytes == 0 || !is_in(next.character, kControls))
      result += text.substr(0, bytes);
    else if (code == '\n' || code == '\t' || code == '\r')
      result += code == '\n' ? "\\n" : code == '\t' ? "\\t" : "\\r";
    else
      result += code < 0x100 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{:04x}", code);
    text.remove_prefix(bytes);
  }
  return result;
}

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
}

std::string counted(std::size_t number, const std::string& noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

bool is_blank(std::string_view text) {
  const auto is_seen = [](const Decoded& next) {
    return next.bytes == 0 || !is_in(next.character, kBlanks);
  };
  return first_that(text, is_seen) == std::string_view::npos;
}

std::string slug_of(std::string_view name) {
  constexpr std::size_t kLongest = 80;
  std::string slug;
  for (const char c : name) {
    const bool upper = c >= 'A' && c <= 'Z';
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (upper || plain)
      slug += upper ? static_cast<char>(c - 'A' + 'a') : c;
    else if (!slug.empty() && slug.back() != '-')
      slug += '-';
  }
  slug.resize(std::min(slug.size(), kLongest));
  while (!slug.empty() && slug.back() == '-') slug.pop_back();
  return slug.empty() ? "scenario" : slug;
}

std::vector<std::string> distinct_slugs(const std::vector<std::string>& names) {
  std::set<std::string> used;
  std::vector<std::string> slugs;
  for (const std::string& name : names) {
    const std::string base = slug_of(name);
    std::string slug = base;
    for (int copy = 2; !used.insert(slug).second; ++copy) slug = base + "-" + std::to_string(copy);
    slugs.push_back(slug);
  }
  return slugs;
}

std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
  if (width == 0) return text;
  std::string lines;
  std::size_t used = indent;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t room = width > indent ? width - indent : 0;
    for (const std::string& part : parts_of(word, room)) {
      const std::size_t own = display_width(part);
      const bool begins_line = used == indent;
      if (!begins_line && used + 1 + own > width) {
        lines += "\n" + std::string(indent, ' ');
        used = indent;
      } else if (!begins_line) {
        lines += ' ';
        ++used;
      }
      lines += part;
      used += own;
    }
  }
  return lines;
}

std::string wrapped_list(const std::string& text, std::size_t width) {
  std::string all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (width > 0 && display_width(line) > width) {
      const std::size_t indent = hanging_indent(line, width);
      line = line.substr(0, indent) + wrapped(line.substr(indent), indent, width);
    }
    all += line + "\n";
  }
  return all;
}

std::string replaced(std::string_view text,
                     std::initializer_list<std::pair<char, std::string_view>> table) {
  std::string result;
  for (const char c : text) {
    const auto* found = std::find_if(table.begin(), table.end(),
                                     [c](const auto& entry) { return entry.first == c; });
    if (found == table.end())
      result += c;
    else
      result += found->second;
  }
  return result;
}

std::string shell_word(const std::string& word) {
  const bool is_plain = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string("_-./=,:+").find(c) != std::string::npos;
  });
  return is_plain ? word : "'" + replaced(word, {{'\'', "'\\''"}}) + "'";
}

std::string xml_escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t bad = std::min(first_bad_byte(text), text.size());
    result += replaced(text.substr(0, bad),
                       {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}});
    text.remove_prefix(bad);
    if (text.empty()) break;
    const bool is_control = static_cast<unsigned char>(text[0]) < 0x20 || text[0] == '\x7f';
    result += is_control ? escaped(text.substr(0, 1)) : "\uFFFD";
    text.remove_prefix(1);
  }
  return result;
}

}  // namespace flitwise
