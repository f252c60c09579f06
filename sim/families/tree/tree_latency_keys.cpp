// tree_latency_keys.cpp: reads steps of routers, links and PEs, and says which cannot be.
#include "sim/families/tree/tree_latency_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "sim/language/scenario_values.h"
#include "systemc/network/flits_in_flight.h"
#include "systemc/network/models/model_request.h"
#include "systemc/protocols/tree/certification_variant.h"

namespace flitwise {
namespace {

constexpr Step kMostReaction = 64;
constexpr Step kAsTheRouter = 0;  // a reaction that is not said

using Steps = LatencyOption::Steps;

bool is_one(const LatencyOption& option) {
  const auto is_step = [](const Steps& steps) { return steps.down == 1 && steps.up == 1; };
  return is_step(option.all) &&
         std::all_of(option.own.begin(), option.own.end(),
                     [&](const auto& entry) { return is_step(entry.second); });
}

std::string text_of(const char* name, const LatencyOption& option) {
  const bool is_plain = option.own.empty() && option.all.down == option.all.up;
  return is_plain ? fmt::format("{} {}", name, option.all.down) : fmt::format("{} by PE", name);
}

Step reaction_of(const TreeOptions& options, Node node) {
  const Step router = options.router_latency.of(node).down;
  const Step said = options.reaction ? options.reaction->of(node).down : kAsTheRouter;
  return said == kAsTheRouter ? router : said;
}

}  // namespace

TreeLatency tree_latency(const TreeOptions& options, const PlacedTree& tree) {
  if (language::is_unit(options)) return {};
  TreeLatency latency;
  for (const Node node : tree.node_of) {
    const Steps link = node == tree.root() ? Steps{} : options.link_latency.of(node);
    latency.router.push_back(options.router_latency.of(node).down);
    latency.reaction.push_back(reaction_of(options, node));
    latency.down.push_back(link.down);
    latency.up.push_back(link.up);
  }
  return latency;
}

std::string latency_text(const TreeOptions& options) {
  std::string text;
  const auto append = [&](const char* name, const LatencyOption& option) {
    if (is_one(option)) return;
    text += (text.empty() ? "" : ", ") + text_of(name, option);
  };
  append("router latency", options.router_latency);
  append("link latency", options.link_latency);
  if (options.reaction) append("reaction", *options.reaction);
  return text;
}

// Found by language::assign. The first item is for all; the others begin with their PE.
void assign(LatencyOption& option, const language::Datum& d) {
  const auto steps = [](const language::Datum& item) {
    return Steps{item.items.at(0).number, item.items.at(1).number};
  };
  option.all = steps(d.items.at(0));
  option.own.clear();
  for (std::size_t i = 1; i < d.items.size(); ++i)
    option.own[static_cast<Node>(d.items[i].number)] = steps(d.items[i]);
}

namespace language {
namespace {

constexpr const char* kRouters = "options.router_latency";
constexpr const char* kLinks = "options.link_latency";
constexpr const char* kReaction = "options.reaction";

enum class Of { kPes, kWays };

Value entry_of(const Value& map, const YamlEntry& entry) {
  return {entry.value, map.key + "." + entry.key};
}

Datum both_ways(std::int64_t down, std::int64_t up) {
  Datum steps;
  steps.items = {Datum{down}, Datum{up}};
  return steps;
}

// A number; of a link also one each way, where the one that is left out has the steps of others.
Datum read_steps(const Value& value, Step most, Of of, const Datum& others, Known& known) {
  if (of == Of::kPes || value.node.kind != YamlKind::kMap) {
    const std::int64_t steps = to_integer(value, 1, most);
    return both_ways(steps, steps);
  }
  check_keys(value, {"down", "up"}, *known.errors);
  if (value.node.entries.empty()) throw bad_value(value, "must say down, up or both");
  const auto one_way = [&](const char* key, std::size_t way) -> std::int64_t {
    const YamlNode* node = value.node.find(key);
    return node == nullptr ? others.items.at(way).number
                           : to_integer({*node, value.key + "." + key}, 1, most);
  };
  return both_ways(one_way("down", 0), one_way("up", 1));
}

using PesOf = KnownPes (*)(const Known&);

// The PE that a key names: by the name that it has in a graph, else by its number.
Node read_pe(const Value& entry, const std::string& name, const KnownPes& pes) {
  const auto named = std::find(pes.names.begin(), pes.names.end(), name);
  if (named != pes.names.end()) return static_cast<Node>(named - pes.names.begin());
  const bool is_number =
      !name.empty() && name.size() < 10 &&
      std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (is_number && std::stol(name) < *pes.count) return static_cast<Node>(std::stol(name));
  throw ConfigError(entry.node.place, entry.key, name,
                    fmt::format("is of no PE: PEs are 0 to {}{}; `default` is for all others",
                                *pes.count - 1, pes.names.empty() ? "" : " or have their names"));
}

Datum read_entry(const Value& entry, const std::string& name, Step most, Of of, const Datum& others,
                 const KnownPes& pes, Known& known) {
  Datum steps = read_steps(entry, most, of, others, known);
  steps.number = read_pe(entry, name, pes);
  if (of == Of::kWays && steps.number == pes.root)
    throw ConfigError(entry.node.place, entry.key, name,
                      "is the root: a link is called by the PE at its lower end");
  return steps;
}

// Those that it does not name have `unsaid` steps. Where the network is wrong, nobody knows the
// PEs.
Datum read_map(const Value& map, Step most, Of of, Step unsaid, PesOf pes_of, Known& known) {
  const Datum others = both_ways(unsaid, unsaid);
  Datum all;
  all.items.push_back(others);
  const KnownPes pes = pes_of(known);
  if (map.node.entries.empty()) throw bad_value(map, "must say steps for default or for a PE");
  if (const YamlNode* named = map.node.find("default"))
    all.items.front() = read_steps({*named, map.key + ".default"}, most, of, others, known);
  for (const YamlEntry& entry : map.node.entries) {
    if (is_removal(entry) || entry.key == "default") continue;
    const Value value = entry_of(map, entry);
    if (pes.count) {
      all.items.push_back(read_entry(value, entry.key, most, of, all.items.front(), pes, known));
      const auto is_same = [&](const Datum& d) { return d.number == all.items.back().number; };
      if (std::count_if(all.items.begin() + 1, all.items.end(), is_same) > 1)
        throw bad_value(value, "is of a PE that stands in the map twice");
    }
  }
  return all;
}

Type steps_type(Step most, Of of, PesOf pes_of, Step unsaid = 1) {
  const std::string number =
      fmt::format(R"({{"type": "integer", "minimum": 1, "maximum": {}}})", most);
  const std::string one =
      of == Of::kPes ? number
                     : fmt::format(R"({{"anyOf": [{0}, {{"type": "object", "minProperties": 1,
             "properties": {{"down": {0}, "up": {0}}}, "additionalProperties": false}}]}})",
                                   number);
  const std::string schema = fmt::format(R"({{"anyOf": [{}, {{"type": "object", "minProperties": 1,
                  "additionalProperties": {}}}]}})",
                                         number, one);
  return own(of == Of::kPes
                 ? fmt::format("1 to {}, or {{default: N, PE: N}}", most)
                 : fmt::format("1 to {}, or {{default: N, PE: {{down: N, up: N}}}}", most),
             schema, [most, of, pes_of, unsaid](const Value& value, Known& known) -> Datum {
               if (value.node.kind == YamlKind::kMap)
                 return read_map(value, most, of, unsaid, pes_of, known);
               Datum all;
               all.items.push_back(read_steps(value, most, Of::kPes, {}, known));
               return all;
             });
}

