// kit_page.cpp: clauses as items of a page, each with the command that judges it again.
#include "sim/kit/kit_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

namespace flitwise {
namespace {

using kit::ClauseReport;

constexpr const char* kHangWord = "hangs";  // no clause, so none that fails

std::string where_of(own::Family family, const kit::Breach& breach) {
  std::string text = breach.cycle > 0 ? fmt::format("cycle {}", breach.cycle) : breach.phase;
  if (breach.port >= 0) text += fmt::format(", {}", kit::port_name(family, breach.port));
  if (breach.lane >= 0) text += fmt::format(", lane {}", breach.lane);
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Whatever was chosen before, this clause alone.
std::string command_for(std::vector<std::string> command, const std::string& clause) {
  const auto chosen = std::find(command.begin(), command.end(), "--clause");
  if (chosen != command.end()) command.erase(chosen, chosen + 2);
  command.insert(command.end(), {"--clause", clause, "--waves", "waves"});
  return command_line(command);
}

ReportItem item_of(own::Family family, const ClauseReport& clause, const ClauseRow& row,
                   const std::string& command) {
  ReportFacts facts;
  facts.name = clause.name;
  facts.verdict = row.result;
  facts.ok = !row.is_bad;
  facts.about = fmt::format("{}: {}, put to the test {} times", clause.number, clause.text,
                            row.applies ? row.exercised : "no");
  if (clause.breach)
    facts.checks.push_back({where_of(family, *clause.breach), clause.breach->seen,
                            clause.breach->expected, false,
                            fmt::format("router at {}, {}", kit::text_of(family, clause.breach->at),
                                        clause.breach->phase),
                            true});
  if (!row.detail.empty()) (row.is_bad ? facts.problems : facts.notes).push_back(row.detail);
  if (row.proof != "-") facts.notes.push_back(fmt::format("proof: {}", row.proof));
  facts.command = command;
  return report_item(facts);
}

ReportItem item_of(const kit::Hang& hang, const std::string& command) {
  ReportFacts facts;
  facts.name = fmt::format("hang: {}", hang.phase);
  facts.verdict = kHangWord;
  facts.ok = false;
  facts.about = fmt::format("nothing moves in cycle {}", hang.cycle);
  facts.problems = hang.waits;
  facts.command = command;
  return report_item(facts);
}

// What is said of no clause alone.
ReportItem item_of_all(const RouterCheck& check, const std::string& command) {
  ReportFacts facts;
  facts.name = check.router.name;
  facts.ok = status_of(check) == 0;
  facts.verdict = facts.ok ? "ok" : "FAIL";
  facts.about = heading_of(check);
  facts.notes = lines_of(remarks_of(check, 0));
  facts.command = command;
  return report_item(facts);
}

ReportTable table_of_clauses(const std::vector<ClauseRow>& rows) {
  ReportTable table;
  table.title = "Clauses";
  const auto left = Align::kLeft;
  table.columns = {
      make_column("clause", left, rows, [](const ClauseRow& row) { return row.name; }),
      make_column("exercised", Align::kRight, rows,
                  [](const ClauseRow& row) { return row.exercised; }),
      make_column("proof", left, rows, [](const ClauseRow& row) { return row.proof; }),
      make_column("detail", left, rows, [](const ClauseRow& row) { return row.detail; }),
      make_column("result", left, rows, [](const ClauseRow& row) { return row.result; })};
  for (std::size_t k = 0; k < rows.size(); ++k) {
    table.good.push_back(!rows[k].is_bad);
    table.items.emplace_back(k);
  }
  return table;
}

struct Number {
  std::string name;
  std::optional<std::uint64_t> measured;
  std::optional<std::uint64_t> declared;
};

std::vector<Number> numbers_of(const RouterCheck& check) {
  const kit::Measured& measured = check.report.measured;
  const auto declared = [&](auto member) -> std::optional<std::uint64_t> {
    if (!check.router.latency) return std::nullopt;
    return static_cast<std::uint64_t>((*check.router.latency).*member);
  };
  const auto declared_router = [&](RouterPassage passage) -> std::optional<std::uint64_t> {
    if (!check.router.latency) return std::nullopt;
    return static_cast<std::uint64_t>(check.router.latency->router.of(passage));
  };
  std::vector<Number> numbers;
  for (int k = 0; k < kit::kPassages; ++k)
    if (const auto& range = measured.router[static_cast<std::size_t>(k)])
      numbers.push_back({fmt::format("r, {}", kit::name_of(static_cast<RouterPassage>(k))),
                         range->greatest, declared_router(static_cast<RouterPassage>(k))});
  numbers.push_back({"head wait", measured.head_wait, declared(&own::RouterLatency::head_wait)});
  numbers.push_back({"body wait", measured.body_wait, declared(&own::RouterLatency::body_wait)});
  std::optional<std::uint64_t> loop;
  if (check.router.latency) loop = static_cast<std::uint64_t>(check.router.latency->loop());
  numbers.push_back({"credit loop", measured.loop, loop});
  numbers.push_back({"credit loop of bodies", measured.loop_body, {}});
  numbers.push_back({"turnaround", measured.turnaround, {}});
  numbers.push_back({"longest wait, packets", measured.wait, {}});
  return numbers;
}

ReportTable table_of_numbers(const std::vector<Number>& numbers) {
  const auto cell = [](const std::optional<std::uint64_t>& number) {
    return number ? std::to_string(*number) : "-";
  };
  ReportTable table;
  table.title = "Measured, in cycles";
  table.columns = {
      make_column("number", Align::kLeft, numbers, [](const Number& n) { return n.name; }),
      make_column("declared", Align::kRight, numbers,
                  [&](const Number& n) { return cell(n.declared); }),
      make_column("measured", Align::kRight, numbers,
                  [&](const Number& n) { return cell(n.measured); }),
      make_column("as declared", Align::kLeft, numbers, [](const Number& n) {
        if (!n.declared || !n.measured) return "-";
        return n.declared == n.measured ? "yes" : "no";
      })};
  table.items.resize(numbers.size());
  return table;
}

}  // namespace

ReportPage page_of(const RouterCheck& check, const std::vector<std::string>& command,
                   const std::string& file) {
  const std::vector<ClauseRow> rows = clause_rows(check);
  ReportPage page;
  page.title = heading_of(check);
  page.summary = counts_of(check);
  page.ok = status_of(check) == 0;
  page.command = page_command(command, file);
  page.tables = {table_of_clauses(rows), table_of_numbers(numbers_of(check))};
  for (std::size_t k = 0; k < rows.size(); ++k)
    page.items.push_back(item_of(check.router.family, check.report.clauses[k], rows[k],
                                 command_for(command, rows[k].name)));
  const auto add_row = [&](const std::vector<std::string>& cells, bool good, ReportItem item) {
    ReportTable& table = page.tables.front();
    for (std::size_t k = 0; k < cells.size(); ++k) table.columns[k].cells.push_back(cells[k]);
    table.good.push_back(good);
    table.items.emplace_back(page.items.size());
    page.items.push_back(std::move(item));
  };
  for (const kit::Hang& hang : check.report.hangs)
    add_row({"hang", "-", "-", hang.phase, kHangWord}, false, item_of(hang, command_line(command)));
  add_row({"all", "-", "-", page.summary, page.ok ? "ok" : "FAIL"}, page.ok,
          item_of_all(check, command_line(command)));
  return page;
}

}  // namespace flitwise
