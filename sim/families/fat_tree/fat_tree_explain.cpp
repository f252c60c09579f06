#include "sim/families/fat_tree/fat_tree_texts.h"

namespace flitwise {
namespace {

const std::string kPaper =
    "V. Dimakopoulos, N. Dimopoulos, \"Communications in Binary Fat Trees\", 1995";
const std::string kHere = "this project";
const std::string kAny = "any arity b from 2 to 8, any capacities, n = b^L leaves";

using Explanations = std::vector<Explanation>;

void append(Explanations& all, const Explanations& more) {
  all.insert(all.end(), more.begin(), more.end());
}

Explanations from_and_to_one_leaf(const std::string& system) {
  const std::string by_class =
      "max over the classes h that have flits of (ceil(flits of class h and higher / c_1) + 2h - "
      "1); two leaves that meet at level h are of class h. One flit each, c_1 = 1: n + 1 for b = 2 "
      "and n >= 4, else n";
  return {
      {system, "broadcast", "flood",
       "One flit goes up to the root and every switch copies it to all its other branches.", "2L",
       kAny, kPaper + ", section 2.1"},
      {system, "scatter", "furthest-first",
       "The source sends the messages of the farthest leaves first, without a gap. With two roots, "
       "both do so at once.",
       by_class + ". No schedule is faster; some pairs of scatters collide, which fails the run.",
       kAny + ", any lengths; two at once: one flit each", kPaper + ", Theorem 1, for any lengths"},
      {system, "scatter", "order",
       "The source sends the messages in the order of the key `order`. With two roots, `order` is "
       "a "
       "list of two orders.",
       "max over the messages of (last dispatch + 2h - 1)",
       kAny + ", any lengths; two at once: one flit each", kHere},
      {system, "gather", "furthest-first",
       "The furthest-first scatter backwards in time: each leaf sends so late that nothing waits.",
       by_class + ". No schedule is faster.", kAny + ", any lengths", kPaper + ", Theorem 1"},
      {system, "gather", "naive",
       "All leaves send from step 1 on; packets wait in queues. options.policy says who goes "
       "first.",
       "as furthest-first: the target's link is busy without a gap", kAny + ", any lengths", kHere},
  };
}

Explanations multinode(const std::string& system) {
  const std::string best = "n + 1 for b = 2 and n >= 4, else n";
  return {
      {system, "multinode", "flood",
       "Every leaf floods its flit in step 1; copies wait in queues. options.policy says who goes "
       "first.",
       "max over h of (ceil((n - b^(h-1)) / c_1) + 2h - 1); c_1 = 1: " + best +
           ". No schedule is faster.",
       kAny, kPaper + ", Theorem 2, for any c_1"},
      {system, "multinode", "phased",
       "A copy per leaf and level, in phases that follow each other so that nothing waits.",
       "n + 2L - 2", kAny, kPaper + ", cited in section 4.1"},
      {system, "multinode", "queue-free",
       "Copies for several levels at once, sent so that nothing waits: without queues as fast as "
       "any schedule.",
       best + ". No schedule is faster where c_1 = 1.", kAny, kHere},
  };
}

Explanations exchange(const std::string& system) {
  const std::string sum =
      "sum over h of ceil((b - 1) b^(2h - 2) / e_h), e_1 = c_1 and e_h = min(c_h, b e_(h-1)) the "
      "capacities that can be used";
  return {
      {system, "exchange", "phased-serial",
       "Pairs of leaves that meet at the root's level first, level by level down, one phase after "
       "the other.",
       sum + ", plus L^2", kAny, kPaper + ", equation (1), corrected"},
      {system, "exchange", "phased", "The same phases, each begun before the last one is through.",
       sum + ", plus 2L - 1", kAny, kPaper + ", equation (2), corrected"},
      {system, "exchange", "optimal-ebft",
       "A schedule made for exponential capacities, in which nothing waits.",
       "n + 2L - 3 for n >= 8 (n for n = 2, n + 2 for n = 4). No schedule is faster; the "
       "conjectured optimum was n + 2L - 2.",
       "b = 2, exponential capacities", kHere},
      {system, "exchange", "optimal-cbft",
       "A schedule made for constant capacities, in which nothing waits.",
       "n^2 / 4 + 2L - 1. No schedule is faster; the paper has (n^2 - 1) / 3 + 2L - 1.",
       "b = 2, constant capacities", kHere},
      {system, "exchange", "far-first",
       "All leaves send without pause, far leaves first; packets wait in queues. options.policy "
       "says who goes first.",
       "b^(L-1) (n - b^(L-1)) + 2L - 1 with constant capacities (n^2 / 4 + 2L - 1 for b = 2), n + "
       "2L - 2 with exponential ones and a policy of up-first or local-first, measured alone "
       "elsewhere",
       "any; predicted for n <= 128", kHere},
  };
}

Explanations exchange_by_scatters(const std::string& system) {
  return {
      {system, "exchange", "scatters",
       "Every leaf in turn scatters, farthest first, when the one before has finished.",
       "n times that of one; c_1 = 1: n (n + 1) for b = 2 and n >= 4, else n^2", kAny,
       kPaper + ", section 5"},
      {system, "exchange", "scatter-pairs",
       "Two leaves at a time scatter: s and s XOR x, x = 3 for n = 4, 5 for n = 8, n/2 from 16 on.",
       "n (n + 1) / 2 for n >= 4, 2 for n = 2", "b = 2, c_1 = 1", kPaper + ", section 5"},
  };
}

}  // namespace

std::vector<Explanation> fat_tree_explanations() {
  const std::string system = "fat trees";
  Explanations all = from_and_to_one_leaf(system);
  append(all, multinode(system));
  append(all, exchange(system));
  append(all, exchange_by_scatters(system));
  return all;
}

}  // namespace flitwise
