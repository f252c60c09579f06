#include "sim/studies/claims/agreement/claim_words.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>

#include "sim/studies/claims/claim_points.h"

namespace flitwise {
namespace {

constexpr std::size_t kMostDigits = 15;  // whole numbers of so many are exact

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }

const std::map<std::string, double>& number_words() {
  static const std::map<std::string, double> kWords{
      {"two", 2},     {"three", 3},    {"four", 4},      {"five", 5},       {"six", 6},
      {"seven", 7},   {"eight", 8},    {"nine", 9},      {"ten", 10},       {"eleven", 11},
      {"twelve", 12}, {"sixteen", 16}, {"twenty", 20},   {"thirty", 30},    {"forty", 40},
      {"fifty", 50},  {"sixty", 60},   {"hundred", 100}, {"thousand", 1000}};
  return kWords;
}

// What a number after these words is the name of.
bool names_a_place(const std::string& word) {
  static const std::set<std::string> kWords{
      "figure", "figures", "table",   "tables",    "equation",   "equations", "inequality",
      "lemma",  "lemmas",  "theorem", "theorems",  "section",    "sections",  "inequalities",
      "remark", "remarks", "page",    "corollary", "proposition"};
  return kWords.count(word) > 0;
}

struct Token {
  enum Kind : unsigned char { kNumber, kWord, kSign };
  Kind kind = kSign;
  std::string text;
  bool joined = false;  ///< nothing stands between it and the token before
};

// "1,206" is one number, "1, 206" and "(1,1,2)" are not.
std::size_t end_of_number(const std::string& text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end])) ++end;
  const auto group = [&](std::size_t comma) {
    return comma + 3 < text.size() && text[comma] == ',' && is_digit(text[comma + 1]) &&
           is_digit(text[comma + 2]) && is_digit(text[comma + 3]) &&
           (comma + 4 == text.size() || !is_digit(text[comma + 4]));
  };
  while (end - at <= 3 && group(end)) end += 4;
  if (end + 1 < text.size() && text[end] == '.' && is_digit(text[end + 1])) {
    ++end;
    while (end < text.size() && is_digit(text[end])) ++end;
  }
  return end;
}

std::vector<Token> tokens_of(const std::string& text) {
  std::vector<Token> tokens;
  bool joined = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    Token token;
    if (is_digit(text[at])) {
      token.kind = Token::kNumber;
      at = end_of_number(text, at);
    } else if (is_letter(text[at])) {
      token.kind = Token::kWord;
      while (at < text.size() && is_letter(text[at])) ++at;
    } else if (text[at] == ' ' || text[at] == '\n') {
      joined = false;
      ++at;
      continue;
    } else {
      ++at;
    }
    token.text = text.substr(begin, at - begin);
    std::transform(token.text.begin(), token.text.end(), token.text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    token.joined = joined;
    joined = true;
    tokens.push_back(token);
  }
  return tokens;
}

double value_of(std::string digits) {
  digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
  return std::strtod(digits.c_str(), nullptr);
}

bool is_operator(const Token& token) {
  return token.kind == Token::kSign && token.text.size() == 1 &&
         std::string("+-*/^").find(token.text) != std::string::npos;
}

// Whether the number at `i` is a part of a formula: "2n", "n + 1", "2^i", "4 / 2".
bool is_in_formula(const std::vector<Token>& tokens, std::size_t i) {
  const bool has_next = i + 1 < tokens.size();
  const bool hyphen_behind = has_next && tokens[i + 1].text == "-" && tokens[i + 1].joined;
  if (has_next && tokens[i + 1].kind == Token::kWord && tokens[i + 1].joined) return true;
  if (has_next && is_operator(tokens[i + 1]) && !hyphen_behind) return true;
  return i > 0 && is_operator(tokens[i - 1]);
}

// "4321" is a node of a star graph.
bool is_permutation_name(std::string digits) {
  std::sort(digits.begin(), digits.end());
  return digits.size() >= 3 && std::string("123456789").rfind(digits, 0) == 0;
}

// Whether it is a name, as in "Figure 4" or "inequalities (5)".
bool is_name(const std::vector<Token>& tokens, std::size_t i) {
  if (is_permutation_name(tokens[i].text)) return true;
  if (i > 0 && tokens[i - 1].kind == Token::kWord) return names_a_place(tokens[i - 1].text);
  return i > 1 && tokens[i - 1].text == "(" && names_a_place(tokens[i - 2].text);
}

// As people would write it: "end_mark" is "end mark".
std::vector<std::string> words_of_name(const std::string& name) {
  std::string spaced = name;
  std::replace(spaced.begin(), spaced.end(), '_', ' ');
  return words_in_text(spaced);
}

