#include "sim/import/collective_schema.h"

#include "sim/families/fat_tree/fat_tree_family.h"
#include "sim/families/star/star_family.h"
#include "sim/families/torus/torus_family.h"
#include "sim/families/tree/tree_family.h"
#include "sim/import/formats/schedule_file.h"
#include "sim/language/scenario_words.h"
#include "sim/language/schema_parts.h"
#include "systemc/network/star/star_routers.h"

namespace flitwise {
namespace {

using schema::Json;

Json property(const Family& family, const char* key) {
  return Json::parse(family.schema()).at("properties").at(key);
}

Json network_schema() {
  return schema::any_of({property(tree_family(), "network"), property(fat_tree_family(), "network"),
                         property(torus_family(), "network"), property(star_family(), "network")},
                        "Any network but several trees at once");
}

Json schedule_schema() {
  const Json pe = schema::whole_number(0, kMostPes - 1, "");
  return schema::map(
      {{"file", schema::text("The schedule, relative to the scenario")},
       {"format", schema::words(words_of(schedule_format_words()), "What the file is written in")},
       {"map", schema::any_of({schema::list(pe, 0, static_cast<std::size_t>(kMostPes), ""),
                               schema::text("A file of numbers, relative to the scenario")},
                              "The PE of every rank (default rank r is PE r)")},
       {"flit_bytes", schema::whole_number(1, 1 << 20, "goal: bytes in a flit (default 8)")},
       {"chunk_flits",
        schema::whole_number(1, 1 << 20, "msccl, teccl: flits of a chunk (default 1)")},
       {"epoch", schema::whole_number(1, 1 << 30,
                                      "teccl: steps of an epoch (default: flows wait for their "
                                      "data only)")}},
      {"file", "format"}, "What every rank sends, to whom and after what");
}

// Every key is one of some network's own options.
Json options_schema() {
  Json keys;
  const auto take = [&](const Family& family, std::initializer_list<const char*> names) {
    const Json options = property(family, "options").at("properties");
    for (const char* name : names) keys[name] = options.at(name);
  };
  take(tree_family(), {"ports"});
  take(fat_tree_family(), {"policy", "seed", "depth", "backpressure"});
  take(torus_family(), {"lanes", "lane_rule", "dimension_order"});
  take(star_family(), {"flits"});
  keys["slots"] = schema::whole_number(1, kMostStarSlots,
                                       "star graphs: packets that an input holds (default 8)");
  schema::add_common_options(keys);
  return schema::map(keys, {}, "Of the network's routers; each network has its own");
}

}  // namespace

std::string collective_schema() {
  const Json keys{{"name", schema::text("Default: the file's name")},
                  {"network", network_schema()},
                  {"operation", schema::words({"collective"}, "Runs a schedule from a file")},
                  {"schedule", schedule_schema()},
                  {"options", options_schema()}};
  return schema::map(keys, {"network", "operation", "schedule"}, "").dump();
}

}  // namespace flitwise
