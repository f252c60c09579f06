// explanation.h: what an algorithm does, as `flitwise explain` prints it, and what the tables of
// algorithms of all families have in common: texts, words, rows by algorithm.
#ifndef FLITWISE_SIM_RUN_FAMILY_EXPLANATION_H_
#define FLITWISE_SIM_RUN_FAMILY_EXPLANATION_H_

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

#include "sim/language/key_types.h"

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

/// A family's algorithms are a table of rows, here called Method. Each has at least the members
/// `algorithm`, an enumerator; `word` and `operation_word()`, as scenarios name it and what it
/// carries out; `sentence`, a few words for `flitwise list`; and `what`, `finish`, `range` and
/// `source`, as in Explanation. Words live as long as the program.
template <typename Method>
using AlgorithmOf = decltype(Method::algorithm);

/// The row of an algorithm.
/// Errors: throws std::logic_error for one that has none.
template <typename Method>
const Method& method_with(const std::vector<Method>& methods, AlgorithmOf<Method> algorithm) {
  for (const Method& method : methods)
    if (method.algorithm == algorithm) return method;
  throw std::logic_error("an algorithm that is not of this network");
}

/// Texts of all rows, in their order; `system` as in Explanation.
template <typename Method>
std::vector<Explanation> explanations_of(const std::string& system,
                                         const std::vector<Method>& methods) {
  std::vector<Explanation> all;
  for (const Method& m : methods)
    all.push_back({system, m.operation_word(), m.word, m.what, m.finish, m.range, m.source});
  return all;
}

/// The words and what each stands for.
template <typename Method>
std::vector<Choice<AlgorithmOf<Method>>> choices_of(const std::vector<Method>& methods) {
  std::vector<Choice<AlgorithmOf<Method>>> all;
  for (const Method& method : methods) all.push_back({method.word, method.algorithm});
  return all;
}

/// The words of one operation.
template <typename Method>
language::Words words_of(const std::vector<Method>& methods, const std::string& operation) {
  language::Words words;
  for (const Method& method : methods)
    if (method.operation_word() == operation) words.emplace_back(method.word);
  return words;
}

/// The type of the key that names an algorithm. `by` is the key that names the operation; empty
/// where all algorithms are of one.
template <typename Method>
language::Type algorithm_type(const std::vector<Method>& methods, language::Text by = "operation",
                              language::Foreign foreign = language::Foreign::kTold) {
  std::vector<language::Word> words;
  for (const Method& m : methods)
    words.push_back({m.word, static_cast<std::int64_t>(m.algorithm),
                     by.empty() ? std::string() : m.operation_word(), m.sentence});
  return language::word_type(words, typeid(AlgorithmOf<Method>), by, foreign);
}

/// The explanation on lines of at most 100 columns, or of fewer where the terminal has fewer; 0:
/// there is none.
std::string render_explanation(const Explanation& explanation, std::size_t terminal = 0);

/// Every algorithm of every family under the word, one below the other; empty where nobody has it.
std::string explain(const Families& families, const std::string& algorithm,
                    std::size_t terminal = 0);

/// All algorithms: a line each, by system and operation.
std::string explained_algorithms(const Families& families);
/// Their words, each once.
std::vector<std::string> algorithm_words(const Families& families);

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FAMILY_EXPLANATION_H_
