#include "systemc/network/models/installation.h"

#include <dlfcn.h>
#include <pwd.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "systemc/network/models/model_toolchain.h"

// A program that is built with the installed package has it from flitwise/version.h.
extern "C" __attribute__((weak)) const char* flitwise_linked_header();

namespace flitwise {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string home_of_user() {
  const std::string home = variable("HOME");
  if (!home.empty()) return home;
  const passwd* entry = ::getpwuid(::getuid());
  return entry == nullptr ? "/nonexistent" : entry->pw_dir;
}

// Of the installed package that this code was linked from; empty where it was linked from none.
std::string linked_data() {
  std::vector<fs::path> places;
  if (flitwise_linked_header != nullptr)
    places.push_back(fs::path(flitwise_linked_header()).parent_path() / toolchain::kDataFromHeader);
  Dl_info library;  // or the program
  if (::dladdr(reinterpret_cast<const void*>(&installation), &library) != 0)
    places.push_back(fs::path(library.dli_fname).parent_path() / toolchain::kDataFromLibrary);
  std::error_code error;
  for (const fs::path& place : places)
    if (fs::exists(place / "rtl" / "files.f", error)) return place.lexically_normal().string();
  return {};
}

}  // namespace

Installation installation_of(const std::string& program, const std::string& home,
                             const Environment& environment, const std::string& linked_data) {
  std::error_code error;
  Installation found{toolchain::kSourceDirectory, toolchain::kModelDirectory};
  fs::path data = environment("FLITWISE_DATA");
  const fs::path beside =
      (fs::path(program).parent_path() / toolchain::kDataFromProgram).lexically_normal();
  for (const fs::path& other : {beside, fs::path(linked_data)})
    if (data.empty() && fs::exists(other / "rtl" / "files.f", error)) data = other;
  if (!data.empty()) {
    // A relative path in the variable is to be ignored, says the XDG base directory specification.
    const fs::path cache = environment("XDG_CACHE_HOME");
    found = {data.string(),
             ((cache.is_absolute() ? cache : fs::path(home) / ".cache") / "flitwise" / "models")
                 .string()};
  }
  const std::string store = environment("FLITWISE_MODELS");
  if (!store.empty()) {
    // Making a/../b as it is written would make a.
    const fs::path plain = fs::weakly_canonical(store, error);
    found.models = error ? store : plain.string();
  }
  return found;
}

Installation installation() {
  std::error_code ignored;
  return installation_of(fs::read_symlink("/proc/self/exe", ignored).string(), home_of_user(),
                         variable, linked_data());
}

}  // namespace flitwise
