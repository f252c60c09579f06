// torus_methods.cpp: what each row says and does.
#include "sim/families/torus/torus_methods.h"

#include <algorithm>

#include "systemc/protocols/torus/torus_broadcast.h"
#include "tb/theory/torus/broadcast_plan.h"

namespace flitwise {
namespace {

const std::string kPaper =
    "S.-Y. Wang, Y.-C. Tseng, \"Algebraic Foundations and Broadcasting Algorithms for "
    "Wormhole-Routed All-Port Tori\", IEEE Transactions on Computers 49(3), 2000";
const std::string kEdn =
    "after Y.-J. Tsai, P. K. McKinley, \"A Broadcast Algorithm for All-Port Wormhole-Routed Torus "
    "Networks\", IEEE Transactions on Parallel and Distributed Systems 7(8), 1996, as far as Wang "
    "and Tseng speak of it";
const std::string kHere = "this project";
const std::string kAnySides = "1 to 4 sides of 1 to 64, any ";
const std::string kAnyText = kAnySides + "root, any length";
const std::string kAnyTraffic = kAnySides + "rate and packet lengths";
// Of all schemes in steps.
const std::string kPace =
    "; with a barrier, finish is the sum over the steps of (os + H_s + L + orv), H_s the longest "
    "path of step s. With options.pipeline (routers of r steps) and link_latency (w), r - 1 + W_s "
    "in place of H_s, W_s the longest way with p = r + w - 1 for a hop";

template <protocols::BroadcastScheme kScheme>
TorusSchedule made(const TorusScenario& scenario) {
  return protocols::make_broadcast(Torus(scenario.sides), scenario.root, kScheme, scenario.order);
}

template <theory::BroadcastScheme kScheme>
TorusSchedule planned(const TorusScenario& scenario) {
  return theory::broadcast_plan(kScheme, Torus(scenario.sides), scenario.root, scenario.order);
}

TorusSchedule imported(const TorusScenario& scenario) { return scenario.imported; }

// Of fsh: the column in which each row first has the text, row by row from the root's on, counted
// from the root's column. The protocols' search has found them: data to theory.
std::vector<int> fsh_columns(const TorusScenario& scenario) {
  const Torus torus(scenario.sides);
  DimensionOrder sides = scenario.order;
  sides.erase(std::remove_if(sides.begin(), sides.end(), [&](int d) { return torus.side(d) == 1; }),
              sides.end());
  std::vector<std::optional<int>> columns(static_cast<std::size_t>(torus.side(sides.at(1))));
  columns[0] = 0;
  const TorusSchedule schedule = made<protocols::BroadcastScheme::kFsh>(scenario);
  for (const TorusStep& step : schedule.steps) {
    for (const TorusMessage& message : step) {
      const Node to = torus.destination(message.from, message.hops);
      const Coordinates x = torus.coordinates(torus.translate_back(to, scenario.root));
      auto& column = columns[static_cast<std::size_t>(x[index_of(sides[1])])];
      if (!column) column = x[index_of(sides[0])];
    }
  }
  std::vector<int> all;
  for (const auto& column : columns) all.push_back(column.value());
  return all;
}

TorusSchedule planned_fsh(const TorusScenario& scenario) {
  return theory::broadcast_plan(theory::BroadcastScheme::kFsh, Torus(scenario.sides), scenario.root,
                                scenario.order, fsh_columns(scenario));
}

}  // namespace

const std::vector<TorusMethod>& torus_methods() {
  using Pes = protocols::BroadcastScheme;
  using Theory = theory::BroadcastScheme;
  static const std::vector<TorusMethod> methods{
      {TorusAlgorithm::kPeel, "peel", "one dimension after the other, no alignment",
       "One dimension after the other: a node cuts its part of a line into runs and sends the text "
       "to their centres, straight along the line or first one hop along a dimension that is not "
       "done yet. No node needs to be aligned with others.",
       "steps: sum over the sides n_m of ceil(log_(2m+3) n_m), m counted from 0" + kPace, kAnyText,
       kHere, Theory::kPeel, made<Pes::kPeel>, planned<Theory::kPeel>},
      {TorusAlgorithm::kPaper, "paper",
       "aligned sources with helpers; reconstructed: step counts as published",
       "The published scheme, reconstructed: step counts as published. Aligned sources use all "
       "ports, with helpers where one side divides another. The copy of the paper at hand has lost "
       "its formulas: which way each message takes is this project's choice, and with three sides "
       "or more the nodes of a stage are no line or plane as they are there, though as many.",
       "steps, of equal sides: k ceil(log_(2k+1) n) + k - 1" + kPace, kAnyText, kPaper,
       Theory::kPaper, made<Pes::kPaper>, planned<Theory::kPaper>, false, false},
      {TorusAlgorithm::kBest, "best", "the better of the two in each dimension",
       "In each dimension the shorter of peel and paper: up to 4,096 nodes that is always peel.",
       "steps: never more than paper" + kPace, kAnyText, kHere, Theory::kBest, made<Pes::kBest>,
       planned<Theory::kBest>, false, false},
      {TorusAlgorithm::kFsh, "fsh", "two sides > 1, rows in units of three",
       "Two dimensions: the text goes to one row of each unit of three rows, from there to the "
       "rows beside it, and each row then fills itself from several points at once.",
       "steps: 2 + ceil(log_5 ceil(n_1 / 3)) + ceil(log_3 ceil(n_0 / 5))" + kPace,
       "two sides above 1, n_0 >= 4, n_1 >= 3, not 4 x 5", kHere, Theory::kFsh, made<Pes::kFsh>,
       planned_fsh, true},
      {TorusAlgorithm::kEdn, "edn",
       "2^d x 2^d (x z), levels of dominating nodes; reconstructed: step counts as published",
       "Through levels of dominating nodes, reconstructed: step counts as published. In every step "
       "four times as many nodes have the text; those before the last one dominate the torus: all "
       "others are next to one of them. With three sides the line along the third one comes first. "
       "The original paper is not at hand: the patterns and the way along z are this project's.",
       "steps: d on 2^d x 2^d, d + ceil(log_3 z) on 2^d x 2^d x z" + kPace,
       "two or three sides above 1, the two that are routed first the same power of two", kEdn,
       Theory::kEdn, made<Pes::kEdn>, planned<Theory::kEdn>, true},
      {TorusAlgorithm::kImported, "imported", "the schedule in `file` (JSON)",
       "The schedule in the scenario's `file`, moved to its root; checked against the model first.",
       "with a barrier as all schemes in steps; elsewhere from the paths and where they meet",
       "any schedule that never uses a channel twice in a step and reaches every node", kHere,
       std::nullopt, imported, imported},
      {TorusAlgorithm::kDoubling, "doubling", "one message per node and step: recursive doubling",
       "One message per node and step: recursive doubling, a baseline.",
       "steps: sum over the sides of ceil(log_2 n_m)" + kPace, kAnyText, "folklore",
       Theory::kDoubling, made<Pes::kDoubling>, planned<Theory::kDoubling>},
      {TorusAlgorithm::kFlood, "flood", "one hop per step to all neighbours",
       "One hop per step to all neighbours, a baseline.",
       "steps: sum over the sides of floor(n_m / 2)" + kPace, kAnyText, "folklore", Theory::kFlood,
       made<Pes::kFlood>, planned<Theory::kFlood>},
      {TorusAlgorithm::kRadix3, "radix3", "both directions of one ring per step",
       "Both directions of one ring per step, a baseline.",
       "steps: sum over the sides of ceil(log_3 n_m)" + kPace, kAnyText, "folklore",
       Theory::kRadix3, made<Pes::kRadix3>, planned<Theory::kRadix3>},
      {TorusAlgorithm::kSeparate, "separate", "the source sends to every node itself",
       "The source sends a message to every node, the farthest first: a baseline.",
       "steps: N - 1" + kPace, kAnyText, "folklore", Theory::kSeparate, made<Pes::kSeparate>,
       planned<Theory::kSeparate>},
      {TorusAlgorithm::kPacketTree, "packet-tree",
       "pipelined packets down a shortest-path tree: for long texts",
       "The text in packets of options.packet flits, pipelined hop by hop down a shortest-path "
       "tree: no steps, and best for long texts.",
       "at the nodes' own pace (n - 1)(os + P) + (D - 1)(os + 1 + P + orv) + os + 1 + P' + orv; in "
       "slots (n + D - 2)(os + 1 + P + orv) + os + 1 + P' + orv; n packets, the last of P' flits, "
       "D the diameter. With one port a PE a node sends a packet to its children one after the "
       "other: with M the children of the source packet i to child j of a node at depth d in slot "
       "(i + d) M + j, at the nodes' own pace (i M + j)(max(os, Fh) + P) after the node's first. "
       "With options.pipeline (routers of r steps, in which heads wait Fh) and "
       "link_latency (w), r - 1 + p in place of 1, p = r + w - 1, and max(os, Fh) + P in place of "
       "os + P",
       kAnyText, kHere, std::nullopt, nullptr, nullptr},
  };
  return methods;
}

namespace {

TrafficMethod traffic(protocols::TrafficPattern pattern, theory::TrafficPattern in_theory,
                      const char* sentence, const std::string& what,
                      const std::string& range = kAnyTraffic) {
  return {pattern,
          in_theory,
          protocols::name_of(pattern),
          sentence,
          what +
              " Packets have one length, or lengths drawn by shares, which are relative: 2 and 1 "
              "are two of three and one of three. Receivers may stall: with options.receiver_stall "
              "a PE's port takes no flit in so many steps.",
          "none: every packet must arrive once, on its way and in order; undisturbed ones take the "
          "formula's latency (hops + flits; r - 1 + p hops + flits with options.pipeline and "
          "link_latency) and what their receivers let them wait, and accepted flits keep the bound "
          "of the busiest channel",
          range,
          "W. Dally, B. Towles, \"Principles and Practices of Interconnection Networks\", 2004, "
          "section 3.2"};
}

}  // namespace

const std::vector<TrafficMethod>& traffic_methods() {
  using Pes = protocols::TrafficPattern;
  using Theory = theory::TrafficPattern;
  static const std::vector<TrafficMethod> methods{
      traffic(Pes::kUniform, Theory::kUniform, "to every other node equally often",
              "Every packet goes to a node that is drawn."),
      traffic(Pes::kTranspose, Theory::kTranspose, "coordinates in reverse: (x, y) to (y, x)",
              "Node (x, y, ...) sends to the node of the coordinates in reverse.", "equal sides"),
      traffic(Pes::kBitComplement, Theory::kBitComplement,
              "to the opposite place in every dimension",
              "Node x sends to n - 1 - x along every dimension."),
      traffic(Pes::kTornado, Theory::kTornado, "nearly half round every ring",
              "Node x sends almost half way round every dimension."),
      traffic(Pes::kNeighbour, Theory::kNeighbour, "one place on in every dimension",
              "Node x sends to x + 1 along every dimension."),
      traffic(Pes::kHotSpot, Theory::kHotSpot, "a share to hot spots, the rest uniform",
              "As uniform, but a share of the packets goes to the hot spots."),
  };
  return methods;
}

const TorusMethod& method_of(const TorusScenario& torus) {
  return method_with(torus_methods(), torus.algorithm);
}

bool is_for_one_port(TorusAlgorithm algorithm) {
  return algorithm == TorusAlgorithm::kDoubling || algorithm == TorusAlgorithm::kSeparate ||
         algorithm == TorusAlgorithm::kPacketTree;
}

const TrafficMethod& traffic_method_of(const WormScenario& worms) {
  return method_with(traffic_methods(), worms.traffic->plan.pattern);
}

std::vector<Explanation> torus_explanations() {
  const char* system = "tori of wormhole routers";
  std::vector<Explanation> all = explanations_of(system, torus_methods());
  for (const Explanation& one : explanations_of(system, traffic_methods())) all.push_back(one);
  return all;
}

}  // namespace flitwise
