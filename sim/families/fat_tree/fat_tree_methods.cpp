// fat_tree_methods.cpp: every algorithm on fat trees: its words, its schedule, its theory, in one
// row each.
#include "sim/families/fat_tree/fat_tree_methods.h"

#include <algorithm>
#include <numeric>

#include "sim/language/scenario_values.h"
#include "systemc/protocols/fat_tree/ebft_classes.h"
#include "systemc/protocols/fat_tree/fat_tree_protocols.h"
#include "systemc/protocols/fat_tree/fat_tree_schedules.h"
#include "tb/theory/fat_tree/fat_tree_theory.h"

namespace flitwise {
namespace {

using Algorithm = FatTreeAlgorithm;
using Methods = std::vector<FatTreeMethod>;
using Prediction = theory::FatTreePrediction;
using Queues = FatTreeQueues;
using S = FatTreeScenario;
using T = FatTree;
using protocols::Schedule;

const std::string kPaper =
    "V. Dimakopoulos, N. Dimopoulos, \"Communications in Binary Fat Trees\", 1995";
const std::string kHere = "this project";
const std::string kAny = "any arity b from 2 to 8, any capacities, n = b^L leaves";

bool is_pair(const S& s) { return s.roots.size() == 2; }

Flits flits_of_lengths(const S& s) {
  if (is_pair(s)) return 2 * (Flits{s.leaves} - 1);
  return std::accumulate(s.lengths.begin(), s.lengths.end(), Flits{0});
}

std::int64_t all_of_them(const S& s, std::int64_t) { return flits_of_lengths(s); }

protocols::Protocols make_all_to_all(const S&, const T& tree, const Schedule& schedule) {
  return protocols::make_fat_tree_all_to_all(tree, schedule);
}

const FatTreeTask kBroadcast{
    FatTreeOperation::kBroadcast, FatTreeSenders::kRoots, [](const S&) -> Flits { return 1; },
    [](const S&, std::int64_t) -> std::int64_t { return 1; },
    [](const S& s, const T& tree, const Schedule& schedule) {
      return protocols::make_fat_tree_broadcast(tree, s.roots[0], schedule);
    }};

const FatTreeTask kScatter{FatTreeOperation::kScatter, FatTreeSenders::kRoots, flits_of_lengths,
                           all_of_them, [](const S& s, const T& tree, const Schedule& schedule) {
                             return is_pair(s) ? protocols::make_fat_tree_concurrent_scatters(
                                                     tree, s.roots[0], s.roots[1], schedule)
                                               : protocols::make_fat_tree_scatter(
                                                     tree, s.roots[0], s.lengths, schedule);
                           }};

const FatTreeTask kGather{FatTreeOperation::kGather, FatTreeSenders::kOthers, flits_of_lengths,
                          all_of_them, [](const S& s, const T& tree, const Schedule& schedule) {
                            return protocols::make_fat_tree_gather(tree, s.roots[0], s.lengths,
                                                                   schedule);
                          }};

const FatTreeTask kMultinode{
    FatTreeOperation::kMultinode, FatTreeSenders::kAll,
    [](const S& s) -> Flits { return s.leaves; },
    [](const S& s, std::int64_t below) { return std::max(below, s.leaves - below); },
    make_all_to_all};

const FatTreeTask kExchange{
    FatTreeOperation::kExchange, FatTreeSenders::kAll,
    [](const S& s) { return Flits{s.leaves} * (s.leaves - 1); },
    [](const S& s, std::int64_t below) { return below * (s.leaves - below); }, make_all_to_all};

constexpr theory::FatTreePolicy policy_of(const S& s) {
  using Policy = theory::FatTreePolicy;
  static_assert(static_cast<int>(Policy::kUpFirst) == static_cast<int>(QueuePolicy::kUpFirst));
  static_assert(static_cast<int>(Policy::kLocalFirst) ==
                static_cast<int>(QueuePolicy::kLocalFirst));
  static_assert(static_cast<int>(Policy::kRoundRobin) ==
                static_cast<int>(QueuePolicy::kRoundRobin));
  static_assert(static_cast<int>(Policy::kRandom) == static_cast<int>(QueuePolicy::kRandom));
  return static_cast<Policy>(s.options.policy);
}

theory::FatTreeBuffers buffers_of(const S& s) {
  theory::FatTreeBuffers buffers;
  if (s.options.backpressure) buffers.depth = s.options.depth;
  buffers.policy = policy_of(s);
  return buffers;
}

std::vector<Node> with_message(std::vector<Node> order, const std::vector<Flits>& lengths) {
  const auto is_silent = [&](Node x) { return lengths[index_of(x)] == 0; };
  order.erase(std::remove_if(order.begin(), order.end(), is_silent), order.end());
  return order;
}

// A protocol's schedule or theory's prediction that asks for the tree and its latencies alone.
template <typename Result, Result (*make)(const T&, const FatTreeLatency&)>
Result of_tree(const S& s, const T& tree) {
  return make(tree, latency_of(s));
}
template <Schedule (*make)(const T&, const FatTreeLatency&)>
constexpr auto kSchedule = of_tree<Schedule, make>;
template <Prediction (*make)(const T&, const FatTreeLatency&)>
constexpr auto kPrediction = of_tree<Prediction, make>;
// Those that do not ask for latencies.
template <Schedule (*make)(const T&)>
constexpr auto kSameSchedule = [](const S&, const T& tree) { return make(tree); };

// A sequence of classes is data, of which theory says what it does.
Prediction predict_optimal_ebft(const S& s, const T& tree) {
  const FatTreeLatency latency = latency_of(s);
  const std::vector<int> classes = protocols::ebft_classes(tree.levels(), latency);
  if (classes.empty()) return theory::predict_fat_tree_exchange_optimal_ebft(tree, latency);
  std::vector<theory::FatTreeClassStep> sequence;
  for (std::size_t i = 0; i < classes.size(); ++i)
    if (classes[i] != protocols::kNoClass)
      sequence.push_back({static_cast<Step>(i) + 1, classes[i]});
  return theory::predict_fat_tree_exchange_in_classes(tree, sequence, latency);
}

constexpr bool kIsOrdered = true;
constexpr bool kHasLast = true;
constexpr auto kFitsAll = [](const T&) -> const char* { return nullptr; };

// How all of it reads where hops take more than a step; and where nothing else changes.
const std::string kSlow = " With options.router_latency (r) and link_latency (w), ";
const std::string kWay =
    "lam_h in place of 2h - 1: r for each of 2h - 1 switches and 2 (w - 1) for each branch up to "
    "level h";

// How long messages of all lengths take that share the link of one leaf.
const std::string kByClass =
    "max over the classes h that have flits of (ceil(flits of class h and higher / c_1) + 2h - "
    "1); two leaves that meet at level h are of class h. One flit each, c_1 = 1: n + 1 for b = 2 "
    "and n >= 4, else n";
const std::string kSlowWay = kSlow + kWay;

Methods from_and_to_one_leaf() {
  return {
      {&kBroadcast, Algorithm::kBroadcastFlood, "flood",
       "one flit floods the network (may be left out)",
       "One flit goes up to the root and every switch copies it to all its other branches.",
       "2L." + kSlow + "1 + lam_L, " + kWay, kAny, kPaper + ", section 2.1", Queues::kNone,
       [](const S& s, const T& tree) { return protocols::fat_tree_broadcast(tree, s.roots[0]); },
       [](const S& s, const T& tree) {
         return theory::predict_fat_tree_broadcast(tree, s.roots[0], latency_of(s));
       }},
      {&kScatter, Algorithm::kScatterFurthestFirst, "furthest-first",
       "farthest leaves first: optimal; root: [A, B] scatters from two leaves",
       "The source sends the messages of the farthest leaves first, without a gap. With two roots, "
       "both do so at once.",
       kByClass + ". No schedule is faster; some pairs of scatters collide, which fails the run." +
           kSlowWay,
       kAny + ", any lengths; two at once: one flit each", kPaper + ", Theorem 1, for any lengths",
       Queues::kNone,
       [](const S& s, const T& tree) {
         return is_pair(s) ? protocols::fat_tree_concurrent_scatters(tree, s.roots[0], s.roots[1])
                           : protocols::fat_tree_scatter(tree, s.roots[0], s.lengths);
       },
       [](const S& s, const T& tree) {
         if (is_pair(s))
           return theory::predict_fat_tree_scatter_pair(tree, s.roots[0], s.roots[1],
                                                        latency_of(s));
         if (!s.options.store_forward)
           return theory::predict_fat_tree_scatter(tree, s.roots[0], s.lengths, latency_of(s));
         return theory::predict_fat_tree_scatter_store_forward(
             tree, s.roots[0], s.lengths,
             with_message(theory::farthest_first_order(tree, s.roots[0]), s.lengths),
             latency_of(s));
       }},
      {&kScatter, Algorithm::kScatterOrder, "order",
       "the messages in the order of the key `order`; of two scatters, a list each",
       "The source sends the messages in the order of the key `order`. With two roots, `order` is "
       "a list of two orders.",
       "max over the messages of (last dispatch + 2h - 1)." + kSlowWay,
       kAny + ", any lengths; two at once: one flit each", kHere, Queues::kNone,
       [](const S& s, const T& tree) {
         return is_pair(s) ? protocols::fat_tree_concurrent_scatters_in_order(
                                 tree, s.roots[0], s.roots[1], {s.orders[0], s.orders[1]})
                           : protocols::fat_tree_scatter_in_order(tree, s.roots[0], s.lengths,
                                                                  s.orders[0]);
       },
       [](const S& s, const T& tree) {
         if (is_pair(s))
           return theory::predict_fat_tree_scatter_pair_ordered(
               tree, s.roots[0], s.roots[1], {s.orders[0], s.orders[1]}, latency_of(s));
         const auto predict = s.options.store_forward
                                  ? theory::predict_fat_tree_scatter_store_forward
                                  : theory::predict_fat_tree_scatter_ordered;
         return predict(tree, s.roots[0], s.lengths, s.orders[0], latency_of(s));
       },
       kFitsAll, kIsOrdered},
      {&kGather, Algorithm::kGatherFurthestFirst, "furthest-first",
       "the scatter backwards: optimal, nothing waits",
       "The furthest-first scatter backwards in time: each leaf sends so late that nothing waits.",
       kByClass + ". No schedule is faster." + kSlowWay, kAny + ", any lengths",
       kPaper + ", Theorem 1", Queues::kNone,
       [](const S& s, const T& tree) {
         return protocols::fat_tree_gather(tree, s.roots[0], s.lengths, latency_of(s));
       },
       [](const S& s, const T& tree) {
         return theory::predict_fat_tree_gather(tree, s.roots[0], s.lengths, latency_of(s));
       }},
      {&kGather, Algorithm::kGatherNaive, "naive", "all leaves start in step 1, into queues",
       "All leaves send from step 1 on; packets wait in queues. options.policy says who goes "
       "first.",
       "as furthest-first: the target's link is busy without a gap", kAny + ", any lengths", kHere,
       Queues::kPredicted,
       [](const S& s, const T& tree) {
         return protocols::fat_tree_gather_naive(tree, s.roots[0], s.lengths);
       },
       [](const S& s, const T& tree) {
         return theory::predict_fat_tree_gather_naive(tree, s.roots[0], s.lengths, buffers_of(s),
                                                      latency_of(s));
       }},
  };
}

Methods multinode() {
  const std::string best = "n + 1 for b = 2 and n >= 4, else n";
  return {
      {&kMultinode, Algorithm::kMultinodeFlood, "flood",
       "all leaves flood in step 1, into queues: optimal",
       "Every leaf floods its flit in step 1; copies wait in queues. options.policy says who goes "
       "first.",
       "max over h of (ceil((n - b^(h-1)) / c_1) + 2h - 1); c_1 = 1: " + best +
           ". No schedule is faster." + kSlowWay,
       kAny, kPaper + ", Theorem 2, for any c_1", Queues::kPredicted,
       kSameSchedule<protocols::fat_tree_multinode_flood>,
       [](const S& s, const T& tree) {
         return theory::predict_fat_tree_flood(tree, buffers_of(s), latency_of(s));
       },
       kFitsAll, !kIsOrdered, kHasLast},
      {&kMultinode, Algorithm::kMultinodePhased, "phased",
       "one copy per leaf and level; nothing waits",
       "A copy per leaf and level, in phases that follow each other so that nothing waits.",
       "n + 2L - 2." + kSlow + "n - 1 + lam_L, " + kWay, kAny, kPaper + ", cited in section 4.1",
       Queues::kNone,
       [](const S& s, const T& tree) {
         return protocols::fat_tree_multinode_phased(tree, s.options.phase_gap, latency_of(s));
       },
       [](const S& s, const T& tree) {
         return theory::predict_fat_tree_multinode_phased(tree, s.options.phase_gap, latency_of(s));
       }},
      {&kMultinode, Algorithm::kMultinodeQueueFree, "queue-free",
       "copies for several levels at once: optimal, nothing waits",
       "Copies for several levels at once, sent so that nothing waits: without queues as fast as "
       "any schedule.",
       best + ". No schedule is faster where c_1 = 1." + kSlow +
           "max over h of (n - b^(h-1) + lam_h), " + kWay,
       kAny, kHere, Queues::kNone, kSchedule<protocols::fat_tree_multinode_queue_free>,
       kPrediction<theory::predict_fat_tree_multinode_queue_free>},
  };
}

Methods exchange() {
  const std::string sum =
      "sum over h of ceil((b - 1) b^(2h - 2) / e_h), e_1 = c_1 and e_h = min(c_h, b e_(h-1)) the "
      "capacities that can be used";
  return {
      {&kExchange, Algorithm::kExchangePhasedSerial, "phased-serial",
       "phases from the root's level down, one by one",
       "Pairs of leaves that meet at the root's level first, level by level down, one phase after "
       "the other.",
       sum + ", plus L^2." + kSlow + "plus all lam_h, " + kWay, kAny,
       kPaper + ", equation (1), corrected", Queues::kNone,
       kSchedule<protocols::fat_tree_exchange_phased_serial>,
       kPrediction<theory::predict_fat_tree_exchange_serial>},
      {&kExchange, Algorithm::kExchangePhased, "phased", "the same, overlapping",
       "The same phases, each begun before the last one is through.",
       sum + ", plus 2L - 1." + kSlow + "plus lam_L, " + kWay, kAny,
       kPaper + ", equation (2), corrected", Queues::kNone,
       [](const S& s, const T& tree) {
         return protocols::fat_tree_exchange_phased(tree, s.options.phase_gap, latency_of(s));
       },
       [](const S& s, const T& tree) {
         return theory::predict_fat_tree_exchange_phased(tree, s.options.phase_gap, latency_of(s));
       }},
      {&kExchange, Algorithm::kExchangeOptimalEbft, "optimal-ebft",
       "optimal on binary trees with exponential capacities",
       "A schedule made for exponential capacities, in which nothing waits.",
       "n + 2L - 3 for n >= 8 (n for n = 2, n + 2 for n = 4). No schedule is faster; the "
       "conjectured optimum was n + 2L - 2. With options.router_latency (r) and link_latency (w), "
       "p = r + w - 1 from 2 to 6 and n from 4 to 64, as a search found: the bound on packets in "
       "flight, or 1 or 2 steps more; else as phased",
       "b = 2, exponential capacities", kHere, Queues::kNone,
       kSchedule<protocols::fat_tree_exchange_optimal_ebft>, predict_optimal_ebft,
       [](const T& tree) {
         const bool fits =
             tree.arity() == 2 && tree.capacities() == exponential_capacities(tree.levels(), 2);
         return fits ? nullptr : "needs arity 2 and exponential capacities";
       }},
      {&kExchange, Algorithm::kExchangeOptimalCbft, "optimal-cbft",
       "optimal on binary trees with constant capacities",
       "A schedule made for constant capacities, in which nothing waits.",
       "n^2 / 4 + 2L - 1. No schedule is faster; the paper has (n^2 - 1) / 3 + 2L - 1." + kSlow +
           "n^2 / 4 + lam_L, " + kWay,
       "b = 2, constant capacities", kHere, Queues::kNone,
       kSchedule<protocols::fat_tree_exchange_optimal_cbft>,
       kPrediction<theory::predict_fat_tree_exchange_optimal_cbft>,
       [](const T& tree) {
         const bool fits =
             tree.arity() == 2 && tree.capacities() == constant_capacities(tree.levels());
         return fits ? nullptr : "needs arity 2 and constant capacities";
       }},
      {&kExchange, Algorithm::kExchangeFarFirst, "far-first",
       "all leaves send without pause, far leaves first, into queues",
       "All leaves send without pause, far leaves first; packets wait in queues. options.policy "
       "says who goes first.",
       "b^(L-1) (n - b^(L-1)) + 2L - 1 with constant capacities (n^2 / 4 + 2L - 1 for b = 2), n + "
       "2L - 2 with exponential ones and a policy of up-first or local-first, measured alone "
       "elsewhere",
       "any; predicted for n <= 128", kHere, Queues::kLarge,
       kSameSchedule<protocols::fat_tree_exchange_far_first>,
       [](const S& s, const T& tree) {
         return theory::predict_fat_tree_exchange_far_first(tree, policy_of(s), latency_of(s));
       }},
      {&kExchange, Algorithm::kExchangeScatters, "scatters",
       "leaf after leaf scatters, farthest first",
       "Every leaf in turn scatters, farthest first, when the one before has finished.",
       "n times that of one (see scatter); c_1 = 1: n (n + 1) for b = 2 and n >= 4, else n^2", kAny,
       kPaper + ", section 5", Queues::kNone, kSchedule<protocols::fat_tree_exchange_scatters>,
       kPrediction<theory::predict_fat_tree_exchange_scatters>},
      {&kExchange, Algorithm::kExchangeScatterPairs, "scatter-pairs",
       "the same, two leaves at a time (binary trees)",
       "Two leaves at a time scatter: s and s XOR x, x = 3 for n = 4, 5 for n = 8, n/2 from 16 on.",
       "n (n + 1) / 2 for n >= 4, 2 for n = 2", "b = 2, c_1 = 1", kPaper + ", section 5",
       Queues::kNone, kSchedule<protocols::fat_tree_exchange_scatter_pairs>,
       kPrediction<theory::predict_fat_tree_exchange_scatter_pairs>,
       [](const T& tree) {
         if (tree.arity() != 2) return "needs arity 2";
         return tree.leaf_links() == 1 ? nullptr
                                       : "needs leaves of one link: its pairs keep out of each "
                                         "other's way at a flit a step";
       }},
  };
}

}  // namespace

const Methods& fat_tree_methods() {
  static const Methods methods = [] {
    Methods all;
    for (const Methods& some : {from_and_to_one_leaf(), multinode(), exchange()})
      all.insert(all.end(), some.begin(), some.end());
    return all;
  }();
  return methods;
}

std::string FatTreeMethod::operation_word() const {
  return word_for(fat_tree_operation_words(), task->operation);
}

const FatTreeMethod& method_of(FatTreeAlgorithm algorithm) {
  return method_with(fat_tree_methods(), algorithm);
}

FatTreeOperation operation_of(FatTreeAlgorithm algorithm) {
  return method_of(algorithm).task->operation;
}

std::string word_of(FatTreeAlgorithm algorithm) { return method_of(algorithm).word; }

const std::vector<Choice<FatTreeOperation>>& fat_tree_operation_words() {
  static const std::vector<Choice<FatTreeOperation>> words{
      {"broadcast", FatTreeOperation::kBroadcast},
      {"scatter", FatTreeOperation::kScatter},
      {"gather", FatTreeOperation::kGather},
      {"multinode", FatTreeOperation::kMultinode},
      {"exchange", FatTreeOperation::kExchange}};
  return words;
}

}  // namespace flitwise
