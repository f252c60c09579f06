// scenario_error.h: one mistake in a user's input, reported in the style of a compiler.
#ifndef FLITWISE_SIM_LANGUAGE_SCENARIO_ERROR_H_
#define FLITWISE_SIM_LANGUAGE_SCENARIO_ERROR_H_

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace flitwise {

/// A text that values are read from: a scenario file, or the value of one `--set`.
struct InputText {
  std::string file;     ///< the scenario file, also for a setting that changes it
  std::string setting;  ///< "--set key=value", empty for the file itself
  std::vector<std::string> lines;
};

/// A position in an input text. Lines and columns count from 1; columns count characters.
struct Place {
  std::shared_ptr<const InputText> text;
  int line = 0;  ///< 0: the text as a whole
  int column = 0;
};

/// Input that cannot be used; says where it stands and which rule it breaks.
///
/// `what()` is one line: `file:line:column: error: key: 'value' rule`. A value from the command
/// line has its `--set key=value` as location.
class ConfigError : public std::runtime_error {
 public:
  /// Shape: `key` and `value` may be empty; `rule` continues a sentence that begins with the value.
  ConfigError(Place place, std::string key, std::string value, std::string rule);

  const std::string& file() const { return place_.text->file; }
  const std::string& setting() const { return place_.text->setting; }
  int line() const { return place_.line; }
  int column() const { return place_.column; }
  const std::string& key() const { return key_; }
  const std::string& value() const { return value_; }
  const std::string& rule() const { return rule_; }

  /// The offending source line with its number and a caret below; empty where there is none.
  std::string excerpt() const;

 private:
  Place place_;
  std::string key_;
  std::string value_;
  std::string rule_;
};

/// Collects errors, so that one reading reports all that are independent of each other.
class ErrorList {
 public:
  void add(ConfigError error) { errors_.push_back(std::move(error)); }

  /// Runs `read` and keeps the ConfigError that it throws. Returns whether there was none.
  template <typename Read>
  bool attempt(Read&& read) {
    try {
      read();
      return true;
    } catch (const ConfigError& error) {
      add(error);
      return false;
    }
  }

  bool empty() const { return errors_.empty(); }
  std::size_t size() const { return errors_.size(); }
  /// The errors in the order of their places in the file; those of settings last.
  std::vector<ConfigError> sorted() const;

 private:
  std::vector<ConfigError> errors_;
};

/// The candidate that `word` is probably a misspelling of; empty if none is near.
std::string nearest_word(const std::string& word, const std::vector<std::string>& candidates);

/// " (did you mean 'x'?)" for the nearest candidate; empty if none is near.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace flitwise

#endif  // FLITWISE_SIM_LANGUAGE_SCENARIO_ERROR_H_
