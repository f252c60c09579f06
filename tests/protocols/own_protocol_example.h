// own_protocol_example.h: two gathers of one's own, as small as a protocol can be. The README of
// systemc/protocols goes through them.
#ifndef FLITWISE_TESTS_PROTOCOLS_OWN_PROTOCOL_EXAMPLE_H_
#define FLITWISE_TESTS_PROTOCOLS_OWN_PROTOCOL_EXAMPLE_H_

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/tree/tree_pe.h"
#include "systemc/protocols/tree/tree_protocols.h"
#include "systemc/topology/tree/tree.h"

namespace flitwise::protocols::example {

/// PE 0 of both: takes in as many flits as there are, in whatever order the messages come.
class Collector final : public PeProtocol {
 public:
  explicit Collector(Flits expected) : expected_(expected) {}

  void start(Outbox&) override {}
  void receive(const Arrival& arrival, Outbox&) override {
    const std::optional<std::string> fault = intake_.take(arrival);
    if (fault) book_.about(arrival, *fault);
  }
  PeState state() const override {
    return intake_.flits() < expected_ ? PeState::kCollecting : PeState::kDone;
  }
  std::vector<std::string> waiting_for() const override {
    if (intake_.flits() == expected_) return {};
    return {counted(expected_ - intake_.flits(), "more flit")};
  }
  std::vector<std::string> complaints() const override { return book_.all(); }

 private:
  Flits expected_;
  MessageIntake intake_;
  ComplaintBook book_{0};
};

/// Any other PE of both: sends its message to PE 0 from a step on that it is configured with.
class Sender final : public PeProtocol {
 public:
  /// `first` is the step in which the first flit crosses its first link, at least 1.
  Sender(Node self, Flits length, Step first)
      : book_(self), self_(self), length_(length), first_(first) {}

  void start(Outbox& outbox) override {
    if (length_ == 0) return;
    Transmission message;
    message.destination = 0;
    message.message = self_;
    message.after = first_;  // it is step 0
    message.length = length_;
    outbox.send(message);
  }
  void receive(const Arrival& arrival, Outbox&) override {
    book_.about(arrival, "nobody has anything to say to a PE that sends");
  }
  PeState state() const override { return state_at(0); }
  PeState state_at(Step now) const override {
    return now < first_ + length_ - 1 ? PeState::kScheduled : PeState::kRelaying;
  }
  std::vector<std::string> waiting_for() const override { return {}; }
  std::vector<std::string> complaints() const override { return book_.all(); }

 private:
  ComplaintBook book_;
  Node self_;
  Flits length_;
  Step first_;
};

/// One Sender per PE below the root, with its entry of `first`.
inline Protocols make_senders(const Tree& tree, const std::vector<Flits>& lengths,
                              const std::vector<Step>& first) {
  Protocols protocols;
  protocols.push_back(
      std::make_unique<Collector>(std::accumulate(lengths.begin(), lengths.end(), Flits{0})));
  for (Node v = 1; v < tree.size(); ++v) {
    const auto at = static_cast<std::size_t>(v);
    protocols.push_back(std::make_unique<Sender>(v, lengths[at], first[at]));
  }
  return protocols;
}

/// Everyone sends at once. Collides as soon as two messages meet.
inline Protocols make_naive_gather(const Tree& tree, const std::vector<Flits>& lengths) {
  return make_senders(tree, lengths, std::vector<Step>(lengths.size(), 1));
}

/// Everyone sends so that PE 0 gets the messages back to back, in the order of the PEs' numbers.
///
/// Flits that come to PE 0 in different steps never meet on the way: below PE 0 all ways only join,
/// and from where two join both take the same number of steps. So it is enough to share out the
/// input of PE 0: message v has steps D + (flits of the messages before it) on, with D the height
/// of the tree, so that nobody has to send before step 1.
/// Time: with M flits in all, the last one arrives in step D + M - 1.
inline Protocols make_turn_gather(const Tree& tree, const std::vector<Flits>& lengths) {
  std::vector<Step> first(lengths.size(), 1);
  Step turn = tree.height();  // step in which PE 0's input is free
  for (Node v = 1; v < tree.size(); ++v) {
    const auto at = static_cast<std::size_t>(v);
    first[at] = turn - (tree.depth(v) - 1);
    turn += lengths[at];
  }
  return make_senders(tree, lengths, first);
}

}  // namespace flitwise::protocols::example

#endif  // FLITWISE_TESTS_PROTOCOLS_OWN_PROTOCOL_EXAMPLE_H_
