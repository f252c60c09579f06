// tree_collectives.cpp: all-gather on all ports; and reductions on one, child by child.
#include "tb/theory/collective/tree_collectives.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "tb/theory/collective/collective_terms.h"
#include "tb/theory/collective/tree_roots.h"

namespace flitwise::theory {
namespace {

/// A value of every PE from those of its children.
using FromChildren = std::function<Step(std::vector<Step> values)>;

std::vector<Step> values_of(const Tree& tree, const FromChildren& value_of) {
  std::vector<Step> values(index_of(tree.size()));
  for (Node address = tree.size() - 1; address >= 0; --address) {
    const Node v = tree.node_at(address);
    std::vector<Step> below;
    for (const Node child : tree.children(v)) below.push_back(values[index_of(child)]);
    values[index_of(v)] = value_of(std::move(below));
  }
  return values;
}

Step whole_messages_done(const Tree& tree, Flits words, Step add) {
  const auto first_sent = [=](std::vector<Step> below) {
    if (below.empty()) return Step{1};
    std::sort(below.begin(), below.end());
    Step sends = below.front();  // x_1
    for (std::size_t j = 1; j < below.size(); ++j) sends = std::max(below[j], sends + words);
    return sends + 1 + add;
  };
  return values_of(tree, first_sent)[0] + words - 2;
}

}  // namespace

CollectiveFigures tree_own_pace(const CollectiveRequest& request, const TreeShape& shape) {
  if (request.operation != CollectiveOperation::kAllGather || !shape.is_multiport) return {};
  return ends_with_result(request.block * (shape.tree.tree.size() - 1));
}

CollectiveFigures tree_reversed(const CollectiveRequest& request, const TreeShape& shape) {
  const Node pes = shape.tree.tree.size();
  const Flits block = block_length(request, pes);
  if (!shape.is_multiport || (pes > 1 && request.add >= block)) return {};
  const Step gathered = block * (pes - 1);
  const Step scattered = gathered == 0 ? 0 : gathered + request.add;
  switch (request.operation) {
    case CollectiveOperation::kReduceScatter:
      return ends_with_operand(scattered, request.add);
    case CollectiveOperation::kAllReduce:
      return ends_with_result(scattered + gathered);
    default:
      return {};
  }
}

std::vector<Step> combining_steps(const Tree& tree, Step add) {
  return values_of(tree, [add](std::vector<Step> below) {
    std::sort(below.begin(), below.end(), std::greater<>());
    Step latest = 0;
    for (std::size_t j = 0; j < below.size(); ++j)
      latest = std::max(latest, add + static_cast<Step>(j) + 1 + below[j]);
    return latest;
  });
}

CollectiveFigures tree_interleaved(const CollectiveRequest& request, const TreeShape& shape) {
  if (!is_in(shape.tree, request.root)) return {};
  const Tree tree = rooted_at(shape.tree, request.root).tree;
  const Step behind = (vector_length(request) - 1) * tree.max_child_count();
  const Step reduced = combining_steps(tree, request.add)[0] + behind;
  switch (request.operation) {
    case CollectiveOperation::kReduce:
      return ends_with_operand(reduced, request.add);
    case CollectiveOperation::kBarrier:
      if (!nobody_is_late(request)) return {};
      [[fallthrough]];
    case CollectiveOperation::kAllReduce:
      return ends_with_result(reduced + combining_steps(tree, 0)[0] + behind);
    default:
      return {};
  }
}

CollectiveFigures tree_whole(const CollectiveRequest& request, const TreeShape& shape) {
  if (request.operation != CollectiveOperation::kReduce || !is_in(shape.tree, request.root))
    return {};
  const Tree tree = rooted_at(shape.tree, request.root).tree;
  if (tree.size() == 1) return ends_with_result(0);
  return ends_with_operand(whole_messages_done(tree, request.length, request.add), request.add);
}

}  // namespace flitwise::theory
