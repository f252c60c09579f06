#include "systemc/protocols/collective/torus_distances.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "systemc/protocols/collective/torus_draft.h"
#include "systemc/protocols/collective/torus_pieces.h"

namespace flitwise::protocols::torus_plans {
namespace {

enum class Scheme : std::uint8_t { kHalving, kRadix3, kSwing, kSwing2 };
enum class Mirror : bool { kNo, kYes };

int base_of(Scheme scheme) { return scheme == Scheme::kRadix3 ? 3 : 2; }

int power(int base, int exponent) {
  int result = 1;
  for (int i = 0; i < exponent; ++i) result *= base;
  return result;
}

// K of a side base^K; -1: it is none.
int steps_of(int side, int base) {
  int steps = 0;
  for (; side % base == 0; side /= base) ++steps;
  return side == 1 ? steps : -1;
}

// r of Swing: 1, -1, 3, -5, 11, ...
int swing_of(int s) { return (1 - power(-2, s + 1)) / 3; }

int distance_of(Scheme scheme, int s) {
  if (scheme == Scheme::kHalving) return power(2, s);
  if (scheme == Scheme::kRadix3) return power(3, s);
  return std::abs(swing_of(s));
}

// Signed hops from PE x of a ring to its partners in step s.
std::vector<int> ways_of(Scheme scheme, Mirror mirror, int s, int x) {
  const int d = distance_of(scheme, s);
  if (scheme == Scheme::kRadix3) return {d, -d};
  if (scheme == Scheme::kHalving) return {x / d % 2 == 0 ? d : -d};
  const bool is_as_said = (x % 2 == 0) != (mirror == Mirror::kYes);
  return {is_as_said ? swing_of(s) : -swing_of(s)};
}

// A step on a ring of `side` PEs with messages of `words`.
struct RingStep {
  Scheme scheme;
  int side;
  int s;
  Flits words;

  int distance() const { return distance_of(scheme, s); }
  int senders() const { return scheme == Scheme::kSwing ? side / 2 : side; }
  int runs() const {
    return senders() / (scheme == Scheme::kSwing ? (distance() + 1) / 2 : distance());
  }
  int colours() const { return (senders() + runs() - 1) / runs(); }
  // Of the sender that is the `number`-th along the way.
  int colour(int number) const {
    const int shorter = senders() / runs(), longer_runs = senders() % runs();
    const int in_longer = longer_runs * (shorter + 1);
    return number < in_longer ? number % (shorter + 1) : (number - in_longer) % shorter;
  }

  // Steps that PE x's worm starts after the first ones.
  Step offset(int x, int sign) const {
    if (words == 1) return 0;
    const int along = sign > 0 ? x : side - 1 - x;  // its place on the worms' way
    const int d = distance();
    switch (scheme) {
      case Scheme::kHalving:
        return (d - 1 - along % d) * (words - 1);
      case Scheme::kRadix3:
        return along % d * (words + 1);
      case Scheme::kSwing:
        return colour(along / 2) * (words + 2);
      default:
        return colour(along) * (words + 1);
    }
  }
  // Steps that it lasts for, overheads left out.
  Step time() const {
    const Step d = distance();
    if (words == 1) return 1 + d;
    switch (scheme) {
      case Scheme::kHalving:
        return 1 + d * words;
      case Scheme::kRadix3:
        return d * words + 2 * d - 1;
      case Scheme::kSwing:
        return (colours() - 1) * (words + 2) + d + words;
      default:
        return (colours() - 1) * (words + 1) + d + words;
    }
  }
};

// One step of a piece: which dimension it is in, and which of the ring's steps it is.
struct PieceStep {
  int dimension;
  int s;
};

// What a piece's messages hold.
class DistanceWords {
 public:
  virtual ~DistanceWords() = default;
  // What PE v sends in a step, out of the words that PE `of` has after it in a reduce-scatter.
  virtual std::vector<Cell> words(Node v, std::size_t step, Node of) const = 0;
};

struct DistancePiece {
  Mirror mirror = Mirror::kNo;
  std::vector<PieceStep> steps;
  std::unique_ptr<DistanceWords> content;
  std::vector<OpNumbers> received;  // by node
};

// PEs of a ring whose blocks PE x has after the first s steps of a reduce-scatter.
void add_ring_blocks(Scheme scheme, Mirror mirror, int side, int s, int x,
                     std::vector<int>& blocks) {
  if (power(base_of(scheme), s) == side) return blocks.push_back(x);
  add_ring_blocks(scheme, mirror, side, s + 1, x, blocks);
  for (const int way : ways_of(scheme, mirror, s, x))
    add_ring_blocks(scheme, mirror, side, s + 1, ((x + way) % side + side) % side, blocks);
}

// Dimension after dimension, a ring's blocks being those of a level of the piece.
class WordsByDimension final : public DistanceWords {
 public:
  WordsByDimension(const Torus& torus, Scheme scheme, Mirror mirror, TorusPiece piece,
                   std::vector<PieceStep> steps)
      : torus_(torus),
        scheme_(scheme),
        mirror_(mirror),
        piece_(std::move(piece)),
        steps_(std::move(steps)) {}

