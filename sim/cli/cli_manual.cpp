#include "sim/cli/cli_manual.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <systemc>

#include "sim/version.h"

namespace flitwise {
namespace {

// Text as roff shows it: no line is a request, and no hyphen becomes a dash.
std::string roff(const std::string& text) {
  std::string result;
  bool begins_line = true;
  for (const char c : text) {
    if (begins_line && (c == '.' || c == '\'')) result += "\\&";
    begins_line = c == '\n';
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
  }
  return result;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

// "-o,--output DIR", as in --help.
std::string heading_of(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name(true);
  const std::string type = option.get_type_name();
  return option.get_name(false, true) + (type.empty() ? "" : " " + type);
}

std::string options_of(const CLI::App& command) {
  std::string text;
  for (const CLI::Option* option : command.get_options())
    text +=
        fmt::format(".TP\n.B {}\n{}\n", roff(heading_of(*option)), roff(option->get_description()));
  return text;
}

// As it is, without the lines being filled.
std::string plain(const std::string& text) {
  return text.empty() ? ""
                      : ".PP\n.nf\n" + roff(text) + (text.back() == '\n' ? "" : "\n") + ".fi\n";
}

void add_sections(const CLI::App& app, const std::string& path, std::string& text) {
  for (const CLI::App* command : app.get_subcommands({})) {
    const std::string name = path + " " + command->get_name();
    text += fmt::format(".SH {}\n{}.\n", roff(upper(name)), roff(command->get_description()));
    text += options_of(*command) + plain(command->get_footer());
    add_sections(*command, name, text);
  }
}

std::string synopsis(const CLI::App& app) {
  std::string text;
  for (const CLI::App* command : app.get_subcommands({}))
    text += fmt::format("{}.B {} {}\n[\\fIOPTIONS\\fR] ...\n", text.empty() ? "" : ".br\n",
                        roff(app.get_name()), roff(command->get_name()));
  return text;
}

constexpr const char* kFiles =
    R"(.SH FILES
.TP
.I ../share/flitwise
beside the folder of the installed program: RTL, scenarios, sweeps, claims and schemas.
.TP
.I ~/.cache/flitwise/models
router models that were compiled on first use; XDG_CACHE_HOME replaces ~/.cache.
.SH ENVIRONMENT
.TP
.B FLITWISE_MODELS
a folder for compiled router models in place of that in FILES.
.TP
.B NO_COLOR
no colours, also on a terminal.
)";

std::string systemc_version() {
  const std::string release = sc_core::sc_release();
  return release.substr(0, release.find('-'));
}

}  // namespace

std::string manual_page(const CLI::App& app) {
  std::string text = fmt::format(".TH {} 1 \"\" \"{} {}\" \"User Commands\"\n",
                                 upper(app.get_name()), app.get_name(), kVersion);
  std::string summary = app.get_description();
  while (!summary.empty() && summary.back() == '.') summary.pop_back();
  text += fmt::format(".SH NAME\n{} \\- {}\n.SH SYNOPSIS\n{}", roff(app.get_name()), roff(summary),
                      synopsis(app));
  text += ".SH OPTIONS\n" + options_of(app) + plain(app.get_footer());
  add_sections(app, app.get_name(), text);
  return text + kFiles;
}

std::string version_text(const std::string& commit) {
  return fmt::format("flitwise {}{}\n{}\nSystemC {}\n{}", kVersion,
                     commit.empty() ? "" : fmt::format(" (commit {})", commit), kVerilatorVersion,
                     systemc_version(), kCompilerVersion);
}

std::string version_json(const std::string& commit) {
  const auto number = [](const std::string& text) { return text.substr(text.find(' ') + 1); };
  nlohmann::ordered_json json;
  json["flitwise"] = kVersion;
  json["commit"] = commit.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(commit);
  json["verilator"] = number(kVerilatorVersion);
  json["yosys"] = number(kYosysVersion);
  json["systemc"] = systemc_version();
  json["compiler"] = kCompilerVersion;
  return json.dump();
}

}  // namespace flitwise
