#include "sim/report/report_error.h"

namespace flitwise {
namespace {

constexpr const char* kBold = "\033[1m";
constexpr const char* kPlain = "\033[0m";

}  // namespace

std::string painted_error(const std::string& text, Colour colour) {
  static const std::string kWord = "error:";
  const std::size_t at = text.find(kWord);
  const bool is_error =
      at == 0 || (at != std::string::npos && at >= 2 && text.compare(at - 2, 2, ": ") == 0);
  if (colour == Colour::kNever || !is_error) return text;
  const std::string place = text.substr(0, at);
  return (place.empty() ? "" : kBold + place + kPlain) + painted(kWord, false, colour) +
         text.substr(at + kWord.size());
}

std::string error_text(const ConfigError& error, Colour colour) {
  std::string excerpt = error.excerpt();
  const std::size_t caret = excerpt.rfind('^');
  if (caret != std::string::npos) excerpt.replace(caret, 1, painted("^", true, colour));
  return painted_error(error.what(), colour) + "\n" + excerpt;
}

}  // namespace flitwise
