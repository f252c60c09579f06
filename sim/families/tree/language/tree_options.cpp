#include "sim/families/tree/language/tree_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/families/tree/language/tree_network.h"
#include "sim/families/tree/language/tree_words.h"
#include "sim/language/scenario_options.h"
#include "systemc/network/tree/tree_routers.h"

namespace flitwise {
namespace {

void expect_algorithm(const Value& value, const TreeDraft& draft, TreeAlgorithm wanted) {
  if (!draft.algorithm || *draft.algorithm == wanted) return;
  throw bad_value(value, fmt::format("is an option of algorithm {}, but the algorithm is {}",
                                     word_for(all_algorithm_words(), wanted),
                                     word_for(all_algorithm_words(), *draft.algorithm)));
}

std::ptrdiff_t count_messages(const std::vector<Flits>& lengths) {
  return std::count_if(lengths.begin(), lengths.end(), [](Flits length) { return length > 0; });
}

Node children_of(Node pe, const TreeDraft& draft) {
  return static_cast<Node>(std::count(draft.parents->begin(), draft.parents->end(), pe));
}

// In a broadcast the first child's copy leaves as soon as it is there, and so do all copies where
// each has a port of its own.
void check_early_copies(const Value& value, Node pe, const TreeDraft& draft) {
  if (draft.algorithm == TreeAlgorithm::kFlood)
    throw bad_value(value, "cannot be: with a port per link every flit goes on at once already");
  if (draft.parents && children_of(pe, draft) < 2)
    throw bad_value(value, "needs two children: the first copy already leaves at once");
}

// A PE that sends its message early must have one, and must not already send at once.
void check_early(const Value& value, Node pe, const TreeDraft& draft) {
  if (draft.operation == Operation::kBroadcast) {
    check_early_copies(value, pe, draft);
    return;
  }
  const bool scatters = draft.operation == Operation::kScatter;
  if (scatters && pe != draft.root)
    throw bad_value(
        value, fmt::format("must be {0}: in a scatter only PE {0} sends messages", draft.root));
  if (draft.operation == Operation::kGather && pe == draft.root)
    throw bad_value(
        value, fmt::format("must not be {0}: in a gather PE {0} sends no message", draft.root));
  if (!draft.lengths) return;
  if (scatters && count_messages(*draft.lengths) < 2)
    throw bad_value(value, "needs two messages: the first one already leaves in step 1");
  if (!scatters && draft.operation && (*draft.lengths)[static_cast<std::size_t>(pe)] == 0)
    throw bad_value(value, "has no message that it could send early");
}

// A mute PE must have something to say, or the fault would go unseen.
void check_mute(const Value& value, Node pe, bool end_mark, const TreeDraft& draft) {
  if (draft.operation == Operation::kBroadcast && draft.parents && children_of(pe, draft) == 0)
    throw bad_value(value, "has nothing to send: it has no children");
  if (draft.operation == Operation::kScatter) {
    if (pe != draft.root)
      throw bad_value(
          value, fmt::format("must be {}: in a scatter no other PE sends anything", draft.root));
    if (draft.lengths && count_messages(*draft.lengths) == 0)
      throw bad_value(value, "has nothing to send: all messages are empty");
  }
  if (draft.algorithm == TreeAlgorithm::kTimetable && draft.lengths &&
      (*draft.lengths)[static_cast<std::size_t>(pe)] == 0)
    throw bad_value(value, "has nothing to send: no message, and by timetable nobody is called");
  const bool taps = draft.algorithm == TreeAlgorithm::kShoulderTap;
  if (taps && draft.lengths && pe == static_cast<Node>(draft.lengths->size()) - 1 &&
      draft.lengths->back() == 0 && !end_mark)
    throw bad_value(value, "has nothing to send: no message, no END mark and nobody to tap");
}

void read_break(const Value& section, bool end_mark, const TreeDraft& draft, Break& fault,
                ErrorList& errors) {
  expect_map(section, "{early: 2, by: 1} or {mute: 3}");
  check_keys(section, {"early", "by", "mute"}, errors);
  const YamlNode* early = section.node.find("early");
  const YamlNode* mute = section.node.find("mute");
  if ((early == nullptr) == (mute == nullptr))
    throw ConfigError(section.node.place, section.key, "", "must have either early or mute");
  const std::int64_t last = draft.pes.value_or(kMostPes) - 1;
  if_given(section, "early", errors, [&](const Value& value) {
    fault.early = static_cast<Node>(to_integer(value, 0, last));
    check_early(value, *fault.early, draft);
  });
  if_given(section, "by", errors, [&](const Value& value) {
    if (early == nullptr) throw bad_value(value, "belongs to early, not to mute");
    fault.by = to_integer(value, 1, kMostEarly);
  });
  if_given(section, "mute", errors, [&](const Value& value) {
    fault.mute = static_cast<Node>(to_integer(value, 0, last));
    check_mute(value, *fault.mute, end_mark, draft);
  });
}

void check_build(const Value& value, const TreeDraft& draft, Build build) {
  if (build == Build::kElaborated && draft.parents && !can_be_elaborated(*draft.parents))
    throw bad_value(
        value, draft.parents->size() > std::size_t{kMostElaboratedPes}
                   ? fmt::format("exists for up to {} PEs; use assembled", kMostElaboratedPes)
                   : fmt::format("exists for up to {} lanes, which are PEs x (most children + 2); "
                                 "use assembled",
                                 kMostElaboratedLanes));
  if (build == Build::kElaborated && draft.algorithm == TreeAlgorithm::kFlood)
    throw bad_value(value, "exists for single ports only; use assembled with flood");
}

// Where every PE has a port per link, options of single ports are mistakes.
void refuse_single_port(const Value& section, const Options& common, ErrorList& errors) {
  if_given(section, "ports", errors, [&](const Value& value) {
    if (to_choice(value, ports_words()) == Ports::kSingle)
      throw bad_value(value, "must be multi: with one port, two trees gain nothing over one");
  });
  if_given(section, "sync", errors, [&](const Value& value) {
    throw bad_value(value,
                    "cannot be chosen: with a port per link, tokens and certificates travel "
                    "in parallel; leave it out");
  });
  if_given(section, "build", errors, [&](const Value& value) {
    if (common.build == Build::kElaborated)
      throw bad_value(value, "does not exist for several trees at once; use assembled");
  });
}

// What means nothing when all PEs use all their links at once.
void check_ports(const Value& section, const Value& value, const TreeDraft& draft,
                 CertificationRule rule, Build build) {
  if (draft.algorithm == TreeAlgorithm::kOrder)
    throw bad_value(value, "has no single order: PE 0 sends over all its links at once; use fdf");
  if (draft.algorithm == TreeAlgorithm::kLargestFirst || draft.algorithm == TreeAlgorithm::kIndex)
    throw bad_value(value, "leaves no order of children: all are served at once; use flood");
  if (rule == CertificationRule::kPrinted)
    throw bad_value(value, "has no rule printed: the paper prints one for single ports only");
  if (section.node.find("sync") != nullptr)
    throw bad_value(value,
                    "leaves no choice of sync: tokens and certificates travel in parallel; "
                    "leave options.sync out");
  if (build == Build::kElaborated)
    throw bad_value(value, "exists assembled only; use build: assembled");
}

// Options of broadcasts: how much goes to one child before the next one's turn.
void read_packet(const Value& value, const TreeDraft& draft, TreeOptions& options) {
  if (draft.operation && draft.operation != Operation::kBroadcast)
    throw bad_value(value, fmt::format("is an option of operation broadcast, but the operation is "
                                       "{}",
                                       word_for(operation_words(), *draft.operation)));
  if (draft.algorithm == TreeAlgorithm::kFlood)
    throw bad_value(value, "leaves nothing to choose: every flit goes to all children at once");
  options.packet = to_integer(value, 1, draft.length.value_or(kMostFlits));
  // The whole message in one packet is what happens without the option.
  if (draft.length && options.packet == *draft.length) options.packet = 0;
}

// What a message costs its sender's port (Remark 2).
void read_pace(const Value& section, TreeOptions& options, ErrorList& errors) {
  constexpr Step kLongest = 1'000'000;
  const auto check = [&](const Value& value) {
    if (options.rule == CertificationRule::kPrinted)
      throw bad_value(value,
                      "cannot be with rule printed: what the paper prints counts a step a flit and "
                      "no setup; use another rule");
  };
  if_given(section, "setup", errors, [&](const Value& value) {
    options.setup = to_integer(value, 0, kLongest);
    if (options.setup != 0) check(value);
  });
  if_given(section, "flit_time", errors, [&](const Value& value) {
    options.flit_time = to_integer(value, 1, kLongest);
    if (options.flit_time != 1) check(value);
  });
}

// Sentences of the paper to take at their word.
Printed to_printed(const Value& value) {
  expect_list(value, "[order, root]");
  Printed printed;
  for (std::size_t i = 0; i < value.node.items.size(); ++i) {
    const Value item = item_of(value, i);
    bool& sentence = printed.*to_choice(item, printed_words());
    if (sentence) throw bad_value(item, "is named twice");
    sentence = true;
  }
  if (value.node.items.empty())
    throw bad_value(value, fmt::format("must name at least one of {}",
                                       fmt::join(words_of(printed_words()), ", ")));
  return printed;
}

void read_printed(const Value& section, TreeOptions& options, ErrorList& errors) {
  const bool is_printed = options.rule == CertificationRule::kPrinted;
  if (is_printed) options.printed = {false, true, true};
  if_given(section, "printed", errors, [&](const Value& value) {
    const Printed printed = to_printed(value);
    if (!is_printed) throw bad_value(value, "belongs to rule printed");
    options.printed = printed;
  });
}

void read_certification_options(const Value& section, const TreeDraft& draft, TreeOptions& options,
                                ErrorList& errors) {
  if_given(section, "rule", errors, [&](const Value& value) {
    options.rule =
        to_choice(value, draft.is_always_multiport ? rule_words() : single_port_rule_words());
    expect_algorithm(value, draft, TreeAlgorithm::kCertification);
  });
  if (!draft.is_always_multiport) read_printed(section, options, errors);
  if (!draft.is_always_multiport)
    if_given(section, "sync", errors, [&](const Value& value) {
      options.sync = to_choice(value, sync_words());
      expect_algorithm(value, draft, TreeAlgorithm::kCertification);
    });
  if_given(section, "sort_cost", errors, [&](const Value& value) {
    options.sort_cost = to_choice(value, sort_cost_words());
    expect_algorithm(value, draft, TreeAlgorithm::kCertification);
    if (options.sync == Sync::kMirror && options.sort_cost != SortCost::kZero)
      throw bad_value(value, "must be 0 with sync mirror, whose steps leave no time to sort");
  });
}

// Build and ports of a network on which they can be chosen.
void read_regime(const Value& section, const TreeDraft& draft, const Options& common,
                 TreeOptions& options, ErrorList& errors) {
  if_given(section, "build", errors,
           [&](const Value& value) { check_build(value, draft, common.build); });
  if_given(section, "ports", errors, [&](const Value& value) {
    options.ports = to_choice(value, ports_words());
    if (options.ports == Ports::kMulti)
      check_ports(section, value, draft, options.rule, common.build);
    if (options.ports == Ports::kSingle && draft.algorithm == TreeAlgorithm::kFlood)
      throw bad_value(value, "must be multi: flood sends to all children at once");
  });
}

}  // namespace

void read_tree_options(const Value& section, const TreeDraft& draft, Options& common,
                       TreeOptions& options, ErrorList& errors) {
  if (!errors.attempt([&] { expect_map(section, "{rule: tight}"); })) return;
  std::vector<std::string> known{"rule",     "sync",      "sort_cost", "ports",     "build",
                                 "end_mark", "packet",    "setup",     "flit_time", "checkers",
                                 "skip",     "max_steps", "break"};
  if (!draft.is_always_multiport) known.emplace_back("printed");
  check_keys(section, known, errors);
  read_certification_options(section, draft, options, errors);
  if_given(section, "packet", errors,
           [&](const Value& value) { read_packet(value, draft, options); });
  read_pace(section, options, errors);
  read_common_options(section, common, errors);
  if (draft.is_always_multiport)
    refuse_single_port(section, common, errors);
  else
    read_regime(section, draft, common, options, errors);
  if_given(section, "end_mark", errors, [&](const Value& value) {
    options.end_mark = to_bool(value);
    if (options.end_mark) expect_algorithm(value, draft, TreeAlgorithm::kShoulderTap);
  });
  if_given(section, "break", errors, [&](const Value& value) {
    read_break(value, options.end_mark, draft, options.fault, errors);
  });
}

}  // namespace flitwise
