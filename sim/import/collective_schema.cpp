#include "sim/import/collective_schema.h"

#include "sim/import/formats/schedule_file.h"
#include "sim/language/scenario_words.h"
#include "sim/language/schema_parts.h"
#include "sim/run/family/families.h"

namespace flitwise {
namespace {

using schema::Json;

// What the machines of all families have, under one key.
std::vector<Json> of_hosts(const Families& families, const char* key) {
  std::vector<Json> all;
  for (const Family* family : families.by_kind())
    if (family->is_host())
      all.push_back(Json::parse(family->host_schema()).at("properties").at(key));
  return all;
}

Json network_schema(const Families& families) {
  return schema::any_of(of_hosts(families, "network"), "Any network but several trees at once");
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

// Every key is one of some network's routers or of all runs; of those that several have, the
// first's.
Json options_schema(const Families& families) {
  Json keys;
  for (const Json& options : of_hosts(families, "options"))
    for (const auto& [name, value] : options.at("properties").items())
      if (!keys.contains(name)) keys[name] = value;
  return schema::map(keys, {}, "Of the network's routers; each network has its own");
}

}  // namespace

std::string collective_schema(const Families& families) {
  const Json keys{{"name", schema::text("Default: the file's name")},
                  {"network", network_schema(families)},
                  {"operation", schema::words({"collective"}, "Runs a schedule from a file")},
                  {"schedule", schedule_schema()},
                  {"options", options_schema(families)}};
  return schema::map(keys, {"network", "operation", "schedule"}, "").dump();
}

}  // namespace flitwise
