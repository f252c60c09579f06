#include "sim/cli/cli_completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "sim/cli/commands.h"
#include "sim/import/collective_language.h"
#include "sim/language/scenario_values.h"
#include "sim/run/family/explanation.h"
#include "sim/run/family/family.h"
#include "sim/studies/claims/claim.h"
#include "sim/studies/claims/claim_runs.h"
#include "systemc/topology/graph/graph_shapes.h"

namespace flitwise {
namespace {

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

// Options that take a file, and those that take a directory.
std::vector<std::string> names_of_type(const CLI::App& command, const std::string& type) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_type_name().rfind(type, 0) != 0) continue;
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

std::string words(const std::vector<std::string>& list) {
  return fmt::format("{}", fmt::join(list, " "));
}

// A line of `case`: what can follow a command, and what can follow its options.
void add_commands(const CLI::App& app, const std::string& path, std::string& cases) {
  std::vector<std::string> next = option_names(app);
  for (const CLI::App* command : app.get_subcommands({})) {
    next.push_back(command->get_name());
    add_commands(*command, path.empty() ? command->get_name() : path + " " + command->get_name(),
                 cases);
  }
  cases +=
      fmt::format("    \"{}\") words=\"{}\"; files=\"{}\"; directories=\"{}\" ;;\n", path,
                  words(next), words(names_of_type(app, "F")), words(names_of_type(app, "DIR")));
}

constexpr const char* kScript =
    R"(# Completion of flitwise for bash:  source <(flitwise completion bash)
_flitwise() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
  local path="" words="" files="" directories="" i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${COMP_WORDS[i]} in
      @COMMANDS@) path="${path:+$path }${COMP_WORDS[i]}" ;;
      *) break ;;
    esac
  done
  case $path in
@CASES@  esac
  compopt +o nospace 2> /dev/null
  local option=$before key=""
  case $word,$before in
    =,*) key=$before; option=${COMP_WORDS[COMP_CWORD-2]}; word="" ;;
    *,=) key=${COMP_WORDS[COMP_CWORD-2]}; option=${COMP_WORDS[COMP_CWORD-3]} ;;
  esac
  if [[ $option == --set && -n $key ]]; then
    case $key in
@VALUES@      *) words="" ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  elif [[ $option == --set ]]; then
    compopt -o nospace 2> /dev/null
    mapfile -t COMPREPLY < <(compgen -S = -W "@KEYS@" -- "$word")
  elif [[ $path == import && $before == --format ]]; then
    mapfile -t COMPREPLY < <(compgen -W "@FORMATS@" -- "$word")
  elif [[ $path == "topology export" && $before == --format ]]; then
    mapfile -t COMPREPLY < <(compgen -W "@NETWORK_FORMATS@" -- "$word")
  elif [[ $path == trees && $before == --family ]]; then
    mapfile -t COMPREPLY < <(compgen -W "arc link" -- "$word")
  elif [[ $path == claims && $before == --paper ]]; then
    mapfile -t COMPREPLY < <(compgen -W "@PAPERS@" -- "$word")
  elif [[ $path == claims && $before == --id ]]; then
    mapfile -t COMPREPLY < <(compgen -W "@CLAIMS@" -- "$word")
  elif [[ $path == claims && $before == --source ]]; then
    mapfile -t COMPREPLY < <(compgen -W "@SOURCES@" -- "$word")
  elif [[ -n $before && " $directories " == *" $before "* ]]; then
    mapfile -t COMPREPLY < <(compgen -d -- "$word")
  elif [[ -n $before && " $files " == *" $before "* ]]; then
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  elif [[ $path == explain && $word != -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "@ALGORITHMS@" -- "$word")
  elif [[ $path == new && $before == new ]]; then
    mapfile -t COMPREPLY < <(compgen -W "@PROJECTS@" -- "$word")
  elif [[ ($path == trees || $path == "topology export") && $word != -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "@GRAPHS@" -- "$word"; compgen -f -- "$word")
  elif [[ $path == completion && $word != -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "bash" -- "$word")
  elif [[ @GROUPS@ || $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -f -X '!*.@(yaml|yml|json)' -- "$word"; compgen -d -- "$word")
  fi
}
shopt -s extglob
complete -o filenames -F _flitwise flitwise
)";

void replace(std::string& text, const std::string& mark, const std::string& by) {
  text.replace(text.find(mark), mark.size(), by);
}

// Tests for the paths that a command must follow: those of commands that have some of their own.
void add_groups(const CLI::App& app, const std::string& path, std::string& tests) {
  if (app.get_subcommands({}).empty()) return;
  tests += (tests.empty() ? "" : " || ") + fmt::format("$path == \"{}\"", path);
  for (const CLI::App* command : app.get_subcommands({}))
    add_groups(*command, path.empty() ? command->get_name() : path + " " + command->get_name(),
               tests);
}

void collect_names(const CLI::App& app, std::vector<std::string>& names) {
  for (const CLI::App* command : app.get_subcommands({})) {
    names.push_back(command->get_name());
    collect_names(*command, names);
  }
}

// Keys of scenarios for `--set`: all of them, and a line of `case` for each that has words.
void add_keys(const Families& families, std::string& keys, std::string& values) {
  std::map<std::string, std::set<std::string>> all;
  for (const Family* family : families.all())
    if (family->language() != nullptr)
      for (auto& [key, more] : language::words_by_path(*family->language())) all[key].merge(more);
  for (const auto& [key, its] : all) {
    keys += (keys.empty() ? "" : " ") + key;
    if (!its.empty())
      values += fmt::format("      {}) words=\"{}\" ;;\n", key, fmt::join(its, " "));
  }
}

void name_claims(std::vector<std::string>& papers, std::vector<std::string>& claims) {
  ErrorList errors;
  for (const std::string& file : claim_files())
    if (const std::optional<Paper> paper = read_paper(file, errors)) {
      papers.push_back(paper->name);
      for (const Claim& claim : paper->claims) claims.push_back(claim.id);
    }
}

}  // namespace

std::string bash_completion(const CLI::App& app, const Families& families) {
  std::string cases;
  add_commands(app, "", cases);
  std::vector<std::string> names;
  collect_names(app, names);
  std::string script = kScript;
  replace(script, "@COMMANDS@", fmt::format("{}", fmt::join(names, " | ")));
  replace(script, "@CASES@", cases);
  std::string groups;
  add_groups(app, "", groups);
  replace(script, "@GROUPS@", groups);
  std::string keys;
  std::string values;
  add_keys(families, keys, values);
  replace(script, "@VALUES@", values);
  replace(script, "@KEYS@", keys);
  replace(script, "@ALGORITHMS@", words(algorithm_words(families)));
  replace(script, "@FORMATS@", words(words_of(schedule_format_words())));
  std::vector<std::string> papers;
  std::vector<std::string> claims;
  name_claims(papers, claims);
  replace(script, "@PAPERS@", words(papers));
  replace(script, "@CLAIMS@", words(claims));
  replace(script, "@PROJECTS@", words(project_kinds()));
  replace(script, "@SOURCES@", words(source_names()));
  replace(script, "@NETWORK_FORMATS@", words(network_formats()));
  std::vector<std::string> graphs;
  for (const GraphShape& shape : graph_shapes()) graphs.push_back(shape.word);
  replace(script, "@GRAPHS@", words(graphs));
  return script;
}

}  // namespace flitwise
