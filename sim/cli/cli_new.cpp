// cli_new.cpp: `flitwise new`: a small project of the user's own, made from an example of
// Flitwise's.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <regex>
#include <sstream>
#include <system_error>

#include "sim/cli/commands.h"
#include "sim/console/outputs.h"
#include "sim/run/family/family.h"
#include "sim/text/report_text.h"
#include "systemc/network/models/installation.h"

namespace flitwise {
namespace {

namespace fs = std::filesystem;

struct NewArguments {
  std::string kind;
  std::string name;
  std::string directory = ".";
};

// An example that is a project by itself, and the name that it has.
struct Template {
  const char* kind;
  const char* folder;  // among the program's files
  const char* name;
  // Whether the name is a word of the example's alone, and may be replaced wherever it stands.
  bool is_own_word;
  const char* about;
};

constexpr std::array kTemplates{
    Template{"testbench", "examples/gather", "gather", false,
             "a SystemC program with PEs of its own around a network"},
    Template{"protocol", "examples/protocol", "protocol", false,
             "PEs that decide by a protocol of their own, held against a formula"},
    Template{"family", "tests/plugin", "hypercube", true,
             "the command with a family of networks of its own: topology, PEs, theory"},
};

const Template& template_of(const std::string& kind) {
  return *std::find_if(kTemplates.begin(), kTemplates.end(),
                       [&](const Template& one) { return one.kind == kind; });
}

// Words of C++, of CMake's targets and of YAML that are no names of programs, namespaces or kinds
// of networks.
constexpr const char* kReservedWords = R"(
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t
class compl const constexpr const_cast continue decltype default delete do double dynamic_cast
else enum explicit export extern false float for friend goto if inline int long mutable
namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
reinterpret_cast return short signed sizeof static static_assert static_cast struct switch
template this thread_local throw true try typedef typeid typename union unsigned using virtual
void volatile wchar_t while xor xor_eq all clean help install package test main std flitwise
null yes no on off preinstall edit_cache rebuild_cache package_source depend
)";

bool is_reserved(const std::string& name) {
  std::istringstream words(kReservedWords);
  const std::istream_iterator<std::string> end;
  return std::find(std::istream_iterator<std::string>(words), end, name) != end;
}

// "ring_of_rings" as the name of a type: "RingOfRings".
std::string type_name(const std::string& name) {
  std::string type;
  bool begins = true;
  for (const char c : name) {
    if (c != '_')
      type += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    begins = c == '_';
  }
  return type;
}

// The same as the name of a macro: "RING_OF_RINGS".
std::string macro_name(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

// The example's text with the user's name. Where the example's name is also a word of the language,
// it is replaced only as the name of a file, target or program.
std::string renamed(const Template& from, const std::string& name, std::string text) {
  if (from.is_own_word) {
    replace_all(text, from.name, name);
    replace_all(text, type_name(from.name), type_name(name));
    replace_all(text, macro_name(from.name), macro_name(name));
    return text;
  }
  const std::string word = from.name;
  const std::regex names("(^|[(/\"`]|NAME |COMMAND )" + word + R"((?!\w|\.h))" + "|( )" + word +
                         R"((?=\.cpp))" + "|(// )" + word + "(?=:)");
  return std::regex_replace(text, names, "$1$2$3" + name);
}

std::string content_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) throw std::runtime_error(file.string() + ": error: cannot be read");
  return text;
}

// The files of an example by their paths in it, sorted.
// Errors: throws std::runtime_error where the example is not there.
std::vector<fs::path> files_of(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    if (entry->is_regular_file() && entry->path().extension() != ".pyc")
      files.push_back(entry->path().lexically_relative(folder));
  if (error || files.empty())
    throw std::runtime_error(folder.string() + ": error: cannot be read" +
                             (error ? ": " + error.message() : ""));
  std::sort(files.begin(), files.end());
  return files;
}

bool is_identifier(const std::string& name) {
  static const std::regex kIdentifier("[a-z]([a-z0-9]|_(?=[a-z0-9]))*");
  return std::regex_match(name, kIdentifier);
}

