// installation.h: where a program finds the files of the project, and where it keeps models.
#ifndef FLITWISE_SYSTEMC_NETWORK_MODELS_INSTALLATION_H_
#define FLITWISE_SYSTEMC_NETWORK_MODELS_INSTALLATION_H_

#include <functional>
#include <string>

namespace flitwise {

/// Folders without a slash at the end.
struct Installation {
  std::string sources;  ///< holds rtl/files.f, sim/claims and all else that is read at run time
  std::string models;   ///< the store of models that are compiled on first use
};

/// A variable of the environment; empty where it is not set.
using Environment = std::function<std::string(const char* name)>;

/// The folders of the program in this file. A program that was installed has its files beside it
/// (`../share/flitwise` from the folder of programs) and keeps models in the user's cache:
/// XDG_CACHE_HOME/flitwise/models, or .cache/flitwise/models in `home`. So does one that was linked
/// to an installation, whose files are `linked_data`. Any other program is one of the build, with
/// the files and the store of the build. FLITWISE_DATA and FLITWISE_MODELS come before all of
/// these.
Installation installation_of(const std::string& program, const std::string& home,
                             const Environment& environment, const std::string& linked_data = "");

/// The folders of this process.
Installation installation();

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_MODELS_INSTALLATION_H_
