#include "tests/sim/mutations/mutator.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>

namespace flitwise::test {
namespace {

struct Span {
  std::size_t begin;
  std::size_t end;
};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-';
}

std::vector<Span> spans_of(const std::string& text) {
  std::vector<Span> spans;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (is_word(text[i]))
      while (end < text.size() && is_word(text[end])) ++end;
    if (std::isspace(static_cast<unsigned char>(text[i])) == 0) spans.push_back({i, end});
    i = end;
  }
  return spans;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line + "\n");
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

// What a value may be replaced by, whatever it was.
const std::vector<std::string>& odd_values() {
  static const std::vector<std::string> values{"0",          "-1",
                                               "1",          "2",
                                               "3",          "7",
                                               "64",         "4097",
                                               "1e9",        "0.5",
                                               "nan",        "0x10",
                                               "007",        "+3",
                                               "4294967296", "18446744073709551616",
                                               "true",       "false",
                                               "no",         "null",
                                               "~",          "''",
                                               "\"x\"",      "[]",
                                               "{}",         "[1]",
                                               "[[0, 0]]",   "{each: 1}",
                                               "*a",         "&a 1",
                                               "!!str 5",    "? x",
                                               "- 1",        "99999999999999999999"};
  return values;
}

}  // namespace

std::vector<std::string> tokens_of(const std::string& text) {
  std::vector<std::string> tokens;
  for (const Span& span : spans_of(text))
    tokens.push_back(text.substr(span.begin, span.end - span.begin));
  return tokens;
}

Mutator::Mutator(std::uint64_t seed, const std::vector<std::string>& texts) : random_(seed) {
  std::set<std::string> words;
  for (const std::string& text : texts)
    for (const std::string& token : tokens_of(text)) words.insert(token);
  words_.assign(words.begin(), words.end());
}

std::size_t Mutator::below(std::size_t bound) { return random_() % bound; }

std::string Mutator::word() {
  return below(2) == 0 ? words_[below(words_.size())] : odd_values()[below(odd_values().size())];
}

std::string Mutator::misspelt(std::string token) {
  const std::size_t at = below(token.size());
  switch (below(3)) {
    case 0:
      return token.erase(at, 1);
    case 1:
      return token.insert(at, 1, token[at]);
    default:
      token[at] = static_cast<char>(
          token[at] ^ (std::isalpha(static_cast<unsigned char>(token[at])) != 0 ? 0x20 : 1));
      return token;
  }
}

std::string Mutator::changed(const std::string& token) {
  switch (below(6)) {
    case 0:
      return "";
    case 1:
      return token + " " + token;
    case 2:
      return misspelt(token);
    case 3:
      return "\"" + token + "\"";
    default:
      return word();
  }
}

Mutant Mutator::change_token(const std::string& text) {
  const std::vector<Span> spans = spans_of(text);
  if (spans.empty()) return change_bytes(text);
  const Span& span = spans[below(spans.size())];
  const std::string token = text.substr(span.begin, span.end - span.begin);
  const std::string instead = changed(token);
  return {"'" + token + "' at byte " + std::to_string(span.begin) + " becomes '" + instead + "'",
          text.substr(0, span.begin) + instead + text.substr(span.end)};
}

Mutant Mutator::change_line(const std::string& text) {
  std::vector<std::string> lines = lines_of(text);
  if (lines.empty()) return {"a line is added", word() + "\n"};
  const std::size_t at = below(lines.size());
  const auto line = lines.begin() + static_cast<std::ptrdiff_t>(at);
  const std::string number = std::to_string(at + 1);
  switch (below(4)) {
    case 0:
      lines.erase(line);
      return {"line " + number + " is dropped", joined(lines)};
    case 1:
      lines.insert(line, std::string(*line));
      return {"line " + number + " stands twice", joined(lines)};
    case 2:
      std::swap(lines[at], lines[below(lines.size())]);
      return {"line " + number + " is moved", joined(lines)};
    default:
      lines.insert(line, words_[below(words_.size())] + ": " + word() + "\n");
      return {"a key is added before line " + number, joined(lines)};
  }
}

Mutant Mutator::change_bytes(const std::string& text) {
  std::string copy = text;
  const std::size_t at = below(text.size() + 1);
  const std::string place = " at byte " + std::to_string(at);
  const std::size_t way = below(3);
  if (way == 0 || at == text.size()) return {"the text ends" + place, text.substr(0, at)};
  if (way == 1) {
    copy[at] = static_cast<char>(copy[at] ^ (1 << below(8)));
    return {"a bit is flipped" + place, copy};
  }
  return {"bytes are inserted" + place,
          copy.insert(at, 1 + below(3), static_cast<char>(below(256)))};
}

Mutant Mutator::mutate(const std::string& text) {
  switch (below(8)) {
    case 0:
      return change_bytes(text);
    case 1:
    case 2:
      return change_line(text);
    default:
      return change_token(text);
  }
}

}  // namespace flitwise::test
