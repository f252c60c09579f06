// Switches with a first-in-first-out queue per output and no back pressure, step by step.
#include <algorithm>
#include <deque>

#include "tb/theory/lengths.h"
#include "tests/theory/fat_tree/fat_tree_switching.h"
#include "tests/theory/fat_tree/fat_trees.h"

namespace flitwise::theory::test {
namespace {

using Queue = std::deque<Packet>;

class Switches {
 public:
  Switches(const FatTree& tree, Inputs inputs, Forwarding forwarding)
      : tree_(tree),
        inputs_(inputs),
        forwarding_(forwarding),
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

  void depart(Queue& queue, int links, std::vector<Packet>& crossing) {
    for (int link = 0; link < links && !queue.empty(); ++link) {
      if (!may_leave(queue, queue.front())) return;
      crossing.push_back(queue.front());
      queue.pop_front();
    }
  }

  bool move(Step step) {
    std::vector<Packet> rising;
    std::vector<Packet> falling;
    for (Node v = 0; v + 1 < tree_.size(); ++v) {
      const int links = tree_.capacity(tree_.level(v) + 1);
      depart(up_[index_of(v)], links, rising);
      depart(down_[index_of(v)], links, falling);
    }
    for_each_output([](const Queue& q, Flits&, Flits& wait) { raise(wait, q); });
    const bool busy = !rising.empty() || !falling.empty();
    auto& first = inputs_ == Inputs::kChildrenFirst ? rising : falling;
    auto& second = inputs_ == Inputs::kChildrenFirst ? falling : rising;
    first.insert(first.end(), second.begin(), second.end());
    for (const Packet& packet : first) arrive(packet, step);
    return busy;
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
  std::vector<Queue> up_;    // by the node below
  std::vector<Queue> down_;  // by the node below
  QueueRun run_;
};

}  // namespace

QueueRun run_queues(const FatTree& tree, const FatTreeTable& table, Inputs inputs,
                    Forwarding forwarding) {
  return Switches(tree, inputs, forwarding).run(table);
}

}  // namespace flitwise::theory::test
