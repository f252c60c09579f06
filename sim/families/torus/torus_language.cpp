// torus_language.cpp: every key of a scenario on a torus, once.
#include "sim/families/torus/torus_language.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "sim/families/torus/own_router_keys.h"
#include "sim/families/torus/torus_latency_keys.h"
#include "sim/families/torus/torus_ledger.h"
#include "sim/families/torus/torus_methods.h"
#include "sim/families/torus/torus_work.h"
#include "sim/families/torus/worm_keys.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_options.h"
#include "sim/language/scenario_values.h"
#include "sim/router/router_key.h"
#include "sim/run/family/hosts.h"
#include "systemc/formats/torus_schedule_file.h"
#include "systemc/network/torus/torus_routers.h"
#include "tb/theory/torus/torus_schedule_check.h"

namespace flitwise {

void assign(TorusSchedule& schedule, const language::Datum& d) {
  if (d.made.has_value()) schedule = std::any_cast<TorusSchedule>(d.made);
}

}  // namespace flitwise

namespace flitwise::language {
namespace {

enum class TorusOperation : std::uint8_t { kBroadcast, kTraffic };

const std::vector<Choice<TorusOperation>>& torus_operation_words() {
  static const std::vector<Choice<TorusOperation>> words{{"broadcast", TorusOperation::kBroadcast},
                                                         {"traffic", TorusOperation::kTraffic}};
  return words;
}

// What a file says.
struct TorusFile {
  TorusOperation operation = TorusOperation::kBroadcast;
  Options run;
  TorusScenario torus;
  TorusTrafficScenario traffic;
};

constexpr std::size_t kMostSidesNamed = 8;

constexpr const char* kAbout = "the torus";
constexpr const char* kNetworkExample = "{kind: torus, sides: [8, 8]}";
// What limits and nodes depend on.
std::optional<Torus> torus_in(const Known& known) {
  if (!known.are_good({"network.sides"})) return std::nullopt;
  return Torus(known.whole<TorusFile>().torus.sides);
}

const protocols::TrafficPlan& plan_in(const Known& known) {
  return known.whole<TorusFile>().traffic.plan;
}

constexpr WormFamily kTori{"torus", Torus::kLargestSide,    "",       Torus::kMostNodes,
                           1,       Torus::kMostDimensions, torus_in, plan_in};
// For work that is no operation of tori.
constexpr WormFamily kHosts{"torus",
                            kLongestSideOfHosts,
                            "; broadcasts and traffic alone take longer sides",
                            kMostPes,
                            1,
                            Torus::kMostDimensions,
                            torus_in,
                            plan_in};

std::int64_t length_in(const Known& known) { return known.whole<TorusFile>().torus.length; }

Type order_of_dimensions() {
  return own("[DIMENSION, ...]", per_dimension(kTori, 0, Torus::kMostDimensions - 1),
             [](const Value& list, Known& known) {
               const auto algorithm = known.words.find("algorithm");
               if (algorithm != known.words.end() && algorithm->second == "imported")
                 throw bad_value(list,
                                 "belongs to schemes: a schedule in a file has an order of its "
                                 "own");
               expect_dimensions(list, kTori, torus_in(known), "[1, 0]", "dimensions");
               Datum order;
               const auto last = static_cast<std::int64_t>(list.node.items.size()) - 1;
               for (std::size_t i = 0; i < list.node.items.size(); ++i) {
                 const std::int64_t d = to_integer(item_of(list, i), 0, last);
                 for (const Datum& before : order.items)
                   if (before.number == d)
                     throw bad_value(item_of(list, i), "stands in the order twice");
                 order.items.push_back({d});
               }
               return order;
             });
}

// A schedule from a file.
std::string sides_text(const std::vector<TorusSchedule>& schedules) {
  std::set<std::vector<int>> sides;
  for (const TorusSchedule& schedule : schedules) sides.insert(schedule.sides);
  std::string text;
  std::size_t named = 0;
  for (const std::vector<int>& one : sides) {
    if (named++ == kMostSidesNamed)
      return fmt::format("{} and {} more", text, sides.size() - kMostSidesNamed);
    text += fmt::format("{}[{}]", text.empty() ? "" : ", ", fmt::join(one, ", "));
  }
  return text;
}

// Of several for the torus's sides, the first of those with the fewest steps. Steps without
// messages, which take no time, are gone unless it has start cycles.
TorusSchedule choose_schedule(const Value& value, const std::vector<int>& sides) {
  std::vector<TorusSchedule> all;
  try {
    all = read_schedules(to_path(value));
  } catch (const ScheduleFileError& error) {
    const std::string place = error.where().empty() ? "" : error.where() + ": ";
    const std::string shown = error.value().empty() ? "" : "'" + error.value() + "' ";
    throw bad_value(value, fmt::format("cannot be used: {}{}{}", place, shown, error.rule()));
  }
  const TorusSchedule* chosen = nullptr;
  for (const TorusSchedule& one : all)
    if (one.sides == sides && (chosen == nullptr || one.steps.size() < chosen->steps.size()))
      chosen = &one;
  if (chosen == nullptr)
    throw bad_value(value, fmt::format("has no schedule for sides [{}], only for {}",
                                       fmt::join(sides, ", "), sides_text(all)));
  TorusSchedule schedule = *chosen;
  if (schedule.starts.empty())
    schedule.steps.erase(std::remove_if(schedule.steps.begin(), schedule.steps.end(),
                                        [](const TorusStep& step) { return step.empty(); }),
                         schedule.steps.end());
  return schedule;
}

// What the file holds, moved to the root.
Type schedule_file() {
  return read_by(text(), [](const Value& value, Known& known) {
    Datum datum;
    const auto algorithm = known.words.find("algorithm");
    if (algorithm == known.words.end() || !known.are_good({"network.sides", "root"})) return datum;
    const TorusScenario& torus = known.whole<TorusFile>().torus;
    const TorusSchedule schedule = choose_schedule(value, torus.sides);
    if (schedule.flits && known.are_good({"length"}) && *schedule.flits != torus.length)
      throw bad_value(value, fmt::format("is for a text of {} flits, and length is {}",
                                         *schedule.flits, torus.length));
    datum.made = with_source(schedule, torus.root);
    return datum;
  });
}

std::string wrong_schedule(const TorusScenario& torus) {
  if (torus.algorithm != TorusAlgorithm::kImported) return "";
  const theory::ScheduleVerdict verdict =
      theory::check_schedule(torus.imported, cycle_model(torus));
  if (verdict.is_right()) return "";
  const std::size_t more = verdict.faults.size() - 1;
  return fmt::format("is no broadcast: {}{}", verdict.faults.front().text,
                     more == 0 ? "" : fmt::format(" (and {} more)", more));
}

// What rules ask.
std::string no_schedule(const TorusScenario& torus) {
  try {
    if (method_of(torus).fits_some_sides) make_schedule(torus);
  } catch (const TopologyError& error) {
    return fmt::format("has no schedule here: {}", error.what());
  }
  return "";
}

std::string too_many_copies(const TorusScenario& torus) {
  return too_many_flits(torus.length * (Torus(torus.sides).size() - 1));
}

// Steps that begin at planned cycles count on a flit per cycle and channel.
std::string too_slow(const TorusScenario& torus) {
  const bool is_planned = torus.options.barrier || !torus.imported.starts.empty();
  if (!is_planned) return "";
  const Step need = depth_for_planned_steps(torus);
  if (torus.options.depth >= need) return "";
  if (torus.options.latency.is_unit())
    return "passes a flit every other cycle only, too slow for steps at planned cycles: use "
           "barrier: false, or depth 2 and more";
  return too_shallow(torus.options.depth, need, "barrier: false, or ");
}

const WormScenario& worms_of(const TorusFile& file) { return file.torus; }

// Of own routers.
std::string misfit_of_router(const TorusScenario& torus) {
  return torus.router && is_small(torus.sides) ? unfit_router(torus) : "";
}

std::string too_many_ports(const TorusScenario& torus) {
  if (!torus.has_one_port() || is_for_one_port(torus.algorithm)) return "";
  return "sends over several ports at once, and these routers have one port a PE: use doubling, "
         "separate or packet-tree";
}

// Routers that find the ways by themselves take the shorter one, of two as long +.
bool is_found(const Torus& torus, const Hops& hops) {
  for (int d = 0; d < torus.dimensions(); ++d) {
    const int h = hops[index_of(d)];
    if (2 * h > torus.side(d) || -2 * h >= torus.side(d)) return false;
  }
  return true;
}

std::string other_ways(const TorusScenario& torus) {
  if (!torus.router) return "";
  const DimensionOrder order =
      torus.algorithm == TorusAlgorithm::kImported ? routing_order(torus.imported) : torus.order;
  if (order != torus.order)
    return fmt::format(
        "is for routers that use the dimensions in the order [{}], and these use "
        "them in the order [{}]",
        fmt::join(order, ", "), fmt::join(torus.order, ", "));
  if (!torus.finds_own_ways()) return "";
  const Torus graph(torus.sides);
  const auto schedule = make_schedule(torus);
  for (const TorusStep& step : schedule ? schedule->steps : std::vector<TorusStep>())
    for (const TorusMessage& message : step)
      if (!is_found(graph, message.hops))
        return fmt::format(
            "sends from {} over hops {}, and these routers find the ways by themselves: the "
            "shorter one, of two as long +; routers with flit.relative go as they are told",
            graph.name(message.from), text_of(message.hops));
  return "";
}

std::string too_slow_router(const TorusScenario& torus) {
  if (!torus.router || !(torus.options.barrier || !torus.imported.starts.empty())) return "";
  return too_slow_for_plans(torus, depth_for_planned_steps(torus), true);
}

std::string too_long_for_heads(const TorusScenario& torus) {
  return too_long_to_say(
      torus, torus.algorithm == TorusAlgorithm::kPacketTree ? packet_length(torus) : torus.length);
}

// Keys of sections.
constexpr auto kRouter = member_of<TorusScenario>(&TorusScenario::router);
constexpr auto kSides = member_of<TorusScenario>(&TorusScenario::sides);
constexpr auto kOrder = member_of<TorusScenario>(&TorusScenario::order);
constexpr auto kOptions = member_of<TorusScenario>(&TorusScenario::options);

Keys<TorusScenario> network_keys(const WormFamily& family) {
  return Keys<TorusScenario>()
      .known("kind", word<int>({{"torus", 0}}), "a torus of wormhole routers")
      .required()
      .key("sides", kSides, sides_type(family),
           fmt::format("the nodes along each dimension: 1 to {} sides of 1 to {}, at most {} nodes",
                       Torus::kMostDimensions, family.largest_side, family.most_nodes))
      .required("the nodes along each dimension")
      .key("router", kRouter, own_router_type(own::Family::kTorus),
           "the description of an own router, in place of the project's")
      .then([](TorusScenario& torus, const Value&, Known&) {
        torus.order = Torus(torus.sides).ascending_order();
        if (!torus.router) return;
        if (torus.router->routing == own::Routing::kYx)
          std::reverse(torus.order.begin(), torus.order.end());
        take_numbers(torus);
      });
}

Keys<TorusFile> expect_fitting_router() {
  return Keys<TorusFile>().in(
      &TorusFile::torus,
      Keys<TorusScenario>()
          .rule(
              {"network.sides"}, {"network.router"},
              fmt::format("has own routers, which are for sides of at most {} and at most {} nodes",
                          kLongestSideOfHosts, kMostPes),
              [](const TorusScenario& torus) {
                return torus.router != nullptr && !is_small(torus.sides);
              })
          .rule({"network.router"}, {"network.sides"}, misfit_of_router));
}

Keys<TorusOptions> lane_keys() {
  return queue_keys("of a channel; one lane alone may deadlock")
      .key("lane_rule", &TorusOptions::strict_lanes, word(lane_rule_words()),
           "worms that cross no dateline: any lane, or the lower half")
      .rule({"options.lane_rule"}, {"options.lanes"},
            "needs two lanes or more: one lane has no lower half",
            [](const TorusOptions& o) { return o.strict_lanes && o.lanes < 2; });
}

// Of the routers and of all networks.
Keys<TorusFile> router_keys(const Keys<TorusOptions>& latency_keys) {
  return Keys<TorusFile>()
      .in(&TorusFile::torus, Keys<TorusScenario>()
                                 .in(kOptions, lane_keys())
                                 .in(kOptions, latency_keys)
                                 .key("dimension_order", kOrder, order_of_dimensions(),
                                      "in which the routers use the dimensions")
                                 .by_default("ascending"))
      .in(&TorusFile::run, common_option_keys())
      .rule({"options.build"}, {"network.sides"}, too_large_to_elaborate(),
            [](const TorusFile& file) {
              return file.run.build == Build::kElaborated &&
                     Torus(file.torus.sides).size() > kMostElaboratedNodes;
            })
      .in(own_router_rules<TorusFile>({"options.lane_rule", "options.dimension_order"}));
}

const Keys<TorusFile>& shared_option_keys() {
  static const auto keys =
      Keys<TorusFile>()
          .in(router_keys(torus_latency_keys(kTori)))
          .in(&TorusFile::torus,
              Keys<TorusScenario>().in(
                  kOptions, Keys<TorusOptions>().map(
                                "break",
                                worm_fault_keys(kTori, {"broadcast"},
                                                "belongs to operation broadcast, and the operation "
                                                "is {}: there is only mute"),
                                "{mute: [1, 0]}", "a fault on purpose, to see the run fail")));
  return keys;
}

Keys<TorusOptions> broadcast_option_keys() {
  return Keys<TorusOptions>()
      .key("barrier", &TorusOptions::barrier, truth(),
           "steps begin for all nodes together, or each node goes on by itself")
      .in(overhead_keys())
      .key("packet", &TorusOptions::packet,
           whole(1, kMostFlits, {"length", length_in, "the length"}), "flits of a packet")
      .only("algorithm", {"packet-tree"},
            "is an option of algorithm packet-tree, but the algorithm is {}")
      .by_default("the best")
      .in(arrivals_key());
}

Keys<TorusScenario> broadcast_keys() {
  return Keys<TorusScenario>()
      .key("algorithm", &TorusScenario::algorithm, algorithm_type(torus_methods(), ""),
           "how a text is broadcast")
      .by_default(
          "peel; where PEs have one port doubling", {},
          +[](const TorusScenario& torus) {
            return static_cast<std::int64_t>(torus.has_one_port() ? TorusAlgorithm::kDoubling
                                                                  : TorusAlgorithm::kPeel);
          })
      .key("root", &TorusScenario::root, node_type(kTori),
           "coordinates of the node that has the text")
      .by_default("all 0")
      .key("length", &TorusScenario::length, whole(1, kMostFlits), "L, flits of the text")
      .required("flits of the text")
      .key("file", &TorusScenario::imported, schedule_file(),
           "a file of schedules (JSON), relative to the scenario; of several for these sides, the "
           "first with the fewest steps is moved to the root")
      .only("algorithm", {"imported"}, "belongs to algorithm imported, and the algorithm is {}",
            Blame::kKey)
      .required("algorithm imported runs the schedule of this file");
}

Keys<TorusFile> broadcast_case() {
  return Keys<TorusFile>()
      .in(&TorusFile::torus, broadcast_keys())
      .map("options",
           Keys<TorusFile>()
               .in(&TorusFile::torus, Keys<TorusScenario>().in(kOptions, broadcast_option_keys()))
               .in(shared_option_keys()),
           "{barrier: false}", "how it runs")
      .in(&TorusFile::torus,
          Keys<TorusScenario>()
              .rule({"length"}, {"network.sides"}, too_many_copies)
              .rule({"options.barrier"}, {"file"},
                    "has no meaning for a schedule with start cycles of its own",
                    [](const TorusScenario& torus) { return !torus.imported.starts.empty(); })
              .rule({"options.depth", "options.pipeline", "options.link_latency",
                     "options.credit_latency"},
                    {"network.sides", "algorithm", "length", "file", "options.barrier",
                     "options.send_overhead", "options.receive_overhead"},
                    too_slow)
              .rule({"algorithm"}, {"network.router"}, too_many_ports)
              .rule({"algorithm"}, {}, alone<no_schedule>)
              .rule({"algorithm"}, {}, alone<other_ways>)
              .rule({"network.router"}, {}, alone<too_long_for_heads>)
              .rule({"network.router"}, {}, alone<too_slow_router>)
              .rule({"file"}, {}, alone<wrong_schedule>)
              .rule({"options.break.early", "options.break.mute"}, {},
                    alone<unseen_fault<TorusScenario>>));
}

Keys<TorusFile> traffic_case() {
  const auto pattern = Keys<protocols::TrafficPlan>().key(
      "algorithm", &protocols::TrafficPlan::pattern, algorithm_type(traffic_methods(), ""),
      "who sends to whom");
  return Keys<TorusFile>()
      .in(&TorusFile::traffic,
          Keys<TorusTrafficScenario>().in(&TorusTrafficScenario::plan, pattern))
      .required(fmt::format("{}", fmt::join(words_of(traffic_methods(), "traffic"), ", ")))
      .map("options",
           Keys<TorusFile>()
               .in(&TorusFile::traffic, traffic_option_keys(kTori))
               .in(shared_option_keys()),
           kTrafficExample, "how it runs")
      .required(kTrafficExample)
      .rule({"algorithm"}, {}, alone<misfit_of<TorusFile>>)
      .in(own_router_traffic_rules<TorusFile>())
      .rule({"options.break.mute"}, {}, alone<unseen_silence_of<TorusFile>>);
}

const Keys<TorusFile>& torus_keys() {
  static const auto keys =
      Keys<TorusFile>()
          .known("name", text(), "what reports call it")
          .by_default("the file's name")
          .map("network", &TorusFile::torus, network_keys(kTori), kNetworkExample, kAbout)
          .required()
          .in(expect_fitting_router())
          .key("operation", &TorusFile::operation, host_operation(word(torus_operation_words())),
               "what the nodes do")
          .required(host_operations(word(torus_operation_words())))
          .with("operation", "broadcast", broadcast_case())
          .with("operation", "traffic", traffic_case());
  return keys;
}

// As the network of work that is no operation of tori.
const Keys<TorusFile>& torus_host_keys() {
  static const auto keys =
      worm_host_keys(&TorusFile::torus, network_keys(kHosts), kNetworkExample, kAbout,
                     router_keys(refused_torus_latency_keys()))
          .in(&TorusFile::torus,
              Keys<TorusScenario>().rule(
                  {"network.router"}, {},
                  "is for broadcasts and traffic: other work on tori is for "
                  "the project's routers",
                  [](const TorusScenario& torus) { return torus.router != nullptr; }));
  return keys;
}

}  // namespace
}  // namespace flitwise::language

