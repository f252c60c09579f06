#include "sim/studies/suite/github.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <tuple>

#include "sim/console/outputs.h"
#include "sim/report/report_table.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

namespace fs = std::filesystem;

// GitHub takes a mebibyte a step; such rows are below 200 bytes.
constexpr std::size_t kMostRows = 1000;
// What does not fit into an annotation is in the log, right above it.
constexpr std::size_t kMostLines = 8;

std::string from_environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// The runner takes a command to the end of its line, and turns these back.
std::string runner_escaped(const std::string& text, bool in_property) {
  std::string result;
  for (const char c : text) {
    if (c == '%')
      result += "%25";
    else if (c == '\r')
      result += "%0D";
    else if (c == '\n')
      result += "%0A";
    else if (in_property && c == ':')
      result += "%3A";
    else if (in_property && c == ',')
      result += "%2C";
    else
      result += c;
  }
  return result;
}

// In a table of Markdown, which GitHub renders with HTML in it.
std::string markdown_escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '<')
      result += "&lt;";
    else if (c == '&')
      result += "&amp;";
    else if (c == '\n' || c == '\r')
      result += ' ';
    else if (std::strchr("\\`*_[]|#~", c) != nullptr)
      result += std::string("\\") + c;
    else
      result += c;
  }
  return result;
}

const YamlEntry* entry_of(const YamlNode& map, const std::string& key) {
  for (const YamlEntry& entry : map.entries)
    if (entry.key == key && !is_removal(entry)) return &entry;
  return nullptr;
}

// Where the first of these keys stands in the file, if its value does; nowhere if all come from
// settings.
Place place_of_keys(const YamlNode& values,
                    std::initializer_list<std::initializer_list<const char*>> paths) {
  for (const auto& path : paths) {
    const YamlNode* map = &values;
    const YamlEntry* entry = nullptr;
    for (const char* key : path) {
      entry = map != nullptr ? entry_of(*map, key) : nullptr;
      map = entry != nullptr ? &entry->value : nullptr;
    }
    if (entry != nullptr && entry->value.place.text && entry->value.place.text->setting.empty())
      return entry->place;
  }
  return {};
}

std::string joined(const std::vector<std::string>& lines, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < lines.size() && i < most; ++i)
    text += (i == 0 ? "" : "\n") + lines[i];
  if (lines.size() > most)
    text += fmt::format("\nand {}", counted(lines.size() - most, "more line"));
  return text;
}

std::string table_row(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) row += " " + markdown_escaped(cell) + " |";
  return row + "\n";
}

std::string markdown_table(const std::vector<TextColumn>& columns, std::size_t rows) {
  std::vector<std::string> headings;
  std::string rule = "|";
  for (const TextColumn& column : columns) {
    headings.push_back(column.heading);
    rule += column.align == Align::kRight ? " ---: |" : " --- |";
  }
  std::string text = table_row(headings) + rule + "\n";
  for (std::size_t i = 0; i < rows && i < kMostRows; ++i) {
    std::vector<std::string> cells;
    for (const TextColumn& column : columns) cells.push_back(column.cells[i]);
    text += table_row(cells);
  }
  if (rows > kMostRows) text += fmt::format("\nand {} more\n", rows - kMostRows);
  return text;
}

}  // namespace

GithubJob github_job() {
  return {from_environment("GITHUB_WORKSPACE"), from_environment("GITHUB_STEP_SUMMARY")};
}

bool Annotation::operator==(const Annotation& other) const {
  return std::tie(file, line, column, title, message) ==
         std::tie(other.file, other.line, other.column, other.title, other.message);
}

std::string workflow_command(const Annotation& annotation) {
  std::string properties;
  const auto add = [&](const char* name, const std::string& value) {
    properties +=
        fmt::format("{}{}={}", properties.empty() ? " " : ",", name, runner_escaped(value, true));
  };
  if (!annotation.file.empty()) add("file", annotation.file);
  if (annotation.line > 0) add("line", std::to_string(annotation.line));
  if (annotation.column > 0) add("col", std::to_string(annotation.column));
  if (!annotation.title.empty()) add("title", annotation.title);
  return fmt::format("::error{}::{}\n", properties, runner_escaped(annotation.message, false));
}

std::string file_in_workspace(const std::string& file, const std::string& workspace) {
  if (workspace.empty() || file.empty()) return file;
  std::error_code ignored;
  const fs::path inside =
      fs::path(resolved_path(file)).lexically_relative(resolved_path(workspace));
  return inside.empty() || *inside.begin() == ".." ? file : inside.string();
}

Annotation annotation_of(const ConfigError& error) {
  Annotation result;
  result.file = error.file();
  const bool has_place = error.setting().empty();
  if (has_place) result.line = error.line();
  if (has_place) result.column = error.column();
  result.title = "bad input";
  result.message = error.what();
  static const std::string kWord = ": error: ";  // behind the place, which GitHub shows itself
  if (has_place) result.message.erase(0, result.message.find(kWord) + kWord.size());
  return result;
}

Annotation annotation_of(const SuiteCase& one) {
  Annotation result;
  result.file = one.scenario().file;
  const Place place = place_of_keys(
      one.reading.values, {{"options", "break"}, {"algorithm"}, {"schedule"}, {"operation"}});
  result.line = place.line;
  result.column = place.column;
  result.title = fmt::format("{}: {}", one.result.scenario, verdict_of(one.result.outcome));
  std::vector<std::string> lines = failures_of(one.result);
  // What went wrong on the network says more in a line than the figures that differ for it.
  std::stable_partition(lines.begin(), lines.end(),
                        [](const std::string& line) { return line.rfind("problem: ", 0) == 0; });
  result.message = joined(lines, kMostLines);
  if (result.message.empty()) result.message = verdict_of(one.result.outcome);
  return result;
}

std::string summary_of(const Suite& suite) {
  const std::vector<Result> results = results_of(suite);
  std::string failures;
  std::size_t failed = 0;
  for (const Result& result : results) {
    if (result.outcome == Outcome::kPass) continue;
    ++failed;
    if (failed > kMostRows) continue;
    failures += fmt::format("* **{}** ({}): {}\n", markdown_escaped(result.scenario),
                            markdown_escaped(result.file), verdict_of(result.outcome));
    const std::vector<std::string> lines = failures_of(result);
    for (std::size_t i = 0; i < lines.size() && i < kMostLines; ++i)
      failures += "  * " + markdown_escaped(lines[i]) + "\n";
  }
  return fmt::format("### flitwise check: {} of {} passed\n\n{}{}{}\n", results.size() - failed,
                     counted(results.size(), "scenario"), failures, failures.empty() ? "" : "\n",
                     markdown_table(run_columns(results, Cells::kWhole), results.size()));
}

std::string summary_of(const std::vector<ConfigError>& errors) {
  std::string text = "### flitwise check: bad input, nothing was run\n\n";
  for (std::size_t i = 0; i < errors.size() && i < kMostRows; ++i)
    text += "* " + markdown_escaped(errors[i].what()) + "\n";
  return text;
}

void add_to_summary(const std::string& file, const std::string& text) {
  // Other steps' commands may have written before: nothing of theirs is replaced.
  std::ofstream stream(file, std::ios::app);
  stream << text << std::flush;
  if (!stream)
    throw OutputError(
        fmt::format("{}: error: cannot write this file: {}", file, std::strerror(errno)));
}

}  // namespace flitwise
