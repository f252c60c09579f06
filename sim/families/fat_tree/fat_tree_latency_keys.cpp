// fat_tree_latency_keys.cpp: reads steps of switches and links, and says which cannot be.
#include "sim/families/fat_tree/fat_tree_latency_keys.h"

#include <fmt/format.h>

#include <string>

#include "sim/families/fat_tree/fat_tree_methods.h"
#include "sim/language/scenario_values.h"
#include "systemc/network/flits_in_flight.h"
#include "systemc/network/models/model_request.h"
#include "systemc/protocols/fat_tree/fat_tree_schedules.h"

namespace flitwise::language {
namespace {

constexpr const char* kRouters = "options.router_latency";
constexpr const char* kLinks = "options.link_latency";
constexpr const char* kCredits = "options.credit_latency";

struct LatencyKey {
  const char* name;
  const char* about;
};
constexpr LatencyKey kRouterKey{"router_latency",
                                "steps from receiving a packet to sending it on, of every switch"};
constexpr LatencyKey kLinkKey{"link_latency",
                              "steps that a packet is on a link; of all, or a list with an entry a "
                              "branch, from the leaves up"};
constexpr LatencyKey kCreditKey{"credit_latency",
                                "steps that a credit is on its wire, with back pressure"};
constexpr LatencyKey kReactionKey{"reaction",
                                  "steps from receiving a control flit to the first answer"};

// The levels are known where the network is good.
Datum read_links(const Value& value, Known& known) {
  constexpr Step kMost = kMostLinkLatency;
  Datum steps;
  if (value.node.kind != YamlKind::kList) {
    steps.items.push_back({to_integer(value, 1, kMost)});
    return steps;
  }
  const std::size_t levels = known.whole<FatTreeFile>().tree.capacities.size();
  if (known.are_good({"network"}) && value.node.items.size() != levels)
    throw ConfigError(
        value.node.place, value.key, "",
        fmt::format("must have {} {}, one per branch from the leaves up, not {}", levels,
                    levels == 1 ? "entry" : "entries", value.node.items.size()));
  for (std::size_t i = 0; i < value.node.items.size(); ++i)
    steps.items.push_back({to_integer(item_of(value, i), 1, kMost)});
  return steps;
}

Type link_steps() {
  const std::string one =
      fmt::format(R"({{"type": "integer", "minimum": 1, "maximum": {}}})", kMostLinkLatency);
  return own(
      fmt::format("1 to {}, or [N, ...]", kMostLinkLatency),
      fmt::format(R"({{"anyOf": [{0}, {{"type": "array", "minItems": 1, "items": {0}}}]}})", one),
      read_links);
}

bool is_slow(const FatTreeFile& file) { return !latency_of(file.tree).is_unit(); }

std::string takes_turns(const FatTreeFile& file) {
  if (!file.tree.options.half_duplex || !is_slow(file)) return "";
  return "is worked out for switches and links of one step alone; leave router_latency and "
         "link_latency out";
}

std::string cannot_interleave(const FatTreeFile& file) {
  const FatTreeScenario& tree = file.tree;
  const auto levels = static_cast<int>(tree.capacities.size());
  if (tree.algorithm != FatTreeAlgorithm::kExchangeOptimalCbft ||
      protocols::fits_optimal_cbft(levels, latency_of(tree)))
    return "";
  return "makes lower branches so slow that what meets below the two highest levels is not sent "
         "before the second highest begins, as algorithm optimal-cbft has it; use phased";
}

}  // namespace

Keys<FatTreeOptions> fat_tree_latency_keys() {
  return Keys<FatTreeOptions>()
      .key(kRouterKey.name, &FatTreeOptions::router_latency, whole(1, kMostRouterLatency),
           kRouterKey.about)
      .key(kLinkKey.name, &FatTreeOptions::link_latency, link_steps(), kLinkKey.about)
      .by_default("1")
      .key(kCreditKey.name, &FatTreeOptions::credit_latency, whole(1, kMostLinkLatency),
           kCreditKey.about)
      .rule({kCredits}, {"options.backpressure"},
            "needs options.backpressure: nothing else gives credits",
            [](const FatTreeOptions& o) { return o.credit_latency > 1 && !o.backpressure; })
      .key(kReactionKey.name, &FatTreeOptions::router_latency,
           refused("cannot be chosen: leaves of fat trees send by schedule and answer nothing; "
                   "leave it out"),
           kReactionKey.about);
}

Keys<FatTreeOptions> refused_fat_tree_latency_keys() {
  const Type none =
      refused("cannot be chosen: schedules run on switches and links of one step; leave it out");
  return Keys<FatTreeOptions>()
      .key(kRouterKey.name, &FatTreeOptions::router_latency, none, kRouterKey.about)
      .key(kLinkKey.name, &FatTreeOptions::link_latency, none, kLinkKey.about)
      .key(kCreditKey.name, &FatTreeOptions::credit_latency, none, kCreditKey.about)
      .key(kReactionKey.name, &FatTreeOptions::router_latency, none, kReactionKey.about);
}

Keys<FatTreeFile> fat_tree_latency_rules() {
  return Keys<FatTreeFile>()
      .rule({"options.duplex"}, {"network", kRouters, kLinks}, takes_turns)
      .rule({kLinks, kRouters}, {"network", "algorithm", kRouters}, cannot_interleave);
}

}  // namespace flitwise::language