namespace flitwise {

const language::Table& torus_language() { return language::torus_keys(); }

void read_torus_scenario(const Value& root, Scenario& scenario, ErrorList& errors) {
  language::TorusFile file;
  read_keys(root, language::torus_keys(), file, errors);
  if (!errors.empty()) return;
  add_router_files(file.torus, scenario);
  if (const YamlNode* schedule = root.node.find("file")) {
    scenario.inputs.push_back(to_path({*schedule, "file"}));
    file.torus.order = routing_order(file.torus.imported);
  }
  if (file.operation == language::TorusOperation::kTraffic) file.torus.traffic = file.traffic;
  scenario.operation = word_for(language::torus_operation_words(), file.operation);
  scenario.options = file.run;
  scenario.shape = torus_text(file.torus.sides);
  scenario.system = std::move(file.torus);
}

const language::Table& torus_host_language() { return language::torus_host_keys(); }

void read_torus_host(const Value& root, Scenario& host, ErrorList& errors) {
  language::TorusFile file;
  read_keys(root, language::torus_host_keys(), file, errors);
  host.options = file.run;
  host.shape = torus_text(file.torus.sides);
  host.system = std::move(file.torus);
}

const std::vector<Choice<bool>>& lane_rule_words() {
  static const std::vector<Choice<bool>> words{{"relaxed", false}, {"strict", true}};
  return words;
}

std::string torus_text(const std::vector<int>& sides) {
  return fmt::format("{} torus", fmt::join(sides, " x "));
}

namespace {

// But for latencies.
std::string variant_of_unit(const TorusScenario& torus) {
  if (torus.traffic) return traffic_variant(torus);
  std::string pace = torus.options.barrier ? "barrier" : "own pace";
  if (torus.algorithm == TorusAlgorithm::kPacketTree)
    return fmt::format("{}-flit packets, {}", packet_length(torus),
                       torus.options.barrier ? "slots" : "own pace");
  if (!torus.imported.starts.empty()) pace = "given cycles";
  if (torus.algorithm != TorusAlgorithm::kImported || torus.imported.scheme.empty()) return pace;
  return torus.imported.scheme + ", " + pace;
}

}  // namespace

std::string torus_variant(const TorusScenario& torus) {
  if (torus.router) return variant_of_unit(torus) + ", router " + torus.router->name;
  const std::string latency = latency_text(torus.options.latency);
  return variant_of_unit(torus) + (latency.empty() ? "" : ", " + latency);
}

}  // namespace flitwise
