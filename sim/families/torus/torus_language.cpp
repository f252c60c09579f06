// torus_language.cpp: every key of a scenario on a torus, once.
#include "sim/families/torus/torus_language.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <set>
#include <stdexcept>
#include <utility>

#include "sim/families/torus/torus_latency_keys.h"
#include "sim/families/torus/torus_ledger.h"
#include "sim/families/torus/torus_methods.h"
#include "sim/families/torus/torus_work.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_options.h"
#include "sim/language/scenario_values.h"
#include "sim/run/family/hosts.h"
#include "sim/text/report_text.h"
#include "systemc/formats/torus_schedule_file.h"
#include "systemc/network/torus/torus_routers.h"
#include "tb/theory/torus/torus_schedule_check.h"

namespace flitwise::protocols {

// Found by language::assign.
void assign(PacketLength& length, const language::Datum& d) {
  language::assign_all(d, length.flits, length.weight);
}

}  // namespace flitwise::protocols

namespace flitwise {

void assign(TorusSchedule& schedule, const language::Datum& d) {
  if (d.made.has_value()) schedule = std::any_cast<TorusSchedule>(d.made);
}

}  // namespace flitwise

namespace flitwise::language {
namespace {

static_assert(kMostPes == Torus::kMostNodes);

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

constexpr Step kMostOverhead = 1'000'000;
// The SystemVerilog top of a larger torus compiles for more than a minute or so.
constexpr Node kMostElaboratedNodes = 64;
constexpr Flits kLongestPacket = 65'536;
constexpr Step kLongestPhase = 1'000'000'000;
constexpr double kSmallestNumber = 1e-9;  // of what must be above 0
constexpr double kLargestShare = 1e9;
constexpr std::size_t kMostSidesNamed = 8;

constexpr const char* kNetworkExample = "{kind: torus, sides: [8, 8]}";
constexpr const char* kLengthExample = "{flits: 5, share: 0.25}";
constexpr const char* kUnseenSilence = "has nothing to send: its silence would go unseen";
constexpr const char* kTrafficExample = "{rate: 0.1, seed: 1}";

// What limits and nodes depend on.
std::optional<Torus> torus_in(const Known& known) {
  if (!known.are_good({"network.sides"})) return std::nullopt;
  return Torus(known.whole<TorusFile>().torus.sides);
}

std::int64_t length_in(const Known& known) { return known.whole<TorusFile>().torus.length; }

double mean_length(const std::vector<protocols::PacketLength>& lengths) {
  double flits = 0;
  double weight = 0;
  for (const protocols::PacketLength& length : lengths) {
    flits += static_cast<double>(length.flits) * length.weight;
    weight += length.weight;
  }
  return flits / weight;
}

// Types of values. One entry per dimension; any number that a torus may have where it is not known.
std::string per_dimension(int least, int most) {
  return fmt::format(
      R"({{"type": "array", "items": {{"type": "integer", "minimum": {}, "maximum": {}}},
      "minItems": 1, "maxItems": {}}})",
      least, most, Torus::kMostDimensions);
}

void expect_dimensions(const Value& list, const std::optional<Torus>& torus, const char* example,
                       const char* what) {
  expect_list(list, example);
  const std::size_t entries = list.node.items.size();
  const auto most = static_cast<std::size_t>(Torus::kMostDimensions);
  if (torus && entries != torus->sides().size())
    throw bad_value(list, fmt::format("must have {} {}, one per side, not {}",
                                      torus->sides().size(), what, entries));
  if (entries < 1 || entries > most)
    throw bad_value(list, fmt::format("must have 1 to {} {}, not {}", most, what, entries));
}

Type sides() {
  return own("[SIDE, ...]", per_dimension(1, Torus::kLargestSide),
             [](const Value& list, Known& known) {
               expect_dimensions(list, std::nullopt, "[8, 8]", "sides");
               Datum all;
               Node nodes = 1;
               for (std::size_t d = 0; d < list.node.items.size(); ++d)
                 known.errors->attempt([&] {
                   const auto side = to_integer(item_of(list, d), 1, Torus::kLargestSide);
                   nodes *= static_cast<Node>(side);
                   all.items.push_back({side});
                 });
               if (all.items.size() == list.node.items.size() && nodes > Torus::kMostNodes)
                 throw bad_value(list, fmt::format("gives {} nodes; at most {} are possible", nodes,
                                                   Torus::kMostNodes));
               return all;
             });
}

