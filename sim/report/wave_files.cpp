#include "sim/report/wave_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <utility>
#include <vector>

#include "sim/run/family/family.h"
#include "sim/run/family/wave_layout.h"

namespace flitwise {
namespace {

// Types of blocks.
constexpr unsigned kHeader = 0;
constexpr unsigned kHierarchy = 4;
constexpr unsigned kHierarchyLz4 = 6;
constexpr unsigned kHierarchyLz4Duo = 7;
constexpr unsigned kGeometry = 3;

// GTKWave's zoom, a base-2 logarithm: at 0, about 4.4 ns fill a window of the size below. Short
// runs are shown whole, of long ones as many steps as remain readable.
double zoom_for(Step steps) {
  constexpr double kStepsAtZoom0 = 4.4;
  constexpr Step kMostReadable = 40;
  return std::log2(kStepsAtZoom0 / static_cast<double>(std::min(steps, kMostReadable)));
}

// What the views of tb/view show for the node of a link without a flit.
constexpr int kNoNodeInViews = 8191;

// Named markers, A to Z; -1 where there is none.
std::string markers(const Phases& phases) {
  std::string places;
  std::string names;
  for (std::size_t i = 0; i < kMostMarkers; ++i) {
    const bool is_there = i < phases.size();
    places += fmt::format(" {}", is_there ? phases[i].first : -1);
    if (is_there)
      names += fmt::format("[markername] {}{}\n", static_cast<char>('A' + i), phases[i].name);
  }
  if (!names.empty()) names.pop_back();
  return names.empty() ? places : places + "\n" + names;
}

// Evenly chosen, the first and the last among them.
Phases thinned(const Phases& phases) {
  if (phases.size() <= kMostMarkers) return phases;
  Phases chosen;
  for (std::size_t i = 0; i < kMostMarkers; ++i)
    chosen.push_back(phases[i * (phases.size() - 1) / (kMostMarkers - 1)]);
  return chosen;
}

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

std::string wave_layout(const Scenario& scenario, const std::string& wave_name, Step last_step,
                        const WaveWindow& window, const Phases& phases) {
  Result result;
  identify(scenario, result);
  WaveLayout layout(result.pes, window, node_file_name(wave_name));
  layout.line("[*] Flitwise: registers at the end of step t stand from t to t + 1 ns");
  layout.line(fmt::format("[dumpfile] \"{}\"", wave_name));
  layout.line("[size] 1600 1050");
  layout.line("[pos] -1 -1");
  layout.line(fmt::format("*{:.6f} 0{}", zoom_for(last_step + 2), markers(thinned(phases))));
  layout.line("[sst_width] 220");
  layout.line("[signals_width] 260");
  layout.decimal("step", "run.run_view.step[31:0]");
  family_of(scenario).add_waves(scenario, layout);
  return layout.text();
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

std::string node_file(const Scenario& scenario) {
  Result result;
  identify(scenario, result);
  const std::vector<std::string> labels = family_of(scenario).node_labels(scenario);
  std::string text;
  for (Node pe = 0; pe < result.pes; ++pe) {
    const auto at = static_cast<std::size_t>(pe);
    std::string label = at < labels.size() ? labels[at] : fmt::format("PE {}", pe);
    if (labels.empty() && at < result.node_names.size()) label += " " + result.node_names[at];
    text += fmt::format("{} {}\n", pe, label);
  }
  return text + fmt::format("{} -\n", kNoNodeInViews);
}

}  // namespace flitwise
