#include "systemc/protocols/collective/torus_buckets.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "systemc/protocols/collective/torus_draft.h"
#include "systemc/protocols/collective/torus_pieces.h"

namespace flitwise::protocols::torus_plans {
namespace {

// Hops that block c of a ring of n makes towards PE c, upwards and downwards.
struct Ways {
  int up = 0;
  int down = 0;

  int hops(int sign) const { return sign > 0 ? up : down; }
};

// How a scheme uses a ring: the ways of its blocks, and its rounds, as many as the longest has
// hops.
struct RingUse {
  std::function<Ways(int n, int c)> ways;
  std::function<int(int n)> rounds;
  /// Whether some blocks may be whole before others. What is sent of them then must not be in the
  /// way of words that are still added up.
  bool has_early_blocks = false;
};

int all_others(int n) { return n - 1; }
int half(int n) { return n / 2; }

RingUse along_a_line() {
  return {[](int n, int c) { return Ways{c, n - 1 - c}; }, all_others, true};
}
RingUse around(int sign) {
  return {[sign](int n, int) { return sign > 0 ? Ways{n - 1, 0} : Ways{0, n - 1}; }, all_others};
}
RingUse from_both_sides() {
  return {[](int n, int) { return Ways{n / 2, (n - 1) / 2}; }, half};
}

struct BucketPiece {
  TorusPiece cut;
  RingUse use;
  // By node: receives whose content its own block has.
  std::vector<OpNumbers> own;
};

constexpr std::array<int, 2> kSigns{1, -1};

// All pieces of one level at once, round by round. A PE and a sign name a message of a round: the
// block that is `ahead` hops before its PE.
class BucketPhase {
 public:
  BucketPhase(TorusDraft& draft, BucketPiece& piece, int level)
      : draft_(draft),
        piece_(piece),
        level_(level),
        dimension_(piece.cut.dimension(level)),
        side_(draft.torus().side(dimension_)),
        received_(2 * index_of(draft.torus().size())) {}

  int rounds() const { return piece_.use.rounds(side_); }
  bool has_early_blocks() const { return piece_.use.has_early_blocks; }
  Flits block_words() const { return static_cast<Flits>(piece_.cut.block(0, level_, 0).size()); }
  /// Of the next gather: what a PE's own block is made of is sent in that step at the earliest.
  void hold_until(Step step) { begins_ = step; }

  void scatter_round(int round) {
    const int ahead = rounds() - round;
    go(
        ahead,
        [&](Node v, int sign) {
          const int x = draft_.torus().coordinate(v, dimension_);
          return Block{x, wrapped(x + sign * ahead), sign};
        },
        Intake::kCombine, round);
  }
  // The receives of a phase's last round have what a PE's own block is made of.
  void end_scatter() {
    for (std::size_t i = 0; i < received_.size(); ++i)
      if (received_[i]) piece_.own[i / 2].push_back(*received_[i]);
  }

  void gather_round(int round) {
    const int ahead = round + 1;
    go(
        ahead,
        [&](Node v, int sign) {
          const int x = draft_.torus().coordinate(v, dimension_);
          return Block{x, wrapped(x + sign * (ahead - 1)), -sign};
        },
        Intake::kPut, round);
    for (std::size_t i = 0; i < received_.size(); ++i)
      if (received_[i]) gathered_.emplace_back(i / 2, *received_[i]);
  }
  void end_gather() {
    for (const auto& [v, receive] : gathered_) piece_.own[v].push_back(receive);
  }

 private:
  // Where a sender is on its ring, which block it sends, and in which direction.
  struct Block {
    int x;
    int c;
    int direction;
  };

  int wrapped(int x) const { return (x % side_ + side_) % side_; }

  // `block_of`: of a sender, for the way of blocks upwards or downwards.
  void go(int ahead, const std::function<Block(Node, int)>& block_of, Intake intake, int round) {
    std::vector<std::optional<std::size_t>> received(received_.size());
    for (Node v = 0; v < draft_.torus().size(); ++v)
      for (const int sign : kSigns) {
        const Block block = block_of(v, sign);
        if (ahead > piece_.use.ways(side_, block.c).hops(sign)) continue;
        const Hops hops = hops_along(draft_.torus(), dimension_, block.direction);
        const std::size_t place = sign > 0 ? 0 : 1;
        const Node to = draft_.torus().destination(v, hops);
        received[2 * index_of(to) + place] =
            draft_.send(message(v, block, hops, received_[2 * index_of(v) + place], intake, round))
                .receive;
      }
    received_ = std::move(received);
  }

