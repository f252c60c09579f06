#include "sim/run/family/shared_words.h"

namespace flitwise {

const std::vector<Choice<CollectiveOperation>>& collective_operation_words() {
  using Operation = CollectiveOperation;
  static const std::vector<Choice<Operation>> words{{"reduce", Operation::kReduce},
                                                    {"allreduce", Operation::kAllReduce},
                                                    {"reduce-scatter", Operation::kReduceScatter},
                                                    {"all-gather", Operation::kAllGather},
                                                    {"all-to-all", Operation::kAllToAll},
                                                    {"barrier", Operation::kBarrier},
                                                    {"multicast", Operation::kMulticast}};
  return words;
}

const std::vector<Choice<StarRule>>& star_rule_words() {
  static const std::vector<Choice<StarRule>> words{{"Q", StarRule::kQ}, {"P", StarRule::kP}};
  return words;
}

}  // namespace flitwise
