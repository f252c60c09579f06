#include "systemc/protocols/collective/torus_rounds.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>

#include "systemc/protocols/collective/torus_draft.h"

namespace flitwise::protocols::torus_plans {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr int kMostTries = 2000;
constexpr std::size_t kMostChannels = 2 * Torus::kMostDimensions;
using Channels = std::bitset<kMostChannels>;

// One try to reach all nodes.
class Growth {
 public:
  Growth(const Torus& torus, std::mt19937_64& random)
      : torus_(torus),
        random_(random),
        leading_(index_of(torus.size())),
        is_reached_(index_of(torus.size())) {
    for (const int d : long_dimensions(torus))
      for (const int sign : {1, -1}) channels_.push_back(Torus::channel(d, sign));
    reach(0);
  }

  std::optional<RoundTree> grow(int rounds) {
    RoundTree tree;
    for (int round = 0; round < rounds; ++round) {
      const std::array<Node, kMostChannels> nodes = match();
      tree.emplace_back();
      for (const Channel channel : channels_) {
        const Node to = nodes[index_of(channel)];
        if (to == kNoNode) continue;
        tree.back().push_back({torus_.neighbour(to, channel ^ 1), channel});
        ++reached_;
      }
      for (const RoundArc& arc : tree.back()) reach(torus_.neighbour(arc.from, arc.channel));
    }
    return reached_ == torus_.size() ? std::optional(std::move(tree)) : std::nullopt;
  }

 private:
  void reach(Node v) {
    is_reached_[index_of(v)] = true;
    for (const Channel channel : channels_) {
      const Node to = torus_.neighbour(v, channel);
      if (is_reached_[index_of(to)]) continue;
      if (leading_[index_of(to)].none()) border_.push_back(to);
      leading_[index_of(to)].set(index_of(channel));
    }
  }

  // A new node for each channel, as many as there can be: nodes take turns, and one gets a channel
  // if others can change theirs for it.
  std::array<Node, kMostChannels> match() {
    std::vector<std::pair<std::uint64_t, Node>> turns;
    border_.erase(std::remove_if(border_.begin(), border_.end(),
                                 [&](Node v) { return is_reached_[index_of(v)]; }),
                  border_.end());
    for (const Node v : border_)
      turns.emplace_back((std::uint64_t{leading_[index_of(v)].count()} << 32) + random_() % 65536,
                         v);
    std::sort(turns.begin(), turns.end());
    std::array<Node, kMostChannels> nodes;
    nodes.fill(kNoNode);
    std::size_t matched = 0;
    for (const auto& [key, v] : turns) {
      Channels tried;
      if (find_channel(v, nodes, tried)) ++matched;
      if (matched == channels_.size()) break;
    }
    return nodes;
  }
  bool find_channel(Node v, std::array<Node, kMostChannels>& nodes, Channels& tried) const {
    for (const Channel channel : channels_) {
      const std::size_t place = index_of(channel);
      if (!leading_[index_of(v)].test(place) || tried.test(place)) continue;
      tried.set(place);
      if (nodes[place] != kNoNode && !find_channel(nodes[place], nodes, tried)) continue;
      nodes[place] = v;
      return true;
    }
    return false;
  }

  const Torus& torus_;
  std::mt19937_64& random_;
  std::vector<Channel> channels_;
  std::vector<Channels> leading_;  // by node: channels that lead to it from one reached before
  std::vector<bool> is_reached_;
  std::vector<Node> border_;
  Node reached_ = 1;
};

// Blocks of all PEs, each along the tree moved to its PE.
class Rounds {
 public:
  explicit Rounds(TorusDraft& draft)
      : draft_(draft),
        tree_(round_tree(draft.torus())),
        block_(draft.request().operation == CollectiveOperation::kAllGather
                   ? draft.request().block
                   : divided_up(draft.request().length, draft.torus().size())),
        words_(draft.request().operation == CollectiveOperation::kAllGather
                   ? draft.torus().size() * block_
                   : draft.request().length),
        received_(index_of(draft.torus().size()) * index_of(draft.torus().size())) {}

