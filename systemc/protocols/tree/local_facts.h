// local_facts.h: what a PE knows before anything has moved.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TREE_LOCAL_FACTS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TREE_LOCAL_FACTS_H_

#include <vector>

#include "systemc/topology/types.h"

namespace flitwise::protocols {

/// Where a PE sits and how much it has to say. Everything else it learns from flits.
struct LocalFacts {
  Node self = kNoNode;
  Node parent = kNoNode;       ///< kNoNode for the root
  std::vector<Node> children;  ///< by increasing number
  Flits length = 0;            ///< of its own message; 0 for the root
  Node root = 0;               ///< whom all messages come from or go to
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TREE_LOCAL_FACTS_H_
