#include "systemc/protocols/collective/torus_whole_vectors.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "systemc/protocols/collective/torus_draft.h"
#include "systemc/protocols/torus/torus_broadcast.h"

namespace flitwise::protocols::torus_plans {
namespace {

// Half-way: what each PE has of its ring, and where.
class HalfWay {
 public:
  explicit HalfWay(TorusDraft& draft)
      : draft_(draft), words_(draft.request().length), sums_(index_of(draft.torus().size())) {
    // So many that a buffer has been combined before the message after the last of them comes.
    const CollectiveRequest& request = draft.request();
    const Step hop = draft.overheads(Intake::kPut) + 1 + words_;
    buffers_ = static_cast<int>(
        std::max<Step>(1, divided_up(request.add + request.receive_overhead, hop)));
    for (auto& way : readers_)
      way.assign(index_of(draft.torus().size()),
                 std::vector<std::vector<RankDependency>>(index_of(buffers_)));
  }

  Cell cells() const { return static_cast<Cell>(words_ * (1 + 2 * buffers_)); }

  void add_dimension(int dimension) {
    const int side = draft_.torus().side(dimension);
    own_sends_.assign(sums_.size(), {});
    std::array<OpNumbers, 2> received;  // by way, node: in the last round
    std::vector<OpNumbers> combined(sums_.size());
    for (int round = 0; round < side / 2; ++round) {
      std::array<OpNumbers, 2> next;
      for (const int way : {0, 1})
        if (round < (side - way) / 2)
          next[index_of(way)] = pass_round(dimension, way, round, received[index_of(way)]);
      for (const int way : {0, 1})
        for (std::size_t v = 0; v < next[index_of(way)].size(); ++v)
          combined[v].push_back(take_up(static_cast<Node>(v), way, round, next[index_of(way)][v]));
      received = std::move(next);
    }
    for (std::size_t v = 0; v < sums_.size(); ++v)
      sums_[v].insert(sums_[v].end(), combined[v].begin(), combined[v].end());
  }

 private:
  using Readers = std::vector<std::vector<std::vector<RankDependency>>>;

  std::vector<Cell> sum() const { return cells_from(0, words_); }
  int buffer_of(int round) const { return round % buffers_; }
  std::vector<Cell> buffer(int way, int round) const {
    return cells_from(static_cast<Cell>(words_ * (1 + way * buffers_ + buffer_of(round))), words_);
  }
  std::vector<RankDependency>& readers(Node v, int way, int round) {
    return readers_[index_of(way)][index_of(v)][index_of(buffer_of(round))];
  }

  // In round 0 a PE sends the sum of what it has, then what came in the round before.
  OpNumbers pass_round(int dimension, int way, int round, const OpNumbers& received) {
    OpNumbers receives(sums_.size());
    const Hops hops = hops_along(draft_.torus(), dimension, way == 0 ? 1 : -1);
    for (Node v = 0; v < draft_.torus().size(); ++v) {
      const Node to = draft_.torus().destination(v, hops);
      DraftMessage message;
      message.from = v;
      message.hops = hops;
      message.reads = round == 0 ? sum() : buffer(way, round - 1);
      message.writes = buffer(way, round);
      message.after = round == 0 ? sums_[index_of(v)] : OpNumbers{received[index_of(v)]};
      message.name = "round " + std::to_string(round + 1);
      const TorusDraft::Ops ops = draft_.send(std::move(message));
      auto& reading = round == 0 ? own_sends_[index_of(v)] : readers(v, way, round - 1);
      reading.push_back({ops.send, true});
      receives[index_of(to)] = ops.receive;
    }
    // Nothing comes into a buffer before all that was in it has been read.
    for (Node v = 0; v < draft_.torus().size(); ++v)
      draft_.wait(v, receives[index_of(v)], std::exchange(readers(v, way, round), {}));
    return receives;
  }
  // Only when the PE's own sum is on its way.
  std::size_t take_up(Node v, int way, int round, std::size_t received) {
    std::vector<RankDependency> after = own_sends_[index_of(v)];
    after.push_back({received, false});
    const std::size_t op = draft_.combine(v, buffer(way, round), sum(), std::move(after));
    readers(v, way, round).push_back({op, false});
    return op;
  }

