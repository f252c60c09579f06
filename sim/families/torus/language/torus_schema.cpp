#include "sim/families/torus/language/torus_schema.h"

#include "sim/families/torus/language/torus_options.h"
#include "sim/families/torus/language/torus_words.h"
#include "sim/language/schema_parts.h"
#include "systemc/network/torus/torus_routers.h"

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

Json positive_number(const std::string& about) {
  return {{"type", "number"}, {"exclusiveMinimum", 0}, {"description", about}};
}

void add_traffic_options(Json& keys) {
  constexpr std::int64_t kLongestPhase = 1'000'000'000;
  const Json length = schema::whole_number(1, 65'536, "Flits");
  const Json share =
      schema::map({{"flits", length},
                   {"share", positive_number("How often, relative to the sum of all shares")}},
                  {"flits", "share"}, "A length with its share");
  keys["rate"] = positive_number("traffic: flits per sending node and step");
  keys["packet_length"] = schema::any_of({length, schema::list(share, 1, 4096, "Mixed lengths")},
                                         "traffic: flits of a packet (default 1)");
  keys["seed"] = schema::seed("traffic: the packets are drawn");
  keys["warmup"] =
      schema::whole_number(0, kLongestPhase, "traffic: steps before the measured ones");
  keys["measure"] = schema::whole_number(1, kLongestPhase, "traffic: measured steps");
  keys["drain"] = schema::whole_number(1, kLongestPhase, "traffic: most steps after them");
  keys["receiver_stall"] = {
      {"type", "number"},
      {"minimum", 0},
      {"exclusiveMaximum", 1},
      {"description",
       "traffic: probability that a receiver's port takes no flit in a step (default 0)"}};
  keys["include_self"] =
      schema::truth("traffic, uniform and hot-spot: nodes send to themselves, too");
  keys["hot_spots"] = schema::list(coordinates_schema(""), 1, 4096, "traffic, hot-spot: the nodes");
  keys["hot_share"] = {{"type", "number"},
                       {"minimum", 0},
                       {"maximum", 1},
                       {"description", "traffic, hot-spot: of the packets"}};
}

// A broadcast must say its length; traffic has one of its own per packet.
Json length_of_broadcasts() {
  return {{"if", {{"properties", {{"operation", {{"const", "broadcast"}}}}}}},
          {"then", {{"required", {"length"}}}}};
}

std::vector<std::string> all_algorithms() {
  std::vector<std::string> words = words_of(torus_algorithm_words());
  for (const std::string& word : words_of(traffic_pattern_words())) words.push_back(word);
  return words;
}

Json options_schema() {
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
      {"break", schema::map({{"mute", coordinates_schema("Never sends")},
                             {"early", coordinates_schema("Sends too soon")},
                             {"by", schema::whole_number(1, kMostOverhead, "Steps too soon")}},
                            {}, "A fault on purpose, to see the run fail")}};
  add_traffic_options(keys);
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
      {"algorithm", schema::words(all_algorithms(),
                                  "Scheme of a broadcast (default peel), or who sends to whom")},
      {"root", coordinates_schema("The node that has the text (default all 0)")},
      {"length", schema::whole_number(1, kMostFlits, "Flits of the text")},
      {"file", schema::text("algorithm imported: a file of schedules, relative to the scenario")},
      {"options", options_schema()}};
  Json all = schema::map(keys, {"network", "operation"}, "");
  all["allOf"] = schema::algorithms_of_operations({{"broadcast", words_of(torus_algorithm_words())},
                                                   {"traffic", words_of(traffic_pattern_words())}});
  all["allOf"].push_back(length_of_broadcasts());
  return all.dump();
}

}  // namespace flitwise
