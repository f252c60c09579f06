#include "sim/report/report_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "sim/text/report_text.h"

namespace flitwise {
namespace {

constexpr std::size_t kWidestName = 32;
constexpr std::size_t kWidestCell = 44;
constexpr std::size_t kLongestList = 300;

constexpr std::size_t kCheckIndent = 7;  // behind "  FAIL "

std::string check_line(const Check& check, Colour colour, std::size_t width) {
  const std::string measured = cut_to_width(check.measured, kLongestList);
  const std::string mark =
      check.decided ? painted(check.ok ? "ok  " : "FAIL", check.ok, colour) : "open";
  std::string text = fmt::format("{}: measured {}", check.name, measured);
  if (check.measured == check.predicted && (check.ok || !check.decided))
    text += " as predicted";
  else
    text += fmt::format(", predicted {}", cut_to_width(check.predicted, kLongestList));
  std::string lines = fmt::format("  {} {}\n", mark, wrapped(text, kCheckIndent, width));
  if (!check.source.empty())
    lines += std::string(kCheckIndent, ' ') + wrapped(check.source, kCheckIndent, width) + "\n";
  return lines;
}

// "  problem: ..." with the other lines, if any, behind the word.
std::string worded_line(const std::string& word, Colour colour, const std::string& text,
                        std::size_t width) {
  return fmt::format("  {} {}\n", painted(word, false, colour),
                     wrapped(text, word.size() + 3, width));
}

// Figures that theory says nothing of have no check, but they were measured.
std::string unpredicted_lines(const Result& result) {
  std::string text;
  for (const auto& [name, value] : result.measured.others)
    if (!value.is_nothing() && !result.predicted.find(name) && !has_check(result, name))
      text += fmt::format("       {}: measured {}, not predicted\n", name,
                          cut_to_width(value.text(), kLongestList));
  return text;
}

// What goes wrong for one cause differs in numbers, and in what came from or went where.
std::string cause_of(const std::string& problem) {
  std::string cause;
  for (const char c : problem.substr(0, std::min(problem.find(" from "), problem.find(" to "))))
    if (c < '0' || c > '9') cause += c;
  return cause;
}

// What somebody waits for or never receives; empty: that is not what the problem says.
std::string missed_in(const std::string& problem) {
  for (const char* word : {" waits for ", " never receives "})
    if (const std::size_t at = problem.find(word); at != std::string::npos)
      return problem.substr(at);
  return {};
}

// The first of what routers, PEs and assertions report for one cause, and how many more there are.
// What waits for what is listed up to a hundred times, since a chain of PEs shows where it begins;
// but not where many wait for one thing, or each for many: nobody would read that.
std::vector<std::string> folded(const std::vector<std::string>& problems) {
  constexpr int kMostAlike = 5;
  constexpr int kMostOfAChain = 100;
  constexpr std::size_t kLongestPlace = 10;
  constexpr std::size_t kLongestWait = 160;
  std::map<std::string, int> seen;
  std::vector<std::string> shown;
  int left_out = 0;
  for (const std::string& problem : problems) {
    // "step 7: ...", "PE 4095, step 7: ...", "RTL: [7] ...", "... 1 of 4 flits never came"
    const bool is_report = problem.find("step ") < kLongestPlace ||
                           problem.rfind("RTL: ", 0) == 0 ||
                           problem.find(" never came") != std::string::npos;
    const bool is_long_wait =
        problem.find(" waits for ") != std::string::npos && problem.size() > kLongestWait;
    // "rank 1 (PE 1): o[0] holds chunk 0 of rank 1, not ...": each lacks another sum.
    const bool is_content = problem.find(" holds ") != std::string::npos;
    const std::string missed = missed_in(problem);
    if ((!missed.empty() && (++seen[missed] > kMostAlike || ++seen["chain"] > kMostOfAChain)) ||
        (is_report && ++seen[cause_of(problem)] > kMostAlike) ||
        (is_content && ++seen["holds"] > kMostAlike) ||
        (is_long_wait && ++seen["waits"] > kMostAlike))
      ++left_out;
    else
      shown.push_back(is_long_wait ? cut_to_width(problem, kLongestWait) : problem);
  }
  if (left_out > 0) shown.push_back(fmt::format("{} more like these, which -v prints", left_out));
  return shown;
}

// Whether a run that broke off had a flit where it should not, or none where it should, before.
bool names_place(const Check& check) {
  return check.name == "events" && !check.ok && !check.decided && check.measured != "nothing more";
}

std::string details_of(const Result& result, Detail detail, Colour colour, std::size_t width) {
  std::string text;
  std::vector<Check> checks;
  std::copy_if(result.checks.begin(), result.checks.end(), std::back_inserter(checks),
               [&](const Check& check) {
                 return detail == Detail::kAllChecks || is_broken(check) || names_place(check);
               });
  // The first flit that is not where it should be comes before all that follows from it.
  std::stable_partition(checks.begin(), checks.end(), [](const Check& check) {
    return check.name == "events" && (is_broken(check) || names_place(check));
  });
  for (const Check& check : checks) text += check_line(check, colour, width);
  if (detail == Detail::kAllChecks) text += unpredicted_lines(result);
  const bool folds = detail != Detail::kAllChecks;
  for (const std::string& problem : folds ? folded(result.problems) : result.problems)
    text += worded_line("problem:", colour, problem, width);
  for (const std::string& note : result.notes)
    text += worded_line("note:", Colour::kNever, note, width);
  return text;
}

constexpr std::size_t kLeastWords = 16;

bool is_value(const std::string& cell) { return !cell.empty() && cell != "-"; }

std::int64_t count_values(const TextColumn& column) {
  return std::count_if(column.cells.begin(), column.cells.end(), is_value);
}

// Of columns whose words are cut to `words`; numbers and verdicts, the last column, are not.
std::size_t total_width(const std::vector<TextColumn>& columns, std::size_t words) {
  std::size_t total = (columns.size() - 1) * kColumnGap;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const bool can_be_cut = columns[i].align == Align::kLeft && i + 1 < columns.size();
    total += can_be_cut ? std::min(width_of(columns[i]), words) : width_of(columns[i]);
  }
  return total;
}

// The inner column that is missed least.
std::vector<TextColumn>::iterator least_of(std::vector<TextColumn>& columns) {
  const auto worth = [](const TextColumn& column) {
    return std::make_tuple(column.weight, count_values(column));
  };
  auto least = columns.begin() + 1;
  for (auto column = least; column + 1 != columns.end(); ++column)
    if (worth(*column) <= worth(*least)) least = column;  // of equal ones the last
  return least;
}

void cut_words(std::vector<TextColumn>& columns, std::size_t words) {
  for (std::size_t i = 0; i + 1 < columns.size(); ++i)
    if (columns[i].align == Align::kLeft) cut_all_to_width(columns[i].cells, words);
}

// The columns that the families of these results add, each once.
std::vector<FigureColumn> family_columns(const std::vector<Result>& results) {
  std::vector<FigureColumn> columns;
  for (const Result& result : results) {
    for (const FigureColumn& column : result.columns) {
      const auto is_it = [&](const FigureColumn& known) { return known.figure == column.figure; };
      if (std::none_of(columns.begin(), columns.end(), is_it)) columns.push_back(column);
    }
  }
  return columns;
}

// The measured number of a family's column, "-" if there is none.
std::string figure_cell(const Result& result, const std::string& figure) {
  const Figure found = result.measured.find(figure).value_or(Figure());
  return found.real() ? found.text() : "-";
}

std::string lower_bound_cell(const Result& result) {
  return result.lower_bound ? step_cell(result, *result.lower_bound) : "-";
}

std::string ratio_of(const Result& result) {
  const Step at_least = result.lower_bound.value_or(0);
  if (result.outcome == Outcome::kNoEnd || at_least == 0) return "-";
  return fmt::format("{:.2f}",
                     static_cast<double>(result.measured.finish) / static_cast<double>(at_least));
}

int rank_of(Outcome outcome) {
  if (outcome == Outcome::kPass) return 0;
  return outcome == Outcome::kNoEnd ? 2 : 1;
}

}  // namespace