  TorusDraft& draft_;
  Flits words_;
  std::vector<OpNumbers> sums_;                         // by node: all that its sum is combined of
  int buffers_ = 1;                                     // a way
  std::vector<std::vector<RankDependency>> own_sends_;  // by node: of the sum, in this dimension
  std::array<Readers, 2> readers_;                      // by way, node, buffer: what reads it
};

// What PEs have received of the words that they are to send on, by node.
using Received = std::vector<OpNumbers>;

// The steps of a schedule one after the other, whole vectors, from step `begin` on; returns when
// they are done. Backwards messages go from where they would come to where they would begin.
enum class Way : std::uint8_t { kForwards, kBackwards };

Step run_steps(TorusDraft& draft, TorusSchedule schedule, Way way, Step begin, Received& received) {
  const bool is_backwards = way == Way::kBackwards;
  const Intake intake = is_backwards ? Intake::kCombine : Intake::kPut;
  std::vector<int> longest = longest_paths(schedule);
  if (is_backwards) {
    std::reverse(schedule.steps.begin(), schedule.steps.end());
    std::reverse(longest.begin(), longest.end());
  }
  for (std::size_t step = 0; step < schedule.steps.size(); ++step) {
    std::vector<std::pair<Node, std::size_t>> new_ones;
    for (const TorusMessage& planned : schedule.steps[step]) {
      DraftMessage message;
      message.from = planned.from;
      message.hops = planned.hops;
      if (is_backwards) {
        message.from = draft.torus().destination(planned.from, planned.hops);
        for (int& hops : message.hops) hops = -hops;
      }
      message.reads = message.writes = cells_from(0, draft.request().length);
      message.intake = intake;
      message.not_before = begin;
      message.after = received[index_of(message.from)];
      message.name = "step " + std::to_string(step + 1);
      const Node to = draft.torus().destination(message.from, message.hops);
      new_ones.emplace_back(to, draft.send(std::move(message)).receive);
    }
    for (const auto& [node, receive] : new_ones) received[index_of(node)].push_back(receive);
    begin += draft.overheads(intake) + longest[step] + draft.request().length;
  }
  return begin;
}

// A link of a tree, from parent to child.
struct TreeArc {
  Node parent;
  Hops hops;
  Node child;
  int depth;  // of the child
};

std::vector<TreeArc> shortest_path_tree(const Torus& torus, Node root) {
  std::vector<TreeArc> arcs;
  int depth = 0;
  for (const TorusStep& step : make_broadcast(torus, root, BroadcastScheme::kFlood).steps) {
    ++depth;
    for (const TorusMessage& message : step)
      arcs.push_back(
          {message.from, message.hops, torus.destination(message.from, message.hops), depth});
  }
  return arcs;
}

// Times of a packet tree.
struct PacketPace {
  const CollectiveRequest& request;
  int depth;  // D

  Step up(Flits packet) const { return down(packet) + request.add; }
  Step down(Flits packet) const {
    return request.send_overhead + 1 + packet + request.receive_overhead;
  }
  Flits packets(Flits packet) const { return divided_up(request.length, packet); }
  Step between(Flits packet) const { return request.send_overhead + packet; }
  Step done(Flits packet) const {
    const bool is_all = request.operation != CollectiveOperation::kReduce;
    return (packets(packet) - 1) * between(packet) +
           depth * (up(packet) + (is_all ? down(packet) : 0));
  }
};

Flits packet_of(const PacketPace& pace) {
  const Flits words = pace.request.length;
  if (pace.request.packet) {
    const Flits packet = *pace.request.packet;
    if (packet < 1 || packet > words)
      throw TopologyError("packet-tree needs packets of 1 to " + std::to_string(words) +
                          " words, as the vector has, got " + std::to_string(packet));
    return packet;
  }
  Flits best = words;
  for (Flits packet = words - 1; packet >= 1; --packet)
    if (pace.done(packet) < pace.done(best)) best = packet;
  return best;
}

class PacketTree {
 public:
  explicit PacketTree(TorusDraft& draft)
      : draft_(draft),
        arcs_(shortest_path_tree(draft.torus(), draft.request().root)),
        pace_{draft.request(), arcs_.empty() ? 0 : arcs_.back().depth},
        packet_(packet_of(pace_)) {}