// Why the project cannot have this name, as a sentence; empty if it can.
std::string refuse_name(const NewArguments& arguments, const std::vector<std::string>& sources,
                        const Families& families) {
  const std::string& name = arguments.name;
  constexpr std::size_t kLongest = 40;
  if (!is_identifier(name) || name.size() > kLongest)
    return fmt::format(
        "'{}' must be a name of C++ in lower case, up to {} letters, digits and single _, a letter "
        "first",
        escaped(name), kLongest);
  if (is_reserved(name))
    return fmt::format("'{}' is a word of C++, CMake or YAML; choose another name", name);
  const Template& from = template_of(arguments.kind);
  for (const std::string& kind : families.kinds())
    if (from.is_own_word && replaced(kind, {{'-', "_"}}) == name)
      return fmt::format("'{}' is a kind of networks that there is; choose another name", kind);
  // A namespace or a type must not be called like anything else in the same sources.
  if (!from.is_own_word || name == from.name) return {};
  const std::regex word(fmt::format(R"(\b({}|{}|{})\b)", name, type_name(name), macro_name(name)));
  for (const std::string& text : sources)
    if (std::regex_search(text, word))
      return fmt::format("'{}' has another meaning in the sources of {}; choose another name", name,
                         from.folder);
  return {};
}

// All or nothing: the folder appears under its name when it is complete.
void write_project(const fs::path& target,
                   const std::vector<std::pair<fs::path, std::string>>& files) {
  const fs::path unfinished =
      target.parent_path() / fmt::format(".{}.{}", target.filename().string(), ::getpid());
  std::error_code ignored;
  try {
    for (const auto& [path, text] : files) {
      make_directory((unfinished / path).parent_path().string());
      write_file((unfinished / path).string(), text);
    }
    std::error_code error;
    fs::rename(unfinished, target, error);
    if (error)
      throw OutputError(target.string() + ": error: cannot create this folder: " + error.message());
  } catch (...) {
    fs::remove_all(unfinished, ignored);
    throw;
  }
}

int make_project(const NewArguments& arguments, const Session& session) {
  const Template& from = template_of(arguments.kind);
  const fs::path folder = fs::path(installation().sources) / from.folder;
  const std::vector<fs::path> paths = files_of(folder);
  std::vector<std::string> texts;
  std::vector<std::string> sources;
  for (const fs::path& path : paths) {
    texts.push_back(content_of(folder / path));
    if (path.extension() == ".h" || path.extension() == ".cpp") sources.push_back(texts.back());
  }
  const std::string refusal = refuse_name(arguments, sources, session.families);
  if (!refusal.empty()) return refuse("flitwise new", refusal, session.console);
  const fs::path target = fs::path(arguments.directory) / arguments.name;
  if (fs::exists(fs::symlink_status(target)))
    return refuse("flitwise new",
                  fmt::format("{}: is there already and stays as it is", escaped(target.string())),
                  session.console);
  std::vector<std::pair<fs::path, std::string>> files;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    std::string path = paths[i].string();
    replace_all(path, from.name, arguments.name);
    files.emplace_back(path, renamed(from, arguments.name, texts[i]));
  }
  make_directory(arguments.directory);
  write_project(target, files);
  session.console.out << fmt::format(
      "{0}: {1}, made from {2}; its README.md says more\n"
      "  cmake -S {3} -B {4} && cmake --build {4} && ctest --test-dir {4}\n",
      escaped(target.string()), from.about, from.folder, shell_word(target.string()),
      shell_word((target / "build").string()));
  return 0;
}

std::string new_help() {
  std::string text =
      "Writes a folder NAME with sources, a CMakeLists.txt, a README.md and a test:\n\n";
  for (const Template& one : kTemplates)
    text += fmt::format("  {:<10} {}; a copy of {}\n", one.kind, one.about, one.folder);
  return text + R"(
  flitwise new testbench report --into ~/work

NAME becomes the program's name, and of a family also its kind of network. It builds against an
installed Flitwise: -DCMAKE_PREFIX_PATH=PREFIX where that is not found by itself. What is there is
never replaced.

Exit status: 0 written, 2 a name that cannot be used, or a folder that is there.
)";
}

}  // namespace

std::vector<std::string> project_kinds() {
  std::vector<std::string> kinds;
  for (const Template& one : kTemplates) kinds.emplace_back(one.kind);
  return kinds;
}

void add_new(CLI::App& app, Commands& commands) {
  auto [command, arguments] =
      add_command(app, commands, "new", "Write a small project to start from", make_project);
  command.add_option("KIND", arguments.kind, "testbench, protocol or family")
      ->required()
      ->type_name("")
      ->check(CLI::IsMember(project_kinds()));
  command.add_option("NAME", arguments.name, "Of the folder and the program")
      ->required()
      ->type_name("");
  command.add_option("--into", arguments.directory, "The folder to write NAME into (default .)")
      ->type_name("DIR")
      ->check(not_empty("the name of a directory"));
  command.footer(new_help());
}

}  // namespace flitwise