  std::vector<Cell> words(Node v, std::size_t step, Node of) const override {
    const auto& [dimension, s] = steps_[step];
    int level = 0;
    while (piece_.dimension(level) != dimension) ++level;
    std::vector<int> blocks;
    add_ring_blocks(scheme_, mirror_, torus_.side(dimension), s + 1,
                    torus_.coordinate(of, dimension), blocks);
    std::vector<Cell> words;
    for (const int c : blocks) {
      const std::vector<Cell> block = piece_.block(v, level, c);
      words.insert(words.end(), block.begin(), block.end());
    }
    return words;
  }

 private:
  Torus torus_;
  Scheme scheme_;
  Mirror mirror_;
  TorusPiece piece_;
  std::vector<PieceStep> steps_;
};

// Dimensions taking turns, the blocks being the PEs'.
class WordsOfPes final : public DistanceWords {
 public:
  WordsOfPes(const Torus& torus, Scheme scheme, Mirror mirror,
             std::vector<std::vector<Cell>> block_of, std::vector<PieceStep> steps)
      : torus_(torus),
        scheme_(scheme),
        mirror_(mirror),
        block_of_(std::move(block_of)),
        steps_(std::move(steps)) {}

  std::vector<Cell> words(Node, std::size_t step, Node of) const override {
    std::vector<Cell> words;
    add(step + 1, of, words);
    return words;
  }

 private:
  void add(std::size_t step, Node v, std::vector<Cell>& words) const {
    if (step == steps_.size()) {
      const std::vector<Cell>& block = block_of_[index_of(v)];
      words.insert(words.end(), block.begin(), block.end());
      return;
    }
    add(step + 1, v, words);
    const auto& [dimension, s] = steps_[step];
    for (const int way : ways_of(scheme_, mirror_, s, torus_.coordinate(v, dimension)))
      add(step + 1, torus_.destination(v, hops_along(torus_, dimension, way)), words);
  }

  Torus torus_;
  Scheme scheme_;
  Mirror mirror_;
  std::vector<std::vector<Cell>> block_of_;
  std::vector<PieceStep> steps_;
};

// All pieces in lockstep: their steps have equal lengths.
class Distances {
 public:
  Distances(TorusDraft& draft, Scheme scheme, std::vector<DistancePiece> pieces)
      : draft_(draft), scheme_(scheme), pieces_(std::move(pieces)) {
    for (DistancePiece& piece : pieces_) piece.received.resize(index_of(draft.torus().size()));
  }

  void scatter() {
    for (std::size_t step = 0; step < pieces_.front().steps.size(); ++step)
      add_step(step, Intake::kCombine);
  }
  void gather() {
    for (std::size_t step = pieces_.front().steps.size(); step-- > 0;) add_step(step, Intake::kPut);
  }

 private:
  void add_step(std::size_t step, Intake intake) {
    Step lasts = 0;
    for (DistancePiece& piece : pieces_) {
      std::vector<std::pair<Node, std::size_t>> receives;
      const auto& [dimension, s] = piece.steps[step];
      for (Node v = 0; v < draft_.torus().size(); ++v) {
        const int x = draft_.torus().coordinate(v, dimension);
        for (const int way : ways_of(scheme_, piece.mirror, s, x)) {
          DraftMessage message;
          message.from = v;
          message.hops = hops_along(draft_.torus(), dimension, way);
          const Node to = draft_.torus().destination(v, message.hops);
          message.reads = piece.content->words(v, step, intake == Intake::kCombine ? to : v);
          const RingStep ring{scheme_, draft_.torus().side(dimension), s,
                              static_cast<Flits>(message.reads.size())};
          message.writes = message.reads;
          message.intake = intake;
          message.not_before = begin_ + ring.offset(x, way);
          message.after = piece.received[index_of(v)];
          message.name = "step " + std::to_string(number_);
          receives.emplace_back(to, draft_.send(std::move(message)).receive);
          lasts = ring.time();
        }
      }
      for (const auto& [node, receive] : receives)
        piece.received[index_of(node)].push_back(receive);
    }
    begin_ += draft_.overheads(intake) + lasts;
    ++number_;
  }

