// Reference models of fat trees: packets node by node as a switch would route them, moving on as
// soon as links and switches let them or waiting in queues.
#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "systemc/topology/fat_tree/fat_tree.h"
#include "tb/theory/fat_tree/fat_tree_prediction.h"
#include "tb/theory/lengths.h"
#include "tests/theory/fat_tree/fat_trees.h"

namespace flitwise::theory::test {
namespace {

// A packet and the link it is about to cross.
struct Packet {
  FatTreeDispatch dispatch;
  Flits index = 1;
  Node from = kNoNode;
  Node to = kNoNode;
};

int branch_to(const FatTree& tree, Node at, Node child) { return child - tree.child(at, 0); }

/// Children of `at` and, if it goes on, the parent, to which a copy goes.
std::vector<Node> next_nodes(const FatTree& tree, const Packet& packet) {
  const Node at = packet.to;
  const FatTreeDispatch& d = packet.dispatch;
  const bool from_parent = packet.from == tree.parent(at);
  std::vector<Node> next;
  if (d.kind == FlitKind::kData) {
    const Node offset = d.destination - tree.first_leaf(at);
    if (offset < 0 || offset >= tree.leaves_below(tree.level(at))) return {tree.parent(at)};
    return {tree.child(at, offset / tree.leaves_below(tree.level(at) - 1))};
  }
  if (from_parent || d.kind == FlitKind::kFlood) {
    for (int k = 0; k < tree.arity(); ++k) {
      if (tree.child(at, k) != packet.from) next.push_back(tree.child(at, k));
    }
    if (!from_parent && at != tree.root()) next.push_back(tree.parent(at));
    return next;
  }
  // The digits of copies, taken apart by division.
  std::int64_t field = 1;
  while (field < tree.arity()) field *= 2;
  std::int64_t digits = d.copies;
  for (int i = 1; i < tree.level(at); ++i) digits /= field;
  const auto r = static_cast<int>(digits % field);
  if (r > 0) next.push_back(tree.child(at, (branch_to(tree, at, packet.from) + r) % tree.arity()));
  if (digits / field > 0) next.push_back(tree.parent(at));
  return next;
}

// Flit `index` of a dispatch, at the link of its leaf.
Packet inject(const FatTree& tree, const FatTreeDispatch& dispatch, Flits index) {
  return {dispatch, index, dispatch.source, tree.parent(dispatch.source)};
}

// Its copies at the outputs of the switch packet.to.
std::vector<Packet> route(const FatTree& tree, const Packet& packet) {
  std::vector<Packet> copies;
  for (const Node next : next_nodes(tree, packet))
    copies.push_back({packet.dispatch, packet.index, packet.to, next});
  return copies;
}

// What its link events carry as value.
std::int64_t value_of(const FatTreeDispatch& dispatch) {
  if (dispatch.kind == FlitKind::kData) return dispatch.destination;
  return dispatch.kind == FlitKind::kCopies ? dispatch.copies : 0;
}

/// Steps in which a packet is on the wires to `packet.to` besides that in which it is sent.
Step on_the_wires(const FatTree& tree, const FatTreeLatency& latency, const Packet& packet) {
  const Node below = std::min(packet.from, packet.to);  // parents have higher numbers
  return latency.link_of(tree.level(below) + 1) - 1;
}

using Queue = std::deque<Packet>;

class Switches {
 public:
  Switches(const FatTree& tree, Inputs inputs, Forwarding forwarding, FatTreeLatency latency,
           std::optional<Flits> depth)
      : tree_(tree),
        inputs_(inputs),
        forwarding_(forwarding),
        latency_(std::move(latency)),
        depth_(depth),
        up_(index_of(tree.size())),
        down_(index_of(tree.size())) {
    const std::vector<Flits> none(index_of(tree.levels()) + 1, 0);
    run_ = {0, std::vector<std::vector<Step>>(index_of(tree.leaves())), none, none, none, none};
  }

  QueueRun run(const FatTreeTable& table) {
    std::map<Step, std::vector<Packet>> injected;
    for (const FatTreeDispatch& d : table) {
      for (Flits k = 1; k <= d.flits; ++k) injected[d.step + k - 1].push_back(inject(tree_, d, k));
    }
    bool busy = true;
    for (Step step = 1; busy || !injected.empty(); ++step) {
      for (const Packet& packet : injected[step]) up_[index_of(packet.from)].push_back(packet);
      injected.erase(step);
      note_stored();
      busy = move(step);
    }
    for (auto& steps : run_.arrivals) std::sort(steps.begin(), steps.end());
    return run_;
  }

 private:
  /// The outputs of `v` towards its parent and towards `v` from its parent, by level.
  template <typename Note>
  void for_each_output(Note note) {
    for (Node v = 0; v + 1 < tree_.size(); ++v) {
      const auto level = index_of(tree_.level(v));
      note(up_[index_of(v)], run_.stored_up[level], run_.wait_up[level]);
      note(down_[index_of(v)], run_.stored_down[level + 1], run_.wait_down[level + 1]);
    }
  }

  static void raise(Flits& most, const Queue& queue) {
    most = std::max(most, static_cast<Flits>(queue.size()));
  }

  void note_stored() {
    for_each_output([](const Queue& q, Flits& stored, Flits&) { raise(stored, q); });
  }

  bool may_leave(const Queue& queue, const Packet& head) const {
    if (forwarding_ == Forwarding::kCutThrough || tree_.is_leaf(head.from)) return true;
    return std::any_of(queue.begin(), queue.end(), [&](const Packet& p) {
      return p.dispatch.destination == head.dispatch.destination && p.index == p.dispatch.flits;
    });
  }