// By its coordinates. Without a torus, which node it is is not known.
Type node() {
  return own("[X, ...]", per_dimension(0, Torus::kLargestSide - 1),
             [](const Value& list, Known& known) -> Datum {
               const std::optional<Torus> torus = torus_in(known);
               expect_dimensions(list, torus, "[0, 0]", "coordinates");
               Coordinates x;
               for (std::size_t d = 0; d < list.node.items.size(); ++d) {
                 const int last = (torus ? torus->side(static_cast<int>(d)) : Torus::kLargestSide);
                 x.push_back(static_cast<int>(to_integer(item_of(list, d), 0, last - 1)));
               }
               if (!torus) return {0, std::numeric_limits<double>::quiet_NaN()};
               return {torus->node(x)};
             });
}

Type order_of_dimensions() {
  return own("[DIMENSION, ...]", per_dimension(0, Torus::kMostDimensions - 1),
             [](const Value& list, Known& known) {
               const auto algorithm = known.words.find("algorithm");
               if (algorithm != known.words.end() && algorithm->second == "imported")
                 throw bad_value(list,
                                 "belongs to schemes: a schedule in a file has an order of its "
                                 "own");
               expect_dimensions(list, torus_in(known), "[1, 0]", "dimensions");
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

Type share() {
  return own("R",
             fmt::format(R"({{"type": "number", "minimum": {}, "maximum": {}}})", kSmallestNumber,
                         kLargestShare),
             [](const Value& value, Known&) -> Datum {
               return {0, to_real(value,
                                  fmt::format("must be a number from {:g} to {:g}, for example "
                                              "0.25",
                                              kSmallestNumber, kLargestShare),
                                  kSmallestNumber, kLargestShare)};
             });
}

const Keys<protocols::PacketLength>& packet_length_keys() {
  using protocols::PacketLength;
  static const auto keys =
      Keys<PacketLength>()
          .key("flits", &PacketLength::flits, whole(1, kLongestPacket), "of such a packet")
          .required("the length")
          .key("share", &PacketLength::weight, share(),
               "how often it is drawn, relative to the sum of all shares")
          .required("how often, relative to the others");
  return keys;
}

// One length, or a list of them with their shares.
Datum read_packet_lengths(const Value& value, Known& known) {
  if (value.node.kind != YamlKind::kList)
    return {0, 0, {{0, 0, {{to_integer(value, 1, kLongestPacket)}, {0, 1}}}}};
  if (value.node.items.empty())
    throw bad_value(value, "must have an entry, for example {flits: 5, share: 1}");
  Datum all;
  std::set<Flits> before;
  for (std::size_t i = 0; i < value.node.items.size(); ++i)
    known.errors->attempt([&] {
      const Value item = item_of(value, i);
      const std::size_t errors = known.errors->size();
      protocols::PacketLength length;
      read_section(item, packet_length_keys(), kLengthExample, length, *known.errors);
      if (known.errors->size() != errors) return;
      if (!before.insert(length.flits).second)
        throw bad_value(item,
                        fmt::format("is a length already: give {} flits one share", length.flits));
      all.items.push_back({0, 0, {{length.flits}, {0, length.weight}}});
    });
  return all;
}

Type packet_lengths() {
  return own("FLITS|[" + std::string(kLengthExample) + ", ...]",
             fmt::format(R"({{"anyOf": [{{"type": "integer", "minimum": 1, "maximum": {}}},
             {{"type": "array", "minItems": 1, "items": {}}}]}})",
                         kLongestPacket, schema_of(packet_length_keys())),
             read_packet_lengths);
}

Type rate() {
  return own("R", fmt::format(R"({{"type": "number", "minimum": {}}})", kSmallestNumber),
             [](const Value& value, Known& known) -> Datum {
               const double most = known.are_good({"options.packet_length"})
                                       ? mean_length(known.whole<TorusFile>().traffic.plan.lengths)
                                       : static_cast<double>(kLongestPacket);
               return {0, to_real(value,
                                  fmt::format("must be a number from {:g} to {:g}, the mean length "
                                              "of a packet: at most one begins per node and step",
                                              kSmallestNumber, most),
                                  kSmallestNumber, most)};
             });
}

