// ebft_classes.cpp: the sequences, each checked when it is used.
#include "systemc/protocols/fat_tree/ebft_classes.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>

namespace flitwise::protocols {
namespace {

constexpr int kLeastHop = 2;
constexpr int kLeastLevels = 2;

// By steps a hop, then by levels; a digit a step, a dot for none.
constexpr const char* kSequences[][5] = {
    {"22.1", "333231.2", "4443444441.2.33.3..2", "45354535555235554555451245544.34",
     "656545456665666663346555665666646365656665646616.46665436556.5..2.4....2"},
    {"221", "3333221", "444434444232.1.33", "554545535555555235532541544344.4",
     "646556664566646543656656656656652363665566665536.65566566642.144..4"},
    {"221", "3333221", "444443344422.331", "555454355555555552.3533254441444",
     "5656656556646666664666346664665536461255666666556.66445635325554"},
    {"221", "3333221", "4444444433221.....33", "555455554455355535545543224.341.4",
     "656656556645666666665566636436652666366245666464655646154535545"},
    {"221", "3333221", "444444443333221", "555555554545555555334343.2.12.4444",
     "656656566666664664664666666346666636666564364.521235455.5555555.5..........4"},
};

// Ways over the lowest branch are ways of all messages.
bool is_uniform(int levels, const FatTreeLatency& latency) {
  for (int level = 3; level <= levels; ++level)
    if (latency.longer_by(level) != latency.longer_by(2)) return false;
  return true;
}

bool keeps_rules(const std::vector<int>& classes, int levels, const FatTreeLatency& latency) {
  std::set<Step> arrivals;
  std::size_t sent = 0;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (classes[i] == kNoClass) continue;
    if (classes[i] < 1 || classes[i] > levels) return false;
    arrivals.insert(static_cast<Step>(i) + 1 + latency.whole_way(classes[i]));
    ++sent;
  }
  for (int level = 1; level <= levels; ++level)
    if (std::count(classes.begin(), classes.end(), level) != std::ptrdiff_t{1} << (level - 1))
      return false;
  return arrivals.size() == sent;
}

}  // namespace

std::vector<int> ebft_classes(int levels, const FatTreeLatency& latency) {
  if (levels < kLeastLevels) return {};
  const Step hop = latency.longer_by(2) / 2;
  const auto hops = static_cast<Step>(std::size(kSequences));
  const auto sizes = static_cast<int>(std::size(kSequences[0]));
  if (!is_uniform(levels, latency) || hop < kLeastHop || hop >= kLeastHop + hops ||
      levels >= kLeastLevels + sizes)
    return {};
  std::vector<int> classes;
  for (const char step : std::string(kSequences[hop - kLeastHop][levels - kLeastLevels]))
    classes.push_back(step == '.' ? kNoClass : step - '0');
  if (!keeps_rules(classes, levels, latency))
    throw std::logic_error("ebft_classes: a sequence for " + std::to_string(levels) +
                           " levels is wrong");
  return classes;
}

}  // namespace flitwise::protocols
