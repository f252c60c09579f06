// collective_terms.cpp: blocks, and what the same rounds take forwards and backwards.
#include "tb/theory/collective/collective_terms.h"

#include <algorithm>

#include "tb/theory/torus/torus_arithmetic.h"

namespace flitwise::theory {

CollectiveFigures ends_with_result(Step done) { return {done, done}; }

CollectiveFigures ends_with_operand(Step done, Step add) {
  return {done, done == 0 ? 0 : done - add};
}

bool nobody_is_late(const CollectiveRequest& request) { return latest_start(request) == 0; }

Step latest_start(const CollectiveRequest& request) {
  return request.start.empty() ? 0 : *std::max_element(request.start.begin(), request.start.end());
}

Flits vector_length(const CollectiveRequest& request) {
  return request.operation == CollectiveOperation::kBarrier ? 1 : request.length;
}

Flits block_length(const CollectiveRequest& request, Node pes) {
  const bool is_block = request.operation == CollectiveOperation::kAllGather ||
                        request.operation == CollectiveOperation::kAllToAll;
  return is_block ? request.block : ceil_div(vector_length(request), Flits{pes});
}

Flits spread_length(const CollectiveRequest& request, Node pes) {
  const bool is_in_blocks = request.operation == CollectiveOperation::kAllGather ||
                            request.operation == CollectiveOperation::kReduceScatter;
  return is_in_blocks ? pes * block_length(request, pes) : vector_length(request);
}

CollectiveFigures figures_of_rounds(const CollectiveRequest& request, const GatherRounds& gather) {
  const Step additions = request.add * gather.rounds;
  switch (request.operation) {
    case CollectiveOperation::kAllGather:
      return ends_with_result(gather.steps);
    case CollectiveOperation::kReduceScatter:
      return ends_with_operand(gather.steps + additions, request.add);
    case CollectiveOperation::kBarrier:
      if (!nobody_is_late(request)) return {};
      [[fallthrough]];
    case CollectiveOperation::kAllReduce:
      return ends_with_result(2 * gather.steps + additions);
    default:
      return {};
  }
}

}  // namespace flitwise::theory
