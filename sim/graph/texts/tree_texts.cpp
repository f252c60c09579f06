// tree_texts.cpp: tables and JSON of trees.
#include "sim/graph/texts/tree_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim/graph/tree_file.h"
#include "sim/report/report_table.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

using Ordered = nlohmann::ordered_json;

// A table of rows that nobody judges.
std::string plain_table(const std::vector<TextColumn>& columns, std::size_t width) {
  const std::size_t rows = columns.front().cells.size();
  return render_columns(columns, std::vector<Outcome>(rows, Outcome::kPass), Colour::kNever, width);
}

std::string degrees_text(const std::pair<Node, Node>& degrees) {
  if (degrees.first == degrees.second) return std::to_string(degrees.first);
  return fmt::format("{} to {}", degrees.first, degrees.second);
}

template <typename Quotient>
std::string fraction(const Quotient& quotient) {
  return quotient.denominator == 1 ? std::to_string(quotient.numerator)
                                   : fmt::format("{}/{}", quotient.numerator, quotient.denominator);
}

std::string name_of(const TreeStudy& study, Node v) {
  return study.node_names.empty() ? std::to_string(v) : escaped(study.node_names[index_of(v)]);
}

std::string figures_table(const TreeStudy& study, std::size_t width) {
  const auto cell = [](const std::string& heading, const std::string& text, Align align) {
    return TextColumn{heading, align, {text}, kNeeded};
  };
  const auto number = [&](const std::string& heading, std::int64_t value) {
    return cell(heading, std::to_string(value), Align::kRight);
  };
  return plain_table(
      {cell("graph", escaped(study.name), Align::kLeft), number("nodes", study.nodes),
       number("links", study.links), cell("degree", degrees_text(study.degrees), Align::kRight),
       number("diameter", study.diameter),
       cell("girth", study.girth == 0 ? "-" : std::to_string(study.girth), Align::kRight),
       number("tau", study.tau), cell("sigma", fraction(study.strength), Align::kRight),
       number("lambda", study.cut.links)},
      width);
}

// Why there are no more trees.
std::string proofs_text(const TreeStudy& study) {
  const Node blocks = block_count(study.strength.partition);
  std::string text = fmt::format(
      "tau {0}: {1} blocks have {2} link{3} between them, fewer than {4} x {5}\n", study.tau,
      blocks, study.links_between, study.links_between == 1 ? "" : "s", study.tau + 1, blocks - 1);
  const auto with_root = static_cast<Node>(study.cut.side.size());
  text += fmt::format("lambda {}: as many links leave {} node{} with root {}", study.cut.links,
                      with_root, with_root == 1 ? "" : "s", name_of(study, study.root));
  if (study.nodes - with_root == 1) {
    Node alone = 0;
    while (std::binary_search(study.cut.side.begin(), study.cut.side.end(), alone)) ++alone;
    text += fmt::format(", all but node {}", name_of(study, alone));
  }
  const auto crowd = static_cast<std::int64_t>(study.allgather.crowd.size());
  const std::int64_t out = crowd * study.allgather.denominator / study.allgather.numerator;
  return text + fmt::format("\nall-gather {}: what {} node{} leaves {} by {} link{}\n",
                            fraction(study.allgather), crowd, crowd == 1 ? " has" : "s have",
                            crowd == 1 ? "it" : "them", out, out == 1 ? "" : "s");
}

// Makes columns of these rows that none is left out of.
template <typename Rows>
auto needed_columns_of(const Rows& rows) {
  return [&rows](const std::string& heading, Align align, auto&& cell) {
    TextColumn made = make_column(heading, align, rows, cell);
    made.weight = kNeeded;
    return made;
  };
}

std::string families_table(const TreeStudy& study, std::size_t width) {
  const auto column = needed_columns_of(study.families);
  using Family = const FoundFamily&;
  return plain_table(
      {column("no common", Align::kLeft, [](Family f) { return word_of(f.family.disjoint); }),
       column("trees", Align::kRight, [](Family f) { return std::to_string(f.heights.size()); }),
       column("root", Align::kLeft,
              [&](Family f) {
                return f.family.disjoint == Disjoint::kLinks ? "own" : name_of(study, study.root);
              }),
       column("heights", Align::kLeft, [](Family f) { return heights_text(f.heights); }),
       column("at least", Align::kRight, [](Family f) { return std::to_string(f.least); }),
       column("found by", Align::kLeft, [](Family f) { return f.method; })},
      width);
}

