#include "sim/text/text_wrap.h"

#include <algorithm>
#include <sstream>
#include <vector>

#include "sim/text/report_text.h"

namespace flitwise {
namespace {

// Where the text behind a line's first word begins, which two blanks or more set apart; near the
// line's own indent where there is none, or too little room behind it.
std::size_t hanging_indent(const std::string& line, std::size_t width) {
  const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t gap = line.find("  ", first);
  const std::size_t text = gap == std::string::npos ? gap : line.find_first_not_of(' ', gap);
  return text != std::string::npos && text <= width / 2 ? text : first;
}

// Behind each bar, where the word is too long for a line.
std::vector<std::string> parts_of(const std::string& word, std::size_t room) {
  std::vector<std::string> parts{word};
  while (display_width(parts.back()) > room) {
    const std::string last = parts.back();
    const std::size_t bar = last.rfind('|', room > 0 ? room - 1 : 0);
    if (bar == std::string::npos || bar + 1 == last.size()) break;
    parts.back() = last.substr(0, bar + 1);
    parts.push_back(last.substr(bar + 1));
  }
  return parts;
}

}  // namespace

std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
  if (width == 0) return text;
  std::string lines;
  std::size_t used = indent;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t room = width > indent ? width - indent : 0;
    for (const std::string& part : parts_of(word, room)) {
      const std::size_t own = display_width(part);
      const bool begins_line = used == indent;
      if (!begins_line && used + 1 + own > width) {
        lines += "\n" + std::string(indent, ' ');
        used = indent;
      } else if (!begins_line) {
        lines += ' ';
        ++used;
      }
      lines += part;
      used += own;
    }
  }
  return lines;
}

std::string wrapped_list(const std::string& text, std::size_t width) {
  std::string all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (width > 0 && display_width(line) > width) {
      const std::size_t indent = hanging_indent(line, width);
      line = line.substr(0, indent) + wrapped(line.substr(indent), indent, width);
    }
    all += line + "\n";
  }
  return all;
}

}  // namespace flitwise
