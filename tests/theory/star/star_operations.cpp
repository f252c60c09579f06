#include "tests/theory/star/star_operations.h"

#include "gtest/gtest.h"

namespace flitwise::test {

using theory::StarCopies;
using theory::StarFaults;
using theory::StarLinkEvent;
using theory::StarPrediction;

bool has_one_source(StarOperation operation) {
  return operation == StarOperation::kBroadcast || operation == StarOperation::kScatter;
}

std::ostream& operator<<(std::ostream& out, const StarCase& c) {
  constexpr const char* kNames[] = {"broadcast", "multinode", "acknowledged", "scatter",
                                    "exchange"};
  return out << kNames[static_cast<int>(c.operation)] << " n " << c.order << " rule "
             << (c.rule == StarRule::kP ? 'P' : 'Q') << " m " << c.traffic.packets << " x "
             << c.traffic.copies << " source " << c.source;
}

StarPrediction predict(const StarCase& c, const StarTrees& trees) {
  switch (c.operation) {
    case StarOperation::kBroadcast:
      return theory::predict_broadcast(trees, c.traffic);
    case StarOperation::kMultinode:
      return theory::predict_multinode(trees, c.traffic);
    case StarOperation::kAcknowledged:
      return theory::predict_multinode_acknowledged(trees, c.traffic);
    case StarOperation::kScatter:
      return theory::predict_scatter(trees, c.traffic);
    case StarOperation::kExchange:
      break;
  }
  return theory::predict_exchange(trees, c.traffic);
}

std::vector<StarLinkEvent> events(const StarCase& c, const StarTrees& trees) {
  switch (c.operation) {
    case StarOperation::kBroadcast:
      return theory::broadcast_events(trees, c.traffic, c.source);
    case StarOperation::kMultinode:
      return theory::multinode_events(trees, c.traffic);
    case StarOperation::kAcknowledged:
      return theory::multinode_acknowledged_events(trees, c.traffic);
    case StarOperation::kScatter:
      return theory::scatter_events(trees, c.traffic, c.source);
    case StarOperation::kExchange:
      break;
  }
  return theory::exchange_events(trees, c.traffic);
}

StarCopies copies(const StarCase& c, const StarTrees& trees, const StarFaults& faults) {
  switch (c.operation) {
    case StarOperation::kBroadcast:
      return theory::broadcast_copies(trees, c.traffic, c.source, faults);
    case StarOperation::kMultinode:
      return theory::multinode_copies(trees, c.traffic, faults);
    case StarOperation::kAcknowledged:
      return theory::multinode_acknowledged_copies(trees, c.traffic, faults);
    case StarOperation::kScatter:
      return theory::scatter_copies(trees, c.traffic, c.source, faults);
    case StarOperation::kExchange:
      break;
  }
  return theory::exchange_copies(trees, c.traffic, faults);
}

}  // namespace flitwise::test
