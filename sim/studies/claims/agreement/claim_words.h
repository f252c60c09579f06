// claim_words.h: the words and numbers of a claim's text, and what they say of values and names.
#ifndef FLITWISE_SIM_STUDIES_CLAIMS_AGREEMENT_CLAIM_WORDS_H_
#define FLITWISE_SIM_STUDIES_CLAIMS_AGREEMENT_CLAIM_WORDS_H_

#include <set>
#include <string>
#include <vector>

#include "sim/studies/claims/claim.h"

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

bool contains(const std::vector<std::string>& words, const std::string& word);

/// "policies" and "policy" for "policy", "orders" for "order".
bool is_plural_or_same(const std::string& word, const std::string& name);

/// The words of a claim. Numbers are those of its range, without its placeholders.
class ClaimWords {
 public:
  explicit ClaimWords(const Claim& claim);

  const std::vector<TextNumber>& numbers() const { return numbers_; }
  bool says_number(double value) const;
  /// The same, but not as an end of "2 to 9".
  bool says_count(std::size_t count) const;
  /// Both the least and the largest of them; false where there are none.
  bool says_ends(const std::set<double>& numbers) const;
  /// Numbers, also those of lists, by their ends; anything else word by word.
  bool says_values(const std::vector<YamlNode>& values) const;
  /// A name of three letters and more, "end_mark" as "end mark".
  bool says_name(const std::string& name) const;
  /// Whether `word`, in lower case, stands in the range.
  bool range_has(const std::string& word) const;
  /// Whether the range has {name} or {#name}.
  bool has_placeholder(const std::string& name) const;

 private:
  bool says_words(const std::vector<std::string>& words) const;

  std::string range_;
  std::vector<TextNumber> numbers_;
  std::vector<std::string> range_words_;
  std::vector<std::string> words_;  ///< of range and text
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_CLAIMS_AGREEMENT_CLAIM_WORDS_H_
