#include "sim/studies/claims/agreement/text_numbers.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <set>

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

}  // namespace flitwise