  TorusDraft& draft_;
  Scheme scheme_;
  std::vector<DistancePiece> pieces_;
  Step begin_ = 0;
  int number_ = 1;
};

void check_powers(const std::string& name, Scheme scheme, const Torus& torus) {
  for (const int d : long_dimensions(torus))
    if (steps_of(torus.side(d), base_of(scheme)) < 0)
      throw TopologyError(name + " needs sides that are powers of " +
                          std::to_string(base_of(scheme)) + ", but sides[" + std::to_string(d) +
                          "] is " + std::to_string(torus.side(d)));
}

CollectivePlan planned(TorusDraft& draft, Scheme scheme, std::vector<DistancePiece> pieces) {
  const CollectiveOperation operation = draft.request().operation;
  const Cell cells = cells_with_padding(draft.request(), draft.torus());
  Distances distances(draft, scheme, std::move(pieces));
  if (operation != CollectiveOperation::kAllGather) distances.scatter();
  if (operation != CollectiveOperation::kReduceScatter) distances.gather();
  draft.hold_and_owe();
  return draft.finish(cells);
}

TorusDraft scatter_and_gather(const CollectiveRequest& request, const Torus& torus,
                              const std::string& name) {
  return TorusDraft(request, torus, name,
                    {CollectiveOperation::kReduceScatter, CollectiveOperation::kAllGather,
                     CollectiveOperation::kAllReduce});
}

std::vector<Mirror> mirrors_of(Scheme scheme) {
  if (scheme == Scheme::kSwing2) return {Mirror::kNo, Mirror::kYes};
  return {Mirror::kNo};
}

CollectivePlan by_dimension(const CollectiveRequest& request, const Torus& torus,
                            const std::string& name, Scheme scheme) {
  TorusDraft draft = scatter_and_gather(request, torus, name);
  check_powers(name, scheme, torus);
  std::vector<PieceStep> steps;
  for (const int d : long_dimensions(torus))
    for (int s = 0; s < steps_of(torus.side(d), base_of(scheme)); ++s) steps.push_back({d, s});
  const std::vector<Mirror> mirrors = mirrors_of(scheme);
  const std::vector<std::vector<int>> orders(mirrors.size(), long_dimensions(torus));
  std::vector<DistancePiece> pieces;
  for (TorusPiece& cut : cut_in_pieces(request, torus, orders)) {
    const Mirror mirror = mirrors[pieces.size()];
    pieces.push_back(
        {mirror,
         steps,
         std::make_unique<WordsByDimension>(torus, scheme, mirror, std::move(cut), steps),
         {}});
  }
  return planned(draft, scheme, std::move(pieces));
}

CollectivePlan in_turns(const CollectiveRequest& request, const Torus& torus,
                        const std::string& name, Scheme scheme) {
  TorusDraft draft = scatter_and_gather(request, torus, name);
  check_powers(name, scheme, torus);
  const int steps_of_ring = steps_of(equal_side(name, torus), base_of(scheme));
  const std::vector<int> dimensions = long_dimensions(torus);
  const std::vector<Mirror> mirrors = mirrors_of(scheme);
  const std::size_t turns = std::max<std::size_t>(1, dimensions.size());
  std::vector<DistancePiece> pieces;
  for (auto& block_of : blocks_in_pieces(request, torus, turns * mirrors.size())) {
    const std::size_t first = pieces.size() / mirrors.size();
    const Mirror mirror = mirrors[pieces.size() % mirrors.size()];
    std::vector<PieceStep> steps;
    for (std::size_t j = 0; j < dimensions.size() * index_of(steps_of_ring); ++j)
      steps.push_back({dimensions[(first + j) % turns], static_cast<int>(j / turns)});
    pieces.push_back(
        {mirror,
         steps,
         std::make_unique<WordsOfPes>(torus, scheme, mirror, std::move(block_of), steps),
         {}});
  }
  return planned(draft, scheme, std::move(pieces));
}

// Whole vectors: what comes lies in a buffer until the PE's own vector is on its way.
class WholeVectors {
 public:
  WholeVectors(TorusDraft& draft, Scheme scheme)
      : draft_(draft),
        scheme_(scheme),
        words_(draft.request().length),
        sums_(index_of(draft.torus().size())),
        readers_(2 * sums_.size()) {}

  Cell cells() const { return static_cast<Cell>(3 * words_); }

