// unmet_operands.cpp: which operands of a word a router had when it dropped them.
#include "tb/check/collective/unmet_operands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace flitwise::check {

// Operands come over a tree's own lane and from its children, so that the lane says the tree.
std::vector<std::string> unmet_operands(const Violation& violation, const CombinePlan& plan,
                                        const std::vector<std::string>& names) {
  const auto name = [&](Node node) {
    return index_of(node) < names.size() ? names[index_of(node)] : fmt::format("PE {}", node);
  };
  const auto v = index_of(violation.node);
  const std::size_t own = plan.trees.size();
  const auto came_by = [&](std::size_t lane) {
    const auto& lanes = violation.input_lanes;
    return std::find(lanes.begin(), lanes.end(), lane) != lanes.end();
  };
  std::vector<std::string> sentences;
  for (std::size_t t = 0; t < plan.trees.size(); ++t) {
    const CombineTree& tree = plan.trees[t];
    std::vector<std::string> came, lacking;
    if (tree.has_operand[v]) (came_by(t) ? came : lacking).push_back("its own");
    for (std::size_t link = 0; link < plan.neighbours[v].size(); ++link) {
      const Node child = plan.neighbours[v][link];
      const bool is_child = tree.parent[index_of(child)] == violation.node;
      if (is_child && tree.has_operand[index_of(child)])
        (came_by(own + link) ? came : lacking).push_back("that of " + name(child));
    }
    if (came.empty()) continue;
    const std::string why = lacking.empty()
                                ? "are of different words"
                                : fmt::format("came without {}", fmt::join(lacking, " and "));
    sentences.push_back(
        fmt::format("step {}: Unmet in {}, tree {}: of the operands of a word {} {}",
                    violation.step, name(violation.node), t, fmt::join(came, ", "), why));
  }
  return sentences;
}

}  // namespace flitwise::check
