// mutator.h: texts that are a little wrong, from a seed.
#ifndef FLITWISE_TESTS_SIM_MUTATIONS_MUTATOR_H_
#define FLITWISE_TESTS_SIM_MUTATIONS_MUTATOR_H_

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace flitwise::test {

/// A text with one change.
struct Mutant {
  std::string what;  ///< "token 7 ('pes') becomes 'kind'"
  std::string text;
};

/// Changes texts of words, numbers and marks in one place each: tokens are dropped, doubled,
/// renamed, swapped and replaced by words of other texts or by values of another type; lines are
/// dropped, doubled and swapped; bytes are flipped and inserted; the end is cut off.
class Mutator {
 public:
  /// The same seed and texts, the same mutants.
  Mutator(std::uint64_t seed, const std::vector<std::string>& texts);

  Mutant mutate(const std::string& text);

 private:
  std::size_t below(std::size_t bound);
  std::string word();
  Mutant change_token(const std::string& text);
  Mutant change_line(const std::string& text);
  Mutant change_bytes(const std::string& text);
  std::string changed(const std::string& token);
  std::string misspelt(std::string token);

  std::mt19937_64 random_;
  std::vector<std::string> words_;
};

/// Words, numbers, texts in quotes and single marks, without blanks between them.
std::vector<std::string> tokens_of(const std::string& text);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SIM_MUTATIONS_MUTATOR_H_
