#include "sim/report/report_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace flitwise {
namespace {

std::string quoted(const std::string& word) {
  const bool is_plain = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string("_-./=,:+").find(c) != std::string::npos;
  });
  if (is_plain) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

std::string command_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + quoted(word);
  return line;
}

std::vector<std::string> with_settings(std::vector<std::string> words,
                                       const std::vector<Setting>& settings) {
  for (const Setting& setting : settings) {
    words.emplace_back("--set");
    words.push_back(setting.path + "=" + setting.value);
  }
  return words;
}

std::string command_to_reproduce(const std::string& file, const std::vector<Setting>& settings) {
  std::vector<std::string> words = with_settings({"flitwise", "run", file}, settings);
  words.emplace_back("-v");
  return command_line(words);
}

std::string command_with_scenario(const Scenario& scenario) {
  const std::filesystem::path folder = std::filesystem::path(scenario.file).parent_path();
  const bool reads_files = !scenario.inputs.empty();
  const std::string file =
      ((reads_files ? folder : std::filesystem::path()) / "this-run.yaml").string();
  // A scenario is one line of JSON, in which no line can be the end mark.
  return fmt::format("cat > {} <<'END'\n{}\nEND\n{}", quoted(file), scenario.text,
                     command_to_reproduce(file, {}));
}

}  // namespace flitwise
