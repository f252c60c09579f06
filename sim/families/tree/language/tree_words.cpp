#include "sim/families/tree/language/tree_words.h"

#include <fmt/format.h>

namespace flitwise {

const std::vector<Choice<Operation>>& tree_operation_words() {
  static const std::vector<Choice<Operation>> words =
      operation_words({Operation::kBroadcast, Operation::kScatter, Operation::kGather});
  return words;
}

const std::vector<Choice<TreeAlgorithm>>& tree_algorithm_words() {
  static const std::vector<Choice<TreeAlgorithm>> words{
      {"largest-first", TreeAlgorithm::kLargestFirst},
      {"index", TreeAlgorithm::kIndex},
      {"flood", TreeAlgorithm::kFlood},
      {"fdf", TreeAlgorithm::kFdf},
      {"order", TreeAlgorithm::kOrder},
      {"shoulder-tap", TreeAlgorithm::kShoulderTap},
      {"certification", TreeAlgorithm::kCertification}};
  return words;
}

const std::vector<Choice<TreeAlgorithm>>& all_algorithm_words() {
  static const std::vector<Choice<TreeAlgorithm>> words = [] {
    std::vector<Choice<TreeAlgorithm>> all = tree_algorithm_words();
    all.push_back({"timetable", TreeAlgorithm::kTimetable});
    return all;
  }();
  return words;
}

const std::vector<Choice<CertificationRule>>& rule_words() {
  static const std::vector<Choice<CertificationRule>> words{{"paper", CertificationRule::kPaper},
                                                            {"tight", CertificationRule::kTight},
                                                            {"skip", CertificationRule::kSkip},
                                                            {"posidx", CertificationRule::kPosIdx},
                                                            {"pos", CertificationRule::kPos}};
  return words;
}

const std::vector<Choice<CertificationRule>>& single_port_rule_words() {
  static const std::vector<Choice<CertificationRule>> words = [] {
    std::vector<Choice<CertificationRule>> all = rule_words();
    all.push_back({"printed", CertificationRule::kPrinted});
    return all;
  }();
  return words;
}

const std::vector<Choice<bool Printed::*>>& printed_words() {
  static const std::vector<Choice<bool Printed::*>> words{
      {"limit", &Printed::limit}, {"order", &Printed::order}, {"root", &Printed::root}};
  return words;
}

const std::vector<Choice<Sync>>& sync_words() {
  static const std::vector<Choice<Sync>> words{{"seq", Sync::kSeq},
                                               {"mirror", Sync::kMirror},
                                               {"slot", Sync::kSlot},
                                               {"slot_index", Sync::kSlotIndex}};
  return words;
}

const std::vector<Choice<Ports>>& ports_words() {
  static const std::vector<Choice<Ports>> words{{"single", Ports::kSingle},
                                                {"multi", Ports::kMulti}};
  return words;
}

const std::vector<Choice<SortCost>>& sort_cost_words() {
  static const std::vector<Choice<SortCost>> words{{"0", SortCost::kZero},
                                                   {"1", SortCost::kOne},
                                                   {"d", SortCost::kDegree},
                                                   {"dlogd", SortCost::kDegreeLog}};
  return words;
}

const std::vector<Choice<Shape>>& shape_words() {
  static const std::vector<Choice<Shape>> words{{"path", Shape::kPath},
                                                {"complete", Shape::kComplete},
                                                {"star", Shape::kStar},
                                                {"caterpillar", Shape::kCaterpillar},
                                                {"random", Shape::kRandom}};
  return words;
}

const std::vector<Choice<RandomShape>>& depth_words() {
  static const std::vector<Choice<RandomShape>> words{{"uniform", RandomShape::kUniform},
                                                      {"deep", RandomShape::kDeep},
                                                      {"wide", RandomShape::kWide}};
  return words;
}

const std::vector<std::string>& shape_keys(Shape shape) {
  static const std::vector<std::string> path{"pes"};
  static const std::vector<std::string> complete{"arity", "height"};
  static const std::vector<std::string> star{"leaves"};
  static const std::vector<std::string> caterpillar{"spine", "legs"};
  static const std::vector<std::string> random{"pes", "depth", "max_children", "seed"};
  switch (shape) {
    case Shape::kPath:
      return path;
    case Shape::kComplete:
      return complete;
    case Shape::kStar:
      return star;
    case Shape::kCaterpillar:
      return caterpillar;
    case Shape::kRandom:
      break;
  }
  return random;
}

namespace {

// "tight", "printed order + root".
std::string rule_text(const TreeOptions& options) {
  std::string text = word_for(single_port_rule_words(), options.rule);
  const char* before = " ";
  for (const auto& sentence : printed_words()) {
    if (!(options.printed.*sentence.meaning)) continue;
    text += before + std::string(sentence.word);
    before = " + ";
  }
  return text;
}

}  // namespace

Operation operation_of(TreeAlgorithm algorithm) {
  switch (algorithm) {
    case TreeAlgorithm::kLargestFirst:
    case TreeAlgorithm::kIndex:
    case TreeAlgorithm::kFlood:
      return Operation::kBroadcast;
    case TreeAlgorithm::kFdf:
    case TreeAlgorithm::kOrder:
      return Operation::kScatter;
    case TreeAlgorithm::kShoulderTap:
    case TreeAlgorithm::kCertification:
    case TreeAlgorithm::kTimetable:
      break;
  }
  return Operation::kGather;
}

std::string tree_variant(const Scenario& scenario) {
  const TreeScenario& tree = tree_of(scenario);
  return variant_text(tree.algorithm, tree.options, scenario.options.build);
}

std::string variant_text(TreeAlgorithm algorithm, const TreeOptions& options, Build build) {
  std::string variant;
  const auto append = [&](const std::string& part) {
    if (!variant.empty()) variant += ", ";
    variant += part;
  };
  if (algorithm == TreeAlgorithm::kCertification) {
    append(rule_text(options));
    if (options.ports == Ports::kSingle) append(word_for(sync_words(), options.sync));
    if (options.sort_cost != SortCost::kZero)
      append("K = " + word_for(sort_cost_words(), options.sort_cost));
  }
  if (options.packet > 0) append(fmt::format("{}-flit packets", options.packet));
  if (options.ports == Ports::kMulti) append("multiport");
  if (options.end_mark) append("end mark");
  if (options.setup > 0) append(fmt::format("setup {}", options.setup));
  if (options.flit_time > 1) append(fmt::format("{} steps a flit", options.flit_time));
  if (build == Build::kElaborated) append("elaborated");
  if (options.fault.early)
    append("PE " + std::to_string(*options.fault.early) + " early by " +
           std::to_string(options.fault.by));
  if (options.fault.mute) append("PE " + std::to_string(*options.fault.mute) + " mute");
  return variant;
}

}  // namespace flitwise