bool has_check(const Result& result, const std::string& name) {
  return std::any_of(result.checks.begin(), result.checks.end(),
                     [&](const Check& check) { return check.name == name; });
}

std::vector<TextColumn> run_columns(const std::vector<Result>& results, Cells cells) {
  using R = const Result&;
  std::vector<TextColumn> columns;
  const auto words = [&](const char* heading, std::size_t widest, auto&& cell) {
    columns.push_back(make_column(heading, Align::kLeft, results, cell));
    if (cells == Cells::kCut) cut_all_to_width(columns.back().cells, widest);
  };
  const auto number = [&](const std::string& heading, int weight, auto&& cell) {
    columns.push_back(make_column(heading, Align::kRight, results, cell));
    columns.back().weight = weight;
  };
  words("scenario", kWidestName, [](R r) { return r.scenario; });
  words("network", kWidestCell, [](R r) { return r.network; });
  columns.back().weight = kWanted;
  words("algorithm", kWidestCell, algorithm_text);
  columns.back().weight = kWanted;
  number("PEs", kExtra, [](R r) { return std::to_string(r.pes); });
  number("flits", kExtra, [](R r) {
    return r.broke_off && r.flits == 0 ? "-" : std::to_string(r.flits);  // not counted in a hurry
  });
  number("finish", kNeeded, [](R r) { return step_cell(r, r.measured.finish); });
  number("predicted", kNeeded, predicted_finish_cell);
  number("quiesce", kExtra, [](R r) { return step_cell(r, r.measured.quiesce); });
  for (const FigureColumn& column : family_columns(results))
    number(column.heading, column.is_main ? kNeeded : kExtra,
           [&](R r) { return figure_cell(r, column.figure); });
  number("at least", kExtra, lower_bound_cell);
  words("verdict", kWidestCell, [](R r) { return verdict_of(r.outcome); });
  return columns;
}

