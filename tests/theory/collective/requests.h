// requests.h: collective operations in a word or two.
#ifndef FLITWISE_TESTS_THEORY_COLLECTIVE_REQUESTS_H_
#define FLITWISE_TESTS_THEORY_COLLECTIVE_REQUESTS_H_

#include "systemc/topology/collective_plan.h"

namespace flitwise::test {

/// Of vectors, or blocks, of this many words; `add` is a.
inline CollectiveRequest request_of(CollectiveOperation operation, Flits words = 1, Step add = 0) {
  CollectiveRequest request;
  request.operation = operation;
  request.length = request.block = words;
  request.add = add;
  return request;
}

inline CollectiveRequest all_reduce(Flits words, Step add = 0) {
  return request_of(CollectiveOperation::kAllReduce, words, add);
}
inline CollectiveRequest reduce(Flits words, Step add = 0) {
  return request_of(CollectiveOperation::kReduce, words, add);
}
inline CollectiveRequest reduce_scatter(Flits words, Step add = 0) {
  return request_of(CollectiveOperation::kReduceScatter, words, add);
}
inline CollectiveRequest all_gather(Flits words) {
  return request_of(CollectiveOperation::kAllGather, words);
}
inline CollectiveRequest barrier(Step add = 0) {
  return request_of(CollectiveOperation::kBarrier, 1, add);
}

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_COLLECTIVE_REQUESTS_H_
