// json_place.h: a value of a schedule file together with where it stands, for error messages.
#ifndef FLITWISE_SYSTEMC_FORMATS_JSON_PLACE_H_
#define FLITWISE_SYSTEMC_FORMATS_JSON_PLACE_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace flitwise {

/// Reads a JSON text.
/// Errors: throws ScheduleFileError for what is no JSON, for a key that an object has twice, and
///         for nesting deeper than 20 levels.
nlohmann::json parse_json(const std::string& text, const std::string& file);

/// A JSON value and its place. The value, and the file's name, must outlive it.
///
/// Errors: all functions throw ScheduleFileError when the value is not what is asked for.
class JsonPlace {
 public:
  JsonPlace(const nlohmann::json& value, const std::string& file, std::string where = "")
      : value_(&value), file_(&file), where_(std::move(where)) {}

  bool is_object() const { return value_->is_object(); }
  bool is_array() const { return value_->is_array(); }

  /// Refuses this value, with or without quoting it.
  [[noreturn]] void refuse(const std::string& rule) const;
  [[noreturn]] void refuse_as_a_whole(const std::string& rule) const;

  /// Refuses all but an object with these keys and no others.
  void check_keys(const std::vector<std::string>& known) const;
  JsonPlace at(const std::string& key) const;
  std::optional<JsonPlace> find(const std::string& key) const;

  std::vector<JsonPlace> items() const;
  /// Refuses a list of another length.
  std::vector<JsonPlace> items(std::size_t count) const;
  std::int64_t integer(std::int64_t low, std::int64_t high) const;
  std::vector<int> integers(int low, int high) const;
  /// Printable ASCII, at most 100 characters.
  std::string word() const;

 private:
  const nlohmann::json* value_;
  const std::string* file_;
  std::string where_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_FORMATS_JSON_PLACE_H_
