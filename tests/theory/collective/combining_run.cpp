#include "tests/theory/collective/combining_run.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <stdexcept>
#include <utility>

namespace flitwise::test {
namespace {

/// A sum in which PE v counts 4^v.
using Sum = std::uint64_t;

struct Operand {
  Sum sum = 0;
  Step came = 0;  // at the end of this step
};

/// Queue of operands that come over one link, and what its sender knows of it.
struct OperandQueue {
  std::deque<Operand> flits;
  Flits on_the_way = 0;    // sent, credit not back yet
  std::deque<Step> freed;  // steps in which flits were taken whose credits are not back yet
  bool is_at_root = false;
};

/// Registers of an adder; the last one is next to leave. With no register a sum leaves at once.
struct Adder {
  std::deque<std::optional<Sum>> stages;
};

class Combining {
 public:
  explicit Combining(const CombiningCase& what)
      : what_(what),
        tree_(what.tree),
        queues_(index_of(tree_.nodes())),
        partials_(2),
        peers_(2),
        adders_(index_of(tree_.nodes())),
        roots_(2),
        taken_(index_of(tree_.nodes())) {
    for (Adder& adder : adders_) adder.stages.resize(static_cast<std::size_t>(what.add));
    for (Adder& adder : roots_) adder.stages.resize(static_cast<std::size_t>(what.add));
    for (const Node child : tree_.children(tree_.root()))
      queues_[index_of(child)].is_at_root = true;
  }

  CombiningRun run() {
    all_ = 0;
    for (Node v = 0; v < tree_.nodes(); ++v) all_ += own(v);
    for (step_ = 1; results_ < what_.words * ends(); ++step_) {
      if (step_ > 100000) throw std::runtime_error("operands wait for ever");
      one_step();
    }
    return run_;
  }

 private:
  static Sum own(Node v) { return Sum{1} << (2 * v); }
  Flits ends() const { return what_.peer == kNoNode ? 1 : 2; }
  // Number of the end of the middle edge: 0 or 1, else kNoNode.
  Node end_of(Node v) const {
    if (v == tree_.root()) return 0;
    return v == what_.peer ? 1 : kNoNode;
  }
  bool is_end(Node v) const { return what_.peer != kNoNode && end_of(v) != kNoNode; }
  std::vector<Node> children(Node v) const {
    std::vector<Node> children = tree_.children(v);
    children.erase(std::remove(children.begin(), children.end(), what_.peer), children.end());
    return children;
  }
  // Links to the bottom of the whole tree, or of a half, and from its root.
  Step depth(Node v) const {
    Step links = 0;
    for (; end_of(v) == kNoNode; v = tree_.parent(v)) ++links;
    return links;
  }
  Step height() const {
    Step height = 0;
    for (Node v = 0; v < tree_.nodes(); ++v) height = std::max(height, depth(v));
    return height;
  }
  Step height_below(Node end) const {
    Step height = 0;
    for (Node v = 0; v < tree_.nodes(); ++v) {
      Node top = v;
      while (end_of(top) == kNoNode) top = tree_.parent(top);
      if (top == end) height = std::max(height, depth(v));
    }
    return height;
  }

  bool has_room(OperandQueue& queue) {
    for (; !queue.freed.empty() && queue.freed.front() < step_; queue.freed.pop_front())
      --queue.on_the_way;
    return !what_.depth || *what_.depth == 0 || queue.on_the_way < *what_.depth;
  }
  void send(OperandQueue& queue, Sum sum) {
    ++queue.on_the_way;
    arriving_.push_back({&queue, sum});
  }
  Sum take(OperandQueue& queue) {
    const Operand operand = queue.flits.front();
    queue.flits.pop_front();
    queue.freed.push_back(step_);
    run_.longest_wait = std::max(run_.longest_wait, step_ - 1 - operand.came);
    return operand.sum;
  }
  // Whether a flit can be taken; aligned, it must have come in the step before.
  bool is_there(const OperandQueue& queue) {
    if (queue.flits.empty()) return false;
    if (what_.depth == Flits{0} && queue.flits.front().came != step_ - 1) run_.all_meet = false;
    return true;
  }

  bool may_begin(Node v) const {
    const Step start = what_.start.empty() ? 0 : what_.start[index_of(v)];
    const bool is_leaf = children(v).empty();
    const Step by_timetable = what_.depth == Flits{0} ? (height() - depth(v)) * (1 + what_.add) -
                                                            (is_leaf ? 0 : what_.add)
                                                      : 0;
    return step_ >
           std::max(start, by_timetable) + (what_.depth == Flits{0} ? taken_[index_of(v)] : 0);
  }

