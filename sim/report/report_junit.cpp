#include "sim/report/report_junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sim/text/report_xml.h"

namespace flitwise {
namespace {

std::string attribute(const char* name, const std::string& value) {
  return fmt::format(" {}=\"{}\"", name, xml_escaped(value));
}

std::string properties_of(const JunitCase& one) {
  if (one.properties.empty()) return {};
  std::string text = "      <properties>\n";
  for (const auto& [name, value] : one.properties)
    text += "        <property" + attribute("name", name) + attribute("value", value) + "/>\n";
  return text + "      </properties>\n";
}

std::string attachments_of(const JunitCase& one) {
  if (one.attachments.empty()) return {};
  std::string text = "      <system-out>";
  for (const std::string& file : one.attachments)
    text += "[[ATTACHMENT|" + xml_escaped(file) + "]]\n";
  return text + "</system-out>\n";
}

std::string case_xml(const JunitCase& one) {
  std::string text = "    <testcase" + attribute("classname", one.classname) +
                     attribute("name", one.name) +
                     attribute("time", fmt::format("{:.3f}", one.seconds));
  if (!one.file.empty()) text += attribute("file", one.file);
  text += ">\n" + properties_of(one);
  if (!one.kind.empty())
    text += fmt::format("      <{0}{1}{2}>{3}</{0}>\n", one.kind, attribute("message", one.message),
                        attribute("type", one.kind), xml_escaped(one.text));
  return text + attachments_of(one) + "    </testcase>\n";
}

}  // namespace

std::string junit_xml(const std::string& suite, const std::vector<JunitCase>& cases) {
  const auto count = [&](const char* kind) {
    return std::count_if(cases.begin(), cases.end(),
                         [&](const JunitCase& one) { return one.kind == kind; });
  };
  const double seconds =
      std::accumulate(cases.begin(), cases.end(), 0.0,
                      [](double sum, const JunitCase& one) { return sum + one.seconds; });
  const std::string counts =
      fmt::format(" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\"", cases.size(),
                  count("failure"), count("error"), seconds);
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + counts + ">\n";
  text += "  <testsuite" + attribute("name", suite) + counts + ">\n";
  for (const JunitCase& one : cases) text += case_xml(one);
  return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace flitwise
