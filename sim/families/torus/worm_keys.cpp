// worm_keys.cpp: types of values, and the rows of queues, overheads, faults and traffic.
#include "sim/families/torus/worm_keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/families/torus/torus_work.h"
#include "sim/language/scenario_values.h"
#include "sim/text/report_text.h"
#include "systemc/network/torus/torus_routers.h"

namespace flitwise::protocols {

// Found by language::assign.
void assign(PacketLength& length, const language::Datum& d) {
  language::assign_all(d, length.flits, length.weight);
}

}  // namespace flitwise::protocols

namespace flitwise::language {
namespace {

constexpr Flits kLongestPacket = 65'536;
constexpr Step kLongestPhase = 1'000'000'000;
constexpr double kSmallestNumber = 1e-9;  // of what must be above 0
constexpr double kLargestShare = 1e9;
constexpr const char* kLengthExample = "{flits: 5, share: 0.25}";

double mean_length(const std::vector<protocols::PacketLength>& lengths) {
  double flits = 0;
  double weight = 0;
  for (const protocols::PacketLength& length : lengths) {
    flits += static_cast<double>(length.flits) * length.weight;
    weight += length.weight;
  }
  return flits / weight;
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

Type rate(const WormFamily& family) {
  return own("R", fmt::format(R"({{"type": "number", "minimum": {}}})", kSmallestNumber),
             [family](const Value& value, Known& known) -> Datum {
               const double most = known.are_good({"options.packet_length"})
                                       ? mean_length(family.plan_in(known).lengths)
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

Keys<protocols::TrafficPlan> load_keys(const WormFamily& family) {
  using Plan = protocols::TrafficPlan;
  return Keys<Plan>()
      .key("packet_length", &Plan::lengths, packet_lengths(),
           "flits of a packet, or lengths that are drawn; shares are relative: 2 and 1 are two "
           "packets of three and one of three")
      .by_default("1")
      .key("rate", &Plan::rate, rate(family),
           "flits per sending node and step, at most a packet a step")
      .required("flits per node and step")
      .key("seed", &Plan::seed, seed(), "of the packets' births, lengths, destinations and ways")
      .required("the packets are drawn");
}

Keys<protocols::TrafficPlan> target_keys(const WormFamily& family) {
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
           each(node_type(family), "[[0, 0], [4, 4]]", "must name a node", "is a hot spot already"),
           "the nodes that those go to")
      .only("algorithm", {"hot-spot"}, refusal)
      .required("the nodes, [[0, 0]] for one");
}

}  // namespace

std::string per_dimension(const WormFamily& family, int least, int most) {
  return fmt::format(
      R"({{"type": "array", "items": {{"type": "integer", "minimum": {}, "maximum": {}}},
      "minItems": {}, "maxItems": {}}})",
      least, most, family.least_dimensions, family.most_dimensions);
}

void expect_dimensions(const Value& list, const WormFamily& family,
                       const std::optional<Torus>& torus, const char* example, const char* what) {
  expect_list(list, example);
  const std::size_t entries = list.node.items.size();
  const auto least = static_cast<std::size_t>(family.least_dimensions);
  const auto most = static_cast<std::size_t>(family.most_dimensions);
  if (torus && entries != torus->sides().size())
    throw bad_value(list, fmt::format("must have {} {}, one per side, not {}",
                                      torus->sides().size(), what, entries));
  if (entries < least || entries > most)
    throw bad_value(
        list, fmt::format("must have {}{} {}, not {}",
                          least < most ? fmt::format("{} to ", least) : "", most, what, entries));
}

Type sides_type(const WormFamily& family) {
  return own(
      "[SIDE, ...]", per_dimension(family, 1, family.largest_side),
      [family](const Value& list, Known& known) {
        expect_dimensions(list, family, std::nullopt, "[8, 8]", "sides");
        Datum all;
        std::int64_t nodes = 1;  // at most 2^40
        std::vector<int> sides;
        for (std::size_t d = 0; d < list.node.items.size(); ++d)
          known.errors->attempt([&] {
            const auto side = to_integer(item_of(list, d), 1, family.largest_side, family.longer);
            nodes *= side;
            sides.push_back(static_cast<int>(side));
            all.items.push_back({side});
          });
        if (all.items.size() != list.node.items.size()) return all;
        if (nodes > family.most_nodes)
          throw bad_value(list, fmt::format("gives {} nodes; at most {} are possible", nodes,
                                            family.most_nodes));
        const FlitFormat format = flit_format_of(sides);
        const auto dimensions = static_cast<int>(sides.size());
        if (!format.has_room_for(dimensions))
          throw bad_value(list,
                          fmt::format("needs {} bits for numbers of nodes and {} for the hops of a "
                                      "way, and flits have {} for both",
                                      format.tag, format.way(dimensions), FlitFormat::kContent));
        return all;
      });
}

// By its coordinates. Without a torus, which node it is is not known.
Type node_type(const WormFamily& family) {
  return own("[X, ...]", per_dimension(family, 0, family.largest_side - 1),
             [family](const Value& list, Known& known) -> Datum {
               const std::optional<Torus> torus = family.torus_in(known);
               expect_dimensions(list, family, torus, "[0, 0]", "coordinates");
               Coordinates x;
               for (std::size_t d = 0; d < list.node.items.size(); ++d) {
                 const int last = (torus ? torus->side(static_cast<int>(d)) : family.largest_side);
                 x.push_back(static_cast<int>(to_integer(item_of(list, d), 0, last - 1)));
               }
               if (!torus) return {0, std::numeric_limits<double>::quiet_NaN()};
               return {torus->node(x)};
             });
}

Keys<TorusOptions> queue_keys(const char* about_lanes) {
  return Keys<TorusOptions>()
      .key("lanes", &TorusOptions::lanes, whole(1, kMaxTorusLanes), about_lanes)
      .key("depth", &TorusOptions::depth, whole(1, kMaxTorusDepth), "flits in the queue of a lane");
}

Keys<TorusOptions> overhead_keys() {
  return Keys<TorusOptions>()
      .key("send_overhead", &TorusOptions::send_overhead, whole(0, kMostOverhead),
           "os, steps before each head")
      .key("receive_overhead", &TorusOptions::receive_overhead, whole(0, kMostOverhead),
           "orv, steps after each tail");
}

Keys<TorusOptions> arrivals_key() {
  return Keys<TorusOptions>()
      .key("arrivals", &TorusOptions::arrivals, truth(), "show the arrival step of every node")
      .by_default(fmt::format("up to {} nodes", kMostNodesShown));
}

Keys<TorusOptions> worm_fault_keys(const WormFamily& family, Texts operations,
                                   const char* refusal) {
  return Keys<TorusOptions>()
      .key("mute", &TorusOptions::mute, node_type(family), "never sends")
      .required("the node that never sends")
      .unless("early")
      .key("early", &TorusOptions::early, node_type(family), "sends its first message too early")
      .only("operation", operations, refusal)
      .key("by", &TorusOptions::early_by, whole(1, kMostOverhead), "steps too early")
      .one_of({"early", "mute"}, "must have either early or mute", "", Blame::kKey)
      .beside("by", "early", "belongs to early, not to mute");
}

Keys<TorusTrafficScenario> traffic_option_keys(const WormFamily& family) {
  using Traffic = TorusTrafficScenario;
  return Keys<Traffic>()
      .in(&Traffic::plan, load_keys(family))
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
      .in(&Traffic::plan, target_keys(family));
}

std::string too_large_to_elaborate() {
  return fmt::format(
      "is for at most {} nodes, whose SystemVerilog top compiles in a minute; use assembled",
      kMostElaboratedNodes);
}

bool is_small(const std::vector<int>& sides) {
  return *std::max_element(sides.begin(), sides.end()) <= kLongestSideOfHosts &&
         Torus(sides).size() <= kMostPes;
}

std::string too_many_flits(Flits total) {
  if (total <= kMostFlits) return "";
  return fmt::format("gives {} flits for all nodes; at most {} are possible", total, kMostFlits);
}

std::string too_shallow(std::uint32_t depth, Step need, const char* remedy) {
  return fmt::format(
      "is too slow for steps at planned cycles, as queues of {} run out of credits: use {}depth {} "
      "and more",
      counted(depth, "flit"), remedy, need);
}

std::string unseen_silence(const WormScenario& worms) {
  return begins_packets(worms, *worms.options.mute) ? "" : kUnseenSilence;
}

std::string misfit(const WormScenario& worms) {
  try {
    traffic_of(worms);
  } catch (const std::invalid_argument& error) {
    return fmt::format("does not fit the network: {}", error.what());
  }
  return Torus(worms.sides).size() == 1 ? "does not fit the network: a single node has no links"
                                        : "";
}

}  // namespace flitwise::language

namespace flitwise {

std::string traffic_variant(const WormScenario& worms) {
  std::vector<Flits> lengths;
  for (const protocols::PacketLength& length : worms.traffic->plan.lengths)
    lengths.push_back(length.flits);
  return fmt::format("rate {:g}, {}-flit packets", worms.traffic->plan.rate,
                     fmt::join(lengths, "/"));
}

}  // namespace flitwise
