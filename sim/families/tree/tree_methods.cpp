// tree_methods.cpp: every algorithm on trees: its words, its PEs, its theory, in one row each.
#include "sim/families/tree/tree_methods.h"

#include "sim/families/tree/tree_language.h"
#include "sim/language/scenario_values.h"
#include "systemc/protocols/tree/tree_broadcast.h"
#include "systemc/protocols/tree/tree_protocols.h"
#include "tb/theory/tree/certification_theory.h"
#include "tb/theory/tree/tree_broadcast.h"
#include "tb/theory/tree/tree_theory.h"

namespace flitwise {
namespace {

constexpr const char* kNoOrderOfChildren =
    "leaves no order of children: all are served at once; use flood";
const std::string kTreePaper =
    "S. Bhatt, G. Pucci, A. Ranade, A. Rosenberg, \"Scattering and Gathering Messages in Networks "
    "of Processors\", IEEE Transactions on Computers 42(8), 1993";

bool is_multiport(const TreeScenario& scenario) { return scenario.options.ports == Ports::kMulti; }

// A packet of the whole message where the scenario names none.
Flits packet_of(const TreeScenario& scenario) {
  return scenario.options.packet > 0 ? scenario.options.packet : scenario.length;
}

// The variant of a broadcast in the words of theory or of the protocols.
template <class Variant, class Order, class OtherPorts, class Pace>
Variant broadcast_variant(const TreeScenario& scenario, const Pace& pace,
                          const TreeLatency& latency) {
  const bool by_index = scenario.algorithm == TreeAlgorithm::kIndex;
  return {by_index ? Order::kIndex : Order::kLargestFirst, packet_of(scenario),
          ports_as<OtherPorts>(scenario.options.ports), pace, latency};
}

theory::BroadcastVariant theory_broadcast(const TreeTheory& t) {
  return broadcast_variant<theory::BroadcastVariant, theory::ChildOrder, theory::Ports>(
      t.scenario, theory_pace(t.scenario.options), t.latency);
}

protocols::BroadcastVariant protocol_broadcast(const TreeScenario& scenario,
                                               const PlacedTree& tree) {
  return broadcast_variant<protocols::BroadcastVariant, protocols::ChildOrder, protocols::Ports>(
      scenario, protocol_pace(scenario.options), tree_latency(scenario.options, tree));
}

protocols::Protocols broadcast_pes(const TreeScenario& scenario, const PlacedTree& tree) {
  return protocols::make_tree_broadcast(tree, scenario.length, protocol_broadcast(scenario, tree));
}

theory::Prediction broadcast_prediction(const TreeTheory& t) {
  return theory::predict_tree_broadcast(t.tree, t.scenario.length, theory_broadcast(t));
}

void broadcast_transfers(const TreeTheory& t, const theory::Prediction&,
                         const theory::TakeEvent& take) {
  theory::visit_tree_broadcast_events(t.tree, t.scenario.length, theory_broadcast(t), take);
}

void scatter_transfers(const TreeTheory& t, const theory::Prediction& p,
                       const theory::TakeEvent& take) {
  theory::visit_scatter_events(t.tree, t.lengths, p, theory_pace(t.scenario.options), t.latency,
                               take);
}

}  // namespace

TreeTheory::TreeTheory(const TreeScenario& on_tree, const PlacedTree& in_place)
    : scenario(on_tree),
      placed(in_place),
      tree(in_place.tree),
      lengths(in_place.by_pe(on_tree.lengths)),
      latency(tree_latency(on_tree.options, in_place)) {}

const std::vector<TreeMethod>& tree_methods() {
  static const std::vector<TreeMethod> methods{
      {TreeAlgorithm::kLargestFirst, TreeOperation::kBroadcast, "largest-first",
       "to the child first whose subtree takes longest: optimal for one flit",
       "The root sends one message to all PEs. Routers copy nothing, so that every PE sends its "
       "children their copies itself, one after the other, the child first whose subtree takes "
       "longest to tell. A flit leaves in the step after the one in which it came, or later where "
       "the port is taken. options.packet: flits to a child before the next one's turn; with "
       "length: 1, finish is B.",
       "max over the PEs of (t_v + L - 1), t of child j = t_v + 1 + (j - 1) L, whole messages; for "
       "one flit B*(v) = max over j of (j + B*(child j)). With packets of q flits the first one "
       "reaches child j in step t_v + 1 + (j - 1) q, the others follow every q p steps, p the most "
       "children of a PE on the way. With options.setup (beta) and flit_time (tau), beta + tau in "
       "place of the 1 and beta + q tau in place of q; with options.router_latency (r) and "
       "link_latency (w), r_v + w_c - 1 in place of the 1 from a PE v but the root to its child c",
       "any tree, any length",
       kTreePaper + ", section 1.2 (B, minimum broadcast tree); closed forms "
                    "and packets are this project's",
       nullptr, kNoOrderOfChildren, broadcast_pes, broadcast_prediction, broadcast_transfers},
      {TreeAlgorithm::kIndex, TreeOperation::kBroadcast, "index",
       "to one child after the other, by number",
       "As largest-first, but each PE serves its children by number.",
       "as largest-first, with j the place by number", "any tree, any length",
       kTreePaper + ", section 1.2; closed forms are this project's", nullptr, kNoOrderOfChildren,
       broadcast_pes, broadcast_prediction, broadcast_transfers},
      {TreeAlgorithm::kFlood, TreeOperation::kBroadcast, "flood",
       "to all children at once, with a port per link",
       "Every PE sends each flit to all its children in the step after the one in which it came, "
       "over a port per link.",
       "D + L - 1, D the height of the tree. No schedule is faster. With options.setup (beta) and "
       "flit_time (tau), D (beta + tau) + (L - 1) tau, and none is faster that hands the message "
       "on from parent to child. With options.router_latency (r) and link_latency (w), max lam + "
       "L, lam the sum of w - 1 over the links and of r over the PEs between of a way.",
       "any tree, any length", kTreePaper + ", section 4; closed form worked out here", nullptr,
       nullptr, broadcast_pes, broadcast_prediction, broadcast_transfers},
      {TreeAlgorithm::kFdf, TreeOperation::kScatter, "fdf",
       "farthest destination first: optimal on every tree",
       "The root sends the messages of the farthest PEs first (farthest destination first), flit "
       "after flit without a gap; routers pass on what is not for their PE. With options.ports: "
       "multi it does so in every subtree of the root at the same time.",
       "max over the depths d of PEs with a message of (d - 1 + flits for depth d or more); with a "
       "port per link, the greatest of that over the root's subtrees. No schedule is faster. With "
       "options.setup (beta) and flit_time (tau), beta + L tau in place of the flits L of each "
       "message. With options.router_latency (r) and link_latency (w), lam in place of d - 1: w - "
       "1 for each link of the way and r for each router between its ends; the largest lam goes "
       "first.",
       "any tree, any lengths", kTreePaper + ", Theorem 1; closed form worked out here", nullptr,
       nullptr,
       [](const TreeScenario& s, const PlacedTree& tree) {
         const protocols::Pace pace = protocol_pace(s.options);
         const TreeLatency latency = tree_latency(s.options, tree);
         return is_multiport(s)
                    ? protocols::make_scatter_multiport(tree, s.lengths, pace, latency)
                    : protocols::make_scatter(
                          tree, s.lengths,
                          protocols::farthest_first_order(tree, s.lengths, latency), pace);
       },
       [](const TreeTheory& t) {
         const theory::Pace pace = theory_pace(t.scenario.options);
         return is_multiport(t.scenario)
                    ? theory::predict_scatter_multiport(t.tree, t.lengths, pace, t.latency)
                    : theory::predict_scatter_fdf(t.tree, t.lengths, pace, t.latency);
       },
       scatter_transfers},
      {TreeAlgorithm::kOrder, TreeOperation::kScatter, "order",
       "the messages in the order of the key `order`",
       "The root sends the messages in the order of the key `order`, flit after flit without a "
       "gap.",
       "max over the messages i of (dispatch_i + L_i + depth_i - 2), dispatch_i the step in which "
       "their first flit leaves; with options.router_latency and link_latency, lam_i (see fdf) in "
       "place of depth_i - 1",
       "any tree, any lengths, single ports", kTreePaper + ", equations (1) to (3)", nullptr,
       "has no single order: PE 0 sends over all its links at once; use fdf",
       [](const TreeScenario& s, const PlacedTree& tree) {
         return protocols::make_scatter(tree, s.lengths, s.order, protocol_pace(s.options));
       },
       [](const TreeTheory& t) {
         return theory::predict_scatter(t.tree, t.lengths, t.placed.pes_of(t.scenario.order),
                                        theory_pace(t.scenario.options), t.latency);
       },
       scatter_transfers},
      {TreeAlgorithm::kShoulderTap, TreeOperation::kGather, "shoulder-tap",
       "each PE taps the next one; on the path 0-1-...-n only",
       "Each PE sends its message and taps the next PE on the shoulder in time for that one's "
       "message to follow without a gap; the root taps PE 1. With options.end_mark, the last PE "
       "marks the end of the round.",
       "max over the PEs j with a message of (e_j - 1 + sum over k >= j of L_k); e_j = 2j + 1, but "
       "2m for the last PE m; e_j = 2j with a port per link; the END mark counts as a flit. With "
       "options.setup (beta) and flit_time (tau), e_j + beta in place of e_j and L tau in place of "
       "L. With options.router_latency (r), link_latency (w) and reaction (g), e_j = t_j + g_j + "
       "lam_j, and 1 more before the last PE with one port: t_j = 1 - g_0 + sum of (g + w - 1) "
       "over the links of the tap, lam_j the way up (see fdf)",
       "the path 0-1-...-m, any lengths", kTreePaper + ", Theorem 2; closed form worked out here",
       "taps", nullptr,
       [](const TreeScenario& s, const PlacedTree& tree) {
         return protocols::make_shoulder_tap(
             s.lengths,
             s.options.end_mark ? protocols::EndMark::kSent : protocols::EndMark::kAbsent,
             ports_as<protocols::Ports>(s.options.ports), protocol_pace(s.options),
             tree_latency(s.options, tree));
       },
       [](const TreeTheory& t) {
         const TreeOptions& options = t.scenario.options;
         return theory::predict_shoulder_tap(t.lengths, options.end_mark,
                                             ports_as<theory::Ports>(options.ports),
                                             theory_pace(options), t.latency);
       },
       [](const TreeTheory& t, const theory::Prediction& prediction,
          const theory::TakeEvent& take) {
         const TreeOptions& options = t.scenario.options;
         theory::visit_shoulder_tap_events(t.lengths, options.end_mark,
                                           ports_as<theory::Ports>(options.ports), prediction,
                                           theory_pace(options), t.latency, take);
       }},
      {TreeAlgorithm::kCertification, TreeOperation::kGather, "certification",
       "Transmission-Certification: poll, certify, order, transmit; on any tree",
       "Transmission-Certification: tokens go down and poll every PE; certificates (n, c) come up "
       "and tell how many flits a subtree has and how soon its stream can run without a gap; "
       "orders go down and say when to send; then the data stream into the root. options.rule "
       "chooses how c is computed, options.sync how tokens and certificates travel, "
       "options.sort_cost what a PE pays to sort.",
       "T_sync + K(d_0) + c_0 + M - 2: the step of the root's last certificate, the steps to sort, "
       "the root's lag and all flits; with a port per link, T_sync + K(d_0) + max over the root's "
       "children of (c_j + n_j). With options.setup (beta) and flit_time (tau), c counts beta + "
       "tau for a leaf, and (M - 1) tau + 1 stands in place of M, as with n_j. With "
       "options.router_latency (r), link_latency (w) and reaction (g), M - 1 - r_0 in place of M - "
       "2, and n_j + g_0 - 1 and the link's w - 1 down and up in place of n_j",
       "any tree, any lengths of at most 262,143 flits in all",
       kTreePaper +
           ", section 3.2, with its lags corrected (rule tight) and bettered (skip, posidx, "
           "pos); rule printed takes the paper's arithmetic at its word (options.printed), "
           "which PEs cannot always obey; sync seq is the published tour, mirror and slot are "
           "this project's",
       "tokens", nullptr,
       [](const TreeScenario& s, const PlacedTree& tree) {
         return protocols::make_certification(tree, s.lengths, protocol_variant(s.options),
                                              tree_latency(s.options, tree));
       },
       [](const TreeTheory& t) {
         return theory::predict_certification(t.tree, t.lengths,
                                              theory_variant(t.scenario.options, t.latency));
       },
       [](const TreeTheory& t, const theory::Prediction& prediction,
          const theory::TakeEvent& take) {
         theory::visit_certification_events(
             t.tree, t.lengths, theory_variant(t.scenario.options, t.latency), prediction, take);
       }},
  };
  return methods;
}

std::string TreeMethod::operation_word() const {
  return word_for(tree_operation_words(), operation);
}

const TreeMethod& method_of(TreeAlgorithm algorithm) {
  return method_with(tree_methods(), algorithm);
}

TreeOperation operation_of(TreeAlgorithm algorithm) {
  return algorithm == TreeAlgorithm::kTimetable ? TreeOperation::kGather
                                                : method_of(algorithm).operation;
}

theory::Prediction predict(const TreeScenario& scenario, const PlacedTree& tree) {
  return method_of(scenario.algorithm).predict({scenario, tree});
}

void visit_predicted_events(const TreeScenario& scenario, const PlacedTree& tree,
                            const theory::Prediction& prediction, const theory::TakeEvent& take) {
  method_of(scenario.algorithm)
      .visit_events({scenario, tree}, prediction,
                    [&](const LinkEvent& event) { take(tree.in_nodes(event)); });
}

}  // namespace flitwise
