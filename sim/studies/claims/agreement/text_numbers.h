// text_numbers.h: the numbers that stand in a text, in digits and in words.
#ifndef FLITWISE_SIM_STUDIES_CLAIMS_AGREEMENT_TEXT_NUMBERS_H_
#define FLITWISE_SIM_STUDIES_CLAIMS_AGREEMENT_TEXT_NUMBERS_H_

#include <string>
#include <vector>

namespace flitwise {

/// A number of a text for people.
struct TextNumber {
  double value = 0;
  std::string text;                ///< as it is written: "16", "1,206", "three"
  std::vector<std::string> after;  ///< the next two words, in lower case
  bool is_end = false;             ///< of "2 to 9": it counts nothing
};

/// The numbers of a sentence, from two on where they are words ("one" is an article as well). Left
/// out is what belongs to a formula ("2n", "n + 1", "2^(i - 1)") or is a name ("Figure 4",
/// "inequalities (5)", the node "4321" of a star graph).
std::vector<TextNumber> numbers_in_text(const std::string& text);

/// All numbers in digits, wherever they stand: "graphs/wheel_65.dot" has 65.
std::vector<double> numbers_in_data(const std::string& text);

/// Letters and digits in lower case, in order, everything else apart.
std::vector<std::string> words_in_text(const std::string& text);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_CLAIMS_AGREEMENT_TEXT_NUMBERS_H_
