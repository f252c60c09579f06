#include "sim/text/report_xml.h"

#include <algorithm>

#include "sim/text/report_text.h"

namespace flitwise {
namespace {

std::string with_references(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t bad = std::min(first_bad_byte(text), text.size());
    result += with_references(text.substr(0, bad));
    text.remove_prefix(bad);
    if (text.empty()) break;
    const bool is_control = static_cast<unsigned char>(text[0]) < 0x20 || text[0] == '\x7f';
    result += is_control ? escaped(text.substr(0, 1)) : "\uFFFD";
    text.remove_prefix(1);
  }
  return result;
}

}  // namespace flitwise