  // Takes the operands of v's next word if all are there.
  std::optional<Sum> operands(Node v) {
    if (taken_[index_of(v)] == what_.words || !may_begin(v)) return std::nullopt;
    const std::vector<Node> below = children(v);
    for (const Node child : below)
      if (!is_there(queues_[index_of(child)])) {
        if (what_.depth == Flits{0}) run_.all_meet = false;
        return std::nullopt;
      }
    Sum sum = own(v);
    for (const Node child : below) sum += take(queues_[index_of(child)]);
    ++taken_[index_of(v)];
    return sum;
  }

  // Moves an adder on: what leaves it goes to `leave`, if that has room; `next` is what it takes.
  using Next = std::function<std::optional<Sum>()>;
  using Leave = std::function<void(Sum)>;
  static void pass(Adder& adder, bool has_room, const Leave& leave, const Next& next) {
    if (adder.stages.empty()) {
      if (!has_room) return;
      if (const std::optional<Sum> sum = next()) leave(*sum);
      return;
    }
    if (adder.stages.back() && has_room) {
      leave(*adder.stages.back());
      adder.stages.back().reset();
    }
    for (std::size_t i = adder.stages.size() - 1; i > 0; --i)
      if (!adder.stages[i]) std::swap(adder.stages[i], adder.stages[i - 1]);
    if (!adder.stages.front()) adder.stages.front() = next();
  }

  // A result that the root or an end of the middle edge sends down in this step.
  void deliver(Node end, Sum sum) {
    if (sum != all_) run_.all_once = false;
    ++results_;
    run_.reduced = std::max(run_.reduced, step_ - 1);
    run_.done = std::max(run_.done, step_ - 1 + height_below(end));
  }

  void one_step() {
    arriving_.clear();
    for (const Node v : tree_.node_of) {
      const auto next = [&] { return operands(v); };
      const bool adds = !children(v).empty();
      Adder none;
      Adder& adder = adds ? adders_[index_of(v)] : none;
      if (is_end(v)) {
        step_of_end(v, adder, next);
      } else if (v == tree_.root()) {
        pass(
            adder, true, [&](Sum sum) { deliver(v, sum); }, next);
      } else {
        OperandQueue& queue = queues_[index_of(v)];
        pass(
            adder, has_room(queue), [&](Sum sum) { send(queue, sum); }, next);
      }
    }
    for (auto& [queue, sum] : arriving_) {
      queue->flits.push_back({sum, step_});
      if (queue->is_at_root) run_.last_operand = step_;
    }
  }

  // Sums of the own half go to the other end, and are kept until the other end's come.
  void step_of_end(Node v, Adder& adder, const Next& next) {
    const auto end = index_of(end_of(v));
    OperandQueue& peer = peers_[1 - end];
    Adder& root = roots_[end];
    pass(
        adder, has_room(peer),
        [&](Sum sum) {
          send(peer, sum);
          partials_[end].push_back(sum);
        },
        next);
    pass(
        root, true, [&](Sum sum) { deliver(v, sum); },
        [&]() -> std::optional<Sum> {
          if (partials_[end].empty() || !is_there(peers_[end])) return std::nullopt;
          const Sum sum = partials_[end].front() + take(peers_[end]);
          partials_[end].pop_front();
          return sum;
        });
  }

  const CombiningCase& what_;
  const PlacedTree& tree_;
  std::vector<OperandQueue> queues_;       // by child
  std::vector<std::deque<Sum>> partials_;  // by end
  std::vector<OperandQueue> peers_;        // by end that receives
  std::vector<Adder> adders_;              // by node
  std::vector<Adder> roots_;               // by end
  std::vector<Flits> taken_;               // by node, words
  std::vector<std::pair<OperandQueue*, Sum>> arriving_;
  Step step_ = 0;
  Flits results_ = 0;
  Sum all_ = 0;
  CombiningRun run_;
};

}  // namespace

CombiningRun run_combining(const CombiningCase& combining) { return Combining(combining).run(); }

Step run_flood(const Tree& tree, Step rounds, Step add, const std::vector<Step>& start) {
  // ready[v]: v has what its neighbours sent in the round before, combined.
  std::vector<Step> ready = start;
  for (Step round = 1; round <= rounds; ++round) {
    std::vector<Step> next = ready;
    for (Node v = 0; v < tree.size(); ++v) {
      std::vector<Node> neighbours = tree.children(v);
      if (v != 0) neighbours.push_back(tree.parent(v));
      for (const Node u : neighbours)
        next[index_of(v)] = std::max(next[index_of(v)], ready[index_of(u)] + 1);
      next[index_of(v)] += add;
    }
    ready = next;
  }
  return *std::max_element(ready.begin(), ready.end());
}

}  // namespace flitwise::test
