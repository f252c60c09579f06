#include "sim/language/scenario_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <tuple>

#include "sim/text/report_text.h"

namespace flitwise {
namespace {

constexpr std::size_t kLongestValue = 60;
constexpr std::size_t kLongestExcerpt = 160;

std::string location(const Place& place) {
  if (!place.text->setting.empty()) return place.text->setting;
  if (place.line == 0) return place.text->file;
  return fmt::format("{}:{}:{}", place.text->file, place.line, place.column);
}

std::string message(const Place& place, const std::string& key, const std::string& value,
                    const std::string& rule) {
  std::string text = escaped(location(place)) + ": error: ";
  if (!key.empty()) text += escaped(key) + ": ";
  if (!value.empty()) text += "'" + escaped(cut_to_width(value, kLongestValue)) + "' ";
  return text + rule;
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// Edit distance in which swapping two neighbours counts as one edit, as typing errors do.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

// Of a word that is cut short; empty where there are several, or none.
std::string only_one_that_begins_with(const std::string& word,
                                      const std::vector<std::string>& candidates) {
  constexpr std::size_t kLeastLetters = 4;
  std::string found;
  for (const std::string& candidate : candidates) {
    if (word.size() < kLeastLetters || lower(candidate).rfind(lower(word), 0) != 0) continue;
    if (!found.empty() && found != candidate) return {};
    found = candidate;
  }
  return found;
}

}  // namespace

ConfigError::ConfigError(Place place, std::string key, std::string value, std::string rule)
    : std::runtime_error(message(place, key, value, rule)),
      place_(std::move(place)),
      key_(std::move(key)),
      value_(std::move(value)),
      rule_(std::move(rule)) {}

std::string ConfigError::excerpt() const {
  const std::vector<std::string>& lines = place_.text->lines;
  if (!setting().empty() || line() < 1 || static_cast<std::size_t>(line()) > lines.size())
    return {};
  const std::string& source = lines[static_cast<std::size_t>(line()) - 1];
  const std::size_t before = std::min(byte_of_character(source, column() - 1), source.size());
  if (display_width(source.substr(0, before)) > kLongestExcerpt) return {};
  std::string padding;
  for (const char c : source.substr(0, before))
    if (c == '\t') padding += c;  // tabs are as wide below as above
  const std::string visible = source.substr(0, before);
  const std::size_t tabs = padding.size();
  padding.append(display_width(visible) - std::min(tabs, display_width(visible)), ' ');
  const std::string number = fmt::format("{:>5}", line());
  return fmt::format("{} | {}\n{} | {}^\n", number, cut_to_width(source, kLongestExcerpt + 40),
                     std::string(number.size(), ' '), padding);
}

std::vector<ConfigError> ErrorList::sorted() const {
  std::vector<ConfigError> errors = errors_;
  std::stable_sort(errors.begin(), errors.end(), [](const ConfigError& a, const ConfigError& b) {
    return std::make_tuple(!a.setting().empty(), a.line(), a.column()) <
           std::make_tuple(!b.setting().empty(), b.line(), b.column());
  });
  return errors;
}

std::string nearest_word(const std::string& word, const std::vector<std::string>& candidates) {
  constexpr std::size_t kLongestWord = 40;  // nobody misspells more than that
  if (word.size() > kLongestWord) return {};
  std::string nearest = only_one_that_begins_with(word, candidates);
  if (!nearest.empty()) return nearest;
  std::size_t least = 3;
  for (const std::string& candidate : candidates) {
    // Each letter too many is an edit.
    if (word.size() >= candidate.size() + least || candidate.size() >= word.size() + least)
      continue;
    const std::size_t distance = edit_distance(lower(word), lower(candidate));
    // Two edits turn any word of three letters into nearly any other: allow a third of the word.
    if (distance < least && distance * 3 <= std::max<std::size_t>(candidate.size(), 3)) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates) {
  const std::string nearest = nearest_word(word, candidates);
  return nearest.empty() ? "" : " (did you mean '" + nearest + "'?)";
}

}  // namespace flitwise
