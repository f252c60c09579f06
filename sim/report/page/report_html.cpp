#include "sim/report/page/report_html.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "sim/report_page.h"
#include "sim/version.h"
#include "systemc/topology/types.h"

namespace flitwise {
namespace {

using Json = nlohmann::ordered_json;

constexpr FlitKind kLastKind = FlitKind::kCopies;

bool is_control(FlitKind kind) {
  return kind == FlitKind::kTap || kind == FlitKind::kToken || kind == FlitKind::kCertificate ||
         kind == FlitKind::kOrder;
}

// Nothing in the data may look like the end of the script that holds it.
std::string inside_script(const std::string& json) {
  std::string safe;
  for (const char c : json) safe += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return safe;
}

Json json_of(const ReportTable& table) {
  Json columns = Json::array();
  for (const TextColumn& column : table.columns)
    columns.push_back({{"heading", column.heading},
                       {"right", column.align == Align::kRight},
                       {"cells", column.cells}});
  Json runs = Json::array();
  for (const auto& item : table.items) runs.push_back(item ? Json(*item) : Json(nullptr));
  return {{"title", table.title}, {"columns", columns}, {"ok", table.good}, {"runs", runs}};
}

std::string data_of(const ReportPage& page) {
  Json kinds = Json::array();
  Json control = Json::array();
  for (int kind = 0; kind <= static_cast<int>(kLastKind); ++kind) {
    kinds.push_back(name_of(static_cast<FlitKind>(kind)));
    if (is_control(static_cast<FlitKind>(kind))) control.push_back(kind);
  }
  Json tables = Json::array();
  for (const ReportTable& table : page.tables) tables.push_back(json_of(table));
  std::string data = json_text({{"version", kVersion},
                                {"title", page.title},
                                {"summary", page.summary},
                                {"ok", page.ok},
                                {"command", page.command},
                                {"kinds", kinds},
                                {"control", control},
                                {"tables", tables}});
  data.back() = ',';
  data += "\"runs\":[";
  for (std::size_t i = 0; i < page.items.size(); ++i)
    data += (i > 0 ? ",\n" : "\n") + page.items[i].facts;
  return inside_script(data + "]}");
}

std::string plots_of(const ReportPage& page) {
  std::string figures;
  for (const std::string& svg : page.plots) {
    // A prologue belongs to files, not to the middle of a page.
    const std::size_t begin = svg.find("<svg");
    figures +=
        "<figure>" + svg.substr(begin == std::string::npos ? svg.size() : begin) + "</figure>\n";
  }
  return figures;
}

// Browsers read the events of a run when it is opened.
std::string events_of(const ReportPage& page) {
  std::string scripts;
  for (std::size_t i = 0; i < page.items.size(); ++i)
    if (!page.items[i].events.empty())
      scripts += fmt::format("<script type=\"application/json\" id=\"events-{}\">{}</script>\n", i,
                             page.items[i].events);
  return scripts;
}

}  // namespace

ReportTable table_of_items(std::vector<TextColumn> columns, const std::vector<Outcome>& outcomes) {
  ReportTable table;
  table.columns = std::move(columns);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    table.good.push_back(outcomes[i] == Outcome::kPass);
    table.items.emplace_back(i);
  }
  return table;
}

std::string render_page(const ReportPage& page) {
  const std::pair<std::string, std::string> parts[] = {{kReportPlotPlace, plots_of(page)},
                                                       {kReportDataPlace, data_of(page)},
                                                       {kReportEventsPlace, events_of(page)}};
  const std::string frame = kReportPage;
  std::string text;
  std::size_t at = 0;
  for (const auto& [place, part] : parts) {
    const std::size_t found = frame.find(place, at);
    text += frame.substr(at, found - at) + part;
    at = found + place.size();
  }
  return text + frame.substr(at);
}

}  // namespace flitwise
