// cover_language.cpp: every key of a scenario over several trees that is not a tree's, once.
#include "sim/families/cover/cover_language.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "sim/families/cover/cover_methods.h"
#include "sim/families/tree/tree_language.h"
#include "sim/families/tree/tree_latency_keys.h"
#include "sim/families/tree/tree_methods.h"
#include "sim/language/key_table.h"
#include "systemc/network/address_book.h"
#include "systemc/network/flit.h"
#include "systemc/network/tree/tree_routers.h"
#include "systemc/topology/cover/cover_shapes.h"

namespace flitwise {

const std::vector<Choice<CoverShape>>& mesh_cover_words() {
  static const std::vector<Choice<CoverShape>> words{{"disjoint", CoverShape::kMesh},
                                                     {"shared", CoverShape::kMeshShared}};
  return words;
}

const std::vector<Choice<CoverShape>>& torus_cover_words() {
  static const std::vector<Choice<CoverShape>> words{
      {"joint", CoverShape::kTorusJoint},
      {"spanning", CoverShape::kTorusSpanning},
      {"spanning_short", CoverShape::kTorusSpanningShort},
      {"shared", CoverShape::kTorusShared}};
  return words;
}

const std::vector<Choice<TreeOperation>>& cover_operation_words() {
  static const std::vector<Choice<TreeOperation>> words{{"scatter", TreeOperation::kScatter},
                                                        {"gather", TreeOperation::kGather}};
  return words;
}

const std::vector<Choice<TreeAlgorithm>>& cover_algorithm_words() {
  static const std::vector<Choice<TreeAlgorithm>> words = choices_of(cover_methods());
  return words;
}

bool is_mesh(CoverShape shape) {
  return shape == CoverShape::kMesh || shape == CoverShape::kMeshShared;
}

bool shares_links(CoverShape shape) {
  return shape == CoverShape::kMeshShared || shape == CoverShape::kTorusShared;
}

Cover make_cover(const CoverScenario& s) {
  switch (s.shape) {
    case CoverShape::kMesh:
      return mesh_cover(s.rows, s.columns, s.root_row, s.root_column);
    case CoverShape::kTorusJoint:
      return torus_cover_joint(s.rows, s.columns, s.root_row, s.root_column);
    case CoverShape::kTorusSpanning:
      return torus_cover_spanning(s.rows, s.columns, s.root_row, s.root_column);
    case CoverShape::kTorusSpanningShort:
      return torus_cover_spanning_short(s.rows, s.columns, s.root_row, s.root_column);
    case CoverShape::kMeshShared:
      return mesh_cover_shared(s.rows, s.columns, s.root_row, s.root_column);
    case CoverShape::kTorusShared:
      break;
  }
  return torus_cover_shared(s.rows, s.columns, s.root_row, s.root_column);
}

std::string describe_cover(const CoverScenario& s) {
  const char* kind = is_mesh(s.shape) ? "mesh" : "torus";
  const std::string word = is_mesh(s.shape) ? word_for(mesh_cover_words(), s.shape)
                                            : word_for(torus_cover_words(), s.shape);
  const std::string text = s.shape == CoverShape::kMesh
                               ? fmt::format("mesh {} x {} cover", s.rows, s.columns)
                               : fmt::format("{} {} x {} {} cover", kind, s.rows, s.columns, word);
  if (s.root_row == 0 && s.root_column == 0) return text;
  return fmt::format("{}, root ({}, {})", text, s.root_row, s.root_column);
}

std::string coordinates(const Grid& grid, Node v) {
  return fmt::format("({}, {})", grid.row(v), grid.column(v));
}

namespace language {
namespace {

using Pair = std::pair<Node, Node>;  // rows and columns

struct CoverFile {
  CoverFile() { file.tree.options = with_all_ports(); }

