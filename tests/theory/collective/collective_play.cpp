#include "tests/theory/collective/collective_play.h"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <set>
#include <stdexcept>
#include <utility>

namespace flitwise::test {
namespace {

using theory::OpTimes;
using theory::TransferEvent;

// Where a message goes next: the node, and which of the links to it.
struct Hop {
  Node to = kNoNode;
  int channel = 0;
};

// One answer after the other, from the node and what the message has done so far.
struct NextHop {
  Node at;
  Node from;
  Node to;
  const std::vector<int>& hops;  // asked for, on tori

  Hop operator()(const TreeShape& shape) const {
    for (Node below = to; below != kNoNode; below = shape.tree.parent(below))
      if (shape.tree.parent(below) == at) return {below, 0};
    return {shape.tree.parent(at), 0};
  }
  Hop operator()(const FatTree& tree) const {
    for (Node below = to; below != tree.root(); below = tree.parent(below))
      if (tree.parent(below) == at) return {below, 0};
    return {tree.parent(at), 0};
  }
  Hop operator()(const Torus& torus) const {
    for (int d = 0; d < torus.dimensions(); ++d) {
      if (torus.coordinate(at, d) == torus.coordinate(to, d)) continue;
      const int n = torus.side(d);
      const int up = (torus.coordinate(to, d) - torus.coordinate(from, d) + n) % n;
      const bool is_up = hops.empty() ? up <= n - up : hops[index_of(d)] > 0;
      const Channel channel = Torus::channel(d, is_up ? 1 : -1);
      return {torus.neighbour(at, channel), channel};
    }
    return {};
  }
  Hop operator()(const XyMesh& mesh) const {
    const int d = mesh.coordinate(at, 0) != mesh.coordinate(to, 0) ? 0 : 1;
    const Channel channel =
        Torus::channel(d, mesh.coordinate(at, d) < mesh.coordinate(to, d) ? 1 : -1);
    return {mesh.neighbour(at, channel), channel};
  }
  Hop operator()(const StarGraph& graph) const {
    for (int d = 2;; ++d)
      if (graph.distance(graph.neighbour(at, d), to) < graph.distance(at, to))
        return {graph.neighbour(at, d), d};
  }
};

class Player {
 public:
  Player(const NetworkShape& shape, const Collective& collective, Flits packet)
      : shape_(shape), collective_(collective), packet_(packet) {
    for (const CollectiveTransfer& transfer : collective.transfers) {
      Message message;
      Node at = transfer.from;
      while (at != transfer.to) {
        const Hop hop = std::visit(NextHop{at, transfer.from, transfer.to, transfer.hops}, shape);
        message.way.push_back({at, hop.to, hop.channel});
        at = hop.to;
      }
      message.flits = (transfer.flits + packet - 1) / packet * packet;
      messages_.push_back(std::move(message));
    }
    for (const auto& program : collective.programs) {
      played_.ops.emplace_back(program.size());
      states_.emplace_back(program.size());
    }
    played_.arrivals.resize(messages_.size());
  }

  Played run() {
    constexpr Step kMost = 100'000;
    for (step_ = 0; left() > 0; ++step_) {
      if (step_ > kMost) throw std::runtime_error("operations are left");
      if (step_ > 0) move();
      for (std::size_t rank = 0; rank < states_.size(); ++rank)
        while (play_round(rank)) {
        }
    }
    std::sort(played_.events.begin(), played_.events.end());
    return std::move(played_);
  }

 private:
  struct Link {
    Node from;
    Node to;
    int channel;
  };
  struct Message {
    std::vector<Link> way;
    Flits flits = 0;
    Flits arrived = 0;
    std::vector<std::vector<Step>> came;  // by hop, of each flit; hop 0: into the first router
  };
  struct State {
    bool has_begun = false;  // no dependency is missing
    bool has_started = false;
    bool has_ended = false;
    std::optional<Step> starts, ends;
  };
  struct Sending {
    std::size_t rank;
    std::size_t op;
    Flits sent;
    Step overhead;
  };
  using Port = std::pair<std::size_t, std::pair<Node, int>>;

  const std::vector<RankOp>& program(std::size_t rank) const { return collective_.programs[rank]; }

  std::size_t left() const {
    std::size_t left = 0;
    for (const auto& states : states_)
      for (const State& state : states) left += !state.has_ended;
    return left;
  }

  // Single-port trees and meshes have one port, fat trees one link.
  Port port_of(std::size_t rank, std::size_t op) const {
    const Link& first = messages_[program(rank)[op].transfer].way.front();
    const auto* tree = std::get_if<TreeShape>(&shape_);
    const bool is_one = (tree != nullptr && !tree->is_multiport) ||
                        std::holds_alternative<XyMesh>(shape_) ||
                        std::holds_alternative<FatTree>(shape_);
    return {rank, is_one ? std::pair(kNoNode, 0) : std::pair(first.to, first.channel)};
  }

  bool may_start(std::size_t rank, const RankOp& op) const {
    return op.not_before <= step_ &&
           std::all_of(op.after.begin(), op.after.end(), [&](const RankDependency& d) {
             const State& other = states_[rank][d.op];
             return d.on_start ? other.has_started : other.has_ended;
           });
  }

  // What has happened, and then all that it lets begin; false if nothing does.
  bool play_round(std::size_t rank) {
    bool happens = look(rank);
    std::vector<std::size_t> allowed;
    for (std::size_t i = 0; i < states_[rank].size(); ++i)
      if (!states_[rank][i].has_begun && may_start(rank, program(rank)[i])) allowed.push_back(i);
    for (const std::size_t i : allowed) {
      const RankOp& op = program(rank)[i];
      states_[rank][i].has_begun = happens = true;
      if (op.kind == RankOpKind::kSend)
        ports_[port_of(rank, i)].push_back({rank, i, 0, op.steps});
      else
        states_[rank][i].starts = step_;
    }
    return happens;
  }

