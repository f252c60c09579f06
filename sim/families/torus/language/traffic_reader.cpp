#include "sim/families/torus/language/traffic_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "sim/families/torus/language/torus_network.h"
#include "sim/families/torus/language/torus_options.h"
#include "sim/families/torus/language/torus_words.h"
#include "sim/families/torus/traffic_setup.h"
#include "sim/language/scenario_options.h"

namespace flitwise {
namespace {

using protocols::TrafficPattern;

constexpr Flits kLongestPacket = 65'536;
constexpr Step kLongestPhase = 1'000'000'000;
constexpr double kSmallestNumber = 1e-9;  // of what must be above 0
constexpr double kLargestShare = 1e9;

bool is_drawn(TrafficPattern pattern) {
  return pattern == TrafficPattern::kUniform || pattern == TrafficPattern::kHotSpot;
}

protocols::PacketLength read_length_share(const Value& map, ErrorList& errors) {
  protocols::PacketLength length;
  expect_map(map, "{flits: 5, share: 0.25}");
  check_keys(map, {"flits", "share"}, errors);
  length.flits = to_integer(required(map, "flits", "the length"), 1, kLongestPacket);
  length.weight = to_real(required(map, "share", "how often, relative to the others"),
                          fmt::format("must be a number from {:g} to {:g}, for example 0.25",
                                      kSmallestNumber, kLargestShare),
                          kSmallestNumber, kLargestShare);
  return length;
}

// One length, or a list of them with their shares.
std::vector<protocols::PacketLength> read_lengths_of_packets(const Value& value,
                                                             ErrorList& errors) {
  if (value.node.kind != YamlKind::kList) return {{to_integer(value, 1, kLongestPacket), 1}};
  if (value.node.items.empty())
    throw bad_value(value, "must have an entry, for example {flits: 5, share: 1}");
  std::vector<protocols::PacketLength> lengths;
  for (std::size_t i = 0; i < value.node.items.size(); ++i) {
    const Value item{value.node.items[i], fmt::format("{}[{}]", value.key, i)};
    errors.attempt([&] {
      const protocols::PacketLength length = read_length_share(item, errors);
      for (const protocols::PacketLength& other : lengths)
        if (other.flits == length.flits)
          throw bad_value(
              item, fmt::format("is a length already: give {} flits one share", length.flits));
      lengths.push_back(length);
    });
  }
  return lengths;
}

double mean_length(const std::vector<protocols::PacketLength>& lengths) {
  double flits = 0;
  double weight = 0;
  for (const protocols::PacketLength& length : lengths) {
    flits += static_cast<double>(length.flits) * length.weight;
    weight += length.weight;
  }
  return weight > 0 ? flits / weight : 1;
}

void read_load(const Value& section, protocols::TrafficPlan& plan, ErrorList& errors) {
  if_given(section, "packet_length", errors,
           [&](const Value& value) { plan.lengths = read_lengths_of_packets(value, errors); });
  errors.attempt([&] {
    const double most = mean_length(plan.lengths);
    plan.rate =
        to_real(required(section, "rate", "flits per node and step"),
                fmt::format("must be a number from {:g} to {:g}, the mean length of a packet: at "
                            "most one begins per node and step",
                            kSmallestNumber, most),
                kSmallestNumber, most);
  });
  errors.attempt([&] { plan.seed = to_seed(required(section, "seed", "the packets are drawn")); });
}

void refuse_unless(bool fits, const Value& value, const char* patterns, TrafficPattern pattern) {
  if (!fits)
    throw bad_value(value, fmt::format("belongs to {}, and the algorithm is {}", patterns,
                                       protocols::name_of(pattern)));
}

void read_targets(const Value& section, const TorusDraft& draft, protocols::TrafficPlan& plan,
                  ErrorList& errors) {
  const bool is_hot = plan.pattern == TrafficPattern::kHotSpot;
  if_given(section, "include_self", errors, [&](const Value& value) {
    refuse_unless(is_drawn(plan.pattern), value, "uniform and hot-spot", plan.pattern);
    plan.self = to_bool(value) ? protocols::SelfTraffic::kYes : protocols::SelfTraffic::kNo;
  });
  const auto read_hot_share = [&](const Value& value) {
    refuse_unless(is_hot, value, "hot-spot", plan.pattern);
    plan.hot_share = to_probability(value);
  };
  const auto read_hot_spots = [&](const Value& value) {
    refuse_unless(is_hot, value, "hot-spot", plan.pattern);
    expect_list(value, "[[0, 0], [4, 4]]");
    if (value.node.items.empty()) throw bad_value(value, "must name a node");
    for (std::size_t i = 0; i < value.node.items.size(); ++i) {
      const Value item{value.node.items[i], fmt::format("{}[{}]", value.key, i)};
      const Node node = read_torus_node(item, draft.torus);
      if (std::count(plan.hot_spots.begin(), plan.hot_spots.end(), node) > 0)
        throw bad_value(item, "is a hot spot already");
      plan.hot_spots.push_back(node);
    }
  };
  if (is_hot) {
    errors.attempt([&] {
      read_hot_share(required(section, "hot_share", "of the packets that go to hot spots"));
    });
    errors.attempt(
        [&] { read_hot_spots(required(section, "hot_spots", "the nodes, [[0, 0]] for one")); });
  } else {
    if_given(section, "hot_share", errors, read_hot_share);
    if_given(section, "hot_spots", errors, read_hot_spots);
  }
}

void read_phases(const Value& section, TorusTrafficScenario& traffic, ErrorList& errors) {
  if_given(section, "warmup", errors,
           [&](const Value& value) { traffic.warmup = to_integer(value, 0, kLongestPhase); });
  if_given(section, "measure", errors,
           [&](const Value& value) { traffic.measure = to_integer(value, 1, kLongestPhase); });
  if_given(section, "drain", errors,
           [&](const Value& value) { traffic.drain = to_integer(value, 1, kLongestPhase); });
}

void read_receivers(const Value& section, TorusTrafficScenario& traffic, ErrorList& errors) {
  if_given(section, "receiver_stall", errors, [&](const Value& value) {
    traffic.receiver_stall =
        to_real(value,
                "must be a number from 0 up to, and without, 1: the probability that a receiver's "
                "port takes no flit in a step",
                0, std::nextafter(1.0, 0.0));
  });
}

void refuse_broadcast_keys(const Value& root, ErrorList& errors) {
  for (const char* key : {"root", "length", "file"})
    errors.attempt([&] {
      if (const YamlNode* node = root.node.find(key))
        throw ConfigError(node->place, key, "",
                          "belongs to operation broadcast, and the operation is traffic");
    });
}

// What only pattern and sides together decide.
void check_plan(const Value& root, const TorusDraft& draft, const protocols::TrafficPlan& plan) {
  try {
    protocols::TorusTraffic(*draft.torus, plan);
  } catch (const std::invalid_argument& error) {
    throw bad_value({*root.node.find("algorithm"), "algorithm"},
                    fmt::format("does not fit the network: {}", error.what()));
  }
  if (draft.torus->size() == 1)
    throw bad_value({*root.node.find("algorithm"), "algorithm"},
                    "does not fit the network: a single node has no links");
}

void check_mute(const Value& section, const TorusScenario& torus) {
  const Value fault{*section.node.find("break"), "options.break"};
  if (!begins_packets(torus, *torus.options.mute))
    throw bad_value({*fault.node.find("mute"), "options.break.mute"},
                    "has nothing to send: its silence would go unseen");
}

}  // namespace

void read_traffic(const Value& root, const TorusDraft& draft, Options& common, TorusScenario& torus,
                  ErrorList& errors) {
  TorusTrafficScenario traffic;
  refuse_broadcast_keys(root, errors);
  errors.attempt([&] {
    const std::string all = fmt::format("{}", fmt::join(words_of(traffic_pattern_words()), ", "));
    traffic.plan.pattern = to_choice(required(root, "algorithm", all), traffic_pattern_words());
  });
  errors.attempt([&] {
    const Value section = required(root, "options", "{rate: 0.1, seed: 1}");
    expect_map(section, "{rate: 0.1, seed: 1}");
    check_torus_option_keys(section, Operation::kTraffic, errors);
    read_load(section, traffic.plan, errors);
    read_targets(section, draft, traffic.plan, errors);
    read_phases(section, traffic, errors);
    read_receivers(section, traffic, errors);
    read_torus_network_options(section, draft, common, torus, errors);
    torus.traffic = traffic;
    if (!errors.empty() || !draft.torus) return;
    errors.attempt([&] { check_plan(root, draft, traffic.plan); });
    if (errors.empty() && torus.options.mute) check_mute(section, torus);
  });
}

}  // namespace flitwise