struct LatencyKey {
  const char* name;
  const char* about;
};
constexpr LatencyKey kRouterKey{"router_latency",
                                "steps from receiving a flit to sending it on; by PE, or of all"};
constexpr LatencyKey kLinkKey{"link_latency",
                              "steps that a flit is on a link; by the PE at its lower end, or of "
                              "all"};
constexpr LatencyKey kReactionKey{"reaction",
                                  "steps from a PE's receiving a control flit to its first answer"};

PlacedTree tree_in(const TreeFile& file) { return {file.network.root, file.network.parents}; }

std::string beside_latency(bool is_good, const TreeFile& file, const char* rule) {
  return is_good || is_unit(file.tree.options) ? "" : rule;
}

std::string cannot_be_mirrored(const TreeFile& file) {
  const TreeOptions& options = file.tree.options;
  if (options.sync != Sync::kMirror || options.ports == Ports::kMulti) return "";
  if (file.tree.algorithm != TreeAlgorithm::kCertification || file.network.parents.empty())
    return "";
  const PlacedTree tree = tree_in(file);
  return protocols::obstacle_to_mirror(tree.tree, tree_latency(options, tree));
}

std::string cannot_be_elaborated(const TreeFile& file) {
  if (file.run.build != Build::kElaborated || file.network.parents.empty()) return "";
  const PlacedTree tree = tree_in(file);
  return is_uniform(tree_latency(file.tree.options, tree))
             ? ""
             : "has one router_latency and one link_latency for all; use assembled";
}

}  // namespace

