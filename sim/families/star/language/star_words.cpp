#include "sim/families/star/language/star_words.h"

#include <fmt/format.h>

namespace flitwise {
namespace {

// "1 liar", "3 liars".
void add_count(std::string& text, std::size_t count, const char* what, const char* plural) {
  if (count > 0) text += fmt::format(", {} {}{}", count, what, count == 1 ? "" : plural);
}

}  // namespace

const std::vector<Choice<StarOperation>>& star_operation_words() {
  static const std::vector<Choice<StarOperation>> words{{"broadcast", StarOperation::kBroadcast},
                                                        {"scatter", StarOperation::kScatter},
                                                        {"multinode", StarOperation::kMultinode},
                                                        {"exchange", StarOperation::kExchange}};
  return words;
}

const std::vector<Choice<StarRule>>& star_rule_words() {
  static const std::vector<Choice<StarRule>> words{{"Q", StarRule::kQ}, {"P", StarRule::kP}};
  return words;
}

const std::vector<Choice<bool>>& next_hops_words() {
  static const std::vector<Choice<bool>> words{{"rules", false}, {"tables", true}};
  return words;
}

std::string star_text(int order) { return fmt::format("star graph S_{}", order); }

std::string star_variant(const StarScenario& star) {
  const StarOptions& options = star.options;
  std::string text =
      fmt::format("x = {}, rule {}", star.copies, word_for(star_rule_words(), options.rule));
  add_count(text, options.deaths.nodes.size(), "dead node", "s");
  add_count(text, options.deaths.links.size(), "dead link", "s");
  add_count(text, options.bad_bits.size(), "bit error", "s");
  if (options.noise) text += ", noise";
  add_count(text, options.liars.size(), "liar", "s");
  if (options.votes) text += ", vote";
  if (options.skew) text += ", skew";
  if (options.timeout)
    text += options.timeout->steps ? fmt::format(", time-out {}", *options.timeout->steps)
                                   : std::string(", time-out");
  return text;
}

}  // namespace flitwise
