#include "sim/torus/torus_schema.h"

#include "sim/schema_parts.h"
#include "sim/torus/torus_words.h"
#include "systemc/network/torus_routers.h"

namespace flitwise {
namespace {

using schema::Json;

Json per_dimension(std::int64_t least, std::int64_t most, const std::string& about) {
  return schema::list(schema::whole_number(least, most, ""), 1,
                      static_cast<std::size_t>(Torus::kMostDimensions), about);
}

Json coordinates_schema(const std::string& about) {
  return per_dimension(0, Torus::kLargestSide - 1, about);
}

Json options_schema() {
  constexpr std::int64_t kMostOverhead = 1'000'000;
  Json keys{
      {"barrier", schema::truth("Steps begin for all nodes together (default true)")},
      {"lanes", schema::whole_number(1, kMaxTorusLanes, "Of a channel (default 2)")},
      {"depth",
       schema::whole_number(1, kMaxTorusDepth, "Flits in the queue of a lane (default 8)")},
      {"lane_rule", schema::words(words_of(lane_rule_words()),
                                  "Worms that cross no dateline: any lane, or the lower half")},
      {"send_overhead", schema::whole_number(0, kMostOverhead, "Steps before each head")},
      {"receive_overhead", schema::whole_number(0, kMostOverhead, "Steps after each tail")},
      {"dimension_order",
       per_dimension(0, Torus::kMostDimensions - 1, "In which the routers use the dimensions")},
      {"packet", schema::whole_number(1, kMostFlits, "packet-tree: flits of a packet")},
      {"arrivals", schema::truth("Show the arrival of every node")},
      {"break", schema::map({{"mute", coordinates_schema("Never sends")}}, {"mute"},
                            "A fault on purpose, to see the run fail")}};
  schema::add_common_options(keys);
  return schema::map(keys, {}, "How it runs");
}

}  // namespace

std::string torus_schema() {
  const Json network =
      schema::map({{"kind", schema::words({"torus"}, "")},
                   {"sides", per_dimension(1, Torus::kLargestSide, "Nodes along each dimension")}},
                  {"kind", "sides"}, "A torus of wormhole routers");
  const Json keys{
      {"name", schema::text("Default: the file's name")},
      {"network", network},
      {"operation", schema::words(words_of(torus_operation_words()), "What the nodes do")},
      {"algorithm", schema::words(words_of(torus_algorithm_words()), "How (default peel)")},
      {"root", coordinates_schema("The node that has the text (default all 0)")},
      {"length", schema::whole_number(1, kMostFlits, "Flits of the text")},
      {"file", schema::text("algorithm imported: a file of schedules, relative to the scenario")},
      {"options", options_schema()}};
  return schema::map(keys, {"network", "operation", "length"}, "").dump();
}

}  // namespace flitwise
