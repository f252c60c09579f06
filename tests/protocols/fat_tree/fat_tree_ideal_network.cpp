// fat_tree_ideal_network.cpp: queues of switches, where they send what comes in, and what a run
// showed.
#include "tests/protocols/fat_tree/fat_tree_ideal_network.h"

#include <algorithm>

namespace flitwise::protocols::test {
namespace {

std::size_t at(Node v) { return static_cast<std::size_t>(v); }

void append(std::string& text, const std::string& title, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) text += title + ": " + line + "\n";
}

template <typename Of>
Flits largest(const FatTreeRecord& run, const Of& of) {
  Flits most = 0;
  for (const QueueMaxima& queue : run.up) most = std::max(most, of(queue));
  for (const QueueMaxima& queue : run.down) most = std::max(most, of(queue));
  return most;
}

// Digit of `level` in the digits that copies carry.
std::uint32_t digit(int arity, std::uint32_t copies, int level) {
  std::uint32_t width = 0;
  while (1 << width < arity) ++width;
  return copies >> (static_cast<std::uint32_t>(level - 1) * width) & ((1U << width) - 1);
}

}  // namespace

std::string FatTreeRecord::faults() const {
  std::string text;
  append(text, "complaint", complaints);
  append(text, "waiting", waiting);
  append(text, "refused", refused);
  return text;
}

Flits FatTreeRecord::max_wait() const {
  return largest(*this, [](const QueueMaxima& queue) { return queue.wait; });
}

Flits FatTreeRecord::max_stored() const {
  return largest(*this, [](const QueueMaxima& queue) { return queue.stored; });
}

/// Hands what leaf `self` sends to the network.
class FatTreeIdealNetwork::Port final : public Outbox {
 public:
  Port(FatTreeIdealNetwork& network, Node self) : network_(network), self_(self) {}
  void send(const Transmission& transmission) override { network_.accept(self_, transmission); }

 private:
  FatTreeIdealNetwork& network_;
  Node self_;
};

FatTreeIdealNetwork::FatTreeIdealNetwork(const FatTree& tree, Protocols& protocols,
                                         const FatTreeOptions& options)
    : tree_(tree),
      protocols_(protocols),
      options_(options),
      random_(options.seed),
      queues_(at(tree.size())),
      arriving_(at(tree.size())) {
  for (Node v = 0; v < tree.size(); ++v)
    queues_[at(v)].resize(tree.is_leaf(v) ? 1 : 1 + tree.arity());
  run_.arrivals.resize(at(tree.leaves()));
  run_.up.resize(at(tree.levels() + 1));
  run_.down.resize(at(tree.levels() + 1));
}

FatTreeRecord FatTreeIdealNetwork::run() {
  for (Node x = 0; x < tree_.leaves(); ++x) {
    Port port(*this, x);
    protocols_[at(x)]->start(port);
  }
  while (inside_ > 0 || !calendar_.empty() || !under_way_.empty()) step();
  for (const auto& protocol : protocols_) {
    for (const std::string& complaint : protocol->complaints())
      run_.complaints.push_back(complaint);
    for (const std::string& need : protocol->waiting_for()) run_.waiting.push_back(need);
  }
  return std::move(run_);
}

void FatTreeIdealNetwork::accept(Node from, const Transmission& t) {
  const bool has_destination = t.destination >= 0 && t.destination < tree_.leaves();
  if (t.after < 1 || t.length < 1 || t.destination == from ||
      has_destination != (t.kind == FlitKind::kData)) {
    run_.refused.push_back("leaf " + std::to_string(from) + " after " + std::to_string(t.after) +
                           " length " + std::to_string(t.length) + " to " +
                           std::to_string(t.destination));
    return;
  }
  for (Flits k = 1; k <= t.length; ++k)
    calendar_[now_ + t.after + k - 1].emplace_back(
        from, Flit{t.kind, t.destination, t.copies, t.message, t.first + k - 1,
                   k == t.length && t.has_tail});
}

void FatTreeIdealNetwork::step() {
  ++now_;
  if (const auto due = calendar_.find(now_); due != calendar_.end()) {
    for (const auto& [leaf, flit] : due->second) push(leaf, kUp, flit);
    calendar_.erase(due);
  }
  for (Node v = 0; v < tree_.size(); ++v)
    for (int branch = kUp; branch < static_cast<int>(queues_[at(v)].size()) - 1; ++branch)
      depart(v, branch);
  if (const auto due = under_way_.find(now_); due != under_way_.end()) {
    for (const auto& [to, arrived] : due->second) arriving_[at(to)].push_back(arrived);
    under_way_.erase(due);
  }
  for (Node v = 0; v < tree_.size(); ++v) {
    std::vector<Arrived> arrived;
    arrived.swap(arriving_[at(v)]);
    take_in(v, std::move(arrived));
  }
}