  CoverShape shape = CoverShape::kMesh;
  Pair sides{2, 2};
  Pair root{0, 0};
  TreeFile file;
};

constexpr const char* kCoverExample = "{kind: mesh, sides: [4, 6]}";
constexpr Node kLeastTorusSide = 3;  // a ring of two would have double links
constexpr std::int64_t kMostAddresses = kMaxTreePes;

CoverScenario scenario_of(const CoverFile& file) {
  CoverScenario cover;
  cover.shape = file.shape;
  std::tie(cover.rows, cover.columns) = file.sides;
  std::tie(cover.root_row, cover.root_column) = file.root;
  return cover;
}

KnownPes pes_of_cover(const Known& known) {
  if (!known.are_good({"network"})) return {};
  const TreeNetwork& network = known.whole<CoverFile>().file.network;
  return {network.pes, network.root};
}

// A list of two numbers, each from `least` to the end (excluded) of its dimension.
Datum read_pair(const Value& list, const char* example, Node least, Pair ends) {
  expect_list(list, example);
  if (list.node.items.size() != 2)
    throw bad_value(list, fmt::format("must have two entries, rows and columns, not {}",
                                      list.node.items.size()));
  const Datum row{to_integer(item_of(list, 0), least, ends.first - 1)};
  const Datum column{to_integer(item_of(list, 1), least, ends.second - 1)};
  return {0, 0, {row, column}};
}

std::string pair_schema(std::int64_t least) {
  return fmt::format(R"({{"type": "array", "items": {{"type": "integer", "minimum": {},
                     "maximum": {}}}, "minItems": 2, "maxItems": 2}})",
                     least, kMaxTreePes);
}

Type sides(Node least) {
  return own("[ROWS, COLUMNS]", pair_schema(least), [least](const Value& value, Known&) {
    Datum size = read_pair(value, "[4, 6]", least, {kMaxTreePes + 1, kMaxTreePes + 1});
    const std::int64_t pes = size.items[0].number * size.items[1].number;
    if (pes < 2 || pes > kMaxTreePes)
      throw bad_value(value, fmt::format("makes {} PE{} in all; 2 to {} are possible", pes,
                                         pes == 1 ? "" : "s", kMaxTreePes));
    return size;
  });
}

Type root() {
  return own("[ROW, COLUMN]", pair_schema(0), [](const Value& value, Known& known) {
    const bool is_known = known.are_good({"network.sides"});
    const Pair ends = is_known ? known.whole<CoverFile>().sides : Pair{kMaxTreePes, kMaxTreePes};
    return read_pair(value, "[0, 0]", 0, ends);
  });
}

// Every tree gives each of its PEs an address.
void check_addresses(CoverFile& file, const Value& section, Known&) {
  const std::int64_t wanted = address_count(make_cover(scenario_of(file)));
  file.file.network.addresses = wanted;
  if (wanted > kMostAddresses)
    throw bad_value({*section.node.find("sides"), section.key + ".sides"},
                    fmt::format("makes trees of {} PEs together with this root; {} can be "
                                "addressed",
                                wanted, kMostAddresses));
}

FormOf<CoverFile> cover_form(const char* kind, const char* shown, Node least_side,
                             const std::vector<Choice<CoverShape>>& covers,
                             std::int64_t (*first)(const CoverFile&), const char* about) {
  return {
      shown,
      Keys<CoverFile>()
          .known("kind", word<int>({{kind, 0}}), about)
          .required()
          .key("sides", &CoverFile::sides, sides(least_side),
               fmt::format("rows a and columns b, at least {}; in row r and column c is PE r b + c",
                           least_side))
          .required("rows and columns, for example [4, 6]")
          .key("cover", &CoverFile::shape, word(covers), "which trees")
          .by_default(covers.front().word, {}, first)
          .key("root", &CoverFile::root, root(), "row and column of the root")
          .by_default("[0, 0]")
          .then([](CoverFile& file, const Value&, Known&) {
            file.file.network.pes = file.sides.first * file.sides.second;
            file.file.network.root = file.root.first * file.sides.second + file.root.second;
          })
          .then(check_addresses),
      about};
}

