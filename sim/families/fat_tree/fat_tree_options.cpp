#include "sim/families/fat_tree/fat_tree_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/families/fat_tree/fat_tree_setup.h"
#include "sim/families/fat_tree/fat_tree_words.h"
#include "sim/language/scenario_options.h"
#include "systemc/network/fat_tree/fat_tree_routers.h"

namespace flitwise {
namespace {

constexpr Step kMostGap = 1'000'000;
// The top of a larger tree takes many minutes to compile.
constexpr Node kMostElaboratedLeaves = 64;

bool has_phases(FatTreeAlgorithm algorithm) {
  return algorithm == FatTreeAlgorithm::kMultinodePhased ||
         algorithm == FatTreeAlgorithm::kExchangePhased;
}

void expect_phases(const Value& value, const FatTreeDraft& draft) {
  if (!draft.algorithm || has_phases(*draft.algorithm)) return;
  throw bad_value(value, fmt::format("is an option of algorithm phased, but the algorithm is {}",
                                     word_of(*draft.algorithm)));
}

void expect_one_link_a_leaf(const Value& value, const FatTreeDraft& draft) {
  if (draft.tree && draft.tree->leaf_links() != 1)
    throw bad_value(value, fmt::format("needs leaves of one link, not {}: what waits for a whole "
                                       "message goes flit by flit",
                                       draft.tree->leaf_links()));
}

void expect_one_scatter(const Value& value, const FatTreeDraft& draft) {
  if (draft.operation && *draft.operation != Operation::kScatter)
    throw bad_value(value, fmt::format("is an option of operation scatter, but the operation is {}",
                                       word_for(operation_words(), *draft.operation)));
  if (draft.roots && draft.roots->size() == 2)
    throw bad_value(value, "needs one scatter, not two at once: their messages would mix");
}

// Which packet goes first only matters where one can wait.
void expect_queues(const Value& value, const FatTreeDraft& draft, const FatTreeOptions& options) {
  if (!draft.algorithm || !claims_no_queues(*draft.algorithm)) return;
  if (options.depth || options.phase_gap != kDefaultPhaseGap) return;
  throw bad_value(value, fmt::format("is an option of algorithms with queues: with algorithm {} no "
                                     "packet waits unless depth or phase_gap is given",
                                     word_of(*draft.algorithm)));
}

void read_policy(const Value& section, const FatTreeDraft& draft, FatTreeOptions& options,
                 ErrorList& errors) {
  if_given(section, "policy", errors, [&](const Value& value) {
    options.policy = to_choice(value, policy_words());
    expect_queues(value, draft, options);
    if (options.policy == QueuePolicy::kRandom)
      options.seed = to_seed(required(section, "seed", "random order draws from it"));
  });
  if_given(section, "seed", errors, [&](const Value& value) {
    if (options.policy != QueuePolicy::kRandom) throw bad_value(value, "belongs to policy random");
  });
}

void read_queues(const Value& section, const FatTreeDraft& draft, FatTreeOptions& options,
                 ErrorList& errors) {
  if_given(section, "depth", errors, [&](const Value& value) {
    options.depth = static_cast<std::uint32_t>(to_integer(value, 1, kMaxFatTreeDepth));
    const int links = draft.tree ? draft.tree->leaf_links() : 1;
    if (*options.depth < static_cast<std::uint32_t>(links))
      throw bad_value(value,
                      fmt::format("must be at least {}, a place for each link of a leaf", links));
  });
  if_given(section, "backpressure", errors, [&](const Value& value) {
    options.backpressure = to_bool(value);
    if (options.backpressure && section.node.find("depth") == nullptr)
      throw bad_value(value, "needs options.depth: without a depth nothing is ever full");
  });
}

void read_fault(const Value& section, const FatTreeDraft& draft, LeafFault& fault,
                ErrorList& errors) {
  expect_map(section, "{early: 2, by: 1} or {mute: 3}");
  check_keys(section, {"early", "by", "mute"}, errors);
  const YamlNode* early = section.node.find("early");
  const YamlNode* mute = section.node.find("mute");
  if ((early == nullptr) == (mute == nullptr))
    throw ConfigError(section.node.place, section.key, "", "must have either early or mute");
  const Node last = last_leaf(draft);
  if_given(section, "early", errors, [&](const Value& value) {
    fault.early = static_cast<Node>(to_integer(value, 0, last));
  });
  if_given(section, "by", errors, [&](const Value& value) {
    if (early == nullptr) throw bad_value(value, "belongs to early, not to mute");
    fault.by = to_integer(value, 1, kMostEarly);
  });
  if_given(section, "mute", errors,
           [&](const Value& value) { fault.mute = static_cast<Node>(to_integer(value, 0, last)); });
}

// Where a leaf's queue waits for its link, it may hold back what comes too early.
void refuse_unseen_break(const Value& value, const FatTreeOptions& options) {
  if (options.fault.early)
    throw bad_value(value,
                    "lets a leaf's queue hold back what break.early sends too early: use "
                    "break.mute, which is seen");
}

// What lets packets wait for each other has no half-duplex form.
void expect_no_queues(const Value& value, const FatTreeDraft& draft,
                      const FatTreeOptions& options) {
  if (draft.algorithm && !claims_no_queues(*draft.algorithm))
    throw bad_value(value, fmt::format("needs an algorithm in which nothing waits, not {}",
                                       word_of(*draft.algorithm)));
  if (options.depth || options.store_forward || options.phase_gap < kDefaultPhaseGap)
    throw bad_value(value,
                    "needs a run in which nothing waits: leave depth and store_forward out, "
                    "and phase_gap at 2 or more");
}

void read_duplex(const Value& section, const FatTreeDraft& draft, const Options& common,
                 FatTreeOptions& options, ErrorList& errors) {
  if_given(section, "duplex", errors, [&](const Value& value) {
    options.half_duplex = to_choice(value, duplex_words()) == DuplexWord::kHalf;
    if (!options.half_duplex) return;
    expect_no_queues(value, draft, options);
    if (common.build == Build::kElaborated)
      throw bad_value(value, "is for build assembled and netlist: the top has full-duplex links");
    refuse_unseen_break(value, options);
  });
}

void check_build(const Value& value, const FatTreeDraft& draft, Build build) {
  if (build == Build::kElaborated && draft.tree && draft.tree->leaves() > kMostElaboratedLeaves)
    throw bad_value(value, fmt::format("is for at most {} leaves, whose SystemVerilog top compiles "
                                       "in minutes; use assembled",
                                       kMostElaboratedLeaves));
}

void check_room(const Value& root, const FatTreeScenario& scenario) {
  if (scenario.options.depth) return;
  const bool waits = !claims_no_queues(scenario.algorithm) || scenario.options.store_forward ||
                     scenario.options.phase_gap < kDefaultPhaseGap;
  const std::vector<std::int64_t> room = room_needed(scenario, make_fat_tree(scenario));
  const std::int64_t most = *std::max_element(room.begin(), room.end());
  if (waits && most > kMaxFatTreeDepth)
    throw bad_value({*root.node.find("algorithm"), "algorithm"},
                    fmt::format("may need queues of {} packets here, and an output holds at most "
                                "{}: give options.depth",
                                most, kMaxFatTreeDepth));
}

// Two scatters may collide.
void check_duplex(const Value& root, const FatTreeScenario& scenario) {
  if (!scenario.options.half_duplex || scenario.roots.size() != 2) return;
  FatTreeScenario full = scenario;
  full.options.half_duplex = false;
  if (!predict(full, make_fat_tree(full)).queue_free.value_or(false))
    throw bad_value({*root.node.find("options")->find("duplex"), "options.duplex"},
                    "needs a run in which nothing waits, and these two scatters collide");
}

void check_early(const Value& value, const std::vector<protocols::Dispatch>& sends) {
  const auto can_hurry = [](const protocols::Dispatch& dispatch) { return dispatch.step > 1; };
  if (sends.empty()) throw bad_value(value, "has nothing that it could send early");
  if (std::none_of(sends.begin(), sends.end(), can_hurry))
    throw bad_value(value, "sends in step 1 only, which cannot be earlier");
}

void check_fault(const Value& root, const FatTreeScenario& scenario, ErrorList& errors) {
  const LeafFault& fault = scenario.options.fault;
  if (!fault.early && !fault.mute) return;
  const Value section{*root.node.find("options")->find("break"), "options.break"};
  const protocols::Schedule schedule = make_schedule(scenario, make_fat_tree(scenario));
  if_given(section, "early", errors, [&](const Value& value) {
    check_early(value, schedule[static_cast<std::size_t>(*fault.early)]);
  });
  if_given(section, "mute", errors, [&](const Value& value) {
    if (schedule[static_cast<std::size_t>(*fault.mute)].empty())
      throw bad_value(value, "has nothing to send: its silence would go unseen");
  });
}

}  // namespace

Node last_leaf(const FatTreeDraft& draft) {
  return (draft.tree ? draft.tree->leaves() : FatTree::kMaxLeaves) - 1;
}

void read_fat_tree_options(const Value& section, const FatTreeDraft& draft, Options& common,
                           FatTreeOptions& options, ErrorList& errors) {
  if (!errors.attempt([&] { expect_map(section, "{policy: local-first}"); })) return;
  check_keys(section,
             {"policy", "seed", "depth", "backpressure", "phase_gap", "store_forward", "arrivals",
              "duplex", "build", "checkers", "skip", "max_steps", "break"},
             errors);
  read_queues(section, draft, options, errors);
  if_given(section, "phase_gap", errors, [&](const Value& value) {
    options.phase_gap = to_integer(value, 0, kMostGap);
    expect_phases(value, draft);
  });
  read_policy(section, draft, options, errors);
  if_given(section, "store_forward", errors, [&](const Value& value) {
    options.store_forward = to_bool(value);
    if (!options.store_forward) return;
    expect_one_scatter(value, draft);
    expect_one_link_a_leaf(value, draft);
    if (options.backpressure)
      throw bad_value(value, "needs queues that hold whole messages: leave backpressure out");
  });
  if_given(section, "arrivals", errors,
           [&](const Value& value) { options.arrivals = to_bool(value); });
  read_common_options(section, common, errors);
  if_given(section, "build", errors,
           [&](const Value& value) { check_build(value, draft, common.build); });
  if_given(section, "break", errors,
           [&](const Value& value) { read_fault(value, draft, options.fault, errors); });
  if_given(section, "backpressure", errors, [&](const Value& value) {
    if (options.backpressure) refuse_unseen_break(value, options);
  });
  read_duplex(section, draft, common, options, errors);
}

void check_fat_tree_limits(const Value& root, const FatTreeScenario& scenario, ErrorList& errors) {
  errors.attempt([&] { check_duplex(root, scenario); });
  errors.attempt([&] { check_room(root, scenario); });
  check_fault(root, scenario, errors);
}

}  // namespace flitwise
