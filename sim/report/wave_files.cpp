#include "sim/report/wave_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <utility>
#include <vector>

#include "sim/run/family/family.h"

namespace flitwise {
namespace {

// Types of blocks.
constexpr unsigned kHeader = 0;
constexpr unsigned kHierarchy = 4;
constexpr unsigned kHierarchyLz4 = 6;
constexpr unsigned kHierarchyLz4Duo = 7;
constexpr unsigned kGeometry = 3;

// What the views of tb/view show for the node of a link without a flit.
constexpr int kNoNodeInViews = 8191;

}  // namespace

// A block is its type, a byte, and its length, eight bytes with the most significant one first,
// which counts itself and all that follows.
bool is_whole_fst(const std::string& path) {
  std::ifstream stream(path, std::ios::binary | std::ios::ate);
  const std::uint64_t size = stream ? static_cast<std::uint64_t>(stream.tellg()) : 0;
  bool has_geometry = false;
  bool has_hierarchy = false;
  std::uint64_t at = 0;
  while (at < size) {
    std::array<char, 9> start{};
    stream.seekg(static_cast<std::streamoff>(at));
    if (!stream.read(start.data(), start.size())) return false;
    const unsigned type = static_cast<unsigned char>(start[0]);
    std::uint64_t length = 0;
    for (std::size_t i = 1; i < start.size(); ++i)
      length = length << 8 | static_cast<unsigned char>(start[i]);
    if (at == 0 && type != kHeader) return false;
    if (length < 8 || length > size - at - 1) return false;
    has_geometry = has_geometry || type == kGeometry;
    has_hierarchy =
        has_hierarchy || type == kHierarchy || type == kHierarchyLz4 || type == kHierarchyLz4Duo;
    at += 1 + length;
  }
  return has_geometry && has_hierarchy;
}

Phases phases_of(const Scenario& scenario, const Result& result) {
  Phases phases = family_of(scenario).phases(scenario, result);
  if (result.measured.finish > 0) phases.push_back({result.measured.finish, "finish"});
  phases.push_back({result.measured.quiesce + 1, "quiet"});
  std::stable_sort(phases.begin(), phases.end(),
                   [](const Phase& a, const Phase& b) { return a.first < b.first; });
  Phases distinct;
  for (Phase& phase : phases) {
    if (distinct.empty() || distinct.back().first != phase.first)
      distinct.push_back(std::move(phase));
    else
      distinct.back().name += ", " + phase.name;
  }
  return distinct;
}

std::string node_file_name(const std::string& wave_name) {
  return wave_name.substr(0, wave_name.rfind(".fst")) + ".nodes.txt";
}

std::vector<std::string> node_names(const Scenario& scenario) {
  Result result;
  identify(scenario, result);
  std::vector<std::string> labels = family_of(scenario).node_labels(scenario);
  const bool has_names = labels.empty();
  for (std::size_t pe = labels.size(); pe < static_cast<std::size_t>(result.pes); ++pe) {
    labels.push_back(fmt::format("PE {}", pe));
    if (has_names && pe < result.node_names.size()) labels.back() += " " + result.node_names[pe];
  }
  return labels;
}

std::string node_file(const Scenario& scenario) {
  Result result;
  identify(scenario, result);
  const std::vector<std::string> names = node_names(scenario);
  std::string text;
  for (std::size_t pe = 0; pe < static_cast<std::size_t>(result.pes); ++pe)
    text += fmt::format("{} {}\n", pe, names[pe]);
  return text + fmt::format("{} -\n", kNoNodeInViews);
}

}  // namespace flitwise
