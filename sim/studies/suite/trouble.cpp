#include "sim/studies/suite/trouble.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>
#include <vector>

namespace flitwise {
namespace {

constexpr Step kShortRun = 200;
constexpr Node kSmallNetwork = 64;
constexpr Step kStepsBefore = 40;
constexpr Step kStepsAfter = 20;
constexpr std::size_t kMostNodes = 32;

// The numbers that stand behind a word: "step 14" and "steps 14".
void collect_numbers(const std::string& text, const std::string& word,
                     std::vector<std::int64_t>& numbers) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const char* begin = text.c_str() + at + word.size();
    if (std::isdigit(static_cast<unsigned char>(*begin)) != 0)
      numbers.push_back(std::strtoll(begin, nullptr, 10));
  }
}

std::vector<std::string> texts_of(const Result& result) {
  std::vector<std::string> texts = result.problems;
  for (const check::Check& check : result.checks)
    if (is_broken(check)) {
      texts.push_back(check.measured);
      texts.push_back(check.predicted);
    }
  return texts;
}

}  // namespace

WaveWindow window_of(const Result& result) {
  std::vector<std::int64_t> steps;
  std::vector<std::int64_t> pes;
  for (const std::string& text : texts_of(result)) {
    collect_numbers(text, "step ", steps);
    collect_numbers(text, "PE ", pes);
  }
  WaveWindow window;
  if (!steps.empty() && result.measured.quiesce > kShortRun) {
    const auto [least, most] = std::minmax_element(steps.begin(), steps.end());
    window.first = std::max<Step>(0, *least - kStepsBefore);
    window.last = std::min(*most, *least + kShortRun) + kStepsAfter;
  }
  std::sort(pes.begin(), pes.end());
  pes.erase(std::unique(pes.begin(), pes.end()), pes.end());
  const bool names_a_few = !pes.empty() && pes.size() <= kMostNodes && pes.back() < result.pes;
  if (names_a_few && result.pes > kSmallNetwork)
    for (const std::int64_t pe : pes) window.nodes.push_back(static_cast<Node>(pe));
  return window;
}

std::string window_text(const WaveWindow& window) {
  std::string text = "all steps";
  if (window.last)
    text = fmt::format("steps {} to {}", window.first, *window.last);
  else if (window.first > 0)
    text = fmt::format("steps from {} on", window.first);
  if (window.nodes.empty()) return text + (text == "all steps" ? " and nodes" : "");
  return fmt::format("{}, PEs {}", text, fmt::join(window.nodes, ", "));
}

}  // namespace flitwise
