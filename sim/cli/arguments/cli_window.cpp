#include "sim/cli/arguments/cli_window.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "sim/language/scenario.h"
#include "sim/run/family/family.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

// "3-7", or "3" for a range of one where that is allowed.
std::optional<std::pair<std::int64_t, std::int64_t>> range_of(const std::string& text) {
  const std::size_t dash = text.find('-');
  const auto first = whole_number(text.substr(0, dash));
  const auto last = dash == std::string::npos ? first : whole_number(text.substr(dash + 1));
  if (!first || !last || *first < 0 || *last < *first) return std::nullopt;
  return std::pair(*first, *last);
}

}  // namespace

WaveWindow parse_window(const std::string& steps, const std::string& nodes) {
  WaveWindow window;
  if (!steps.empty()) {
    const auto range = range_of(steps);
    if (!range || steps.find('-') == std::string::npos)
      throw std::invalid_argument(
          fmt::format("--trace-steps {}: must be two steps, the first not above the last, as 10-40",
                      escaped(steps)));
    window.first = range->first;
    window.last = range->second;
  }
  std::istringstream parts(nodes);
  for (std::string part; std::getline(parts, part, ',');) {
    const auto range = range_of(part);
    if (!range || range->second >= kMostPes)
      throw std::invalid_argument(
          fmt::format("--trace-nodes {}: must be PEs below {} and ranges of them, as 0,3,7-9",
                      escaped(nodes), kMostPes));
    for (std::int64_t pe = range->first; pe <= range->second; ++pe)
      window.nodes.push_back(static_cast<Node>(pe));
  }
  std::sort(window.nodes.begin(), window.nodes.end());
  window.nodes.erase(std::unique(window.nodes.begin(), window.nodes.end()), window.nodes.end());
  return window;
}

std::string refuse_window(const RunArguments& arguments, const Scenario& scenario) {
  if (!arguments.waves.empty() && scenario.options.build == Build::kNetlist)
    return fmt::format("--waves: '{}' is built of netlists, which have no waves",
                       escaped(scenario.name));
  if (arguments.trace_steps.empty() && arguments.trace_nodes.empty()) return {};
  const WaveWindow window = parse_window(arguments.trace_steps, arguments.trace_nodes);
  if (arguments.waves.empty()) return "--trace-steps and --trace-nodes: need --waves F.fst";
  if (window.nodes.empty()) return {};
  if (scenario.options.build == Build::kElaborated)
    return fmt::format("--trace-nodes: '{}' is built elaborated, whose waves show all nodes",
                       escaped(scenario.name));
  Result facts;
  identify(scenario, facts);
  if (window.nodes.back() < facts.pes) return {};
  return fmt::format("--trace-nodes: '{}' has no PE {}, only 0 to {}", escaped(scenario.name),
                     window.nodes.back(), facts.pes - 1);
}

}  // namespace flitwise
