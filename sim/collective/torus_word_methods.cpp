// torus_word_methods.cpp: rows of tori: what PEs do and what formulas say of it.
#include "sim/collective/word_methods.h"
#include "sim/collective/word_rows.h"
#include "systemc/protocols/collective/torus_buckets.h"
#include "tb/theory/collective/torus_collectives.h"

namespace flitwise {
namespace {

using Operations = std::vector<CollectiveOperation>;

const Operations kVectorHalves{CollectiveOperation::kReduceScatter, CollectiveOperation::kAllGather,
                               CollectiveOperation::kAllReduce};

const std::string kTimes =
    "; all-gather with a = 0, all-reduce both; h(B) = os + 1 + B + orv, B_d = ceil(B_(d-1) / n_d), "
    "B_(-1) the words that are moved: N ceil(m / N) of a reduce-scatter, N P, or m";
const std::string kAnySides = "1 to 4 sides of 1 to 64, any length, a, os and orv";
const std::string kBuckets =
    "M. Barnett et al., \"Global combine on mesh architectures with wormhole routing\" (IPPS "
    "1993): "
    "the bucket algorithm; times as counted by this project";
const std::string kPorts =
    "P. Sack, W. Gropp, \"Collective algorithms for multiported torus networks\" (ACM Trans. "
    "Parallel Computing 1(2), 2015); times as counted by this project";
const std::string kBucketWhat =
    " Dimension by dimension: block c of a ring is combined hop by hop on its way to the ring's PE "
    "c; an all-gather is the same backwards.";

template <auto kPlan, auto kFigures>
WordMethod row(const char* word, const Operations& operations, const char* sentence,
               const std::string& what, const std::string& finish, const std::string& range,
               const std::string& source) {
  return word_row<Torus, kPlan, kFigures>(word, operations, sentence, what, finish, range, source);
}

}  // namespace

std::vector<WordMethod> torus_word_methods() {
  return {
      row<protocols::torus_line, theory::torus_line>(
          "line", kVectorHalves, "both ways along each ring, never over its wrap link",
          "Both ways along each ring, never over its wrap link." + kBucketWhat,
          "reduce-scatter: sum over the sides of (n_d - 1) (h(B_d) + a)" + kTimes, kAnySides,
          kBuckets),
      row<protocols::torus_ring, theory::torus_ring>(
          "ring", kVectorHalves, "one way around each ring: as slow as the line",
          "One way around each ring, which takes as long as the line." + kBucketWhat,
          "reduce-scatter: sum over the sides of (n_d - 1) (h(B_d) + a)" + kTimes, kAnySides,
          kBuckets),
      row<protocols::torus_bidir, theory::torus_bidirectional>(
          "bidir", kVectorHalves, "two halves of the words, one each way around",
          "Two halves of the words, one each way around each ring." + kBucketWhat,
          "as ring with half the words, rounded up" + kTimes, kAnySides, kBuckets),
      row<protocols::torus_half_ring, theory::torus_half_ring>(
          "half-ring", kVectorHalves, "every block half the way around from both sides",
          "Every block comes half the way around each ring from both sides at once." + kBucketWhat,
          "reduce-scatter: sum over the sides of floor(n_d / 2) (h(B_d) + a)" + kTimes, kAnySides,
          kPorts),
      row<protocols::torus_multi_bucket, theory::torus_multi_bucket>(
          "multi-bucket", kVectorHalves, "2k pieces, so that every channel is always in use",
          "2k pieces of the words, one for each dimension to begin with and direction: all "
          "channels "
          "are always in use, and the bandwidth bound is met." +
              kBucketWhat,
          "reduce-scatter: (n - 1) times the sum over j = 1..k of (h(ceil(B_(-1) / (2k n^j))) + "
          "a)" +
              kTimes,
          "equal sides above 1, any length, a, os and orv", kPorts),
  };
}

}  // namespace flitwise