void FatTreeIdealNetwork::depart(Node from, int branch) {
  Queue& out = queue(from, branch);
  if (out.flits.empty()) return;
  const int level = tree_.level(from);
  const Node to = branch == kUp ? tree_.parent(from) : tree_.child(from, branch);
  const int input = branch == kUp ? static_cast<int>(tree_.index(from)) % tree_.arity() : kUp;
  const int joined = branch == kUp ? level + 1 : level;
  const int links = tree_.capacity(joined);
  const FatTreeLatency& latency = options_.latency;
  const Step later = latency.link_of(joined) - 1 + (tree_.is_leaf(to) ? 0 : latency.router - 1);
  for (int link = 0; link < links && !out.flits.empty() && may_leave(from, out); ++link) {
    const Flit flit = out.flits.front();
    if (flit.is_last && --out.tails[flit.owner()] == 0) out.tails.erase(flit.owner());
    under_way_[now_ + later].emplace_back(to, Arrived(input, flit));
    out.flits.pop_front();
    --inside_;
  }
  QueueMaxima& most = maxima(from, branch);
  most.wait = std::max(most.wait, static_cast<Flits>(out.flits.size()));
}

bool FatTreeIdealNetwork::may_leave(Node from, const Queue& out) const {
  // A leaf has its whole message: its first flit need not wait for the others.
  return options_.forwarding == Forwarding::kCutThrough || tree_.is_leaf(from) ||
         out.tails.count(out.flits.front().owner()) != 0;
}

void FatTreeIdealNetwork::take_in(Node node, std::vector<Arrived> arrived) {
  if (arrived.empty()) return;
  if (tree_.is_leaf(node)) {
    for (const auto& [input, flit] : arrived) deliver(node, flit);
    return;
  }
  for (const int input : intake_order())
    for (const auto& [branch, flit] : arrived)
      if (branch == input) route(node, input, flit);
}

void FatTreeIdealNetwork::push(Node node, int branch, const Flit& flit) {
  Queue& into = queue(node, branch);
  into.flits.push_back(flit);
  if (flit.is_last) ++into.tails[flit.owner()];
  ++inside_;
  QueueMaxima& most = maxima(node, branch);
  most.stored = std::max(most.stored, static_cast<Flits>(into.flits.size()));
}

void FatTreeIdealNetwork::deliver(Node leaf, const Flit& flit) {
  run_.finish = now_;
  run_.arrivals[at(leaf)].push_back(now_);
  Arrival arrival;
  arrival.step = now_;
  arrival.kind = flit.kind;
  arrival.from = tree_.parent(leaf);
  arrival.message = flit.message;
  arrival.index = flit.index;
  arrival.is_last = flit.is_last;
  Port port(*this, leaf);
  protocols_[at(leaf)]->receive(arrival, port);
}

FatTreeIdealNetwork::Queue& FatTreeIdealNetwork::queue(Node node, int branch) {
  return queues_[at(node)][static_cast<std::size_t>(branch + 1)];
}

QueueMaxima& FatTreeIdealNetwork::maxima(Node node, int branch) {
  return (branch == kUp ? run_.up : run_.down)[at(tree_.level(node))];
}

FatTreeRecord run_on(const FatTree& tree, Protocols protocols, const FatTreeOptions& options) {
  return FatTreeIdealNetwork(tree, protocols, options).run();
}

std::vector<int> FatTreeIdealNetwork::intake_order() {
  std::vector<int> order;
  for (int child = 0; child < tree_.arity(); ++child) order.push_back(child);
  if (options_.intake == Intake::kLocalFirst) {
    order.push_back(kUp);
  } else {
    order.insert(order.begin(), kUp);
    if (options_.intake == Intake::kRandom) std::shuffle(order.begin(), order.end(), random_);
    if (options_.intake == Intake::kRoundRobin)
      std::rotate(order.begin(), order.begin() + now_ % (tree_.arity() + 1), order.end());
  }
  return order;
}

void FatTreeIdealNetwork::route(Node node, int input, const Flit& flit) {
  if (flit.kind == FlitKind::kData)
    route_data(node, input, flit);
  else if (flit.kind == FlitKind::kCopies && input != kUp)
    route_copies(node, input, flit);
  else
    flood(node, input, flit);
}

void FatTreeIdealNetwork::route_data(Node node, int input, const Flit& flit) {
  const Node below = tree_.leaves_below(tree_.level(node) - 1);
  const Node offset = flit.destination - tree_.first_leaf(node);
  const bool is_below = offset >= 0 && offset < below * tree_.arity();
  if (!is_below && input == kUp)
    run_.refused.push_back("node " + std::to_string(node) + " cannot go down to leaf " +
                           std::to_string(flit.destination));
  else
    push(node, is_below ? static_cast<int>(offset / below) : kUp, flit);
}

void FatTreeIdealNetwork::route_copies(Node node, int child, const Flit& flit) {
  const int level = tree_.level(node);
  const std::uint32_t r = digit(tree_.arity(), flit.copies, level);
  if (r != 0) push(node, (child + static_cast<int>(r)) % tree_.arity(), flit);
  for (int above = level + 1; above <= tree_.levels(); ++above) {
    if (digit(tree_.arity(), flit.copies, above) == 0) continue;
    push(node, kUp, flit);
    return;
  }
}

void FatTreeIdealNetwork::flood(Node node, int input, const Flit& flit) {
  if (input != kUp && node != tree_.root()) push(node, kUp, flit);
  for (int child = 0; child < tree_.arity(); ++child)
    if (child != input) push(node, child, flit);
}

}  // namespace flitwise::protocols::test
