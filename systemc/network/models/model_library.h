// model_library.h: verilated models of any module and parameters, compiled on first use.
#ifndef FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_LIBRARY_H_
#define FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_LIBRARY_H_

#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <string>

#include "systemc/network/models/model_error.h"
#include "systemc/network/models/model_request.h"
#include "systemc/network/models/model_table.h"

namespace flitwise {

/// What the library is doing, since it may take many seconds.
struct ModelProgress {
  enum class Stage : std::uint8_t { kWaiting, kCompiling, kDone, kFailed };
  Stage stage = Stage::kCompiling;
  std::string model;   ///< "fat_tree_switch (2 children, depth 64)"
  double seconds = 0;  ///< since it began to compile
};

/// As long as it lives, libraries with the terminal's configuration that are made in its thread
/// have this progress function instead. The last one made counts.
class ModelListener final {
 public:
  explicit ModelListener(std::function<void(const ModelProgress&)> progress);
  ~ModelListener();
  ModelListener(const ModelListener&) = delete;
  ModelListener& operator=(const ModelListener&) = delete;

 private:
  std::function<void(const ModelProgress&)> before_;
};

/// Yields the table of a model: of those that the build has made, else from its store on disk,
/// where a model that is not there yet is verilated and compiled, a netlist synthesized before. A
/// library reads the sources of a model once: later changes go unnoticed.
///
/// The store has a folder per model, named by module and a hash of all that goes into it (sources,
/// parameters, flavour, flags, versions of the tools). A folder is made under another name and
/// renamed when it is complete. A lock per model, which ends with the process that holds it, keeps
/// two processes from making the same one.
///
/// Compiled models hold no Verilator runtime of their own but use that of the program: one context,
/// one wave and one count of failed assertions must serve all models of a network, and Verilator
/// keeps the current context once a thread. The program must export its symbols for that, which
/// linking flitwise_network sees to. Compiled models stay loaded as long as the program.
class ModelLibrary {
 public:
  struct Config {
    std::string directory;  ///< the store
    std::string source_directory;
    std::string verilator;
    std::string yosys;  ///< makes the netlists
    std::string compiler;
    std::string cmake;
    std::function<void(const ModelProgress&)> progress;  ///< may be empty
  };

  /// The tools of the build, and the folders of this program (installation.h).
  static Config default_config();
  /// Likewise; prints its progress if standard error is a terminal and there is no ModelListener.
  static Config terminal_config();

  explicit ModelLibrary(Config config = default_config());

  /// Errors: throws ModelError when the sources cannot be read, a tool fails or is missing, or the
  ///         store cannot be written; nothing half-made is left in the store.
  const ModelTable& get(const ModelRequest& request);

 private:
  struct Recipe;
  Recipe recipe_for(const ModelRequest& request);
  const std::string& version_of(const std::string& tool);
  const ModelTable* load(const Recipe& recipe) const;
  const ModelTable& load_or_compile(const Recipe& recipe);
  const ModelTable& compile(const Recipe& recipe) const;
  void report(ModelProgress::Stage stage, const Recipe& recipe, double seconds) const;

  Config config_;
  std::map<std::string, std::string> versions_;     // by tool, once asked for
  std::map<std::string, const ModelTable*> known_;  // by all that a request says
};

/// What happens, as a sentence for people: "compiling bufferless_router (2 children), which takes
/// some ten seconds". Shape: not empty.
std::string progress_text(const ModelProgress& progress);

/// A progress function that writes "compiling fat_tree_switch (...) ... 12 s" as it goes.
std::function<void(const ModelProgress&)> print_model_progress(std::FILE* stream);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_LIBRARY_H_
