// star_collectives.cpp: rounds of all links, and sums up the edge-disjoint trees.
#include "tb/theory/collective/star_collectives.h"

#include "tb/theory/collective/collective_terms.h"
#include "tb/theory/torus/torus_arithmetic.h"

namespace flitwise::theory {

CollectiveFigures star_rounds(const CollectiveRequest& request, const StarGraph& graph) {
  const Flits block = block_length(request, graph.size());
  const Step walk = graph.size() - 1;
  const Step round_tree = ceil_div(walk, Flits{graph.degree()});
  const Step steps = ceil_div(block * walk, Flits{graph.degree()});
  const Step rounds =
      (block >= graph.degree() ? walk : 0) + (block % graph.degree() > 0 ? round_tree : 0);
  return figures_of_rounds(request, {steps, rounds});
}

CollectiveFigures star_tree_reduction(const CollectiveRequest& request, const StarTrees& trees) {
  const Step behind =
      ceil_div(vector_length(request), Flits{trees.graph().degree()}) - 1;  // of a tree's words
  const Step reduced = behind + trees.height() * (1 + request.add);
  switch (request.operation) {
    case CollectiveOperation::kReduce:
      return ends_with_operand(reduced, request.add);
    case CollectiveOperation::kBarrier:
      if (!nobody_is_late(request)) return {};
      [[fallthrough]];
    case CollectiveOperation::kAllReduce:
      return ends_with_result(reduced + behind + trees.height());
    default:
      return {};
  }
}

}  // namespace flitwise::theory
