// router_github.cpp: clauses as annotations at keys of router.yaml.
#include "sim/cli/router_github.h"

#include <fmt/format.h>

#include <regex>
#include <utility>

#include "sim/language/scenario_yaml.h"
#include "sim/studies/suite/github.h"

namespace flitwise {
namespace {

constexpr const char* kCommand = "flitwise router check";

// The key that promises what a clause judges; the wrapper's where none does.
const char* key_of(int clause) {
  switch (clause) {
    case kit::kWay:
    case kit::kNoCircle:
      return "routing";
    case kit::kHold:
      return "link";
    case kit::kCredits:
      return "credit";
    case kit::kRoom:
      return "queue";
    case kit::kLatency:
    case kit::kRate:
      return "latency";
    case kit::kFair:
      return "wait";
    case kit::kApart:
      return "lanes";
    default:
      return "top";
  }
}

// Where a key stands, else `top`; nowhere where the file cannot be read any more.
Place place_of(const std::optional<YamlNode>& root, const std::string& key) {
  if (!root) return {};
  for (const std::string& name : {key, std::string("top")})
    for (const YamlEntry& entry : root->entries)
      if (entry.key == name) return entry.place;
  return {};
}

std::optional<YamlNode> root_of(const std::string& file) {
  ErrorList ignored;
  std::optional<YamlNode> root;
  ignored.attempt([&] { root = parse_yaml_file(file, ignored); });
  return root;
}

std::vector<TextColumn> columns_of(const std::vector<ClauseRow>& rows) {
  const auto column = [&](const char* heading, Align align, std::string ClauseRow::*cell) {
    return make_column(heading, align, rows, [cell](const ClauseRow& row) { return row.*cell; });
  };
  return {column("clause", Align::kLeft, &ClauseRow::name),
          column("result", Align::kLeft, &ClauseRow::result),
          column("exercised", Align::kRight, &ClauseRow::exercised),
          column("proof", Align::kLeft, &ClauseRow::proof),
          column("detail", Align::kLeft, &ClauseRow::detail)};
}

}  // namespace

GithubTexts github_texts(const RouterCheck& check) {
  const std::vector<ClauseRow> rows = clause_rows(check);
  const std::optional<YamlNode> root = root_of(check.router.file);
  std::vector<Annotation> annotations;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (!rows[k].is_bad) continue;
    const kit::ClauseReport& clause = check.report.clauses[k];
    const Place place = place_of(root, key_of(clause.number));
    Annotation one;
    one.file = check.router.file;
    one.line = place.line;
    one.column = place.column;
    one.title = fmt::format("{}: {}: {}", check.router.name, clause.name, rows[k].result);
    one.message =
        rows[k].detail.empty() ? clause.text : fmt::format("{}: {}", clause.text, rows[k].detail);
    annotations.push_back(std::move(one));
  }
  for (const kit::Hang& hang : check.report.hangs) {
    Annotation one;
    one.file = check.router.file;
    one.title = fmt::format("{}: hangs, {}, cycle {}", check.router.name, hang.phase, hang.cycle);
    for (const std::string& wait : hang.waits)
      one.message += (one.message.empty() ? "" : "\n") + wait;
    annotations.push_back(std::move(one));
  }
  return {workflow_commands(std::move(annotations)),
          fmt::format("### {}: {}\n\n{}\n\n{}\n", kCommand, markdown_escaped(counts_of(check)),
                      markdown_escaped(heading_of(check)),
                      markdown_table(columns_of(rows), rows.size()))};
}

GithubTexts github_texts(const std::vector<ConfigError>& errors) {
  GithubTexts texts{"", fmt::format("### {}: bad description, nothing was checked\n\n", kCommand)};
  std::vector<Annotation> annotations;
  for (const ConfigError& error : errors) {
    annotations.push_back(annotation_of(error));
    texts.summary += "* " + markdown_escaped(error.what()) + "\n";
  }
  texts.commands = workflow_commands(std::move(annotations));
  return texts;
}

GithubTexts github_texts(const std::string& description, const std::string& error) {
  static const std::regex kPlace(R"(%(?:Error|Warning)[^:\n]*: ([^:\n]+):(\d+):)");
  Annotation one;
  one.file = description;
  one.title = kCommand;
  one.message = error.substr(0, error.find('\n'));
  if (std::smatch found; std::regex_search(error, found, kPlace)) {
    one.file = found[1];
    one.line = std::stoi(found[2]);
  }
  return {workflow_commands({one}), fmt::format("### {}: nothing was checked\n\n{}\n", kCommand,
                                                markdown_escaped(one.message))};
}

}  // namespace flitwise
