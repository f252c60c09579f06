#include "sim/families/torus/language/torus_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/families/torus/torus_prediction.h"
#include "tb/theory/torus/torus_theory.h"

namespace flitwise {

const std::vector<Choice<Operation>>& torus_operation_words() {
  static const std::vector<Choice<Operation>> words =
      operation_words({Operation::kBroadcast, Operation::kTraffic});
  return words;
}

const std::vector<Choice<TorusAlgorithm>>& torus_algorithm_words() {
  static const std::vector<Choice<TorusAlgorithm>> words{
      {"peel", TorusAlgorithm::kPeel},         {"paper", TorusAlgorithm::kPaper},
      {"best", TorusAlgorithm::kBest},         {"fsh", TorusAlgorithm::kFsh},
      {"edn", TorusAlgorithm::kEdn},           {"imported", TorusAlgorithm::kImported},
      {"doubling", TorusAlgorithm::kDoubling}, {"flood", TorusAlgorithm::kFlood},
      {"radix3", TorusAlgorithm::kRadix3},     {"packet-tree", TorusAlgorithm::kPacketTree}};
  return words;
}

const std::vector<Choice<protocols::TrafficPattern>>& traffic_pattern_words() {
  static const auto words = [] {
    std::vector<Choice<protocols::TrafficPattern>> all;
    for (const protocols::TrafficPattern pattern : protocols::traffic_patterns())
      all.push_back({protocols::name_of(pattern), pattern});
    return all;
  }();
  return words;
}

const std::vector<Choice<bool>>& lane_rule_words() {
  static const std::vector<Choice<bool>> words{{"relaxed", false}, {"strict", true}};
  return words;
}

std::string torus_text(const std::vector<int>& sides) {
  return fmt::format("{} torus", fmt::join(sides, " x "));
}

Flits packet_length(const TorusScenario& torus) {
  if (torus.options.packet) return *torus.options.packet;
  return theory::best_packet_tree(torus.sides, cycle_model(torus)).packet;
}

namespace {

std::string traffic_variant(const protocols::TrafficPlan& plan) {
  std::vector<Flits> lengths;
  for (const protocols::PacketLength& length : plan.lengths) lengths.push_back(length.flits);
  return fmt::format("rate {:g}, {}-flit packets", plan.rate, fmt::join(lengths, "/"));
}

}  // namespace

std::string torus_variant(const TorusScenario& torus) {
  if (torus.traffic) return traffic_variant(torus.traffic->plan);
  std::string pace = torus.options.barrier ? "barrier" : "own pace";
  if (torus.algorithm == TorusAlgorithm::kPacketTree)
    return fmt::format("{}-flit packets, {}", packet_length(torus),
                       torus.options.barrier ? "slots" : "own pace");
  if (!torus.imported.starts.empty()) pace = "given cycles";
  if (torus.algorithm != TorusAlgorithm::kImported || torus.imported.scheme.empty()) return pace;
  return torus.imported.scheme + ", " + pace;
}

}  // namespace flitwise
