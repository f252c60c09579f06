#include "sim/run/family/shared_words.h"

#include "systemc/protocols/collective/plan_builder.h"

namespace flitwise {

const std::vector<Choice<CollectiveOperation>>& collective_operation_words() {
  using Operation = CollectiveOperation;
  static const std::vector<Choice<Operation>> words = [] {
    std::vector<Choice<Operation>> all;
    for (const Operation operation :
         {Operation::kReduce, Operation::kAllReduce, Operation::kReduceScatter,
          Operation::kAllGather, Operation::kAllToAll, Operation::kBarrier, Operation::kMulticast})
      all.push_back({protocols::name_of(operation), operation});
    return all;
  }();
  return words;
}

const std::vector<Choice<StarRule>>& star_rule_words() {
  static const std::vector<Choice<StarRule>> words{{"Q", StarRule::kQ}, {"P", StarRule::kP}};
  return words;
}

}  // namespace flitwise