  /// Takes room for the packet in all queues that it is for next, or in none.
  bool take_room(const Packet& packet) {
    if (!depth_ || tree_.is_leaf(packet.to)) return true;
    const std::vector<Packet> copies = route(tree_, packet);
    for (const Packet& copy : copies)
      if (taken_[{copy.from, copy.to}] >= *depth_) return false;
    for (const Packet& copy : copies) ++taken_[{copy.from, copy.to}];
    return true;
  }

  void depart(Queue& queue, int links, Step step) {
    for (int link = 0; link < links && !queue.empty(); ++link) {
      const Packet packet = queue.front();
      if (!may_leave(queue, packet) || !take_room(packet)) return;
      queue.pop_front();
      if (depth_) room_back_[step + latency_.credit].emplace_back(packet.from, packet.to);
      const Step received = step + on_the_wires(tree_, latency_, packet);
      const bool rises = packet.to > packet.from;
      const Step stored = tree_.is_leaf(packet.to) ? received : received + latency_.router - 1;
      (rises ? rising_ : falling_)[stored].push_back(packet);
    }
  }

  bool move(Step step) {
    for (const auto& [from, to] : room_back_[step]) --taken_[{from, to}];
    room_back_.erase(step);
    const auto links = [&](Node v) { return tree_.capacity(tree_.level(v) + 1); };
    const auto all_up = [&] {
      for (Node v = 0; v + 1 < tree_.size(); ++v) depart(up_[index_of(v)], links(v), step);
    };
    const auto all_down = [&] {
      for (Node v = 0; v + 1 < tree_.size(); ++v) depart(down_[index_of(v)], links(v), step);
    };
    const bool children_first = inputs_ == Inputs::kChildrenFirst;
    if (children_first) all_up();
    all_down();
    if (!children_first) all_up();
    for_each_output([](const Queue& q, Flits&, Flits& wait) { raise(wait, q); });
    const bool busy = !rising_.empty() || !falling_.empty();
    for (auto* ways :
         {children_first ? &rising_ : &falling_, children_first ? &falling_ : &rising_}) {
      for (const Packet& packet : (*ways)[step]) arrive(packet, step);
      ways->erase(step);
    }
    return busy || is_anything_stored();
  }

  bool is_anything_stored() const {
    const auto holds = [](const Queue& queue) { return !queue.empty(); };
    return std::any_of(up_.begin(), up_.end(), holds) ||
           std::any_of(down_.begin(), down_.end(), holds);
  }

  void arrive(const Packet& packet, Step step) {
    if (tree_.is_leaf(packet.to)) {
      run_.arrivals[index_of(packet.to)].push_back(step);
      run_.finish = step;
      return;
    }
    for (const Packet& copy : route(tree_, packet)) {
      const bool rises = copy.to == tree_.parent(copy.from);
      (rises ? up_[index_of(copy.from)] : down_[index_of(copy.to)]).push_back(copy);
    }
  }

  const FatTree& tree_;
  Inputs inputs_;
  Forwarding forwarding_;
  FatTreeLatency latency_;
  std::optional<Flits> depth_;
  // What is on its way, by the step in which it is stored or received.
  std::map<Step, std::vector<Packet>> rising_;
  std::map<Step, std::vector<Packet>> falling_;
  // By queue, the packets in it or sent to it whose room is not known to be back.
  std::map<std::pair<Node, Node>, Flits> taken_;
  std::map<Step, std::vector<std::pair<Node, Node>>> room_back_;
  std::vector<Queue> up_;    // by the node below
  std::vector<Queue> down_;  // by the node below
  QueueRun run_;
};

}  // namespace

Walk walk(const FatTree& tree, const FatTreeTable& table, const FatTreeLatency& latency) {
  Walk result;
  result.deliveries.resize(index_of(tree.leaves()));
  for (const FatTreeDispatch& d : table) {
    for (Flits index = d.first; index < d.first + d.flits; ++index) {
      std::vector<std::pair<Step, Packet>> moving{
          {d.step + index - d.first, inject(tree, d, index)}};
      while (!moving.empty()) {
        const auto [step, packet] = moving.back();
        moving.pop_back();
        result.events.push_back(
            {step, packet.from, packet.to, d.kind, d.source, index, value_of(d)});
        ++result.crowds[{step, packet.from, packet.to}];
        const Step received = step + on_the_wires(tree, latency, packet);
        if (tree.is_leaf(packet.to))
          result.deliveries[index_of(packet.to)].emplace_back(received, d.source, index);
        else
          for (const Packet& copy : route(tree, packet))
            moving.emplace_back(received + latency.router, copy);
      }
    }
  }
  std::sort(result.events.begin(), result.events.end());
  for (auto& deliveries : result.deliveries) std::sort(deliveries.begin(), deliveries.end());
  for (auto crowd = result.crowds.begin(); crowd != result.crowds.end();) {
    const auto [step, from, to] = crowd->first;
    const int links = tree.capacity(std::max(tree.level(from), tree.level(to)));
    crowd = crowd->second <= links ? result.crowds.erase(crowd) : std::next(crowd);
  }
  return result;
}

QueueRun run_queues(const FatTree& tree, const FatTreeTable& table, Inputs inputs,
                    Forwarding forwarding, const FatTreeLatency& latency,
                    std::optional<Flits> depth) {
  return Switches(tree, inputs, forwarding, latency, depth).run(table);
}

}  // namespace flitwise::theory::test
