// torus_pipelines.h: the twelve routers that the stages of a torus router can make, for tests.
#ifndef FLITWISE_TESTS_SUPPORT_TORUS_PIPELINES_H_
#define FLITWISE_TESTS_SUPPORT_TORUS_PIPELINES_H_

#include <string>
#include <vector>

#include "systemc/topology/torus/torus_latency.h"

namespace flitwise::testing_support {

/// As a scenario says it, with what must come of it.
struct RouterStages {
  const char* text;  ///< `pipeline`
  TorusPipeline pipeline;
  Step router = 1;     ///< r
  Step head_wait = 0;  ///< Fh
};

/// Each of the twelve once.
inline const std::vector<RouterStages>& twelve_routers() {
  static const std::vector<RouterStages> all{
      {"{}", {0, 0, 0, 0, false, false, 0}, 1, 0},
      {"{st: 1}", {0, 0, 0, 1, false, false, 0}, 2, 0},
      {"{rc: 1}", {1, 0, 0, 0, false, false, 0}, 2, 1},
      {"{va: 1, st: 1}", {0, 1, 0, 1, false, false, 0}, 3, 1},
      {"{sa: 1}", {0, 0, 1, 0, false, false, 0}, 2, 1},
      {"{rc: 1, va: 1, sa: 1, st: 1, lookahead: true, speculative: true}",
       {1, 1, 1, 1, true, true, 0},
       3,
       1},
      {"{rc: 1, va: 1}", {1, 1, 0, 0, false, false, 0}, 3, 2},
      {"{rc: 1, va: 1, st: 1}", {1, 1, 0, 1, false, false, 0}, 4, 2},
      {"{va: 1, sa: 1}", {0, 1, 1, 0, false, false, 0}, 3, 2},
      {"{rc: 1, va: 1, sa: 1, st: 1, speculative: true}", {1, 1, 1, 1, false, true, 0}, 4, 2},
      {"{rc: 1, va: 1, sa: 1}", {1, 1, 1, 0, false, false, 0}, 4, 3},
      {"{rc: 1, va: 1, sa: 1, st: 1}", {1, 1, 1, 1, false, false, 0}, 5, 3},
  };
  return all;
}

}  // namespace flitwise::testing_support

#endif  // FLITWISE_TESTS_SUPPORT_TORUS_PIPELINES_H_