std::vector<FormOf<CoverFile>> cover_forms() {
  const auto first_of_mesh = [](const CoverFile&) {
    return static_cast<std::int64_t>(CoverShape::kMesh);
  };
  const auto first_of_torus = [](const CoverFile&) {
    return static_cast<std::int64_t>(CoverShape::kTorusJoint);
  };
  return {cover_form(kMeshKind, "{kind: mesh, sides: [4, 6], cover: shared, root: [0, 0]}", 1,
                     mesh_cover_words(), first_of_mesh,
                     "a mesh under two trees that share no link, or (shared) under one for every "
                     "link of the root"),
          cover_form(kTorusKind, "{kind: torus-cover, sides: [8, 8], cover: joint, root: [0, 0]}",
                     kLeastTorusSide, torus_cover_words(), first_of_torus,
                     "a torus under trees, likewise; joint: every way is shortest; spanning: both "
                     "trees reach every PE")};
}

std::size_t cover_form_of(const Value& section) {
  const YamlNode* kind = section.node.find("kind");
  if (kind != nullptr && kind->text == kMeshKind) return 0;
  if (kind != nullptr && kind->text == kTorusKind) return 1;
  return section.node.find("cover") == nullptr ? 0 : 1;
}

// Words of the operation, and one of the other operation, which a rule refuses as such.
Datum read_cover_algorithm(const Value& value, Known& known) {
  const auto operation = known.words.find("operation");
  std::vector<Choice<TreeAlgorithm>> fitting;
  for (const CoverMethod& method : cover_methods())
    if (operation == known.words.end() || value.node.text == method.word ||
        operation->second == method.operation_word())
      fitting.push_back({method.word, method.algorithm});
  return {static_cast<std::int64_t>(to_choice(value, fitting))};
}

Keys<TreeFile> cover_work_keys() {
  return Keys<TreeFile>()
      .key("operation", &TreeFile::operation, word(cover_operation_words()), "what the root does")
      .required("scatter or gather")
      .in(&TreeFile::tree,
          Keys<TreeScenario>()
              .key("algorithm", &TreeScenario::algorithm,
                   read_by(algorithm_type(cover_methods()), read_cover_algorithm), "how it is done")
              .required("fdf, certification or timetable")
              .key("lengths", &TreeScenario::lengths, lengths_type(pes_of_cover),
                   "flits of each PE's message")
              .required())
      .map("options", tree_option_keys(PortChoice::kAlwaysMulti, pes_of_cover), "{rule: tight}",
           "how it runs");
}

// Who keeps to steps known beforehand, the root of a scatter on shared links or the PEs of a
// timetable, has messages whose flits follow each other step by step.
std::string wrong_pace(const CoverFile& file, bool is_plain) {
  if (is_plain) return "";
  if (file.file.tree.algorithm == TreeAlgorithm::kTimetable)
    return "cannot be with algorithm timetable, which times a flit a step";
  return shares_links(file.shape) ? "cannot be with cover shared, whose root times a flit a step"
                                  : "";
}

// The same of what reckons with a step a hop.
std::string wrong_latency(const CoverFile& file) {
  if (is_unit(file.file.tree.options)) return "";
  if (file.file.tree.algorithm == TreeAlgorithm::kTimetable)
    return "cannot be with algorithm timetable, which counts a step a router and link; use "
           "certification, or leave it out";
  return shares_links(file.shape)
             ? "cannot be with cover shared, whose root counts a step a router and link"
             : "";
}

// A lag grows by one order and one round trip a link above the PE's own reaction. No tree is higher
// than the sides together.
Step structural_lag(const CoverFile& cover, const TreeFile& file) {
  const auto most = [](const LatencyOption& option) {
    LatencyOption::Steps steps = option.all;
    for (const auto& [pe, own] : option.own)
      steps = {std::max(steps.down, own.down), std::max(steps.up, own.up)};
    return steps;
  };
  const TreeOptions& options = file.tree.options;
  const Step router = most(options.router_latency).down;
  const Step reaction = std::max(router, options.reaction ? most(*options.reaction).down : 0);
  const LatencyOption::Steps link = most(options.link_latency);
  const Step round_trip = reaction - 1 + router + link.down - 1 + link.up - 1;
  return (1 + round_trip) * (Step{cover.sides.first} + cover.sides.second) + reaction - 1;
}