// Routers know so many trees, in two phases each of them twice.
std::string trees_beyond_routers(const TreeStudy& study) {
  std::string notes;
  for (const TimedOperation& timed : study.operations) {
    const std::size_t most = timed.algorithm == "trees-two-phase" ? 8 : 16;
    if (timed.heights.size() > most)
      notes += fmt::format("{}, {}: routers run up to {} trees of it\n", timed.operation,
                           timed.algorithm, most);
  }
  return notes;
}

std::string operations_table(const TreeStudy& study, std::size_t width) {
  const auto column = needed_columns_of(study.operations);
  using Timed = const TimedOperation&;
  return plain_table(
             {column("operation", Align::kLeft, [](Timed t) { return t.operation; }),
              column("algorithm", Align::kLeft, [](Timed t) { return t.algorithm; }),
              column("flits", Align::kRight, [&](Timed) { return std::to_string(study.length); }),
              column("trees", Align::kRight,
                     [](Timed t) { return std::to_string(t.heights.size()); }),
              column("heights", Align::kLeft, [](Timed t) { return heights_text(t.heights); }),
              column("finish", Align::kRight, [](Timed t) { return std::to_string(t.finish); }),
              column("at least", Align::kRight, [](Timed t) { return std::to_string(t.bound); }),
              column("gap", Align::kRight,
                     [](Timed t) { return std::to_string(t.finish - t.bound); })},
             width) +
         trees_beyond_routers(study);
}

Ordered json_of(const FoundFamily& found) {
  return {{"family", word_of(found.family.disjoint)},
          {"trees", found.family.trees},
          {"heights", found.heights},
          {"least_height", found.least},
          {"method", found.method}};
}

Ordered json_of(const TimedOperation& timed) {
  return {{"operation", timed.operation},     {"algorithm", timed.algorithm},
          {"heights", timed.heights},         {"split", timed.split},
          {"finish", timed.finish},           {"lower_bound", timed.bound},
          {"gap", timed.finish - timed.bound}};
}

}  // namespace

std::string word_of(Disjoint disjoint) { return word_for(disjoint_words(), disjoint); }

std::string heights_text(std::vector<Node> heights) {
  std::sort(heights.begin(), heights.end());
  std::string text;
  for (auto at = heights.begin(); at != heights.end();) {
    const auto end = std::find_if(at, heights.end(), [&](Node height) { return height != *at; });
    text += text.empty() ? "" : ", ";
    text += end - at == 1 ? std::to_string(*at) : fmt::format("{} x {}", *at, end - at);
    at = end;
  }
  return text;
}

std::string study_text(const TreeStudy& study, std::size_t width) {
  std::string text =
      figures_table(study, width) + "\n" + proofs_text(study) + "\n" + families_table(study, width);
  if (!study.operations.empty()) text += "\n" + operations_table(study, width);
  return text;
}

std::string study_json(const TreeStudy& study) {
  Ordered json{{"graph", study.name},
               {"n", study.nodes},
               {"links", study.links},
               {"degrees", {study.degrees.first, study.degrees.second}},
               {"diameter", study.diameter},
               {"girth", study.girth},
               {"tau", study.tau},
               {"lambda", study.cut.links},
               {"sigma", {study.strength.numerator, study.strength.denominator}},
               {"partition", study.strength.partition},
               {"links_between_blocks", study.links_between},
               {"root", study.root},
               {"cut", study.cut.side},
               {"allgather", {study.allgather.numerator, study.allgather.denominator}},
               {"crowd", study.allgather.crowd},
               {"families", Ordered::array()}};
  if (!study.node_names.empty()) json["node_names"] = study.node_names;
  for (const FoundFamily& found : study.families) json["families"].push_back(json_of(found));
  if (!study.operations.empty()) {
    json["length"] = study.length;
    json["operations"] = Ordered::array();
    for (const TimedOperation& timed : study.operations)
      json["operations"].push_back(json_of(timed));
  }
  return json.dump(-1, ' ', false, Ordered::error_handler_t::replace) + "\n";
}

}  // namespace flitwise
