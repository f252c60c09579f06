#include "sim/kit/measured_block.h"

#include <fmt/format.h>

#include <sstream>

namespace flitwise {

std::string refuse_measured(const kit::Measured& measured) {
  if (!measured.latency()) return "r is not the same for all pairs of ports";
  if (!measured.head_wait) return "a stream of one-flit packets has no steady period";
  if (!measured.body_wait || !measured.loop) return "body flits or the loop could not be measured";
  return {};
}

std::string with_measured(const std::string& text, const kit::Measured& measured,
                          const std::string& hash) {
  const std::uint64_t latency = measured.latency().value_or(1);
  const std::uint64_t loop = measured.loop.value_or(latency);
  std::string block = fmt::format(
      "measured: {{files: {}, router: {}, head_wait: {}, body_wait: {}, link: 1, credit: {}, "
      "loop: {}, loop_body: {}, turnaround: {}",
      hash, latency, measured.head_wait.value_or(0), measured.body_wait.value_or(0),
      loop > latency ? loop - latency : 0, loop, measured.loop_body.value_or(loop),
      measured.turnaround.value_or(0));
  if (measured.wait) block += fmt::format(", wait: {}", *measured.wait);
  block += "}\n";
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