// With a port per link every link below the root adds an order and the way of the stream.
std::string too_deep_to_certify(const CoverFile& f) {
  if (f.file.tree.algorithm != TreeAlgorithm::kCertification || shares_links(f.shape)) return {};
  Node deepest = 0;
  const Cover cover = make_cover(scenario_of(f));
  for (const PlacedTree& placed : cover.trees())
    for (Node pe = 0; pe < placed.tree.size(); ++pe)
      deepest = std::max(deepest, placed.tree.depth(pe));
  return too_deep_for(f.file, 2 * Step{deepest} - 1);
}

Keys<CoverFile> cover_rules() {
  return Keys<CoverFile>()
      .rule({"algorithm"}, {"network.cover"},
            "cannot be with cover shared: its trees share links, and PEs that certify know of one "
            "tree each; use timetable",
            [](const CoverFile& f) {
              return shares_links(f.shape) &&
                     f.file.tree.algorithm == TreeAlgorithm::kCertification;
            })
      .rule({"algorithm"}, {"network"}, too_deep_to_certify)
      .rule({"options.ports"}, {}, "must be multi: with one port, two trees gain nothing over one",
            [](const CoverFile& f) { return f.file.tree.options.ports == Ports::kSingle; })
      .rule({"options.build"}, {}, "does not exist for several trees at once; use assembled",
            [](const CoverFile& f) { return f.file.run.build == Build::kElaborated; })
      .rule({"options.setup"}, {},
            [](const CoverFile& f) { return wrong_pace(f, f.file.tree.options.setup == 0); })
      .rule({"options.flit_time"}, {},
            [](const CoverFile& f) { return wrong_pace(f, f.file.tree.options.flit_time == 1); })
      .rule({"options.router_latency", "options.link_latency", "options.reaction"},
            {"algorithm", "network.cover"}, wrong_latency)
      .in(&CoverFile::file, rules_of_all_trees())
      .in(&CoverFile::file, latency_rules())
      .rule({"options"}, {}, [](const CoverFile& f, const Value& options, const Known& known) {
        if (known.errors->empty())
          check_certified_lag(f.file, options,
                              [&f](const TreeFile& file) { return structural_lag(f, file); });
      });
}

const Keys<CoverFile>& cover_file_keys() {
  static const auto keys = Keys<CoverFile>()
                               .known("name", text(), "what reports call it")
                               .by_default("the file's name")
                               .forms("network", cover_forms(), cover_form_of, kCoverExample,
                                      "the mesh or torus and its cover")
                               .required()
                               .in(&CoverFile::file, cover_work_keys())
                               .in(cover_rules());
  return keys;
}

}  // namespace
}  // namespace language

const language::Table& cover_language() { return language::cover_file_keys(); }

void read_cover_scenario(const Value& root, Scenario& scenario, ErrorList& errors) {
  language::CoverFile file;
  read_keys(root, language::cover_file_keys(), file, errors);
  if (!errors.empty()) return;
  CoverScenario cover = language::scenario_of(file);
  scenario.shape = describe_cover(cover);
  scenario.operation = word_for(cover_operation_words(), file.file.operation);
  scenario.options = file.file.run;
  cover.algorithm = file.file.tree.algorithm;
  cover.lengths = std::move(file.file.tree.lengths);
  cover.options = file.file.tree.options;
  scenario.system = std::move(cover);
}

FamilyHelp cover_help() {
  FamilyHelp help;
  help.scenario = R"(Over several trees at once, on the same routers:
  network: {kind: mesh, sides: [4, 6], root: [0, 0]}
                                  # cover: shared: trees that share links
                                  # or {kind: torus-cover, sides: [8, 8], cover: joint}
  operation: gather               # scatter or gather
  algorithm: certification        # scatter: fdf; gather: certification or timetable
  lengths: {each: 1}              # PE r * 6 + c is the one in row r and column c
)";
  help.compared =
      R"(  over several trees at once: every cover, certification with every rule, timetable
)";
  return help;
}

}  // namespace flitwise
