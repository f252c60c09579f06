#include "sim/text_wrap.h"

#include <sstream>

#include "sim/report_text.h"

namespace flitwise {

std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
  if (width == 0) return text;
  std::string lines;
  std::size_t used = indent;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t own = display_width(word);
    const bool begins_line = used == indent;
    if (!begins_line && used + 1 + own > width) {
      lines += "\n" + std::string(indent, ' ');
      used = indent;
    } else if (!begins_line) {
      lines += ' ';
      ++used;
    }
    lines += word;
    used += own;
  }
  return lines;
}

}  // namespace flitwise
