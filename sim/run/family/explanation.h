// explanation.h: what an algorithm does, as `flitwise explain` prints it.
#ifndef FLITWISE_SIM_RUN_FAMILY_EXPLANATION_H_
#define FLITWISE_SIM_RUN_FAMILY_EXPLANATION_H_

#include <string>
#include <vector>

namespace flitwise {

class Families;

/// One algorithm of one operation. Texts are sentences without line ends.
struct Explanation {
  std::string system;     ///< "trees"
  std::string operation;  ///< as scenarios name it
  std::string algorithm;  ///< likewise
  std::string what;       ///< what it does
  std::string finish;  ///< the formula that runs are held against; what is checked if there is none
  std::string range;   ///< where it can be used and the formula holds
  std::string source;  ///< paper and place, or that it is this project's
};

/// The explanation on lines of at most 100 columns.
std::string render_explanation(const Explanation& explanation);

/// Every algorithm of every family under the word, one below the other; empty where nobody has it.
std::string explain(const Families& families, const std::string& algorithm);

/// All algorithms: a line each, by system and operation.
std::string explained_algorithms(const Families& families);
/// Their words, each once.
std::vector<std::string> algorithm_words(const Families& families);

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FAMILY_EXPLANATION_H_
