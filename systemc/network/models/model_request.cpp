#include "systemc/network/models/model_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "systemc/network/models/model_error.h"

namespace flitwise {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> listed_files(const std::string& source_directory) {
  const fs::path list = fs::path(source_directory) / "rtl" / "files.f";
  std::ifstream stream(list);
  if (!stream) throw ModelError(fmt::format("cannot read the list of modules {}", list.string()));
  std::vector<fs::path> files;
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty() && line[0] != '#' && line[0] != '/') files.emplace_back(line);
  }
  return files;
}

bool is_shared(const fs::path& folder) { return folder == "rtl" || folder == "rtl/common"; }

// Of a module around a router, the router: what follows the prefix of its name.
std::string router_inside(const fs::path& module) {
  const std::string name = module.stem().string();
  for (const std::string prefix : {"combining_", "merging_"})
    if (name.rfind(prefix, 0) == 0) return name.substr(prefix.size());
  return {};
}

bool is_around_a_router(const fs::path& module) { return !router_inside(module).empty(); }

// A module around a router needs its folder; any other one its own.
fs::path folder_inside(const std::vector<fs::path>& files, const fs::path& module) {
  const auto found = std::find_if(files.begin(), files.end(), [&](const fs::path& file) {
    return file.stem() == router_inside(module);
  });
  return found == files.end() ? module.parent_path() : found->parent_path();
}

void add_if_there(std::vector<std::string>& files, const fs::path& file) {
  if (fs::exists(file)) files.push_back(file.string());
}

}  // namespace

const char* name_of(ModelFlavour flavour) {
  switch (flavour) {
    case ModelFlavour::kPlain:
      return "plain";
    case ModelFlavour::kChecked:
      return "checked";
    case ModelFlavour::kTraced:
      return "traced";
    case ModelFlavour::kNetlist:
      break;
  }
  return "netlist";
}

void set_router_latency(ModelRequest& request, Step latency) {
  if (latency > 1) request.parameters.push_back(fmt::format("Stages={}", latency - 1));
}

void set_address_width(ModelRequest& request, FlitFormat format) {
  if (format.address != FlitFormat().address)
    request.parameters.push_back(fmt::format("AddressWidth={}", format.address));
}

std::string sorted_parameters(const ModelRequest& request) {
  std::vector<std::string> sorted = request.parameters;
  std::sort(sorted.begin(), sorted.end());
  return fmt::format("{}", fmt::join(sorted, ","));
}

ModelSources own_sources(const std::string& source_directory, const std::string& module) {
  const std::vector<fs::path> files = listed_files(source_directory);
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const fs::path& file) { return file.stem() == module; });
  if (found == files.end())
    throw ModelError(
        fmt::format("there is no module {} in {}/rtl/files.f", module, source_directory));
  const fs::path folder = found->parent_path();
  const fs::path inside = folder_inside(files, *found);
  const fs::path checks = fs::path(source_directory) / "tb";
  ModelSources sources;
  for (const char* shared : {"lane_view.sv", "violation_view.sv"})
    add_if_there(sources.views, checks / "view" / shared);
  add_if_there(sources.views, checks / "view" / (inside.filename().string() + "_lane_view.sv"));
  add_if_there(sources.checkers, checks / "sva" / (inside.filename().string() + "_sva.sv"));
  for (const fs::path& file : files) {
    const fs::path place = file.parent_path();
    if (place != folder && place != inside && !is_shared(place)) continue;
    if (is_around_a_router(file) && file != *found && folder_inside(files, file) != inside)
      continue;  // around another one
    sources.rtl.push_back((fs::path(source_directory) / file).string());
    add_if_there(sources.checkers, checks / "sva" / (file.stem().string() + "_sva.sv"));
    add_if_there(sources.views, checks / "view" / (file.stem().string() + "_view.sv"));
  }
  return sources;
}

std::vector<std::string> files_of(const ModelSources& sources, ModelFlavour flavour) {
  std::vector<std::string> files = sources.rtl;
  if (flavour == ModelFlavour::kPlain || flavour == ModelFlavour::kNetlist) return files;
  files.insert(files.end(), sources.checkers.begin(), sources.checkers.end());
  if (flavour == ModelFlavour::kTraced)
    files.insert(files.end(), sources.views.begin(), sources.views.end());
  return files;
}

}  // namespace flitwise