  DraftMessage message(Node v, const Block& block, const Hops& hops,
                       const std::optional<std::size_t>& received, Intake intake, int round) const {
    DraftMessage message;
    message.from = v;
    message.hops = hops;
    message.reads = piece_.cut.block(v, level_, block.c);
    message.writes = message.reads;
    message.intake = intake;
    message.name = "round " + std::to_string(round + 1);
    if (received) message.after.push_back(*received);
    if (!received && intake == Intake::kPut) message.not_before = begins_;
    // On its way to its PE a block takes up what PEs have; on its way from it nothing.
    if (intake == Intake::kCombine || !received) {
      const OpNumbers& own = piece_.own[index_of(v)];
      message.after.insert(message.after.end(), own.begin(), own.end());
    }
    return message;
  }

  TorusDraft& draft_;
  BucketPiece& piece_;
  int level_;
  int dimension_;
  int side_;
  Step begins_ = 0;
  // By node and sign: its receive of the last round.
  std::vector<std::optional<std::size_t>> received_;
  std::vector<std::pair<std::size_t, std::size_t>> gathered_;  // node, receive
};

using BucketPieces = std::vector<BucketPiece>;

std::vector<BucketPhase> phases(TorusDraft& draft, BucketPieces& pieces, int level) {
  std::vector<BucketPhase> phases;
  for (BucketPiece& piece : pieces) phases.emplace_back(draft, piece, level);
  return phases;
}

// Returns the step at whose end the last block is whole.
Step reduce_scatter(TorusDraft& draft, BucketPieces& pieces, const CollectiveRequest& request) {
  const Step beside = request.send_overhead + 1 + request.receive_overhead + request.add;
  Step done = 0;
  for (int level = 0; level < pieces.front().cut.levels(); ++level) {
    std::vector<BucketPhase> all = phases(draft, pieces, level);
    for (int round = 0; round < all.front().rounds(); ++round)
      for (BucketPhase& phase : all) phase.scatter_round(round);
    for (BucketPhase& phase : all) phase.end_scatter();
    done += all.front().rounds() * (beside + all.front().block_words());
  }
  return done;
}

void all_gather(TorusDraft& draft, BucketPieces& pieces, Step begins) {
  for (int level = pieces.front().cut.levels() - 1; level >= 0; --level) {
    std::vector<BucketPhase> all = phases(draft, pieces, level);
    for (BucketPhase& phase : all)
      if (phase.has_early_blocks()) phase.hold_until(begins);
    for (int round = 0; round < all.front().rounds(); ++round)
      for (BucketPhase& phase : all) phase.gather_round(round);
    for (BucketPhase& phase : all) phase.end_gather();
  }
}

struct PieceUse {
  std::vector<int> order;
  RingUse use;
};

CollectivePlan bucket_plan(const CollectiveRequest& request, const Torus& torus,
                           const std::string& name, const std::vector<PieceUse>& uses) {
  TorusDraft draft(request, torus, name,
                   {CollectiveOperation::kReduceScatter, CollectiveOperation::kAllGather,
                    CollectiveOperation::kAllReduce});
  std::vector<std::vector<int>> orders;
  for (const PieceUse& use : uses) orders.push_back(use.order);
  BucketPieces pieces;
  for (TorusPiece& cut : cut_in_pieces(request, torus, orders))
    pieces.push_back(
        {std::move(cut), uses[pieces.size()].use, std::vector<OpNumbers>(index_of(torus.size()))});
  Step scattered = 0;
  if (request.operation != CollectiveOperation::kAllGather)
    scattered = reduce_scatter(draft, pieces, request);
  if (request.operation != CollectiveOperation::kReduceScatter)
    all_gather(draft, pieces, scattered);
  draft.hold_and_owe();
  return draft.finish(cells_with_padding(request, torus));
}

}  // namespace

CollectivePlan line(const CollectiveRequest& request, const Torus& torus) {
  return bucket_plan(request, torus, "line", {{long_dimensions(torus), along_a_line()}});
}

CollectivePlan ring(const CollectiveRequest& request, const Torus& torus) {
  return bucket_plan(request, torus, "ring", {{long_dimensions(torus), around(1)}});
}

CollectivePlan bidir(const CollectiveRequest& request, const Torus& torus) {
  const std::vector<int> order = long_dimensions(torus);
  return bucket_plan(request, torus, "bidir", {{order, around(1)}, {order, around(-1)}});
}

CollectivePlan half_ring(const CollectiveRequest& request, const Torus& torus) {
  return bucket_plan(request, torus, "half-ring", {{long_dimensions(torus), from_both_sides()}});
}

CollectivePlan multi_bucket(const CollectiveRequest& request, const Torus& torus) {
  std::vector<int> order = long_dimensions(torus);
  equal_side("multi-bucket", torus);
  std::vector<PieceUse> uses;
  for (std::size_t first = 0; first < order.size(); ++first) {
    uses.push_back({order, around(1)});
    uses.push_back({order, around(-1)});
    std::rotate(order.begin(), order.begin() + 1, order.end());
  }
  if (uses.empty()) uses.push_back({order, around(1)});
  return bucket_plan(request, torus, "multi-bucket", uses);
}

}  // namespace flitwise::protocols::torus_plans
