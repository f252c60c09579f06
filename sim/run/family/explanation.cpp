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
std::string paragraph(const std::string& heading, const std::string& text, std::size_t width) {
  return fmt::format("  {:<{}}{}\n", heading, kIndent - 2, wrapped(text, kIndent, width));
}

template <typename Use>
void for_each_explanation(const Families& families, Use&& use) {
  for (const Family* family : families.all())
    for (const Explanation& one : family->explanations()) use(one);
}

}  // namespace

std::string render_explanation(const Explanation& one, std::size_t terminal) {
  const std::size_t width = terminal == 0 ? kWidth : std::min(terminal, kWidth);
  const std::string title = fmt::format("{}: {} on {}", one.algorithm, one.operation, one.system);
  return wrapped(title, 0, width) + "\n" + paragraph("does", one.what, width) +
         paragraph("finish", one.finish, width) + paragraph("range", one.range, width) +
         paragraph("source", one.source, width);
}

std::string explain(const Families& families, const std::string& algorithm, std::size_t terminal) {
  std::string text;
  for_each_explanation(families, [&](const Explanation& one) {
    if (one.algorithm == algorithm)
      text += (text.empty() ? "" : "\n") + render_explanation(one, terminal);
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
