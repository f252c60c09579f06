#include "sim/report/report_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "sim/run/figures/figure_json.h"
#include "sim/text/report_text.h"
#include "sim/version.h"

namespace flitwise {
namespace {

using Json = nlohmann::ordered_json;

// Messages may quote bytes that are no UTF-8; a report must not fail because of them.
std::string dump_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json or_null(const std::optional<Step>& step) { return step ? Json(*step) : Json(nullptr); }

Json number_or_text(const std::string& text) {
  const std::optional<std::int64_t> number = whole_number(text);
  return number ? Json(*number) : Json(text);
}

Json checks_to_json(const std::vector<Check>& checks) {
  Json list = Json::array();
  for (const Check& check : checks) {
    Json json;
    json["name"] = check.name;
    json["measured"] = number_or_text(check.measured);
    json["predicted"] = number_or_text(check.predicted);
    json["ok"] = check.decided ? Json(check.ok) : Json(nullptr);
    json["source"] = check.source;
    list.push_back(std::move(json));
  }
  return list;
}

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

std::string outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPass:
      return "pass";
    case Outcome::kFail:
      return "fail";
    case Outcome::kNoEnd:
      return "no end";
    case Outcome::kBadInput:
      break;
  }
  return "cannot run";
}

namespace {

Json json_of(const Result& result) {
  Json json;
  json["scenario"] = result.scenario;
  json["file"] = result.file;
  json["network"] = result.network;
  json["operation"] = result.operation;
  json["algorithm"] = result.algorithm;
  json["variant"] = result.variant;
  json["pes"] = result.pes;
  if (!result.node_names.empty()) json["node_names"] = result.node_names;
  json["flits"] = result.flits;
  for (const auto& [name, value] : result.facts) json[name] = figure_to_json(value);
  json["verdict"] = result.outcome == Outcome::kPass ? "pass" : "fail";
  json["outcome"] = outcome_name(result.outcome);
  json["measured"] = figures_to_json(result.measured);
  json["predicted"] = figures_to_json(result.predicted);
  json["lower_bound"] = or_null(result.lower_bound);
  json["bound"] = or_null(result.bound);
  // How far from the best that any schedule could do; null where nothing is sent.
  const bool has_finished = result.outcome != Outcome::kNoEnd && !result.broke_off;
  const Step at_least = result.lower_bound.value_or(0);
  json["ratio"] =
      has_finished && at_least > 0
          ? Json(static_cast<double>(result.measured.finish) / static_cast<double>(at_least))
          : Json(nullptr);
  json["gap"] =
      has_finished && result.lower_bound ? Json(result.measured.finish - at_least) : Json(nullptr);
  if (result.broke_off) {  // nothing was measured or held against theory
    for (const char* figures : {"measured", "predicted"})
      for (const char* name : {"finish", "quiesce"}) json[figures][name] = nullptr;
    json["lower_bound"] = nullptr;
  }
  json["checks"] = checks_to_json(result.checks);
  json["problems"] = result.problems;
  json["notes"] = result.notes;
  json["collisions"] = result.collisions;
  json["port_violations"] = result.port_violations;
  json["router_cycles"] = result.router_cycles;
  json["flit_hops"] = result.flit_hops;
  json["seconds"] = result.seconds;
  json["version"] = kVersion;
  return json;
}

}  // namespace

std::string result_to_json(const Result& result) { return dump_line(json_of(result)); }

std::string result_to_json(const Result& result, const std::vector<RefusedVariant>& refused) {
  Json json = json_of(result);
  json["refused"] = Json::array();
  for (const RefusedVariant& one : refused) {
    Json settings = Json::object();
    for (const Setting& setting : one.settings) settings[setting.path] = setting.value;
    json["refused"].push_back({{"settings", settings}, {"rule", one.rule}});
  }
  return dump_line(json);
}

std::string event_to_json(const LinkEvent& event, const std::string& value_name) {
  Json json;
  json["step"] = event.step;
  json["from"] = event.from;
  json["to"] = event.to;
  json["kind"] = name_of(event.kind);
  json["message"] = event.message;
  json["index"] = event.index;
  if (!value_name.empty()) json[value_name] = event.value;
  if (event.kind == FlitKind::kCertificate) json["stream"] = event.stream;
  return dump_line(json);
}

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