bool is_unit(const TreeOptions& options) {
  return is_one(options.router_latency) && is_one(options.link_latency) &&
         (!options.reaction || is_one(*options.reaction));
}

std::string too_quick(const TreeOptions& options, Node pes) {
  if (!options.reaction) return "";
  for (Node v = 0; v < pes; ++v)
    if (reaction_of(options, v) < options.router_latency.of(v).down)
      return fmt::format(
          "must not be below the router_latency of a PE, through whose router its answers go: PE "
          "{} would answer in {} steps, its router takes {}",
          v, reaction_of(options, v), options.router_latency.of(v).down);
  return "";
}

Keys<TreeOptions> latency_keys(KnownPes (*pes_of)(const Known&)) {
  return Keys<TreeOptions>()
      .key(kRouterKey.name, &TreeOptions::router_latency,
           steps_type(kMostRouterLatency, Of::kPes, pes_of), kRouterKey.about)
      .by_default("1")
      .key(kLinkKey.name, &TreeOptions::link_latency,
           steps_type(Step{kMostLinkLatency}, Of::kWays, pes_of), kLinkKey.about)
      .by_default("1")
      .key(kReactionKey.name, &TreeOptions::reaction,
           steps_type(kMostReaction, Of::kPes, pes_of, kAsTheRouter), kReactionKey.about)
      .only("operation", {"gather"},
            "is an option of operation gather, but the operation is {}: only there do PEs answer",
            Blame::kGoodValue)
      .by_default("router_latency");
}

Keys<TreeOptions> refused_latency_keys(const char* why) {
  const Type none = refused(why);
  return Keys<TreeOptions>()
      .key(kRouterKey.name, &TreeOptions::router_latency, none, kRouterKey.about)
      .key(kLinkKey.name, &TreeOptions::link_latency, none, kLinkKey.about)
      .key(kReactionKey.name, &TreeOptions::reaction, none, kReactionKey.about);
}

Keys<TreeFile> latency_rules() {
  constexpr const char* kWithPace =
      "cannot be with router_latency, link_latency or reaction: nobody has worked out the two "
      "together";
  constexpr const char* kWithPrinted =
      "cannot be with rule printed: the paper counts a step a router, link and PE; use another "
      "rule";
  return Keys<TreeFile>()
      .rule({kReaction}, {"network", kRouters},
            [](const TreeFile& f) { return too_quick(f.tree.options, f.network.pes); })
      .rule({"options.sync", kLinks, kReaction, kRouters}, {"network", kRouters, kLinks},
            cannot_be_mirrored)
      .rule({"options.build"}, {"network", kRouters, kLinks}, cannot_be_elaborated)
      .rule(
          {"options.setup"}, {kRouters, kLinks, kReaction},
          [](const TreeFile& f) { return beside_latency(f.tree.options.setup == 0, f, kWithPace); })
      .rule({"options.flit_time"}, {kRouters, kLinks, kReaction},
            [](const TreeFile& f) {
              return beside_latency(f.tree.options.flit_time == 1, f, kWithPace);
            })
      .rule({kRouters, kLinks, kReaction}, {}, [](const TreeFile& f) {
        return beside_latency(f.tree.options.rule != CertificationRule::kPrinted, f, kWithPrinted);
      });
}

}  // namespace language

}  // namespace flitwise
