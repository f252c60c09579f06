#include "sim/kit/measured_block.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>
#include <string>
#include <vector>

namespace flitwise {

std::string refuse_measured(const kit::Measured& measured, own::Family family) {
  std::vector<std::string> missing;
  for (int k = 0; k < kit::kPassages; ++k)
    if (!measured.router[static_cast<std::size_t>(k)])
      missing.emplace_back(kit::name_of(static_cast<RouterPassage>(k)));
  if (!missing.empty())
    return fmt::format("r was not measured ({}): no lone packet left by the port that was due",
                       fmt::join(missing, ", "));
  for (const auto& range : measured.router)
    if (range->least != range->greatest)
      return "r is not the same for all pairs of ports that go straight on, turn, come from the PE "
             "or go to it";
  if (family == own::Family::kTree)
    return measured.latency() ? "" : "r is not the same for all pairs of ports";
  if (!measured.head_wait) return "a stream of one-flit packets has no steady period";
  if (!measured.body_wait || !measured.loop) return "body flits or the loop could not be measured";
  return {};
}

namespace {

// r as a description says it.
std::string router_value(const kit::Measured& measured) {
  if (const auto all = measured.latency()) return std::to_string(*all);
  std::vector<std::string> passages;
  for (int k = 0; k < kit::kPassages; ++k)
    if (const auto& range = measured.router[static_cast<std::size_t>(k)])
      passages.push_back(
          fmt::format("{}: {}", kit::name_of(static_cast<RouterPassage>(k)), range->least));
  return fmt::format("{{{}}}", fmt::join(passages, ", "));
}

}  // namespace

std::string with_measured(const std::string& text, const kit::Measured& measured,
                          const std::string& hash, own::Family family) {
  // The loop is that of heads that go straight on.
  const auto& straight = measured.router[static_cast<std::size_t>(RouterPassage::kStraight)];
  const std::uint64_t latency = straight ? straight->least : 1;
  const std::uint64_t loop = measured.loop.value_or(latency);
  std::string block = fmt::format(
      "measured: {{files: {}, router: {}, head_wait: {}, body_wait: {}, link: 1, credit: {}, "
      "loop: {}, loop_body: {}, turnaround: {}",
      hash, router_value(measured), measured.head_wait.value_or(0), measured.body_wait.value_or(0),
      loop > latency ? loop - latency : 0, loop, measured.loop_body.value_or(loop),
      measured.turnaround.value_or(0));
  if (measured.wait) block += fmt::format(", wait: {}", *measured.wait);
  block += "}\n";
  if (family == own::Family::kTree)
    block = fmt::format("measured: {{files: {}, router: {}}}\n", hash, latency);
  std::istringstream lines(text);
  std::string result;
  bool is_old = false;
  bool is_written = false;
  for (std::string line; std::getline(lines, line);) {
    const bool is_indented = !line.empty() && (line[0] == ' ' || line[0] == '\t');
    if (is_old && is_indented) continue;
    is_old = line.rfind("measured:", 0) == 0;
    if (is_old) {
      if (!is_written) result += block;
      is_written = true;
    } else {
      result += line + "\n";
    }
  }
  return is_written ? result : result + block;
}

}  // namespace flitwise
