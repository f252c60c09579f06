// report_xml.h: text inside XML and SVG.
#ifndef FLITWISE_SIM_TEXT_REPORT_XML_H_
#define FLITWISE_SIM_TEXT_REPORT_XML_H_

#include <string>
#include <string_view>

namespace flitwise {

/// The text with references in place of &, <, > and ". Bytes that XML cannot hold (control
/// characters, what is no UTF-8) become escape sequences or U+FFFD.
std::string xml_escaped(std::string_view text);

}  // namespace flitwise

#endif  // FLITWISE_SIM_TEXT_REPORT_XML_H_
