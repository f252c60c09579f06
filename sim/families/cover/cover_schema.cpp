#include "sim/families/cover/cover_schema.h"

#include "sim/families/cover/cover_words.h"
#include "sim/families/tree/language/tree_schema.h"
#include "sim/language/schema_parts.h"

namespace flitwise {
namespace {

using schema::Json;

Json pair_of(std::int64_t least, const std::string& about) {
  return schema::list(schema::whole_number(least, kMostPes, ""), 2, 2, about);
}

Json network_schema() {
  const Json root = pair_of(0, "Row and column of the root (default [0, 0])");
  return schema::any_of(
      {schema::map({{"kind", schema::words({kMeshKind}, "")},
                    {"sides", pair_of(1, "Rows and columns")},
                    {"cover", schema::words(words_of(mesh_cover_words()), "Which trees")},
                    {"root", root}},
                   {"kind", "sides"}, "A mesh under several trees"),
       schema::map({{"kind", schema::words({kTorusKind}, "")},
                    {"sides", pair_of(3, "Rows and columns")},
                    {"cover", schema::words(words_of(torus_cover_words()), "Which trees")},
                    {"root", root}},
                   {"kind", "sides"}, "A torus under several trees")},
      "Node (r, c) of sides [a, b] is PE r * b + c");
}

// With a port per link there is nothing to choose.
Json options_schema() {
  Json options = tree_options_schema();
  for (const char* key : {"sync", "packet"}) options["properties"][key] = false;
  options["properties"].erase("printed");  // unknown here: its rule is for single ports
  options["properties"]["rule"]["enum"] = words_of(rule_words());
  return options;
}

}  // namespace

std::string cover_schema() {
  const Json keys{
      {"name", schema::text("Default: the file's name")},
      {"network", network_schema()},
      {"operation", schema::words(words_of(cover_operation_words()), "What the root does")},
      {"algorithm", schema::words(words_of(cover_algorithm_words()), "How it is done")},
      {"lengths", schema::lengths("Flits of each PE's message; the root has none")},
      {"options", options_schema()}};
  Json all = schema::map(keys, {"network", "operation", "algorithm", "lengths"}, "");
  all["allOf"] = schema::algorithms_of_operations(words_by_operation(cover_algorithm_words()));
  return all.dump();
}

}  // namespace flitwise
