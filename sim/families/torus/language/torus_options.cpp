#include "sim/families/torus/language/torus_options.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "sim/families/torus/language/torus_network.h"
#include "sim/families/torus/language/torus_words.h"
#include "sim/language/scenario_options.h"
#include "systemc/network/torus/torus_routers.h"

namespace flitwise {
namespace {

using Keys = std::vector<std::string>;

void read_lanes(const Value& section, TorusOptions& options, ErrorList& errors) {
  if_given(section, "lanes", errors, [&](const Value& value) {
    options.lanes = static_cast<std::uint32_t>(to_integer(value, 1, kMaxTorusLanes));
  });
  if_given(section, "depth", errors, [&](const Value& value) {
    options.depth = static_cast<std::uint32_t>(to_integer(value, 1, kMaxTorusDepth));
  });
  if_given(section, "lane_rule", errors, [&](const Value& value) {
    options.strict_lanes = to_choice(value, lane_rule_words());
    if (options.strict_lanes && options.lanes < 2)
      throw bad_value(value, "needs two lanes or more: one lane has no lower half");
  });
}

void read_overheads(const Value& section, TorusOptions& options, ErrorList& errors) {
  if_given(section, "send_overhead", errors, [&](const Value& value) {
    options.send_overhead = to_integer(value, 0, kMostOverhead);
  });
  if_given(section, "receive_overhead", errors, [&](const Value& value) {
    options.receive_overhead = to_integer(value, 0, kMostOverhead);
  });
}

void read_order(const Value& value, const TorusDraft& draft, TorusScenario& torus) {
  if (draft.algorithm == TorusAlgorithm::kImported)
    throw bad_value(value, "belongs to schemes: a schedule in a file has an order of its own");
  torus.order = read_dimension_order(value, draft.torus);
}

void read_packet(const Value& value, const TorusDraft& draft, TorusOptions& options) {
  if (draft.algorithm && draft.algorithm != TorusAlgorithm::kPacketTree)
    throw bad_value(value,
                    fmt::format("is an option of algorithm packet-tree, but the algorithm is {}",
                                word_for(torus_algorithm_words(), *draft.algorithm)));
  options.packet = to_integer(value, 1, draft.length.value_or(kMostFlits));
}

// Traffic has no message that is due at a step: what is drawn is never early.
void read_fault(const Value& section, const TorusDraft& draft, TorusOptions& options,
                ErrorList& errors) {
  const bool is_traffic = draft.operation == Operation::kTraffic;
  expect_map(section, "{mute: [1, 0]}");
  check_keys(section, {"mute", "early", "by"}, errors);
  const bool is_early = section.node.find("early") != nullptr;
  if (is_traffic && is_early)
    throw bad_value({*section.node.find("early"), section.key + ".early"},
                    "belongs to operation broadcast, and the operation is traffic: there is only "
                    "mute");
  if (is_early && section.node.find("mute") != nullptr)
    throw ConfigError(section.node.place, section.key, "", "must have either early or mute");
  if (!is_early) {
    const Value mute = required(section, "mute", "the node that never sends");
    options.mute = read_torus_node(mute, draft.torus);
  }
  if_given(section, "early", errors,
           [&](const Value& value) { options.early = read_torus_node(value, draft.torus); });
  if_given(section, "by", errors, [&](const Value& value) {
    if (!is_early) throw bad_value(value, "belongs to early, not to mute");
    options.early_by = to_integer(value, 1, kMostOverhead);
  });
}

void check_build(const Value& value, const TorusDraft& draft, Build build) {
  if (build == Build::kElaborated && draft.torus && draft.torus->size() > kMostElaboratedNodes)
    throw bad_value(value, fmt::format("is for at most {} nodes, whose SystemVerilog top compiles "
                                       "in a minute; use assembled",
                                       kMostElaboratedNodes));
}

}  // namespace

void check_torus_option_keys(const Value& section, Operation operation, ErrorList& errors) {
  const Keys of_broadcast{"barrier", "send_overhead", "receive_overhead", "packet", "arrivals"};
  const Keys of_traffic{"rate",  "packet_length",  "seed",         "warmup",    "measure",
                        "drain", "receiver_stall", "include_self", "hot_spots", "hot_share"};
  const Keys of_both{"lanes", "depth",     "lane_rule", "dimension_order", "build", "checkers",
                     "skip",  "max_steps", "break"};
  const bool is_traffic = operation == Operation::kTraffic;
  const Keys& foreign = is_traffic ? of_broadcast : of_traffic;
  const char* rule = is_traffic ? "belongs to operation broadcast, and the operation is traffic"
                                : "belongs to operation traffic, and the operation is broadcast";
  for (const std::string& key : foreign)
    if_given(section, key.c_str(), errors,
             [&](const Value& value) { throw bad_value(value, rule); });
  Keys known = is_traffic ? of_traffic : of_broadcast;
  known.insert(known.end(), of_both.begin(), of_both.end());
  check_keys(section, known, errors, foreign);
}

void read_torus_options(const Value& section, const TorusDraft& draft, Options& common,
                        TorusScenario& torus, ErrorList& errors) {
  TorusOptions& options = torus.options;
  if (!errors.attempt([&] { expect_map(section, "{barrier: false}"); })) return;
  check_torus_option_keys(section, Operation::kBroadcast, errors);
  if_given(section, "barrier", errors,
           [&](const Value& value) { options.barrier = to_bool(value); });
  read_overheads(section, options, errors);
  if_given(section, "packet", errors,
           [&](const Value& value) { read_packet(value, draft, options); });
  if_given(section, "arrivals", errors,
           [&](const Value& value) { options.arrivals = to_bool(value); });
  read_torus_network_options(section, draft, common, torus, errors);
}

void read_torus_network_options(const Value& section, const TorusDraft& draft, Options& common,
                                TorusScenario& torus, ErrorList& errors) {
  read_lanes(section, torus.options, errors);
  if_given(section, "dimension_order", errors,
           [&](const Value& value) { read_order(value, draft, torus); });
  read_common_options(section, common, errors);
  if_given(section, "build", errors,
           [&](const Value& value) { check_build(value, draft, common.build); });
  if_given(section, "break", errors,
           [&](const Value& value) { read_fault(value, draft, torus.options, errors); });
}

}  // namespace flitwise
