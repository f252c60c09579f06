#include "sim/language/scenario_words.h"

#include <algorithm>

namespace flitwise {

const std::vector<Choice<Operation>>& operation_words() {
  static const std::vector<Choice<Operation>> words{
      {"broadcast", Operation::kBroadcast},  {"scatter", Operation::kScatter},
      {"gather", Operation::kGather},        {"multinode", Operation::kMultinode},
      {"exchange", Operation::kExchange},    {"traffic", Operation::kTraffic},
      {"collective", Operation::kCollective}};
  return words;
}

std::vector<Choice<Operation>> operation_words(const std::vector<Operation>& offered) {
  std::vector<Choice<Operation>> words;
  for (const Choice<Operation>& choice : operation_words())
    if (std::count(offered.begin(), offered.end(), choice.meaning) > 0) words.push_back(choice);
  return words;
}

const std::vector<Choice<Build>>& build_words() {
  static const std::vector<Choice<Build>> words{{"assembled", Build::kAssembled},
                                                {"elaborated", Build::kElaborated},
                                                {"netlist", Build::kNetlist}};
  return words;
}

}  // namespace flitwise
