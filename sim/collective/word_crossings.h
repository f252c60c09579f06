// word_crossings.h: which algorithm is the fastest at which length, by formulas alone.
#ifndef FLITWISE_SIM_COLLECTIVE_WORD_CROSSINGS_H_
#define FLITWISE_SIM_COLLECTIVE_WORD_CROSSINGS_H_

#include <optional>
#include <string>
#include <vector>

#include "sim/collective/collective_scenario.h"
#include "sim/collective/methods/word_methods.h"

namespace flitwise {

/// An algorithm, and the least number of words from which on it is done earlier than the one before
/// it at every length.
struct FastestFrom {
  const WordMethod* method = nullptr;
  Flits words = 1;
};

/// The fastest with one word, then what overtakes it first or, where it takes no more words, is the
/// fastest then, and so on to theory::kLongestCompared words; empty where no algorithm has a
/// formula.
/// Shape: of `request`, everything but the number of words, and `start` leaves out those that do
/// not wait; `in_network`, where there is one: whether routers alone may combine, or PEs alone.
std::vector<FastestFrom> fastest_by_length(const CollectiveRequest& request,
                                           const NetworkShape& shape,
                                           std::optional<bool> in_network = {});

/// The same as a sentence, of those that the scenario allows, and another one where others would be
/// faster that options.combine rules out; none where fewer than two have a formula.
std::vector<std::string> fastest_texts(const WordRun& run, const NetworkShape& shape);

}  // namespace flitwise

#endif  // FLITWISE_SIM_COLLECTIVE_WORD_CROSSINGS_H_