  // Starts and ends that are due.
  bool look(std::size_t rank) {
    bool happens = false;
    for (const auto& [port, queue] : ports_)
      if (port.first == rank && !queue.empty()) {
        State& first = states_[rank][queue.front().op];
        if (!first.starts) first.starts = step_;
      }
    for (std::size_t i = 0; i < states_[rank].size(); ++i) {
      const RankOp& op = program(rank)[i];
      State& state = states_[rank][i];
      if (state.starts && !state.has_started) {
        state.has_started = happens = true;
        played_.ops[rank][i].start = step_;
        if (op.kind == RankOpKind::kCompute) state.ends = step_ + op.steps;
      }
      if (op.kind == RankOpKind::kReceive && state.has_started && !state.ends &&
          messages_[op.transfer].arrived == messages_[op.transfer].flits)
        state.ends = step_ + op.steps;
      if (state.ends && *state.ends <= step_ && !state.has_ended) {
        state.has_ended = happens = true;
        played_.ops[rank][i].end = step_;
      }
    }
    return happens;
  }

  void move() {
    std::map<std::tuple<char, Node, Node, int>, Flits> wanted;
    for (auto& [port, queue] : ports_) {
      if (queue.empty()) continue;
      Sending& first = queue.front();
      if (first.overhead-- > 0) continue;
      const std::size_t transfer = program(first.rank)[first.op].transfer;
      Message& message = messages_[transfer];
      message.came.resize(message.way.size() + 1);
      message.came.front().push_back(step_);
      if (packet_ == 1) cross(transfer, 0, wanted);
      if (++first.sent < message.flits) continue;
      states_[first.rank][first.op].ends = step_;
      queue.pop_front();
    }
    for (std::size_t m = 0; m < messages_.size(); ++m) move(m, wanted);
    for (const auto& [place, flits] : wanted)
      if (flits > capacity(place) && !played_.meeting) played_.meeting = step_;
  }

  // A packet's flits go on, one a step, from the step behind its last one's coming.
  void move(std::size_t m, std::map<std::tuple<char, Node, Node, int>, Flits>& wanted) {
    Message& message = messages_[m];
    for (std::size_t hop = message.came.size(); hop-- > 0;) {
      const std::vector<Step>& came = message.came[hop];
      if (hop == message.way.size()) {
        const bool is_mesh = std::holds_alternative<XyMesh>(shape_);
        if (!is_mesh && !std::holds_alternative<Torus>(shape_)) continue;
        for (const Step step : came)
          if (step + 1 == step_) deliver(m, wanted);
        continue;
      }
      if (hop == 0 && packet_ == 1) continue;  // it came on the link at once
      for (std::size_t last = static_cast<std::size_t>(packet_) - 1; last < came.size();
           last += static_cast<std::size_t>(packet_)) {
        // Into the first router flits come at the edge before the step that names them.
        const Step begin = came[last] + (hop == 0 ? 0 : 1);
        if (begin <= step_ && step_ < begin + packet_) cross(m, hop, wanted);
      }
    }
  }

  void cross(std::size_t m, std::size_t hop,
             std::map<std::tuple<char, Node, Node, int>, Flits>& wanted) {
    Message& message = messages_[m];
    const Link& link = message.way[hop];
    std::vector<Step>& came = message.came[hop + 1];
    came.push_back(step_);
    played_.events.push_back({step_, link.from, link.to, m, static_cast<Flits>(came.size())});
    ++wanted[{'l', link.from, link.to, link.channel}];
    ++wanted[{'s', link.from, kNoNode, 0}];
    ++wanted[{'r', kNoNode, link.to, 0}];
    const bool is_worm =
        std::holds_alternative<XyMesh>(shape_) || std::holds_alternative<Torus>(shape_);
    if (hop + 1 == message.way.size() && !is_worm) arrive(m);
  }

  // Behind the last router.
  void deliver(std::size_t m, std::map<std::tuple<char, Node, Node, int>, Flits>& wanted) {
    if (std::holds_alternative<XyMesh>(shape_))
      ++wanted[{'e', kNoNode, messages_[m].way.back().to, 0}];
    arrive(m);
  }

  void arrive(std::size_t m) {
    if (++messages_[m].arrived == messages_[m].flits) played_.arrivals[m] = step_;
  }

  Flits capacity(const std::tuple<char, Node, Node, int>& place) const {
    constexpr Flits kAny = 1'000'000;
    const auto [kind, from, to, channel] = place;
    const auto* tree = std::get_if<TreeShape>(&shape_);
    if (kind == 's' || kind == 'r') return tree != nullptr && !tree->is_multiport ? 1 : kAny;
    const auto* fat = std::get_if<FatTree>(&shape_);
    if (fat == nullptr) return 1;
    return fat->capacity(std::max(fat->level(from), fat->level(to)));
  }

  const NetworkShape& shape_;
  const Collective& collective_;
  const Flits packet_;
  std::vector<Message> messages_;
  std::vector<std::vector<State>> states_;
  std::map<Port, std::deque<Sending>> ports_;
  Step step_ = 0;
  Played played_;
};

}  // namespace

Played play_collective(const NetworkShape& shape, const Collective& collective, Flits packet) {
  return Player(shape, collective, packet).run();
}

}  // namespace flitwise::test
