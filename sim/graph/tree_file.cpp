// tree_file.cpp: reads families of trees from JSON.
#include "sim/graph/tree_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "sim/text/report_text.h"
#include "systemc/formats/json_place.h"
#include "systemc/formats/readable.h"
#include "systemc/formats/torus_schedule_file.h"
#include "systemc/topology/graph/graph_figures.h"
#include "systemc/topology/graph/link_packing.h"
#include "tb/theory/graph/graph_bounds.h"

namespace flitwise {
namespace {

using Json = nlohmann::json;

class FamilyReader {
 public:
  FamilyReader(std::string file, std::optional<Disjoint> wanted, OtherFamilies others)
      : file_(std::move(file)), wanted_(wanted), others_(others) {}

  [[noreturn]] void fail(const std::string& rule) const {
    throw TreeFileError(escaped(file_), rule);
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

  StatedFamily family(const Json& object, const std::string& where) const {
    StatedFamily stated;
    TreeFamily& family = stated.family;
    family.disjoint = wanted_.value_or(Disjoint::kLinks);
    if (const auto word = object.find("family"); word != object.end()) {
      const auto& words = disjoint_words();
      const auto found = std::find_if(words.begin(), words.end(),
                                      [&](const auto& choice) { return *word == choice.word; });
      if (found == words.end()) fail(where + "family must be \"arc\", \"link\" or \"slots\"");
      family.disjoint = found->meaning;
      if (others_ == OtherFamilies::kRefused && wanted_ && *wanted_ != family.disjoint)
        fail(fmt::format("{}family is \"{}\", and --family says {}", where, found->word,
                         word_for(words, *wanted_)));
    }
    stated.heights = nodes(object, "heights");
    stated.least_height = number(object, "least_height");
    stated.least = text(object, "least");
    stated.roots = text(object, "roots");
    if (!stated.roots.empty() && stated.roots != "common root" && stated.roots != "own roots")
      fail(where + "roots must be \"common root\" or \"own roots\"");
    const auto trees = object.find("trees");
    if (trees == object.end() || !trees->is_array() || trees->empty())
      fail(where + "trees must be a list of lists of parents");
    for (std::size_t t = 0; t < trees->size(); ++t)
      family.trees.push_back(tree((*trees)[t], fmt::format("{}trees[{}]", where, t)));
    return stated;
  }

  std::string text(const Json& object, const char* key) const {
    const auto found = object.find(key);
    if (found == object.end() || found->is_null()) return "";
    if (!found->is_string()) fail(fmt::format("{} must be a text", key));
    return found->get<std::string>();
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
  std::optional<Disjoint> wanted_;
  OtherFamilies others_;
};

// The bound that a word of the file names; none: nobody checks it.
std::optional<Node> bound_of(const Graph& graph, const StatedFamily& stated) {
  const Node root = root_of(stated.family.trees.front());
  if (stated.least == "height bound")
    return theory::least_arc_height(graph, root, static_cast<Node>(stated.family.trees.size()));
  if (stated.least == "eccentricity") return eccentricity(graph, root);
  if (stated.least == "radius") return radius(graph);
  return std::nullopt;
}

// How many trees a proof allows at most, and whether that is what the file says.
std::pair<std::string, bool> judged(const std::string& proof, std::int64_t most, const char* key,
                                    const std::optional<std::int64_t>& said) {
  std::string text = fmt::format("{}: {} tree{} at most", proof, most, most == 1 ? "" : "s");
  if (!said || *said == most) return {text + ", right\n", true};
  return {fmt::format("{}, WRONG\n  {} is {}\n", text, key, *said), false};
}

}  // namespace

const std::vector<Choice<Disjoint>>& disjoint_words() {
  static const std::vector<Choice<Disjoint>> words{
      {"arc", Disjoint::kArcs}, {"link", Disjoint::kLinks}, {"slots", Disjoint::kNothing}};
  return words;
}

FileOfTrees read_trees(const std::string& file, const std::string& graph,
                       std::optional<Disjoint> wanted, OtherFamilies others) {
  const FamilyReader reader(file, wanted, others);
  const Json whole = reader.whole();
  if (!whole.is_object()) reader.fail("must be an object with trees or families");
  FileOfTrees read;
  read.tau = reader.number(whole, "tau");
  read.lambda = reader.number(whole, "lambda");
  read.root = reader.number(whole, "root");
  if (const auto sigma = reader.nodes(whole, "sigma")) {
    if (sigma->size() != 2 || sigma->back() < 1)
      reader.fail("sigma must be a numerator and a denominator, at least 1");
    read.sigma = std::vector<std::int64_t>(sigma->begin(), sigma->end());
  }
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

std::vector<std::string> faults_of_stated(const Graph& graph, const FileOfTrees& file,
                                          const StatedFamily& stated) {
  const TreeFamily& family = stated.family;
  std::vector<std::string> faults = faults_of(graph, family);
  if (!faults.empty()) return faults;
  const std::vector<Node> heights = heights_of(family.trees);
  const Node highest = *std::max_element(heights.begin(), heights.end());
  const Node root = root_of(family.trees.front());
  if (stated.heights && *stated.heights != heights)
    faults.push_back(fmt::format("heights are [{}], and the file says [{}]",
                                 fmt::join(heights, ", "), fmt::join(*stated.heights, ", ")));
  if (family.disjoint == Disjoint::kArcs && file.root && *file.root != root)
    faults.push_back(fmt::format("root is node {}, and the file says {}", root, *file.root));
  if (stated.roots == "common root")
    for (std::size_t t = 1; t < family.trees.size(); ++t)
      if (root_of(family.trees[t]) != root)
        faults.push_back(fmt::format("roots: tree {} hangs from node {}, and tree 0 from node {}",
                                     t, escaped(graph.name(root_of(family.trees[t]))),
                                     escaped(graph.name(root))));
  if (const std::optional<Node> bound = bound_of(graph, stated); bound && *bound != highest)
    faults.push_back(fmt::format("least: the {} is {}, and the highest tree has {}", stated.least,
                                 *bound, highest));
  if (stated.least_height) {
    const auto trees = static_cast<Node>(family.trees.size());
    const Node bound = family.disjoint == Disjoint::kArcs
                           ? theory::least_arc_height(graph, root, trees)
                           : radius(graph);
    if (*stated.least_height > bound)
      faults.push_back(
          fmt::format("least_height is {}, and the bound {}", *stated.least_height, bound));
  }
  const std::optional<std::int64_t> most = family.disjoint == Disjoint::kArcs    ? file.lambda
                                           : family.disjoint == Disjoint::kLinks ? file.tau
                                                                                 : std::nullopt;
  if (most && *most < static_cast<std::int64_t>(family.trees.size()))
    faults.push_back(fmt::format("{} is {}, and these are {} trees",
                                 family.disjoint == Disjoint::kArcs ? "lambda" : "tau", *most,
                                 family.trees.size()));
  return faults;
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
  const auto others = static_cast<std::int64_t>(blocks.size()) - 1;
  const std::string proof =
      fmt::format("a partition of {} blocks, {} links between them", blocks.size(), links);
  const bool is_sigma = !file.sigma || file.sigma->front() * others == file.sigma->back() * links;
  std::pair<std::string, bool> verdict = judged(proof, links / others, "tau", file.tau);
  if (verdict.second && !is_sigma)
    verdict = {fmt::format("{}: WRONG\n  sigma is {}/{}\n", proof, file.sigma->front(),
                           file.sigma->back()),
               false};
  return verdict;
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
