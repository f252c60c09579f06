// hypercube_protocols.cpp: the root, which knows all it sends, and the PE that gets one message.
#include "hypercube_protocols.h"

#include <flitwise/protocol.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hypercube_flitwise {
namespace {

using flitwise::FlitKind;
using flitwise::protocols::Arrival;
using flitwise::protocols::ComplaintBook;
using flitwise::protocols::Outbox;
using flitwise::protocols::PeProtocol;
using flitwise::protocols::PeState;
using flitwise::protocols::Protocols;
using flitwise::protocols::Transmission;

// A message to `destination`, out by the link to `via`, its first flit `after` steps from now.
Transmission message_to(Node destination, Node via, Step after, Flits length) {
  Transmission message;
  message.destination = destination;
  message.via = via;
  message.message = destination;
  message.after = after;
  message.length = length;
  return message;
}

class Root final : public PeProtocol {
 public:
  Root(Node self, std::vector<Transmission> messages)
      : messages_(std::move(messages)), book_(self) {}

  void start(Outbox& outbox) override {
    for (const Transmission& message : messages_) {
      outbox.send(message);
      last_sent_ = std::max(last_sent_, message.after + message.length - 1);
    }
  }
  void receive(const Arrival& arrival, Outbox&) override {
    book_.about(arrival, "the root expects nothing");
  }
  PeState state() const override { return state_at(0); }
  PeState state_at(Step now) const override {
    return now < last_sent_ ? PeState::kDispatching : PeState::kDone;
  }
  std::vector<std::string> waiting_for() const override { return {}; }
  std::vector<std::string> complaints() const override { return book_.all(); }

 private:
  const std::vector<Transmission> messages_;
  Step last_sent_ = 0;
  ComplaintBook book_;
};

// Takes its message in and hands every flit on to its children; in a scatter it has none.
class Receiver final : public PeProtocol {
 public:
  Receiver(Node self, Node parent, Flits length, std::vector<Node> children)
      : self_(self),
        parent_(parent),
        length_(length),
        children_(std::move(children)),
        book_(self) {}

  void start(Outbox&) override {}
  void receive(const Arrival& arrival, Outbox& outbox) override {
    if (const std::optional<std::string> fault = fault_of(arrival)) {
      book_.about(arrival, *fault);
      return;
    }
    ++taken_;
    last_arrival_ = arrival.step;
    for (const Node child : children_) {
      Transmission flit = message_to(child, child, 1, 1);
      flit.first = arrival.index;
      flit.has_head = arrival.index == 1;
      flit.has_tail = arrival.is_last;
      outbox.send(flit);
    }
  }
  PeState state() const override { return state_at(last_arrival_); }
  PeState state_at(Step now) const override {
    if (taken_ == 0) return PeState::kDormant;
    if (taken_ < length_) return PeState::kCollecting;
    const bool has_sent = children_.empty() || now > last_arrival_;
    return has_sent ? PeState::kDone : PeState::kDispatching;
  }
  std::vector<std::string> waiting_for() const override {
    if (taken_ == length_) return {};
    return {flitwise::protocols::counted(length_ - taken_, "more flit") + " of its message"};
  }
  std::vector<std::string> complaints() const override { return book_.all(); }

 private:
  std::optional<std::string> fault_of(const Arrival& arrival) const {
    if (arrival.kind != FlitKind::kData) return "expected data only";
    if (arrival.message != self_) return "meant for another PE";
    if (arrival.from != parent_) return "did not come from the parent";
    if (arrival.index != taken_ + 1) return "expected flit " + std::to_string(taken_ + 1);
    if (arrival.is_last != (arrival.index == length_))
      return "expected " + flitwise::protocols::counted(length_, "flit") + " in all";
    return std::nullopt;
  }

  const Node self_;
  const Node parent_;
  const Flits length_;
  const std::vector<Node> children_;
  ComplaintBook book_;
  Flits taken_ = 0;
  Step last_arrival_ = 0;
};

std::vector<Node> children_of(const Cube& cube, Node v) {
  std::vector<Node> children;
  for (int k = 0; k < cube.dimension_up(v); ++k) children.push_back(cube.neighbour(v, k));
  return children;
}

using IsBefore = bool (*)(const Cube& cube, Node a, Node b);

bool is_farther(const Cube& cube, Node a, Node b) { return cube.distance(a) > cube.distance(b); }
bool is_nearer(const Cube& cube, Node a, Node b) { return cube.distance(a) < cube.distance(b); }

// The root's child over a dimension and all below it, in the order in which they are served.
std::vector<Node> served_over(const Cube& cube, int dimension, IsBefore is_before) {
  std::vector<Node> served;
  for (Node label = Node{1} << dimension; label < Node{2} << dimension; ++label)
    served.push_back(cube.node(label));
  std::stable_sort(served.begin(), served.end(),
                   [&](Node a, Node b) { return is_before(cube, a, b); });
  return served;
}

Protocols make_scatter(const Cube& cube, Flits length, IsBefore is_before) {
  std::vector<Transmission> messages;
  for (int k = 0; k < cube.dimensions(); ++k) {
    Step start = 1;
    for (const Node v : served_over(cube, k, is_before)) {
      messages.push_back(message_to(v, cube.neighbour(cube.root(), k), start, length));
      start += length;
    }
  }
  Protocols all;
  for (Node v = 0; v < cube.nodes(); ++v) {
    if (v == cube.root())
      all.push_back(std::make_unique<Root>(v, messages));
    else
      all.push_back(std::make_unique<Receiver>(v, cube.parent(v), length, std::vector<Node>()));
  }
  return all;
}

}  // namespace

Protocols make_binomial_broadcast(const Cube& cube, Flits length) {
  std::vector<Transmission> copies;
  for (const Node child : children_of(cube, cube.root()))
    copies.push_back(message_to(child, child, 1, length));
  Protocols all;
  for (Node v = 0; v < cube.nodes(); ++v) {
    if (v == cube.root())
      all.push_back(std::make_unique<Root>(v, copies));
    else
      all.push_back(std::make_unique<Receiver>(v, cube.parent(v), length, children_of(cube, v)));
  }
  return all;
}

Protocols make_furthest_first_scatter(const Cube& cube, Flits length) {
  return make_scatter(cube, length, is_farther);
}

Protocols make_nearest_first_scatter(const Cube& cube, Flits length) {
  return make_scatter(cube, length, is_nearer);
}

}  // namespace hypercube_flitwise