std::string verdict_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPass:
      return "pass";
    case Outcome::kNoEnd:
      return "NO END";
    case Outcome::kBadInput:
      return "NO RUN";
    case Outcome::kFail:
      break;
  }
  return "FAIL";
}

std::string painted(const std::string& text, bool good, Colour colour) {
  if (colour == Colour::kNever) return text;
  return (good ? "\033[32m" : "\033[1;31m") + text + "\033[0m";
}

std::string render_table(const std::vector<Result>& results, Colour colour, std::size_t width) {
  return render_columns(run_columns(results, Cells::kCut), outcomes_of(results), colour, width);
}

std::string render_details(const std::vector<Result>& results, Detail detail, Colour colour,
                           std::size_t width) {
  std::string text;
  for (const Result& result : results) {
    const std::string details = details_of(result, detail, colour, width);
    if (details.empty()) continue;
    // The table cuts long variants, among which the faults that were asked for.
    const std::string heading =
        fmt::format("{} ({}), {}:", result.scenario, result.file, algorithm_text(result));
    text += fmt::format("\n{}\n{}", wrapped(heading, 0, width), details);
  }
  return text;
}

std::string count_text(const std::vector<Outcome>& outcomes, const std::string& noun) {
  const auto count = [&](Outcome outcome) {
    return std::count(outcomes.begin(), outcomes.end(), outcome);
  };
  std::string text = fmt::format("{}: {} passed, {} failed", counted(outcomes.size(), noun),
                                 count(Outcome::kPass), count(Outcome::kFail));
  if (count(Outcome::kNoEnd) > 0) text += fmt::format(", {} did not end", count(Outcome::kNoEnd));
  if (count(Outcome::kBadInput) > 0)
    text += fmt::format(", {} could not run", count(Outcome::kBadInput));
  return text;
}

std::string render_summary(const std::vector<Result>& results, const std::string& noun) {
  return count_text(outcomes_of(results), noun) + "\n";
}

std::string render_columns(const std::vector<TextColumn>& all, const std::vector<Outcome>& outcomes,
                           Colour colour, std::size_t width) {
  const auto [columns, left_out] = fit_columns(all, width);
  std::vector<std::size_t> widths;
  for (const TextColumn& column : columns) widths.push_back(width_of(column));
  const auto line = [&, &shown = columns](const auto& text_of) {
    std::string text;
    for (std::size_t c = 0; c + 1 < shown.size(); ++c)
      text +=
          pad_to_width(text_of(shown[c]), widths[c], shown[c].align) + std::string(kColumnGap, ' ');
    return text;
  };
  std::string text =
      line([](const TextColumn& column) { return column.heading; }) + columns.back().heading + "\n";
  for (std::size_t row = 0; row < outcomes.size(); ++row)
    text += line([&](const TextColumn& column) { return column.cells[row]; }) +
            painted(columns.back().cells[row], outcomes[row] == Outcome::kPass, colour) + "\n";
  if (!left_out.empty())
    text +=
        wrapped(fmt::format("no room here for: {}", fmt::join(left_out, ", ")), 0, width) + "\n";
  return text;
}

std::string predicted_finish_cell(const Result& result) {
  const bool has_one = result.predicted.finish && !result.broke_off;
  return has_one ? std::to_string(*result.predicted.finish) : "-";
}

std::string step_cell(const Result& result, Step step) {
  return result.outcome != Outcome::kNoEnd && !result.broke_off ? std::to_string(step) : "-";
}

std::string algorithm_text(const Result& result) {
  return result.variant.empty() ? result.algorithm : result.algorithm + " (" + result.variant + ")";
}