Type stall() {
  return own("0 to below 1", R"({"type": "number", "minimum": 0, "exclusiveMaximum": 1})",
             [](const Value& value, Known&) -> Datum {
               return {0, to_real(value,
                                  "must be a number from 0 up to, and without, 1: the probability "
                                  "that a receiver's port takes no flit in a step",
                                  0, std::nextafter(1.0, 0.0))};
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

// Every copy lies in memory from when its sender has the text until it is sent.
std::string too_many_flits(const TorusScenario& torus) {
  const Flits total = torus.length * (Torus(torus.sides).size() - 1);
  if (total <= kMostFlits) return "";
  return fmt::format("gives {} flits for all nodes; at most {} are possible", total, kMostFlits);
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
  return fmt::format(
      "is too slow for steps at planned cycles, as queues of {} run out of credits: use barrier: "
      "false, or depth {} and more",
      counted(torus.options.depth, "flit"), need);
}

// A fault that changes nothing must not pass for one that was survived.
std::string unseen_fault(const TorusScenario& torus) {
  const TorusOptions& options = torus.options;
  if (options.mute) return sends_something(torus, *options.mute) ? "" : kUnseenSilence;
  if (!sends_something(torus, *options.early)) return "has nothing that it could send early";
  if (!options.barrier && options.send_overhead == 0)
    return "sends as soon as it can: at its own pace nothing can leave earlier unless there is a "
           "send_overhead";
  if (!can_hurry(torus, *options.early))
    return "sends in the step after it gets what it sends, which cannot be earlier";
  return "";
}

// What only pattern and sides together decide.
std::string misfit(const TorusFile& file) {
  const Torus torus(file.torus.sides);
  try {
    protocols::TorusTraffic(torus, file.traffic.plan);
  } catch (const std::invalid_argument& error) {
    return fmt::format("does not fit the network: {}", error.what());
  }
  return torus.size() == 1 ? "does not fit the network: a single node has no links" : "";
}

std::string unseen_silence(const TorusFile& file) {
  TorusScenario torus = file.torus;
  torus.traffic = file.traffic;
  return begins_packets(torus, *torus.options.mute) ? "" : kUnseenSilence;
}

// What is said of a file without other mistakes only, since all of it counts.
template <auto kBroken, typename T>
void alone(const T& object, const Value& value, const Known& known) {
  if (!known.errors->empty()) return;
  const std::string broken = kBroken(object);
  if (!broken.empty()) throw bad_value(value, broken);
}

// Keys of sections.
Keys<TorusScenario> network_keys() {
  return Keys<TorusScenario>()
      .known("kind", word<int>({{"torus", 0}}), "a torus of wormhole routers")
      .required()
      .key("sides", &TorusScenario::sides, sides(),
           fmt::format("the nodes along each dimension: 1 to {} sides of 1 to {}, at most {} nodes",
                       Torus::kMostDimensions, Torus::kLargestSide, Torus::kMostNodes))
      .required("the nodes along each dimension")
      .then([](TorusScenario& torus, const Value&, Known&) {
        torus.order = Torus(torus.sides).ascending_order();
      });
}

Keys<TorusOptions> lane_keys() {
  return Keys<TorusOptions>()
      .key("lanes", &TorusOptions::lanes, whole(1, kMaxTorusLanes),
           "of a channel; one lane alone may deadlock")
      .key("depth", &TorusOptions::depth, whole(1, kMaxTorusDepth), "flits in the queue of a lane")
      .key("lane_rule", &TorusOptions::strict_lanes, word(lane_rule_words()),
           "worms that cross no dateline: any lane, or the lower half")
      .rule({"options.lane_rule"}, {"options.lanes"},
            "needs two lanes or more: one lane has no lower half",
            [](const TorusOptions& o) { return o.strict_lanes && o.lanes < 2; });
}

// Of the routers and of all networks.
Keys<TorusFile> router_keys(const Keys<TorusOptions>& latency_keys) {
  return Keys<TorusFile>()
      .in(&TorusFile::torus,
          Keys<TorusScenario>()
              .in(&TorusScenario::options, lane_keys())
              .in(&TorusScenario::options, latency_keys)
              .key("dimension_order", &TorusScenario::order, order_of_dimensions(),
                   "in which the routers use the dimensions")
              .by_default("ascending"))
      .in(&TorusFile::run, common_option_keys())
      .rule({"options.build"}, {"network.sides"},
            fmt::format("is for at most {} nodes, whose SystemVerilog top compiles in a "
                        "minute; use assembled",
                        kMostElaboratedNodes),
            [](const TorusFile& file) {
              return file.run.build == Build::kElaborated &&
                     Torus(file.torus.sides).size() > kMostElaboratedNodes;
            });
}

// Traffic has no message that is due at a step: what is drawn is never early.
Keys<TorusOptions> fault_keys() {
  return Keys<TorusOptions>()
      .key("mute", &TorusOptions::mute, node(), "never sends")
      .required("the node that never sends")
      .unless("early")
      .key("early", &TorusOptions::early, node(), "sends its first message too early")
      .only("operation", {"broadcast"},
            "belongs to operation broadcast, and the operation is {}: there is only mute")
      .key("by", &TorusOptions::early_by, whole(1, kMostOverhead), "steps too early")
      .one_of({"early", "mute"}, "must have either early or mute", "", Blame::kKey)
      .beside("by", "early", "belongs to early, not to mute");
}

const Keys<TorusFile>& shared_option_keys() {
  static const auto keys =
      Keys<TorusFile>()
          .in(router_keys(torus_latency_keys(torus_in)))
          .in(&TorusFile::torus,
              Keys<TorusScenario>().in(
                  &TorusScenario::options,
                  Keys<TorusOptions>().map("break", fault_keys(), "{mute: [1, 0]}",
                                           "a fault on purpose, to see the run fail")));
  return keys;
}

Keys<TorusOptions> broadcast_option_keys() {
  return Keys<TorusOptions>()
      .key("barrier", &TorusOptions::barrier, truth(),
           "steps begin for all nodes together, or each node goes on by itself")
      .key("send_overhead", &TorusOptions::send_overhead, whole(0, kMostOverhead),
           "os, steps before each head")
      .key("receive_overhead", &TorusOptions::receive_overhead, whole(0, kMostOverhead),
           "orv, steps after each tail")
      .key("packet", &TorusOptions::packet,
           whole(1, kMostFlits, {"length", length_in, "the length"}), "flits of a packet")
      .only("algorithm", {"packet-tree"},
            "is an option of algorithm packet-tree, but the algorithm is {}")
      .by_default("the best")
      .key("arrivals", &TorusOptions::arrivals, truth(), "show the arrival step of every node")
      .by_default(fmt::format("up to {} nodes", kMostNodesShown));
}

Keys<TorusScenario> broadcast_keys() {
  return Keys<TorusScenario>()
      .key("algorithm", &TorusScenario::algorithm, algorithm_type(torus_methods(), ""),
           "how a text is broadcast")
      .key("root", &TorusScenario::root, node(), "coordinates of the node that has the text")
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
               .in(&TorusFile::torus,
                   Keys<TorusScenario>().in(&TorusScenario::options, broadcast_option_keys()))
               .in(shared_option_keys()),
           "{barrier: false}", "how it runs")
      .in(&TorusFile::torus,
          Keys<TorusScenario>()
              .rule({"length"}, {"network.sides"}, too_many_flits)
              .rule({"options.barrier"}, {"file"},
                    "has no meaning for a schedule with start cycles of its own",
                    [](const TorusScenario& torus) { return !torus.imported.starts.empty(); })
              .rule({"options.depth", "options.pipeline", "options.link_latency",
                     "options.credit_latency"},
                    {"network.sides", "algorithm", "length", "file", "options.barrier",
                     "options.send_overhead", "options.receive_overhead"},
                    too_slow)
              .rule({"algorithm"}, {}, alone<no_schedule>)
              .rule({"file"}, {}, alone<wrong_schedule>)
              .rule({"options.break.early", "options.break.mute"}, {}, alone<unseen_fault>));
}

Keys<protocols::TrafficPlan> load_keys() {
  using Plan = protocols::TrafficPlan;
  return Keys<Plan>()
      .key("packet_length", &Plan::lengths, packet_lengths(),
           "flits of a packet, or lengths that are drawn; shares are relative: 2 and 1 are two "
           "packets of three and one of three")
      .by_default("1")
      .key("rate", &Plan::rate, rate(), "flits per sending node and step, at most a packet a step")
      .required("flits per node and step")
      .key("seed", &Plan::seed, seed(), "of the packets' births, lengths, destinations and ways")
      .required("the packets are drawn");
}

Keys<protocols::TrafficPlan> target_keys() {
  using Plan = protocols::TrafficPlan;
  const char* refusal = "belongs to hot-spot, and the algorithm is {}";
  return Keys<Plan>()
      .key("include_self", &Plan::self, truth(),
           "nodes send to themselves, too; such packets take no channel, count as offered and "
           "accepted and have no latency")
      .only("algorithm", {"uniform", "hot-spot"},
            "belongs to uniform and hot-spot, and the algorithm is {}")
      .key("hot_share", &Plan::hot_share, probability(),
           "share of the packets that go to one of the hot spots; the rest is uniform")
      .only("algorithm", {"hot-spot"}, refusal)
      .required("of the packets that go to hot spots")
      .key("hot_spots", &Plan::hot_spots,
           each(node(), "[[0, 0], [4, 4]]", "must name a node", "is a hot spot already"),
           "the nodes that those go to")
      .only("algorithm", {"hot-spot"}, refusal)
      .required("the nodes, [[0, 0]] for one");
}

Keys<TorusTrafficScenario> traffic_option_keys() {
  using Traffic = TorusTrafficScenario;
  return Keys<Traffic>()
      .in(&Traffic::plan, load_keys())
      .key("warmup", &Traffic::warmup, whole(0, kLongestPhase),
           "steps whose packets are not measured")
      .key("measure", &Traffic::measure, whole(1, kLongestPhase),
           "steps whose packets are measured; then the sources stop")
      .key("drain", &Traffic::drain, whole(1, kLongestPhase),
           "most steps for what is left then; a run that needs more ends with status 3")
      .by_default("four times what the load takes at full capacity, and 10000")
      .key("receiver_stall", &Traffic::receiver_stall, stall(),
           "probability that a PE's port takes no flit in a step: it waits in the router")
      .by_default("0")
      .in(&Traffic::plan, target_keys());
}

Keys<TorusFile> traffic_case() {
  const auto pattern = Keys<protocols::TrafficPlan>().key(
      "algorithm", &protocols::TrafficPlan::pattern, algorithm_type(traffic_methods(), ""),
      "who sends to whom");
  return Keys<TorusFile>()
      .in(&TorusFile::traffic,
          Keys<TorusTrafficScenario>().in(&TorusTrafficScenario::plan, pattern))
      .required(fmt::format("{}", fmt::join(words_of(traffic_methods(), "traffic"), ", ")))
      .map(
          "options",
          Keys<TorusFile>().in(&TorusFile::traffic, traffic_option_keys()).in(shared_option_keys()),
          kTrafficExample, "how it runs")
      .required(kTrafficExample)
      .rule({"algorithm"}, {}, alone<misfit>)
      .rule({"options.break.mute"}, {}, alone<unseen_silence>);
}

const Keys<TorusFile>& torus_keys() {
  static const auto keys =
      Keys<TorusFile>()
          .known("name", text(), "what reports call it")
          .by_default("the file's name")
          .map("network", &TorusFile::torus, network_keys(), kNetworkExample, "the torus")
          .required()
          .key("operation", &TorusFile::operation, host_operation(word(torus_operation_words())),
               "what the nodes do")
          .required("broadcast or traffic")
          .with("operation", "broadcast", broadcast_case())
          .with("operation", "traffic", traffic_case());
  return keys;
}

// As the network of work that is no operation of tori.
const Keys<TorusFile>& torus_host_keys() {
  static const auto keys =
      Keys<TorusFile>()
          .map("network", &TorusFile::torus, network_keys(), kNetworkExample, "the torus")
          .required()
          .map("options",
               router_keys(refused_torus_latency_keys(
                   "cannot be chosen: schedules and traffic of programs run on routers, links and "
                   "credits of one step; leave it out")),
               "{max_steps: 1000}", "of the routers");
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
  if (torus.traffic) {
    std::vector<Flits> lengths;
    for (const protocols::PacketLength& length : torus.traffic->plan.lengths)
      lengths.push_back(length.flits);
    return fmt::format("rate {:g}, {}-flit packets", torus.traffic->plan.rate,
                       fmt::join(lengths, "/"));
  }
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
  const std::string latency = latency_text(torus.options.latency);
  return variant_of_unit(torus) + (latency.empty() ? "" : ", " + latency);
}

}  // namespace flitwise