  void add() {
    for (Flits number = 0; number < pace_.packets(packet_); ++number) {
      Received received(index_of(draft_.torus().size()));
      for (auto arc = arcs_.rbegin(); arc != arcs_.rend(); ++arc) add_up(*arc, number, received);
      if (draft_.request().operation == CollectiveOperation::kReduce) continue;
      for (const TreeArc& arc : arcs_) add_down(arc, number, received);
    }
  }

 private:
  DraftMessage packet(Flits number) const {
    DraftMessage message;
    const Flits words = draft_.request().length;
    for (Flits word = number * packet_; word < (number + 1) * packet_; ++word)
      message.reads.push_back(static_cast<Cell>(std::min(word, words)));
    message.writes = message.reads;
    message.not_before = number * pace_.between(packet_);
    message.name = "packet " + std::to_string(number + 1);
    return message;
  }
  void add_up(const TreeArc& arc, Flits number, Received& received) {
    DraftMessage message = packet(number);
    message.from = arc.child;
    message.hops = arc.hops;
    for (int& hops : message.hops) hops = -hops;
    message.intake = Intake::kCombine;
    message.not_before += (pace_.depth - arc.depth) * pace_.up(packet_);
    message.after = received[index_of(arc.child)];
    received[index_of(arc.parent)].push_back(draft_.send(std::move(message)).receive);
  }
  // Of what a child has received, only the result is what it sends on.
  void add_down(const TreeArc& arc, Flits number, Received& received) {
    DraftMessage message = packet(number);
    message.from = arc.parent;
    message.hops = arc.hops;
    message.not_before += pace_.depth * pace_.up(packet_) + (arc.depth - 1) * pace_.down(packet_);
    message.after = received[index_of(arc.parent)];
    received[index_of(arc.child)] = {draft_.send(std::move(message)).receive};
  }

  TorusDraft& draft_;
  std::vector<TreeArc> arcs_;
  PacketPace pace_;
  Flits packet_;
};

}  // namespace

CollectivePlan half_way(const CollectiveRequest& request, const Torus& torus) {
  TorusDraft draft(request, torus, "half-way",
                   {CollectiveOperation::kAllReduce, CollectiveOperation::kBarrier});
  HalfWay vectors(draft);
  for (const int d : long_dimensions(torus)) vectors.add_dimension(d);
  draft.hold_and_owe();
  return draft.finish(vectors.cells());
}

CollectivePlan reversed_peel(const CollectiveRequest& request, const Torus& torus) {
  TorusDraft draft(request, torus, "reversed-peel",
                   {CollectiveOperation::kReduce, CollectiveOperation::kAllReduce,
                    CollectiveOperation::kBarrier});
  const DimensionOrder order = order_of(request, torus);
  const DimensionOrder reversed(order.rbegin(), order.rend());
  Received received(index_of(torus.size()));
  const Step reduced =
      run_steps(draft, make_broadcast(torus, request.root, BroadcastScheme::kPeel, reversed),
                Way::kBackwards, 0, received);
  if (request.operation != CollectiveOperation::kReduce)
    run_steps(draft, make_broadcast(torus, request.root, BroadcastScheme::kPeel, order),
              Way::kForwards, reduced, received);
  draft.hold_and_owe();
  return draft.finish(static_cast<Cell>(request.length));
}

CollectivePlan packet_tree(const CollectiveRequest& request, const Torus& torus) {
  TorusDraft draft(request, torus, "packet-tree",
                   {CollectiveOperation::kReduce, CollectiveOperation::kAllReduce,
                    CollectiveOperation::kBarrier});
  PacketTree(draft).add();
  draft.hold_and_owe();
  return draft.finish(static_cast<Cell>(request.length) + 1);  // and one of padding
}

}  // namespace flitwise::protocols::torus_plans
