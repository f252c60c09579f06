// tree_file.cpp: reads families of trees from JSON.
#include "sim/graph/tree_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "sim/text/report_text.h"
#include "systemc/formats/json_place.h"
#include "systemc/formats/readable.h"
#include "systemc/formats/torus_schedule_file.h"
#include "systemc/topology/graph/link_packing.h"

namespace flitwise {
namespace {

using Json = nlohmann::json;

class FamilyReader {
 public:
  FamilyReader(std::string file, Disjoint unsaid) : file_(std::move(file)), unsaid_(unsaid) {}

  [[noreturn]] void fail(const std::string& rule) const {
    throw std::runtime_error(fmt::format("{}: error: {}", escaped(file_), rule));
  }

  Json whole() const {
    constexpr std::size_t kMostMebibytes = 64;
    const std::string text = text_of_file(file_, "file of trees", kMostMebibytes,
                                          [&](const std::string& rule) { fail(rule); });
    try {
      return parse_json(text, "");
    } catch (const ScheduleFileError& error) {
      fail(std::string(error.what()).substr(2));  // after ": ", which follows the file's name
    }
  }

  std::optional<std::int64_t> number(const Json& object, const char* key) const {
    const auto found = object.find(key);
    if (found == object.end()) return std::nullopt;
    if (!found->is_number_integer()) fail(fmt::format("{} must be a whole number", key));
    return found->get<std::int64_t>();
  }

  std::optional<std::vector<Node>> nodes(const Json& object, const char* key) const {
    const auto found = object.find(key);
    if (found == object.end()) return std::nullopt;
    if (!found->is_array()) fail(fmt::format("{} must be a list of whole numbers", key));
    std::vector<Node> all;
    for (const Json& one : *found) {
      if (!is_small(one)) fail(fmt::format("{} must be a list of whole numbers", key));
      all.push_back(one.get<Node>());
    }
    return all;
  }

  TreeFamily family(const Json& object, const std::string& where) const {
    TreeFamily family;
    family.disjoint = unsaid_;
    if (const auto word = object.find("family"); word != object.end()) {
      if (*word != "arc" && *word != "link") fail(where + "family must be \"arc\" or \"link\"");
      family.disjoint = *word == "arc" ? Disjoint::kArcs : Disjoint::kLinks;
    }
    const auto trees = object.find("trees");
    if (trees == object.end() || !trees->is_array() || trees->empty())
      fail(where + "trees must be a list of lists of parents");
    for (std::size_t t = 0; t < trees->size(); ++t)
      family.trees.push_back(tree((*trees)[t], fmt::format("{}trees[{}]", where, t)));
    return family;
  }

 private:
  static bool is_small(const Json& number) {
    constexpr std::int64_t kMost = 1'000'000;
    return number.is_number_integer() && number >= -kMost && number <= kMost;
  }

  Parents tree(const Json& list, const std::string& where) const {
    if (!list.is_array()) fail(where + " must be a list of parents");
    Parents parents;
    for (std::size_t v = 0; v < list.size(); ++v) {
      if (!is_small(list[v]))
        fail(fmt::format("{}[{}] must be the number of a node, or -1", where, v));
      parents.push_back(list[v].get<Node>());
    }
    return parents;
  }

  std::string file_;
  Disjoint unsaid_;
};

// How many trees a proof allows at most, and whether that is what the file says.
std::pair<std::string, bool> judged(const std::string& proof, std::int64_t most, const char* key,
                                    const std::optional<std::int64_t>& said) {
  std::string text = fmt::format("{}: {} tree{} at most", proof, most, most == 1 ? "" : "s");
  if (!said || *said == most) return {text + ", right\n", true};
  return {fmt::format("{}, WRONG\n  {} is {}\n", text, key, *said), false};
}

}  // namespace

FileOfTrees read_trees(const std::string& file, const std::string& graph, Disjoint unsaid) {
  const FamilyReader reader(file, unsaid);
  const Json whole = reader.whole();
  if (!whole.is_object()) reader.fail("must be an object with trees or families");
  FileOfTrees read;
  read.tau = reader.number(whole, "tau");
  read.lambda = reader.number(whole, "lambda");
  read.partition = reader.nodes(whole, "partition");
  read.cut = reader.nodes(whole, "cut");
  const auto listed = whole.find("families");
  if (listed == whole.end()) {
    read.families = {reader.family(whole, "")};
    return read;
  }
  if (!listed->is_array()) reader.fail("families must be a list");
  for (std::size_t k = 0; k < listed->size(); ++k) {
    const Json& one = (*listed)[k];
    const std::string where = fmt::format("families[{}]", k);
    if (!one.is_object()) reader.fail(where + " must be an object with trees");
    const auto its = one.find("graph");
    if (its != one.end() && *its != graph) continue;
    read.families.push_back(reader.family(one, where + "."));
  }
  if (read.families.empty())
    reader.fail(fmt::format("has no trees of the graph {}", escaped(graph)));
  return read;
}

std::pair<std::string, bool> judged_partition(const Graph& graph, const FileOfTrees& file) {
  const std::vector<Node>& partition = *file.partition;
  const auto wrong = [](const std::string& why) {
    return std::pair("a partition: WRONG\n  " + why + "\n", false);
  };
  if (partition.size() != index_of(graph.size()))
    return wrong(
        fmt::format("has {} entries, and the graph has {} nodes", partition.size(), graph.size()));
  std::set<Node> blocks;
  for (Node v = 0; v < graph.size(); ++v) {
    const Node block = partition[index_of(v)];
    if (block < 0 || block >= graph.size())
      return wrong(fmt::format("block {} of node {} must be 0 to {}", block, escaped(graph.name(v)),
                               graph.size() - 1));
    blocks.insert(block);
  }
  if (blocks.size() == 1) return wrong("has one block");
  const std::int64_t links = links_between(graph, partition);
  return judged(
      fmt::format("a partition of {} blocks, {} links between them", blocks.size(), links),
      links / (static_cast<std::int64_t>(blocks.size()) - 1), "tau", file.tau);
}

std::pair<std::string, bool> judged_cut(const Graph& graph, const FileOfTrees& file) {
  const auto wrong = [](const std::string& why) {
    return std::pair("a cut: WRONG\n  " + why + "\n", false);
  };
  std::vector<Node> side(index_of(graph.size()), 0);
  for (const Node v : *file.cut) {
    if (v < 0 || v >= graph.size()) return wrong(fmt::format("{} is no node of the graph", v));
    side[index_of(v)] = 1;
  }
  const auto held = std::count(side.begin(), side.end(), 1);
  if (held == 0 || held == graph.size()) return wrong("must hold some nodes and not all");
  const std::int64_t links = links_between(graph, side);
  return judged(fmt::format("a cut of {} links", links), links, "lambda", file.lambda);
}

}  // namespace flitwise
