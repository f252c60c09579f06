// torus_latency_keys.cpp: reads steps of routers, links and credits, and tells them in short.
#include "sim/families/torus/torus_latency_keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/language/scenario_values.h"
#include "systemc/network/flits_in_flight.h"

namespace flitwise {
namespace {

std::string pipeline_text(const TorusPipeline& pipeline) {
  const std::pair<const char*, bool> parts[] = {
      {"rc", pipeline.rc != 0},
      {"va", pipeline.va != 0},
      {"sa", pipeline.sa != 0},
      {"st", pipeline.st != 0},
      {"lookahead", pipeline.lookahead},
      {"speculative", pipeline.speculative},
      {"credit_delay", pipeline.credit_delay != 0},
  };
  std::vector<const char*> named;
  for (const auto& [name, is_there] : parts)
    if (is_there) named.push_back(name);
  return named.empty() ? "" : fmt::format("pipeline {}", fmt::join(named, " "));
}

std::string link_text(const std::vector<Step>& link) {
  if (link.empty()) return "";
  const bool is_uniform =
      std::all_of(link.begin(), link.end(), [&](Step steps) { return steps == link.front(); });
  return is_uniform ? fmt::format("link latency {}", link.front())
                    : fmt::format("link latency {}", fmt::join(link, "/"));
}

}  // namespace

std::string latency_text(const TorusLatency& latency) {
  std::vector<std::string> parts{pipeline_text(latency.pipeline), link_text(latency.link)};
  if (latency.credit != 1) parts.push_back(fmt::format("credit latency {}", latency.credit));
  parts.erase(std::remove(parts.begin(), parts.end(), ""), parts.end());
  return fmt::format("{}", fmt::join(parts, ", "));
}

namespace language {
namespace {

constexpr Step kMostWire = Step{kMostLinkLatency};
constexpr const char* kPipelineExample = "{rc: 1, va: 1, sa: 1, st: 1}";

struct LatencyKey {
  const char* name;
  const char* about;
};
constexpr LatencyKey kPipeline{"pipeline", "stages of the routers beyond one step a hop"};
constexpr LatencyKey kLinks{"link_latency",
                            "steps that a flit is on a link; by dimension, or of all"};
constexpr LatencyKey kCredits{"credit_latency", "steps that a credit is on its wire"};

// All of one step are as if nothing had been said.
Datum links_of(std::vector<std::int64_t> steps) {
  Datum all;
  const auto is_one = [](std::int64_t one) { return one == 1; };
  if (std::all_of(steps.begin(), steps.end(), is_one)) return all;
  for (const std::int64_t one : steps) all.items.push_back({one});
  return all;
}

Datum read_links(const Value& value, const std::optional<Torus>& torus, Known& known) {
  const auto dimensions = torus ? torus->sides().size() : std::size_t{1};
  if (value.node.kind != YamlKind::kList)
    return links_of(std::vector<std::int64_t>(dimensions, to_integer(value, 1, kMostWire)));
  if (torus && value.node.items.size() != dimensions)
    throw bad_value(value, fmt::format("must have {} numbers, one per side, not {}", dimensions,
                                       value.node.items.size()));
  std::vector<std::int64_t> steps;
  for (std::size_t d = 0; d < value.node.items.size(); ++d)
    known.errors->attempt([&] { steps.push_back(to_integer(item_of(value, d), 1, kMostWire)); });
  return links_of(std::move(steps));
}

Type links_type(const WormFamily& family) {
  return own(fmt::format("1 to {0}, or [1 to {0}, ...] by dimension", kMostWire),
             fmt::format(R"({{"anyOf": [{{"type": "integer", "minimum": 1, "maximum": {0}}},
                 {{"type": "array", "minItems": {1}, "maxItems": {2},
                   "items": {{"type": "integer", "minimum": 1, "maximum": {0}}}}}]}})",
                         kMostWire, family.least_dimensions, family.most_dimensions),
             [family](const Value& value, Known& known) {
               return read_links(value, family.torus_in(known), known);
             });
}

Keys<TorusPipeline> pipeline_keys() {
  using Pipeline = TorusPipeline;
  return Keys<Pipeline>()
      .key("rc", &Pipeline::rc, whole(0, 1), "a step of its own for the route of a head")
      .key("va", &Pipeline::va, whole(0, 1), "one for a head's lane")
      .key("sa", &Pipeline::sa, whole(0, 1), "one for the way through the switch, of every flit")
      .key("st", &Pipeline::st, whole(0, 1), "one for the switch itself")
      .key("lookahead", &Pipeline::lookahead, truth(),
           "the router before has found the route: rc costs nothing")
      .key("speculative", &Pipeline::speculative, truth(),
           "lane and switch in one step; needs va: 1 and sa: 1")
      .key("credit_delay", &Pipeline::credit_delay, whole(0, 1),
           "a step before a credit that has come may be spent");
}

}  // namespace

Keys<TorusOptions> torus_latency_keys(const WormFamily& family) {
  const auto latency =
      Keys<TorusLatency>()
          .map(kPipeline.name, &TorusLatency::pipeline, pipeline_keys(), kPipelineExample,
               kPipeline.about)
          .key(kLinks.name, &TorusLatency::link, links_type(family), kLinks.about)
          .by_default("1")
          .key(kCredits.name, &TorusLatency::credit, whole(1, kMostWire), kCredits.about)
          .key(
              "router_latency", &TorusLatency::link,
              refused(fmt::format("is no option of a {}, which says what its routers take by their "
                                  "stages: use pipeline",
                                  family.noun)),
              "of trees")
          .key("reaction", &TorusLatency::link,
               refused(fmt::format("is no option of a {}, whose PEs have no control messages to "
                                   "answer; pipeline says what its routers take",
                                   family.noun)),
               "of trees");
  return Keys<TorusOptions>()
      .in(&TorusOptions::latency, latency)
      .rule({"options.pipeline.speculative"}, {"options.pipeline"},
            "needs va: 1 and sa: 1: without a step for each there is nothing to do at once",
            [](const TorusOptions& o) {
              const TorusPipeline& pipeline = o.latency.pipeline;
              return pipeline.speculative && (pipeline.va == 0 || pipeline.sa == 0);
            });
}

Keys<TorusOptions> refused_torus_latency_keys() {
  const char* why =
      "cannot be chosen: schedules and traffic of programs run on routers, links and credits of "
      "one step; leave it out";
  Keys<TorusLatency> keys;
  for (const LatencyKey& one : {kPipeline, kLinks, kCredits})
    keys.key(one.name, &TorusLatency::link, refused(why), one.about);
  return Keys<TorusOptions>().in(&TorusOptions::latency, keys);
}

}  // namespace language

}  // namespace flitwise
