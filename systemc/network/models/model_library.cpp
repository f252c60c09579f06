#include "systemc/network/models/model_library.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <utility>

#include "systemc/network/models/built_models.h"
#include "systemc/network/models/installation.h"
#include "systemc/network/models/model_recipe.h"
#include "systemc/network/models/model_store.h"
#include "systemc/network/models/model_toolchain.h"
#include "systemc/network/models/tool_command.h"

namespace flitwise {
namespace {

void run_or_throw(const std::string& title, const std::vector<std::string>& command,
                  const ModelScratch& scratch, const std::string& store) {
  const ToolResult result = run_tool(command);
  if (result.failure.empty()) return;
  std::string reason = describe_failure(command, result);
  const std::string obstacle = scratch.obstacle();
  if (!obstacle.empty())
    reason = fmt::format("files cannot be written in {}: {}; {}", store, obstacle, reason);
  throw ToolError(fmt::format("cannot compile {}: {}", title, reason), result.output);
}

// Before it is published: a compiler may end well and leave nothing, or half of it.
const ModelTable& load_or_throw(const std::string& title, const std::string& folder,
                                const std::string& prefix) {
  try {
    return load_object(folder + "/model.so", prefix);
  } catch (const ModelError& error) {
    throw ModelError(fmt::format("cannot load the compiled {}: {}", title, error.what()));
  }
}

std::string version_line(const std::string& tool) {
  const std::vector<std::string> command{tool, "--version"};
  const ToolResult result = run_tool(command);
  if (!result.failure.empty())
    throw ModelError(
        fmt::format("models cannot be compiled: {}", describe_failure(command, result)));
  return "tool " + result.output.substr(0, result.output.find('\n')) + "\n";
}

// Models use the runtime of Verilator that this program was built with.
void expect_own_verilator(const std::string& tool, const std::string& line) {
  if (line.find(toolchain::kVerilatorVersion) != std::string::npos) return;
  const std::size_t start = line.find(' ') + 1;  // behind the word tool
  throw ModelError(
      fmt::format("models cannot be compiled: this program was built with {}, and {} is {}",
                  toolchain::kVerilatorVersion, tool, line.substr(start, line.find('\n') - start)));
}

// Of this thread, which makes the libraries.
std::function<void(const ModelProgress&)>& listener() {
  static thread_local std::function<void(const ModelProgress&)> function;
  return function;
}

std::string name_of_request(const ModelRequest& request) {
  return fmt::format("{} {} {} {} {} {}", request.module, sorted_parameters(request),
                     name_of(request.flavour), request.clock,
                     fmt::join(files_of(request.sources, request.flavour), " "),
                     fmt::join(request.flags, " "));
}

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

struct ModelLibrary::Recipe : ModelRecipe {};

ModelLibrary::Config ModelLibrary::default_config() {
  Config config;
  const Installation folders = installation();
  config.directory = folders.models;
  config.source_directory = folders.sources;
  config.verilator = toolchain::kVerilator;
  config.yosys = toolchain::kYosys;
  config.compiler = toolchain::kCompiler;
  config.cmake = toolchain::kCmake;
  return config;
}

ModelLibrary::Config ModelLibrary::terminal_config() {
  Config config = default_config();
  config.progress = listener();
  if (!config.progress && ::isatty(STDERR_FILENO) != 0)
    config.progress = print_model_progress(stderr);
  return config;
}

ModelListener::ModelListener(std::function<void(const ModelProgress&)> progress)
    : before_(std::exchange(listener(), std::move(progress))) {}

ModelListener::~ModelListener() { listener() = std::move(before_); }

ModelLibrary::ModelLibrary(Config config) : config_(std::move(config)) {
  config_.directory = std::filesystem::absolute(config_.directory).string();
}

const ModelTable& ModelLibrary::get(const ModelRequest& request) {
  const ModelTable* built = wanted_optimization().empty() ? find_built_model(request) : nullptr;
  if (built != nullptr) return *built;
  const ModelTable*& known = known_[name_of_request(request)];
  if (known == nullptr) known = &load_or_compile(recipe_for(request));
  return *known;
}

ModelLibrary::Recipe ModelLibrary::recipe_for(const ModelRequest& request) {
  ModelRequest complete = request;
  if (complete.sources.rtl.empty())
    complete.sources = own_sources(config_.source_directory, request.module);
  std::string versions = version_of(config_.verilator) + version_of(config_.compiler);
  if (request.flavour == ModelFlavour::kNetlist) versions += version_of(config_.yosys);
  return {make_recipe(complete, config_, versions)};
}

const std::string& ModelLibrary::version_of(const std::string& tool) {
  std::string& version = versions_[tool];
  if (!version.empty()) return version;
  version = version_line(tool);
  if (tool == config_.verilator) expect_own_verilator(tool, version);
  return version;
}

const ModelTable* ModelLibrary::load(const Recipe& recipe) const {
  return load_model(config_.directory, recipe.folder, recipe.key, recipe.prefix);
}

const ModelTable& ModelLibrary::load_or_compile(const Recipe& recipe) {
  if (const ModelTable* table = load(recipe)) return *table;
  const ModelLock lock(config_.directory, recipe.folder,
                       [&] { report(ModelProgress::Stage::kWaiting, recipe, 0); });
  // Another process may have made it since.
  if (const ModelTable* table = load(recipe)) return *table;
  return compile(recipe);
}

const ModelTable& ModelLibrary::compile(const Recipe& recipe) const {
  const Stopwatch watch;
  report(ModelProgress::Stage::kCompiling, recipe, 0);
  try {
    ModelScratch scratch(config_.directory, recipe.folder);
    for (const auto& command : recipe.commands(scratch.path()))
      run_or_throw(recipe.title, command, scratch, config_.directory);
    const ModelTable& table = load_or_throw(recipe.title, scratch.path(), recipe.prefix);
    scratch.publish(recipe.key);
    report(ModelProgress::Stage::kDone, recipe, watch.seconds());
    return table;
  } catch (...) {
    report(ModelProgress::Stage::kFailed, recipe, watch.seconds());
    throw;
  }
}

void ModelLibrary::report(ModelProgress::Stage stage, const Recipe& recipe, double seconds) const {
  if (config_.progress) config_.progress({stage, recipe.title, seconds});
}

std::string progress_text(const ModelProgress& progress) {
  switch (progress.stage) {
    case ModelProgress::Stage::kWaiting:
      return fmt::format("waiting for another process that compiles {}", progress.model);
    case ModelProgress::Stage::kCompiling:
      return fmt::format("compiling {}, which takes some ten seconds the first time",
                         progress.model);
    case ModelProgress::Stage::kDone:
      return fmt::format("{} is compiled, in {:.0f} s", progress.model, progress.seconds);
    case ModelProgress::Stage::kFailed:
      break;
  }
  return fmt::format("{} could not be compiled", progress.model);
}

std::function<void(const ModelProgress&)> print_model_progress(std::FILE* stream) {
  return [stream](const ModelProgress& progress) {
    switch (progress.stage) {
      case ModelProgress::Stage::kWaiting:
        fmt::print(stream, "waiting for another process that compiles {}\n", progress.model);
        break;
      case ModelProgress::Stage::kCompiling:
        fmt::print(stream, "compiling {} ...", progress.model);
        break;
      case ModelProgress::Stage::kDone:
        fmt::print(stream, " {:.0f} s\n", progress.seconds);
        break;
      case ModelProgress::Stage::kFailed:
        fmt::print(stream, " failed\n");
        break;
    }
    std::fflush(stream);
  };
}

}  // namespace flitwise