std::size_t width_of(const TextColumn& column) {
  std::size_t width = std::max<std::size_t>(display_width(column.heading), 1);
  for (const std::string& cell : column.cells) width = std::max(width, display_width(cell));
  return width;
}

FittedColumns fit_columns(std::vector<TextColumn> columns, std::size_t width) {
  std::size_t words = 0;
  for (const TextColumn& column : columns) words = std::max(words, width_of(column));
  if (width == 0 || total_width(columns, words) <= width) return {std::move(columns), {}};

  std::vector<std::string> headings;
  for (const TextColumn& column : columns) headings.push_back(column.heading);
  const auto is_empty = [](const TextColumn& column) { return count_values(column) == 0; };
  if (columns.size() > 2)
    columns.erase(std::remove_if(columns.begin() + 1, columns.end() - 1, is_empty),
                  columns.end() - 1);
  while (columns.size() > 2 && total_width(columns, kLeastWords) > width)
    columns.erase(least_of(columns));
  while (words > kLeastWords && total_width(columns, words) > width) --words;
  cut_words(columns, words);

  FittedColumns fitted{std::move(columns), {}};
  auto kept = fitted.columns.begin();
  for (const std::string& heading : headings) {
    if (kept != fitted.columns.end() && kept->heading == heading)
      ++kept;
    else
      fitted.left_out.push_back(heading);
  }
  return fitted;
}

void sort_best_first(std::vector<ComparedRun>& runs) {
  const auto key = [](const ComparedRun& run) {
    return std::make_tuple(rank_of(run.result.outcome), run.costs);
  };
  std::stable_sort(runs.begin(), runs.end(),
                   [&](const ComparedRun& a, const ComparedRun& b) { return key(a) < key(b); });
}

std::vector<Result> results_of(const std::vector<ComparedRun>& runs) {
  std::vector<Result> results;
  for (const ComparedRun& run : runs) results.push_back(run.result);
  return results;
}

std::vector<TextColumn> comparison_columns(const std::vector<ComparedRun>& runs) {
  using R = const ComparedRun&;
  std::vector<TextColumn> columns;
  const auto words = [&](const char* heading, auto&& cell) {
    columns.push_back(make_column(heading, Align::kLeft, runs, cell));
  };
  const auto number = [&](const std::string& heading, int weight, auto&& cell) {
    columns.push_back(
        make_column(heading, Align::kRight, runs, [&](R run) { return cell(run.result); }));
    columns.back().weight = weight;
  };
  const auto elsewhere = [&](R r) { return r.result.network != runs[0].result.network; };
  words("", [](R run) { return std::string(run.origin == Origin::kOwn ? "*" : ""); });
  words("algorithm", [](R run) { return run.label; });
  columns.back().weight = kWanted;
  if (std::any_of(runs.begin(), runs.end(), elsewhere))
    words("network", [](R run) { return run.result.network; });
  number("finish", kWanted, [](const Result& r) { return step_cell(r, r.measured.finish); });
  number("predicted", 0, predicted_finish_cell);
  for (const FigureColumn& column : family_columns(results_of(runs)))
    number(column.heading, column.is_main ? kWanted : 0,
           [&](const Result& r) { return figure_cell(r, column.figure); });
  number("quiesce", 0, [](const Result& r) { return step_cell(r, r.measured.quiesce); });
  number("at least", 0, lower_bound_cell);
  number("ratio", 0, ratio_of);
  words("verdict", [](R run) { return verdict_of(run.result.outcome); });
  return columns;
}

std::string render_comparison(const std::vector<ComparedRun>& runs, Colour colour,
                              std::size_t width) {
  return render_columns(comparison_columns(runs), outcomes_of(results_of(runs)), colour, width);
}

std::string render_compared_details(const std::vector<ComparedRun>& runs, Detail detail,
                                    Colour colour, std::size_t width) {
  std::vector<std::pair<std::string, std::string>> headed;  // details, and whose they are
  for (const ComparedRun& run : runs) {
    std::string details = details_of(run.result, detail, colour, width);
    if (details.empty()) continue;
    const auto same = std::find_if(headed.begin(), headed.end(),
                                   [&](const auto& one) { return one.first == details; });
    if (same == headed.end())
      headed.emplace_back(std::move(details), run.label);
    else
      same->second += ", " + run.label;
  }
  std::string text;
  for (const auto& [details, labels] : headed)
    text += fmt::format("\n{}\n{}", wrapped(labels + ":", 0, width), details);
  return text;
}

}  // namespace flitwise
