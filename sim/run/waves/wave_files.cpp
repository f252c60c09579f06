#include "sim/run/waves/wave_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/run/family/family.h"

namespace flitwise {
namespace {

// What the views of tb/view show for the node of a link without a flit.
constexpr int kNoNodeInViews = 8191;

}  // namespace

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