  Cell cells() const { return static_cast<Cell>(words_) + 1; }  // and one of padding

  void scatter() {
    for (auto round = tree_.rbegin(); round != tree_.rend(); ++round)
      add_round(*round, Intake::kCombine);
  }
  void gather() {
    for (const std::vector<RoundArc>& round : tree_) add_round(round, Intake::kPut);
  }

 private:
  // Receives of what PE `at` of the tree moved to PE `of` has of PE `of`'s block.
  OpNumbers& received(Node at, Node of) {
    return received_[index_of(at) * index_of(draft_.torus().size()) + index_of(of)];
  }

  void add_round(const std::vector<RoundArc>& arcs, Intake intake) {
    const Torus& torus = draft_.torus();
    for (const RoundArc& arc : arcs) {
      Node from = arc.from;
      Node to = torus.neighbour(arc.from, arc.channel);
      Channel channel = arc.channel;
      if (intake == Intake::kCombine) {
        std::swap(from, to);
        channel ^= 1;
      }
      const Hops hops = hops_along(torus, Torus::dimension_of(channel), Torus::sign_of(channel));
      for (Node of = 0; of < torus.size(); ++of) {
        DraftMessage message = block_message(of, intake);
        message.from = torus.translate(from, of);
        message.hops = hops;
        message.after = received(from, of);
        OpNumbers& receives = received(to, of);
        if (intake == Intake::kPut) receives.clear();
        receives.push_back(draft_.send(std::move(message)).receive);
      }
    }
    ++round_;
    begin_ += draft_.overheads(intake) + 1 + block_;
  }
  DraftMessage block_message(Node of, Intake intake) const {
    DraftMessage message;
    for (Flits word = of * block_; word < (of + 1) * block_; ++word)
      message.reads.push_back(static_cast<Cell>(std::min(word, words_)));
    message.writes = message.reads;
    message.intake = intake;
    message.not_before = begin_;
    message.name = "round " + std::to_string(round_ + 1);
    return message;
  }

  TorusDraft& draft_;
  RoundTree tree_;
  Flits block_;
  Flits words_;
  std::vector<OpNumbers> received_;
  int round_ = 0;
  Step begin_ = 0;  // of the round
};

}  // namespace

int fewest_rounds(const Torus& torus) {
  int distance = 0, pairs = 0;
  const int channels = 2 * static_cast<int>(long_dimensions(torus).size());
  for (const int side : torus.sides()) {
    distance += side / 2;
    pairs += side == 2 ? 1 : 0;
  }
  if (channels == 0) return 0;
  return std::max(distance, static_cast<int>(divided_up(torus.size() - 1 + pairs, channels)));
}

RoundTree round_tree(const Torus& torus) {
  const int rounds = fewest_rounds(torus);
  std::mt19937_64 random(kSeed);
  for (int attempt = 0; attempt < kMostTries; ++attempt)
    if (std::optional<RoundTree> tree = Growth(torus, random).grow(rounds)) return *tree;
  throw TopologyError("no tree of " + std::to_string(rounds) +
                      " rounds has been found for a torus with sides " + text_of(torus.sides()));
}

CollectivePlan rounds(const CollectiveRequest& request, const Torus& torus) {
  TorusDraft draft(request, torus, "rounds",
                   {CollectiveOperation::kReduceScatter, CollectiveOperation::kAllGather,
                    CollectiveOperation::kAllReduce});
  Rounds blocks(draft);
  if (request.operation != CollectiveOperation::kAllGather) blocks.scatter();
  if (request.operation != CollectiveOperation::kReduceScatter) blocks.gather();
  draft.hold_and_owe();
  return draft.finish(blocks.cells());
}

}  // namespace flitwise::protocols::torus_plans