  void add_step(int dimension, int s) {
    const Torus& torus = draft_.torus();
    const RingStep ring{scheme_, torus.side(dimension), s, words_};
    std::vector<std::vector<RankDependency>> sends(sums_.size());
    std::vector<Arrived> arrived;
    for (Node v = 0; v < torus.size(); ++v) {
      const int x = torus.coordinate(v, dimension);
      const std::vector<int> ways = ways_of(scheme_, Mirror::kNo, s, x);
      for (std::size_t way = 0; way < ways.size(); ++way) {
        DraftMessage message;
        message.from = v;
        message.hops = hops_along(torus, dimension, ways[way]);
        message.reads = cells_from(0, words_);
        message.writes = buffer(way);
        message.not_before = begin_ + ring.offset(x, ways[way]);
        message.after = sums_[index_of(v)];
        message.name = "step " + std::to_string(number_);
        const Node to = torus.destination(v, message.hops);
        const TorusDraft::Ops ops = draft_.send(std::move(message));
        sends[index_of(v)].push_back({ops.send, true});
        arrived.push_back({to, way, ops.receive});
      }
    }
    for (const Arrived& one : arrived) take_up(one, sends[index_of(one.at)]);
    begin_ += draft_.overheads(Intake::kCombine) + ring.time();
    ++number_;
  }

 private:
  struct Arrived {
    Node at;
    std::size_t way;
    std::size_t receive;
  };

  std::vector<Cell> buffer(std::size_t way) const {
    return cells_from(static_cast<Cell>(words_ * static_cast<Flits>(1 + way)), words_);
  }
  void take_up(const Arrived& one, std::vector<RankDependency> after) {
    std::vector<RankDependency>& readers = readers_[2 * index_of(one.at) + one.way];
    draft_.wait(one.at, one.receive, std::exchange(readers, {}));
    after.push_back({one.receive, false});
    const std::size_t sum =
        draft_.combine(one.at, buffer(one.way), cells_from(0, words_), std::move(after));
    sums_[index_of(one.at)].push_back(sum);
    readers.push_back({sum, false});
  }

  TorusDraft& draft_;
  Scheme scheme_;
  Flits words_;
  std::vector<OpNumbers> sums_;                       // by node: all that its sum is combined of
  std::vector<std::vector<RankDependency>> readers_;  // by node, way: what reads the buffer
  Step begin_ = 0;
  int number_ = 1;
};

CollectivePlan in_whole_vectors(const CollectiveRequest& request, const Torus& torus,
                                const std::string& name, Scheme scheme) {
  TorusDraft draft(request, torus, name,
                   {CollectiveOperation::kAllReduce, CollectiveOperation::kBarrier});
  check_powers(name, scheme, torus);
  WholeVectors vectors(draft, scheme);
  for (const int d : long_dimensions(torus))
    for (int s = 0; s < steps_of(torus.side(d), base_of(scheme)); ++s) vectors.add_step(d, s);
  draft.hold_and_owe();
  return draft.finish(vectors.cells());
}

}  // namespace

CollectivePlan halving(const CollectiveRequest& request, const Torus& torus) {
  return by_dimension(request, torus, "halving", Scheme::kHalving);
}
CollectivePlan radix3(const CollectiveRequest& request, const Torus& torus) {
  return by_dimension(request, torus, "radix3", Scheme::kRadix3);
}
CollectivePlan swing(const CollectiveRequest& request, const Torus& torus) {
  return by_dimension(request, torus, "swing", Scheme::kSwing);
}
CollectivePlan swing2(const CollectiveRequest& request, const Torus& torus) {
  return by_dimension(request, torus, "swing2", Scheme::kSwing2);
}

CollectivePlan halving_pieces(const CollectiveRequest& request, const Torus& torus) {
  return in_turns(request, torus, "halving-pieces", Scheme::kHalving);
}
CollectivePlan radix3_pieces(const CollectiveRequest& request, const Torus& torus) {
  return in_turns(request, torus, "radix3-pieces", Scheme::kRadix3);
}
CollectivePlan swing2_pieces(const CollectiveRequest& request, const Torus& torus) {
  return in_turns(request, torus, "swing2-pieces", Scheme::kSwing2);
}

CollectivePlan halving_latency(const CollectiveRequest& request, const Torus& torus) {
  return in_whole_vectors(request, torus, "halving-latency", Scheme::kHalving);
}
CollectivePlan radix3_latency(const CollectiveRequest& request, const Torus& torus) {
  return in_whole_vectors(request, torus, "radix3-latency", Scheme::kRadix3);
}
CollectivePlan swing_latency(const CollectiveRequest& request, const Torus& torus) {
  return in_whole_vectors(request, torus, "swing-latency", Scheme::kSwing);
}

}  // namespace flitwise::protocols::torus_plans
