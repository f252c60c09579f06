// fat_tree_protocols.cpp: what a leaf sends and takes in, and the leaves of each operation.
#include "systemc/protocols/fat_tree/fat_tree_protocols.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "systemc/protocols/fat_tree/schedule.h"

namespace flitwise::protocols {
namespace {

bool carries_a_message(FlitKind kind) {
  return kind == FlitKind::kData || kind == FlitKind::kFlood || kind == FlitKind::kCopies;
}

Transmission transmission_of(const Dispatch& dispatch) {
  Transmission transmission;
  transmission.kind = dispatch.kind;
  transmission.destination = dispatch.destination;
  transmission.copies = dispatch.copies;
  transmission.message = dispatch.message;
  transmission.after = dispatch.step;
  transmission.length = dispatch.flits;
  transmission.port = dispatch.port;
  transmission.first = dispatch.first;
  transmission.has_head = dispatch.first == 1;
  transmission.has_tail = dispatch.has_tail;
  return transmission;
}

bool is_before(const DueMessage& a, const DueMessage& b) { return a.source < b.source; }

}  // namespace

DueIntake::DueIntake(const Dues& dues) {
  Dues sorted = dues;
  std::sort(sorted.begin(), sorted.end(), is_before);
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    const auto& [source, flits] = sorted[k];
    if (k > 0 && source == sorted[k - 1].source)
      throw std::invalid_argument("the message of " + pe_name(source) + " is due twice");
    if (flits < 0)
      throw std::invalid_argument("the message of " + pe_name(source) +
                                  " must have at least 0 flits, got " + std::to_string(flits));
    if (flits == 0) continue;
    messages_.push_back({source, flits, static_cast<std::size_t>(due_), flits});
    due_ += flits;
  }
  missing_ = due_;
  taken_.resize(static_cast<std::size_t>(due_), false);
}

DueIntake::Message* DueIntake::find(Node source) {
  const auto found =
      std::lower_bound(messages_.begin(), messages_.end(), source,
                       [](const Message& message, Node wanted) { return message.source < wanted; });
  return found != messages_.end() && found->source == source ? &*found : nullptr;
}

std::optional<std::string> DueIntake::take(const Arrival& arrival) {
  Message* message = find(arrival.message);
  if (message == nullptr) return "no message of " + pe_name(arrival.message) + " is due here";
  return take(*message, arrival);
}

std::optional<std::string> DueIntake::take(Message& message, const Arrival& arrival) {
  if (arrival.index < 1 || arrival.index > message.flits)
    return "expected " + counted(message.flits, "flit") + " of this message in all";
  const std::size_t at = message.first + static_cast<std::size_t>(arrival.index - 1);
  if (taken_[at]) return "this flit has come before";
  taken_[at] = true;
  --message.missing;
  --missing_;
  return fault_of_last_mark(arrival, message.flits);
}

std::vector<std::string> DueIntake::waiting_for() const {
  std::vector<std::string> needs;
  for (const Message& message : messages_)
    if (message.missing > 0) needs.push_back(flits_owed(message.missing, message.source));
  return needs;
}

ScheduledLeaf::ScheduledLeaf(Node self, std::vector<Dispatch> sends, const Dues& dues)
    : sends_(std::move(sends)), intake_(dues), book_(self) {}

void ScheduledLeaf::start(Outbox& outbox) {
  for (const Dispatch& dispatch : sends_) outbox.send(transmission_of(dispatch));
}

void ScheduledLeaf::receive(const Arrival& arrival, Outbox&) {
  last_call_ = arrival.step;
  Arrival named = arrival;
  named.from = arrival.message;
  if (!carries_a_message(arrival.kind)) {
    book_.about(named, "a leaf expects data, flood and copies only");
    return;
  }
  const std::optional<std::string> fault = intake_.take(arrival);
  if (fault) book_.about(named, *fault);
}

PeState ScheduledLeaf::state_at(Step now) const {
  if (!sends_.empty()) {
    const Dispatch& last = sends_.back();
    if (now < sends_.front().step) return PeState::kScheduled;
    if (now < last.step + last.flits - 1) return PeState::kDispatching;
  }
  if (intake_.is_complete()) return PeState::kDone;
  return sends_.empty() && !intake_.has_begun() ? PeState::kDormant : PeState::kCollecting;
}

namespace {

// `dues_of(x)`: what leaf x must take in.
template <typename DuesOf>
Protocols leaves_of(const FatTree& tree, const Schedule& schedule, const DuesOf& dues_of) {
  require(schedule.size() == index_of(tree.leaves()),
          "a schedule must have one list per leaf: " + std::to_string(tree.leaves()) + ", got " +
              std::to_string(schedule.size()));
  check_schedule(schedule, tree.leaf_links());
  Protocols protocols;
  for (Node x = 0; x < tree.leaves(); ++x) {
    const std::vector<Dispatch>& sends = schedule[index_of(x)];
    for (const Dispatch& dispatch : sends) check_copies(tree, dispatch.copies);
    protocols.push_back(std::make_unique<ScheduledLeaf>(x, sends, dues_of(x)));
  }
  return protocols;
}

// One flit from each of `sources` but the leaf itself.
Dues one_from_each(const std::vector<Node>& sources, Node self) {
  Dues dues;
  for (const Node source : sources)
    if (source != self) dues.push_back({source, 1});
  return dues;
}

}  // namespace

Protocols make_fat_tree_broadcast(const FatTree& tree, Node source, const Schedule& schedule) {
  check_leaf(tree, source, "source");
  return leaves_of(tree, schedule, [&](Node x) { return one_from_each({source}, x); });
}

Protocols make_fat_tree_scatter(const FatTree& tree, Node source, const std::vector<Flits>& lengths,
                                const Schedule& schedule) {
  check_leaf(tree, source, "source");
  check_lengths(tree, source, lengths);
  return leaves_of(tree, schedule, [&](Node x) { return Dues{{source, lengths[index_of(x)]}}; });
}

Protocols make_fat_tree_concurrent_scatters(const FatTree& tree, Node first, Node second,
                                            const Schedule& schedule) {
  check_two_sources(tree, first, second);
  return leaves_of(tree, schedule, [&](Node x) { return one_from_each({first, second}, x); });
}

Protocols make_fat_tree_gather(const FatTree& tree, Node target, const std::vector<Flits>& lengths,
                               const Schedule& schedule) {
  check_leaf(tree, target, "target");
  check_lengths(tree, target, lengths);
  return leaves_of(tree, schedule, [&](Node x) {
    Dues dues;
    if (x != target) return dues;
    for (Node source = 0; source < tree.leaves(); ++source)
      dues.push_back({source, lengths[index_of(source)]});
    return dues;
  });
}

Protocols make_fat_tree_all_to_all(const FatTree& tree, const Schedule& schedule) {
  std::vector<Node> all;
  for (Node x = 0; x < tree.leaves(); ++x) all.push_back(x);
  return leaves_of(tree, schedule, [&](Node x) { return one_from_each(all, x); });
}

}  // namespace flitwise::protocols
