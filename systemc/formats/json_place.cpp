#include "systemc/formats/json_place.h"

#include <algorithm>
#include <set>

#include "systemc/formats/torus_schedule_file.h"

namespace flitwise {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLongestQuote = 60;
constexpr std::size_t kLongestWord = 100;
constexpr std::size_t kLongestReason = 200;
constexpr int kDeepest = 20;

std::string shorten(const std::string& text, std::size_t longest) {
  return text.size() <= longest ? text : text.substr(0, longest) + "...";
}

// In ASCII, so that it can be cut anywhere.
std::string quote(const Json& value) {
  return shorten(value.dump(-1, ' ', true, Json::error_handler_t::replace), kLongestQuote);
}

/// The library keeps the last of two equal keys; here both are seen. It also writes nested values
/// by recursion, so their depth has to have a limit.
class Inspector {
 public:
  explicit Inspector(const std::string& file) : file_(&file) {}

  bool see(int depth, Json::parse_event_t event, const Json& parsed) {
    if (depth > kDeepest)
      throw ScheduleFileError(*file_, "", "",
                              "nests deeper than " + std::to_string(kDeepest) + " levels");
    if (event == Json::parse_event_t::object_start) keys_.emplace_back();
    if (event == Json::parse_event_t::object_end) keys_.pop_back();
    if (event == Json::parse_event_t::key && !keys_.back().insert(parsed.get<std::string>()).second)
      throw ScheduleFileError(*file_, "", quote(parsed), "stands twice in the same object");
    return true;
  }

 private:
  const std::string* file_;
  std::vector<std::set<std::string>> keys_;
};

// The library's messages begin with a number in brackets and quote all of a token, as bytes.
std::string readable(const std::string& message) {
  const std::size_t end = message.find("] ");
  std::string text = end == std::string::npos ? message : message.substr(end + 2);
  for (char& c : text) {
    if (c < ' ' || c > '~') c = '?';
  }
  return shorten(text, kLongestReason);
}

}  // namespace

Json parse_json(const std::string& text, const std::string& file) {
  Inspector inspector(file);
  try {
    return Json::parse(text, [&inspector](int depth, Json::parse_event_t event, Json& parsed) {
      return inspector.see(depth, event, parsed);
    });
  } catch (const Json::exception& error) {
    throw ScheduleFileError(file, "", "", "is no JSON: " + readable(error.what()));
  }
}

void JsonPlace::refuse(const std::string& rule) const {
  throw ScheduleFileError(*file_, where_, quote(*value_), rule);
}

void JsonPlace::refuse_as_a_whole(const std::string& rule) const {
  throw ScheduleFileError(*file_, where_, "", rule);
}

void JsonPlace::check_keys(const std::vector<std::string>& known) const {
  if (!is_object()) refuse("must be an object");
  for (const auto& [key, value] : value_->items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    std::string list;
    for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
    refuse_as_a_whole("unknown key " + quote(key) + "; known are " + list);
  }
}

JsonPlace JsonPlace::at(const std::string& key) const {
  const std::optional<JsonPlace> place = find(key);
  if (!place) refuse_as_a_whole(key + " is missing");
  return *place;
}

std::optional<JsonPlace> JsonPlace::find(const std::string& key) const {
  if (!is_object()) refuse("must be an object");
  const auto entry = value_->find(key);
  if (entry == value_->end()) return std::nullopt;
  return JsonPlace(*entry, *file_, where_ + (where_.empty() ? "" : ".") + key);
}

std::vector<JsonPlace> JsonPlace::items() const {
  if (!is_array()) refuse("must be a list");
  std::vector<JsonPlace> places;
  for (std::size_t i = 0; i < value_->size(); ++i)
    places.emplace_back((*value_)[i], *file_, where_ + "[" + std::to_string(i) + "]");
  return places;
}

std::vector<JsonPlace> JsonPlace::items(std::size_t count) const {
  if (!is_array() || value_->size() != count)
    refuse("must be a list of length " + std::to_string(count));
  return items();
}

std::int64_t JsonPlace::integer(std::int64_t low, std::int64_t high) const {
  const bool fits = value_->is_number_unsigned()
                        ? value_->get<std::uint64_t>() <= static_cast<std::uint64_t>(INT64_MAX)
                        : value_->is_number_integer();
  if (!fits || value_->get<std::int64_t>() < low || value_->get<std::int64_t>() > high)
    refuse("must be an integer from " + std::to_string(low) + " to " + std::to_string(high));
  return value_->get<std::int64_t>();
}

std::vector<int> JsonPlace::integers(int low, int high) const {
  std::vector<int> numbers;
  for (const JsonPlace& item : items())
    numbers.push_back(static_cast<int>(item.integer(low, high)));
  return numbers;
}

std::string JsonPlace::word() const {
  const std::string text = value_->is_string() ? value_->get<std::string>() : "\n";
  const auto printable = [](char c) { return c >= ' ' && c <= '~'; };
  if (text.size() > kLongestWord || !std::all_of(text.begin(), text.end(), printable))
    refuse("must be a text of at most " + std::to_string(kLongestWord) +
           " printable ASCII characters");
  return text;
}

}  // namespace flitwise
