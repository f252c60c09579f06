#include "sim/families/torus/language/torus_texts.h"

namespace flitwise {
namespace {

const std::string kPaper =
    "S.-Y. Wang, Y.-C. Tseng, \"Algebraic Foundations and Broadcasting Algorithms for "
    "Wormhole-Routed All-Port Tori\", IEEE Transactions on Computers 49(3), 2000";
const std::string kEdn =
    "after Y.-J. Tsai, P. K. McKinley, \"A Broadcast Algorithm for All-Port Wormhole-Routed Torus "
    "Networks\", IEEE Transactions on Parallel and Distributed Systems 7(8), 1996, as far as "
    "Wang and Tseng speak of it";
const std::string kHere = "this project";
// Of all schemes in steps.
const std::string kPace =
    "; with a barrier, finish is the sum over the steps of (os + H_s + L + orv), H_s the longest "
    "path "
    "of step s";

Explanation traffic(const std::string& pattern, const std::string& what, const std::string& range) {
  return {"tori of wormhole routers",
          "traffic",
          pattern,
          what +
              " Packets have one length, or lengths drawn by shares, which are relative: 2 and "
              "1 are two of three and one of three. Receivers may stall: with "
              "options.receiver_stall a PE's port takes no flit in so many steps.",
          "none: every packet must arrive once, on its way and in order; undisturbed ones take the "
          "formula's latency and what their receivers let them wait, and accepted flits keep the "
          "bound of the busiest channel",
          range,
          "W. Dally, B. Towles, \"Principles and Practices of Interconnection Networks\", 2004, "
          "section "
          "3.2"};
}

std::vector<Explanation> traffic_explanations() {
  const std::string any = "1 to 4 sides of 1 to 64, any rate and packet lengths";
  return {
      traffic("uniform", "Every packet goes to a node that is drawn.", any),
      traffic("hot-spot", "As uniform, but a share of the packets goes to the hot spots.", any),
      traffic("transpose", "Node (x, y, ...) sends to the node of the coordinates in reverse.",
              "equal sides"),
      traffic("bit-complement", "Node x sends to n - 1 - x along every dimension.", any),
      traffic("tornado", "Node x sends almost half way round every dimension.", any),
      traffic("neighbour", "Node x sends to x + 1 along every dimension.", any),
  };
}

}  // namespace

std::vector<Explanation> torus_explanations() {
  const std::string system = "tori of wormhole routers";
  const std::string broadcast = "broadcast";
  const std::string any = "1 to 4 sides of 1 to 64, any root, any length";
  std::vector<Explanation> all{
      {system, broadcast, "peel",
       "One dimension after the other: a node cuts its part of a line into runs and sends the text "
       "to "
       "their centres, straight along the line or first one hop along a dimension that is not done "
       "yet. No node needs to be aligned with others.",
       "steps: sum over the sides n_m of ceil(log_(2m+3) n_m), m counted from 0" + kPace, any,
       kHere},
      {system, broadcast, "paper",
       "The published scheme, reconstructed: step counts as published. Aligned sources use all "
       "ports, with helpers where one side divides another. The copy of the paper at hand has lost "
       "its formulas: which way each message takes is this project's choice, and with three sides "
       "or more the nodes of a stage are no line or plane as they are there, though as many.",
       "steps, of equal sides: k ceil(log_(2k+1) n) + k - 1" + kPace, any, kPaper},
      {system, broadcast, "best",
       "In each dimension the shorter of peel and paper: up to 4,096 nodes that is always peel.",
       "steps: never more than paper" + kPace, any, kHere},
      {system, broadcast, "fsh",
       "Two dimensions: the text goes to one row of each unit of three rows, from there to the "
       "rows "
       "beside it, and each row then fills itself from several points at once.",
       "steps: 2 + ceil(log_5 ceil(n_1 / 3)) + ceil(log_3 ceil(n_0 / 5))" + kPace,
       "two sides above 1, n_0 >= 4, n_1 >= 3, not 4 x 5", kHere},
      {system, broadcast, "edn",
       "Through levels of dominating nodes, reconstructed: step counts as published. In every step "
       "four times as many nodes have the text; those before the last one dominate the torus: all "
       "others are next to one of them. With three sides the line along the third one comes first. "
       "The original paper is not at hand: the patterns and the way along z are this project's.",
       "steps: d on 2^d x 2^d, d + ceil(log_3 z) on 2^d x 2^d x z" + kPace,
       "two or three sides above 1, the two that are routed first the same power of two", kEdn},
      {system, broadcast, "imported",
       "The schedule in the scenario's `file`, moved to its root; checked against the model first.",
       "with a barrier as all schemes in steps; elsewhere from the paths and where they meet",
       "any schedule that never uses a channel twice in a step and reaches every node", kHere},
      {system, broadcast, "doubling",
       "One message per node and step: recursive doubling, a baseline.",
       "steps: sum over the sides of ceil(log_2 n_m)" + kPace, any, "folklore"},
      {system, broadcast, "flood", "One hop per step to all neighbours, a baseline.",
       "steps: sum over the sides of floor(n_m / 2)" + kPace, any, "folklore"},
      {system, broadcast, "radix3", "Both directions of one ring per step, a baseline.",
       "steps: sum over the sides of ceil(log_3 n_m)" + kPace, any, "folklore"},
      {system, broadcast, "packet-tree",
       "The text in packets of options.packet flits, pipelined hop by hop down a shortest-path "
       "tree: no steps, and best for long texts.",
       "at the nodes' own pace (n - 1)(os + P) + (D - 1)(os + 1 + P + orv) + os + 1 + P' + orv; in "
       "slots (n + D - 2)(os + 1 + P + orv) + os + 1 + P' + orv; n packets, the last of P' flits, "
       "D "
       "the diameter",
       any, kHere},
  };
  for (const Explanation& one : traffic_explanations()) all.push_back(one);
  return all;
}

}  // namespace flitwise
