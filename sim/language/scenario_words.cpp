#include "sim/language/scenario_words.h"

#include <algorithm>

namespace flitwise {

const std::vector<Choice<Build>>& build_words() {
  static const std::vector<Choice<Build>> words{{"assembled", Build::kAssembled},
                                                {"elaborated", Build::kElaborated},
                                                {"netlist", Build::kNetlist}};
  return words;
}

}  // namespace flitwise
