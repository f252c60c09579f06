#include "sim/studies/claims/agreement/claim_words.h"

#include <algorithm>

#include "sim/studies/claims/claim_points.h"

namespace flitwise {
namespace {

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