std::string without_placeholders(const std::string& text) {
  std::string plain;
  bool inside = false;
  for (const char c : text) {
    inside = inside || c == '{';
    if (!inside) plain += c;
    if (c == '}') {
      plain += ';';
      inside = false;
    }
  }
  return plain;
}

// Whether a value is made of numbers alone.
bool add_numbers(const YamlNode& value, std::set<double>& numbers) {
  if (value.kind == YamlKind::kList)
    return std::all_of(value.items.begin(), value.items.end(),
                       [&](const YamlNode& item) { return add_numbers(item, numbers); });
  const std::vector<double> data = numbers_in_data(value.text);
  if (data.size() != 1 || number_text(data.front()) != value.text) return false;
  numbers.insert(data.front());
  return true;
}

}  // namespace

std::vector<TextNumber> numbers_in_text(const std::string& text) {
  const std::vector<Token> tokens = tokens_of(text);
  std::vector<TextNumber> numbers;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    TextNumber number;
    const auto word = number_words().find(tokens[i].text);
    if (tokens[i].kind == Token::kNumber) {
      if (is_in_formula(tokens, i) || is_name(tokens, i)) continue;
      number.value = value_of(tokens[i].text);
    } else if (tokens[i].kind == Token::kWord && word != number_words().end()) {
      // "two-dimensional" and "one of two" count nothing that a case has.
      if (i + 1 < tokens.size() && tokens[i + 1].text == "-") continue;
      number.value = word->second;
    } else {
      continue;
    }
    number.text = tokens[i].text;
    number.is_end = (i > 0 && tokens[i - 1].text == "to") ||
                    (i + 1 < tokens.size() && tokens[i + 1].text == "to");
    for (std::size_t k = i + 1; k < tokens.size() && number.after.size() < 2; ++k) {
      if (tokens[k].kind != Token::kWord) break;
      number.after.push_back(tokens[k].text);
    }
    numbers.push_back(number);
  }
  return numbers;
}

std::vector<double> numbers_in_data(const std::string& text) {
  std::vector<double> numbers;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_digit(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_digit(text[end])) ++end;
    if (end + 1 < text.size() && text[end] == '.' && is_digit(text[end + 1])) {
      ++end;
      while (end < text.size() && is_digit(text[end])) ++end;
    }
    if (end - at <= kMostDigits) numbers.push_back(std::stod(text.substr(at, end - at)));
    at = end;
  }
  return numbers;
}

std::vector<std::string> words_in_text(const std::string& text) {
  std::vector<std::string> words;
  for (const Token& token : tokens_of(text))
    if (token.kind != Token::kSign) words.push_back(token.text);
  return words;
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_plural_or_same(const std::string& word, const std::string& name) {
  if (word == name || word == name + "s" || word == name + "es") return true;
  return !name.empty() && name.back() == 'y' && word == name.substr(0, name.size() - 1) + "ies";
}

ClaimWords::ClaimWords(const Claim& claim)
    : range_(claim.range.text),
      numbers_(numbers_in_text(without_placeholders(range_))),
      range_words_(words_in_text(without_placeholders(range_))),
      words_(words_in_text(without_placeholders(range_) + " " + claim.text)) {}

bool ClaimWords::says_number(double value) const {
  return std::any_of(numbers_.begin(), numbers_.end(),
                     [&](const TextNumber& number) { return number.value == value; }) ||
         (value == 1 && contains(range_words_, "one"));
}

bool ClaimWords::says_count(std::size_t count) const {
  return std::any_of(numbers_.begin(), numbers_.end(), [&](const TextNumber& number) {
    return !number.is_end && number.value == static_cast<double>(count);
  });
}

bool ClaimWords::says_ends(const std::set<double>& numbers) const {
  return !numbers.empty() && says_number(*numbers.begin()) && says_number(*numbers.rbegin());
}

bool ClaimWords::says_values(const std::vector<YamlNode>& values) const {
  std::set<double> numbers;
  if (std::all_of(values.begin(), values.end(),
                  [&](const YamlNode& value) { return add_numbers(value, numbers); }))
    return says_ends(numbers);
  return std::all_of(values.begin(), values.end(), [&](const YamlNode& value) {
    return says_words(words_of_name(value_text(value)));
  });
}

bool ClaimWords::says_name(const std::string& name) const {
  constexpr std::size_t kLeastName = 3;
  return name.size() >= kLeastName && says_words(words_of_name(name));
}

bool ClaimWords::range_has(const std::string& word) const { return contains(range_words_, word); }

bool ClaimWords::has_placeholder(const std::string& name) const {
  return range_.find("{" + name + "}") != std::string::npos ||
         range_.find("{#" + name + "}") != std::string::npos;
}

bool ClaimWords::says_words(const std::vector<std::string>& words) const {
  return !words.empty() && std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::any_of(words_.begin(), words_.end(),
                       [&](const std::string& said) { return is_plural_or_same(said, word); });
  });
}

}  // namespace flitwise
