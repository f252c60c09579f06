// torus_word_methods.cpp: rows of tori: what PEs do and what formulas say of it.
#include "sim/collective/methods/word_methods.h"
#include "sim/collective/methods/word_rows.h"
#include "systemc/protocols/collective/torus_buckets.h"
#include "systemc/protocols/collective/torus_distances.h"
#include "systemc/protocols/collective/torus_exchange.h"
#include "systemc/protocols/collective/torus_rounds.h"
#include "systemc/protocols/collective/torus_whole_vectors.h"
#include "tb/theory/collective/torus_collectives.h"
#include "tb/theory/collective/torus_distances.h"

namespace flitwise {
namespace {

using Operations = std::vector<CollectiveOperation>;

const Operations kVectorHalves{CollectiveOperation::kReduceScatter, CollectiveOperation::kAllGather,
                               CollectiveOperation::kAllReduce};

const Operations kAllReduceOnly{CollectiveOperation::kAllReduce, CollectiveOperation::kBarrier};
const Operations kWholeVectors{CollectiveOperation::kReduce, CollectiveOperation::kAllReduce,
                               CollectiveOperation::kBarrier};

const std::string kTimes =
    "; all-gather with a = 0, all-reduce both; h(B) = os + 1 + B + orv, B_d = ceil(B_(d-1) / n_d), "
    "B_(-1) the words that are moved: N ceil(m / N) of a reduce-scatter, N P, or m";
const std::string kAnySides = "1 to 4 sides of 1 to 64, any length, a, os and orv";
const std::string kBuckets =
    "M. Barnett et al., \"Global combine on mesh architectures with wormhole routing\" (IPPS "
    "1993): the bucket algorithm; times as counted by this project";
const std::string kPorts =
    "P. Sack, W. Gropp, \"Collective algorithms for multiported torus networks\" (ACM Trans. "
    "Parallel Computing 1(2), 2015); times as counted by this project";
const std::string kBucketWhat =
    " Dimension by dimension: block c of a ring is combined hop by hop on its way to the ring's PE "
    "c; an all-gather is the same backwards.";

// Of exchanges over growing distances.
const std::string kExchange =
    "In step s every PE swaps half (radix3: two thirds) of what it still combines ";
const std::string kExchangeAll = "In step s every PE swaps its whole vector ";
const std::string kByDimensions =
    "dimension by dimension, reduce-scatter: sum over the steps of (Phi_s + a) with L_s = n_d B_d "
    "/ 2^(s+1), of radix3 / 3^(s+1); all-gather with a = 0, all-reduce both; ";
const std::string kByPieces =
    "reduce-scatter: sum over the steps j of (Phi_s + a), s = floor(j / k), L = B N / 2^(j+1), of "
    "radix3 / 3^(j+1), B = ceil(m / (pieces N)); all-gather with a = 0, all-reduce both; ";
const std::string kOfWhole = "sum over the steps of (Phi_s + a) with L = m; ";
const std::string kPhiHalving = "Phi = os + orv + 1 + d L";
const std::string kPhiRadix = "Phi = os + orv + d L + 2d - 1, with L = 1 os + orv + 1 + d";
const std::string kPhiSwing =
    "Phi = os + orv + (C - 1)(L + 2) + d + L, with L = 1 os + orv + 1 + d; C is how often those of "
    "a direction must begin one after the other";
const std::string kPhiSwing2 =
    "Phi = os + orv + (C - 1)(L + 1) + d + L, with L = 1 os + orv + 1 + d; C is how often those of "
    "a direction must begin one after the other";
const std::string kPowers2 = "sides that are powers of two, any length, a, os and orv";
const std::string kPowers3 = "sides that are powers of three, any length, a, os and orv";
const std::string kEqual2 = "equal sides above 1, a power of two; any length, a, os and orv";
const std::string kEqual3 = "equal sides above 1, a power of three; any length, a, os and orv";
const std::string kRabenseifner =
    "R. Rabenseifner, \"Optimization of Collective Reduction Operations\" (ICCS 2004); start times "
    "with which no worm waits are this project's";
const std::string kTrivance =
    "the pattern of Trivance; start times with which no worm waits are this project's";
const std::string kSwing =
    "D. De Sensi et al., \"Swing: Short-cutting Rings for Higher Bandwidth Allreduce\" (NSDI "
    "2024); start times with which no worm waits are this project's";

template <auto kPlan, auto kFigures>
WordMethod row(const char* word, const Operations& operations, const char* sentence,
               const std::string& what, const std::string& finish, const std::string& range,
               const std::string& source) {
  return word_row<Torus, kPlan, kFigures>(word, operations, sentence, what, finish, range, source);
}

WordMethod with_start(WordMethod method) {
  method.has_start = true;
  return method;
}

WordMethod with_packets(WordMethod method) {
  method.has_packets = true;
  return method;
}

}  // namespace

std::vector<WordMethod> torus_word_methods() {
  namespace torus_plans = protocols::torus_plans;
  return {
      row<torus_plans::line, theory::torus_line>(
          "line", kVectorHalves, "both ways along each ring, never over its wrap link",
          "Both ways along each ring, never over its wrap link." + kBucketWhat,
          "reduce-scatter: sum over the sides of (n_d - 1) (h(B_d) + a)" + kTimes, kAnySides,
          kBuckets),
      row<torus_plans::ring, theory::torus_ring>(
          "ring", kVectorHalves, "one way around each ring: as slow as the line",
          "One way around each ring, which takes as long as the line." + kBucketWhat,
          "reduce-scatter: sum over the sides of (n_d - 1) (h(B_d) + a)" + kTimes, kAnySides,
          kBuckets),
      row<torus_plans::bidir, theory::torus_bidirectional>(
          "bidir", kVectorHalves, "two halves of the words, one each way around",
          "Two halves of the words, one each way around each ring." + kBucketWhat,
          "as ring with half the words, rounded up" + kTimes, kAnySides, kBuckets),
      row<torus_plans::half_ring, theory::torus_half_ring>(
          "half-ring", kVectorHalves, "every block half the way around from both sides",
          "Every block comes half the way around each ring from both sides at once." + kBucketWhat,
          "reduce-scatter: sum over the sides of floor(n_d / 2) (h(B_d) + a)" + kTimes, kAnySides,
          kPorts),
      row<torus_plans::multi_bucket, theory::torus_multi_bucket>(
          "multi-bucket", kVectorHalves, "2k pieces, so that every channel is always in use",
          "2k pieces of the words, one for each dimension to begin with and direction: all "
          "channels are always in use, and the bandwidth bound is met." +
              kBucketWhat,
          "reduce-scatter: (n - 1) times the sum over j = 1..k of (h(ceil(B_(-1) / (2k n^j))) + "
          "a)" +
              kTimes,
          "equal sides above 1, any length, a, os and orv", kPorts),
      row<torus_plans::rounds, theory::torus_rounds>(
          "rounds", kVectorHalves, "the fewest rounds, in each of which every channel is used once",
          "The fewest rounds: in each, every PE sends a block over every channel, and all PEs "
          "alike, along a tree of one-hop messages that is moved to each PE. PEs need a table of N "
          "- 1 rounds and directions.",
          "all-gather: R (os + 1 + P + orv); reduce-scatter: R (os + 1 + P + orv + a); all-reduce "
          "both; P = ceil(m / N), R = max(D, ceil((N - 1 + s) / 2k)), D the largest distance, s "
          "the sides of 2, k those above 1",
          "any sides for which a tree is found: all of two dimensions up to 12, and many more",
          "after M. Soch, P. Tvrdik, \"Optimal gossip in store-and-forward noncombining 2-D tori\" "
          "(Euro-Par 1997); for other dimensions this project"),
      row<torus_plans::halving, theory::torus_halving>(
          "halving", kVectorHalves, "recursive halving, distances 1, 2, 4, ...",
          kExchange + "with the PE at distance d = 2^s.", kByDimensions + kPhiHalving, kPowers2,
          kRabenseifner),
      row<torus_plans::halving_pieces, theory::torus_halving_pieces>(
          "halving-pieces", kVectorHalves, "the same in k pieces, one a dimension",
          kExchange + "with the PE at distance d = 2^s, k pieces in turns of dimensions.",
          kByPieces + kPhiHalving, kEqual2, kRabenseifner),
      row<torus_plans::halving_latency, theory::torus_halving_latency>(
          "halving-latency", kAllReduceOnly, "the same with whole vectors: recursive doubling",
          kExchangeAll + "with the PE at distance d = 2^s.", kOfWhole + kPhiHalving, kPowers2,
          kRabenseifner),
      row<torus_plans::radix3, theory::torus_radix3>(
          "radix3", kVectorHalves, "both PEs at distance 1, 3, 9, ...",
          kExchange + "with both PEs at distance d = 3^s.", kByDimensions + kPhiRadix, kPowers3,
          kTrivance),
      row<torus_plans::radix3_pieces, theory::torus_radix3_pieces>(
          "radix3-pieces", kVectorHalves, "the same in k pieces, one a dimension",
          kExchange + "with both PEs at distance d = 3^s, k pieces in turns of dimensions.",
          kByPieces + kPhiRadix, kEqual3, kTrivance),
      row<torus_plans::radix3_latency, theory::torus_radix3_latency>(
          "radix3-latency", kAllReduceOnly, "the same with whole vectors",
          kExchangeAll + "with both PEs at distance d = 3^s.", kOfWhole + kPhiRadix, kPowers3,
          kTrivance),
      row<torus_plans::swing, theory::torus_swing>(
          "swing", kVectorHalves, "distances 1, 1, 3, 5, 11, ...: fewer worms a channel",
          kExchange + "with the PE at distance d = |rho_s|, rho_s = (1 - (-2)^(s+1)) / 3, even PEs "
                      "in its direction and odd ones against it.",
          kByDimensions + kPhiSwing, kPowers2, kSwing),
      row<torus_plans::swing_latency, theory::torus_swing_latency>(
          "swing-latency", kAllReduceOnly, "the same with whole vectors",
          kExchangeAll + "with the PE at distance d = |rho_s|.", kOfWhole + kPhiSwing, kPowers2,
          kSwing),
      row<torus_plans::swing2, theory::torus_swing2>(
          "swing2", kVectorHalves, "two halves of the vector, mirrored",
          kExchange + "with the PE at distance d = |rho_s|, half of the vector mirrored.",
          kByDimensions + kPhiSwing2, kPowers2, kSwing),
      row<torus_plans::swing2_pieces, theory::torus_swing2_pieces>(
          "swing2-pieces", kVectorHalves, "2k pieces, mirrored in pairs: the published form",
          kExchange + "with the PE at distance d = |rho_s|, 2k pieces in turns of dimensions, half "
                      "of them mirrored: the published form.",
          kByPieces + kPhiSwing2, kEqual2, kSwing),
      row<torus_plans::eulerian, theory::torus_eulerian>(
          "eulerian", {CollectiveOperation::kAllToAll},
          "no channel is ever idle, no flit ever waits",
          "Every word goes alone to its PE. Relative addresses u and -u go together, ordered as an "
          "Eulerian circuit: while one pair is in a dimension, the next is in the one before for "
          "as many steps, so that no channel is ever idle and no flit waits.",
          "k sides of n: P n^(k-1) (n^2 - 1) / 8 + 1 for odd n, P n^(k+1) / 8 + (P odd: 2^(k-3) n) "
          "+ 1 for even n; two unequal sides, both odd or P even: P N floor(n^2 / 4) / 2n + 1, n "
          "the longer",
          "equal sides, or two; no overheads", kThisProject),
      with_start(row<torus_plans::half_way, theory::torus_half_way>(
          "half-way", kAllReduceOnly, "whole vectors half the way around each ring: short vectors",
          "Whole vectors go half the way around each ring in both directions, dimension by "
          "dimension, and are combined where they come: for short vectors and barriers.",
          "sum over the sides of (floor(n_d / 2) (os + 1 + m + orv) + a)", kAnySides,
          kThisProject)),
      row<torus_plans::reversed_peel, theory::torus_reversed_peel>(
          "reversed-peel", kWholeVectors, "the broadcast peel backwards",
          "The broadcast peel for the dimensions the other way round, backwards: what it copies is "
          "combined. An all-reduce and a barrier end with peel itself.",
          "sum over the steps of (os + H_s + m + orv + a), H_s the longest way in step s; of an "
          "all-reduce peel's sum of (os + H_s + m + orv) comes on top",
          kAnySides, kThisProject),
      with_packets(row<torus_plans::packet_tree, theory::torus_packet_tree>(
          "packet-tree", kWholeVectors, "packets up a shortest-path tree: long vectors, few PEs",
          "Packets of P words go up a shortest-path tree, PEs of one depth together, and the "
          "results down again. P is options.packet, or the best.",
          "reduce: (m/P - 1)(os + P) + D (os + 1 + P + orv + a); all-reduce: (m/P - 1)(os + P) + D "
          "(2 (os + 1 + P + orv) + a), D the largest distance; the last packet is filled up",
          kAnySides, kThisProject)),
  };
}

}  // namespace flitwise
