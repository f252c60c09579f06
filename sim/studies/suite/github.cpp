#include "sim/studies/suite/github.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <tuple>

#include "sim/console/outputs.h"
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
std::string message_of(const std::string& text) {
  return replaced(text, {{'%', "%25"}, {'\r', "%0D"}, {'\n', "%0A"}});
}

std::string property_of(const std::string& text) {
  return replaced(message_of(text), {{':', "%3A"}, {',', "%2C"}});
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

template <typename T>
std::vector<T> first(std::size_t most, const std::vector<T>& all) {
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(most, all.size()))};
}

// What each column has in this row.
template <typename CellOf>
std::string table_row(const std::vector<TextColumn>& columns, CellOf cell_of) {
  std::string row = "|";
  for (const TextColumn& column : columns) row += " " + cell_of(column) + " |";
  return row + "\n";
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
    properties += fmt::format("{}{}={}", properties.empty() ? " " : ",", name, property_of(value));
  };
  if (!annotation.file.empty()) add("file", annotation.file);
  if (annotation.line > 0) add("line", std::to_string(annotation.line));
  if (annotation.column > 0) add("col", std::to_string(annotation.column));
  if (!annotation.title.empty()) add("title", annotation.title);
  return fmt::format("::error{}::{}\n", properties, message_of(annotation.message));
}

std::string markdown_escaped(const std::string& text) {
  return replaced(text, {{'<', "&lt;"},
                         {'&', "&amp;"},
                         {'\n', " "},
                         {'\r', " "},
                         {'\\', "\\\\"},
                         {'`', "\\`"},
                         {'*', "\\*"},
                         {'_', "\\_"},
                         {'[', "\\["},
                         {']', "\\]"},
                         {'|', "\\|"},
                         {'#', "\\#"},
                         {'~', "\\~"}});
}

std::string markdown_table(const std::vector<TextColumn>& columns, std::size_t rows) {
  std::string text =
      table_row(columns, [](const TextColumn& column) { return markdown_escaped(column.heading); });
  text += table_row(columns, [](const TextColumn& column) {
    return std::string(column.align == Align::kRight ? "---:" : "---");
  });
  for (std::size_t i = 0; i < std::min(rows, kMostRows); ++i)
    text += table_row(columns,
                      [i](const TextColumn& column) { return markdown_escaped(column.cells[i]); });
  if (rows > kMostRows) text += fmt::format("\nand {} more\n", rows - kMostRows);
  return text;
}

std::string workflow_commands(std::vector<Annotation> annotations) {
  std::string text;
  for (Annotation& annotation : annotations) {
    annotation.file = file_in_workspace(annotation.file, github_job().workspace);
    text += workflow_command(annotation);
  }
  return text;
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

Annotation annotation_of(const std::runtime_error& error) {
  Annotation result;
  result.title = "flitwise check";
  result.message = error.what();
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
  result.message = fmt::format("{}", fmt::join(first(kMostLines, lines), "\n"));
  if (lines.size() > kMostLines)
    result.message += fmt::format("\nand {}", counted(lines.size() - kMostLines, "more line"));
  if (lines.empty()) result.message = verdict_of(one.result.outcome);
  return result;
}

std::string summary_of(const Suite& suite) {
  const std::vector<Result> results = results_of(suite);
  std::vector<Result> failed;
  std::copy_if(results.begin(), results.end(), std::back_inserter(failed),
               [](const Result& result) { return result.outcome != Outcome::kPass; });
  std::string failures;
  for (const Result& result : first(kMostRows, failed)) {
    failures += fmt::format("* **{}** ({}): {}\n", markdown_escaped(result.scenario),
                            markdown_escaped(result.file), verdict_of(result.outcome));
    for (const std::string& line : first(kMostLines, failures_of(result)))
      failures += "  * " + markdown_escaped(line) + "\n";
  }
  return fmt::format("### flitwise check: {} of {} passed\n\n{}{}{}\n",
                     results.size() - failed.size(), counted(results.size(), "scenario"), failures,
                     failures.empty() ? "" : "\n",
                     markdown_table(run_columns(results, Cells::kWhole), results.size()));
}

std::string summary_of(const std::vector<ConfigError>& errors) {
  std::string text = "### flitwise check: bad input, nothing was run\n\n";
  for (const ConfigError& error : first(kMostRows, errors))
    text += "* " + markdown_escaped(error.what()) + "\n";
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
