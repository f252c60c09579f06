#include "systemc/network/models/model_recipe.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "systemc/network/models/model_toolchain.h"
#include "systemc/network/models/source_hash.h"

namespace flitwise {
namespace {

namespace fs = std::filesystem;

// A list as CMake writes it.
std::vector<std::string> words_of(const char* list) {
  std::vector<std::string> words;
  std::istringstream stream(list);
  for (std::string word; std::getline(stream, word, ';');) words.push_back(word);
  return words;
}

void append(std::vector<std::string>& to, const std::vector<std::string>& words) {
  to.insert(to.end(), words.begin(), words.end());
}

// Flags of the request's own come last and count.
std::vector<std::string> verilator_flags(const ModelRequest& request) {
  std::vector<std::string> flags = words_of(toolchain::kVerilatorFlags);
  if (request.flavour == ModelFlavour::kTraced)
    append(flags, words_of(toolchain::kVerilatorTraceFlags));
  append(flags, request.flags);
  return flags;
}

// Waves and netlists are for looking closely: their models compile fast rather than run fast.
std::vector<std::string> compiler_flags(ModelFlavour flavour) {
  const bool is_hot = flavour == ModelFlavour::kPlain || flavour == ModelFlavour::kChecked;
  std::string optimization = wanted_optimization();
  if (optimization.empty()) optimization = is_hot ? toolchain::kHotOptimization : "-O1";
  std::vector<std::string> flags{"-std=c++17", optimization, "-w",
                                 "-fPIC",      "-shared",    "-fno-gnu-unique"};
  for (const std::string& define : words_of(toolchain::kVerilatedDefines))
    flags.push_back("-D" + define);
  return flags;
}

// Models name their sources in messages: those of the project by their path in the tree, wherever
// the tree lies.
std::string name_in_messages(const std::string& source, const std::string& tree) {
  const std::string start = tree + "/";
  return source.compare(0, start.size(), start) == 0 ? source.substr(start.size()) : source;
}

std::string glue_script(const ModelLibrary::Config& tools) {
  return tools.source_directory + "/cmake/FlitwiseAmalgam.cmake";
}

std::string synthesis_script(const ModelLibrary::Config& tools) {
  return tools.source_directory + "/scripts/synth";
}
std::string netlist_waivers(const ModelLibrary::Config& tools) {
  return tools.source_directory + "/rtl/netlist.vlt";
}

// From the sources to one file of gates.
std::vector<std::string> synthesize(const ModelRequest& request, const ModelLibrary::Config& tools,
                                    const std::string& netlist) {
  std::vector<std::string> command{
      synthesis_script(tools), "--yosys", tools.yosys, "--netlist", netlist, "--sources"};
  for (const std::string& file : request.sources.rtl)
    command.push_back(fs::absolute(file).string());
  append(command, {"--top", request.module});
  append(command, request.parameters);
  return command;
}

}  // namespace

std::string wanted_optimization() {
  const char* wanted = std::getenv("FLITWISE_MODEL_OPTIMIZATION");
  if (wanted == nullptr || *wanted == '\0') return {};
  const std::string level = wanted;
  for (const char* known : {"-O0", "-O1", "-O2", "-O3"})
    if (level == known) return level;
  throw ModelError(
      fmt::format("FLITWISE_MODEL_OPTIMIZATION: '{}' must be one of -O0, -O1, -O2, -O3", level));
}

std::vector<std::vector<std::string>> ModelRecipe::commands(const std::string& scratch) const {
  const bool is_netlist = request.flavour == ModelFlavour::kNetlist;
  const std::string verilated = scratch + "/verilated";
  const std::string amalgam = verilated + "/" + prefix + "__all.cpp";
  const std::string netlist = scratch + "/netlists/" + request.module + ".v";
  std::vector<std::string> verilate{tools.cmake,     "-E",  "chdir", tools.source_directory,
                                    tools.verilator, "--cc"};
  append(verilate, verilator_flags(request));
  append(verilate, {"--prefix", prefix, "--top-module", request.module, "--Mdir", verilated});
  if (is_netlist) {
    append(verilate, {netlist_waivers(tools), netlist});
  } else {
    for (const std::string& parameter : request.parameters) verilate.push_back("-G" + parameter);
    for (const std::string& file : files_of(request.sources, request.flavour))
      verilate.push_back(name_in_messages(fs::absolute(file).string(), tools.source_directory));
  }
  const std::string include = toolchain::kVerilatorInclude;
  const std::vector<std::string> glue{tools.cmake,
                                      "-DDIRECTORY=" + verilated,
                                      "-DPREFIX=" + prefix,
                                      "-DCLOCK=" + request.clock,
                                      "-DOUTPUT=" + amalgam,
                                      "-DHEADERS=" + include,
                                      "-P",
                                      glue_script(tools)};
  std::vector<std::string> compile{tools.compiler};
  append(compile, compiler_flags(request.flavour));
  append(compile, {"-I" + verilated, "-I" + tools.source_directory, "-isystem", include, "-isystem",
                   include + "/vltstd", amalgam, "-o", scratch + "/model.so"});
  if (is_netlist) return {synthesize(request, tools, netlist), verilate, glue, compile};
  return {verilate, glue, compile};
}

ModelRecipe make_recipe(const ModelRequest& request, const ModelLibrary::Config& tools,
                        const std::string& versions) {
  ModelRecipe recipe;
  recipe.request = request;
  recipe.tools = tools;
  recipe.title = request.module;
  if (!request.description.empty()) recipe.title += " " + request.description;
  recipe.key =
      fmt::format("module {}\nparameters {}\nflavour {}\nclock {}\n{}", request.module,
                  sorted_parameters(request), name_of(request.flavour), request.clock, versions);
  recipe.key += fmt::format("verilator flags {}\ncompiler flags {}\n",
                            fmt::join(verilator_flags(request), " "),
                            fmt::join(compiler_flags(request.flavour), " "));
  for (const char* glue : {"model_table.h", "verilated_table.h"})
    recipe.key += file_line(tools.source_directory + "/systemc/network/models/" + glue);
  recipe.key += file_line(glue_script(tools));
  if (request.flavour == ModelFlavour::kNetlist)
    recipe.key += file_line(synthesis_script(tools)) + file_line(netlist_waivers(tools));
  for (const std::string& file : files_of(request.sources, request.flavour))
    recipe.key += file_line(file);
  for (const std::string& file : request.sources.included) recipe.key += file_line(file);
  const std::string hash = fmt::format("{:016x}", hash_of(recipe.key));
  recipe.folder = request.module + "-" + hash;
  recipe.prefix = "V" + request.module + "_" + hash;
  return recipe;
}

}  // namespace flitwise
