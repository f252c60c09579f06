#include "sim/run/family/explanation.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/run/family/family.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

constexpr std::size_t kIndent = 10;
constexpr std::size_t kWidth = 100;

// "  source  ..." with the text wrapped at words and indented behind its heading.
std::string paragraph(const std::string& heading, const std::string& text) {
  return fmt::format("  {:<{}}{}\n", heading, kIndent - 2, wrapped(text, kIndent, kWidth));
}

template <typename Use>
void for_each_explanation(const Families& families, Use&& use) {
  for (const Family* family : families.all())
    for (const Explanation& one : family->explanations()) use(one);
}

}  // namespace

std::string render_explanation(const Explanation& one) {
  return fmt::format("{}: {} on {}\n", one.algorithm, one.operation, one.system) +
         paragraph("does", one.what) + paragraph("finish", one.finish) +
         paragraph("range", one.range) + paragraph("source", one.source);
}

std::string explain(const Families& families, const std::string& algorithm) {
  std::string text;
  for_each_explanation(families, [&](const Explanation& one) {
    if (one.algorithm == algorithm) text += (text.empty() ? "" : "\n") + render_explanation(one);
  });
  return text;
}

std::string explained_algorithms(const Families& families) {
  std::string text;
  std::string system;
  for_each_explanation(families, [&](const Explanation& one) {
    if (one.system != system) text += one.system + "\n";
    system = one.system;
    text += fmt::format("  {:<10} {}\n", one.operation, one.algorithm);
  });
  return text;
}

std::vector<std::string> algorithm_words(const Families& families) {
  std::vector<std::string> words;
  for_each_explanation(families, [&](const Explanation& one) {
    if (std::count(words.begin(), words.end(), one.algorithm) == 0) words.push_back(one.algorithm);
  });
  return words;
}

}  // namespace flitwise
