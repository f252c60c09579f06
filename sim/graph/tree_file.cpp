// tree_file.cpp: reads families of trees from JSON.
#include "sim/graph/tree_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "sim/text/report_text.h"
#include "systemc/formats/json_place.h"
#include "systemc/formats/readable.h"
#include "systemc/formats/torus_schedule_file.h"

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
  Parents tree(const Json& list, const std::string& where) const {
    if (!list.is_array()) fail(where + " must be a list of parents");
    Parents parents;
    for (std::size_t v = 0; v < list.size(); ++v) {
      constexpr std::int64_t kMost = 1'000'000;
      const bool is_node = list[v].is_number_integer() && list[v] >= -kMost && list[v] <= kMost;
      if (!is_node) fail(fmt::format("{}[{}] must be the number of a node, or -1", where, v));
      parents.push_back(list[v].get<Node>());
    }
    return parents;
  }

  std::string file_;
  Disjoint unsaid_;
};

}  // namespace

std::vector<TreeFamily> read_families(const std::string& file, const std::string& graph,
                                      Disjoint unsaid) {
  const FamilyReader reader(file, unsaid);
  const Json whole = reader.whole();
  if (!whole.is_object()) reader.fail("must be an object with trees or families");
  const auto listed = whole.find("families");
  if (listed == whole.end()) return {reader.family(whole, "")};
  if (!listed->is_array()) reader.fail("families must be a list");
  std::vector<TreeFamily> families;
  for (std::size_t k = 0; k < listed->size(); ++k) {
    const Json& one = (*listed)[k];
    const std::string where = fmt::format("families[{}]", k);
    if (!one.is_object()) reader.fail(where + " must be an object with trees");
    const auto its = one.find("graph");
    if (its != one.end() && *its != graph) continue;
    families.push_back(reader.family(one, where + "."));
  }
  if (families.empty()) reader.fail(fmt::format("has no trees of the graph {}", escaped(graph)));
  return families;
}

}  // namespace flitwise
