// hypercube_methods.cpp: the one place where protocols and theory meet.
#include "hypercube_methods.h"

#include "hypercube_protocols.h"

namespace hypercube_flitwise {

const std::vector<flitwise::Choice<CubeOperation>>& cube_operations() {
  static const std::vector<flitwise::Choice<CubeOperation>> words{
      {"broadcast", CubeOperation::kBroadcast}, {"scatter", CubeOperation::kScatter}};
  return words;
}

const std::vector<Method>& methods() {
  static const std::vector<Method> all{
      {CubeOperation::kBroadcast, "binomial", "down the binomial tree of the root, on all links",
       "A PE that gets the text over dimension j hands each flit on over all dimensions below j, a "
       "step after it has come.",
       "d + m - 1", make_binomial_broadcast, predict_binomial_broadcast},
      {CubeOperation::kScatter, "furthest-first",
       "the root serves the farthest PEs first, on all links",
       "The root sends to each of its subtrees through that subtree's own link, without a pause, "
       "farthest PEs first.",
       "m 2^(d-1)", make_furthest_first_scatter, predict_furthest_first_scatter},
      {CubeOperation::kScatter, "nearest-first", "the same, nearest PEs first",
       "The root sends to each of its subtrees through that subtree's own link, without a pause, "
       "nearest PEs first.",
       "m 2^(d-1) + d - 1", make_nearest_first_scatter, predict_nearest_first_scatter},
  };
  return all;
}

}  // namespace hypercube_flitwise
