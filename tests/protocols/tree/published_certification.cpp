#include "tests/protocols/tree/published_certification.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace flitwise::protocols::test {
namespace {

Transmission control(FlitKind kind, Node destination, Node message) {
  Transmission transmission;
  transmission.kind = kind;
  transmission.destination = destination;
  transmission.message = message;
  return transmission;
}

class PublishedPe final : public PeProtocol {
 public:
  PublishedPe(const Tree& tree, Node self, Flits length, Arithmetic arithmetic)
      : parent_(tree.parent(self)),
        self_(self),
        children_(tree.children(self)),
        length_(length),
        arithmetic_(std::move(arithmetic)) {}

  void start(Outbox& outbox) override {
    if (self_ == 0) poll(outbox);
  }

  void receive(const Arrival& arrival, Outbox& outbox) override {
    if (arrival.kind == FlitKind::kToken) poll(outbox);
    if (arrival.kind == FlitKind::kCertificate) {
      certificates_.push_back({arrival.value, arrival.stream});
      poll(outbox);
    }
    if (arrival.kind == FlitKind::kOrder) obey(arrival.value, outbox);
  }

  PeState state() const override { return PeState::kPolling; }
  std::vector<std::string> waiting_for() const override { return {}; }

 private:
  void poll(Outbox& outbox) {
    if (certificates_.size() < children_.size()) {
      const Node child = children_[certificates_.size()];
      outbox.send(control(FlitKind::kToken, child, child));
    } else if (self_ == 0) {
      obey(arithmetic_.root_order(lag()), outbox);
    } else {
      Transmission certificate = control(FlitKind::kCertificate, parent_, self_);
      certificate.value = lag();
      certificate.stream = stream_length(length_, certificates_);
      outbox.send(certificate);
    }
  }

  void obey(std::int64_t s, Outbox& outbox) const {
    const std::vector<Flits> offsets =
        stream_offsets(length_, certificates_, merge_order(certificates_));
    for (std::size_t j = 0; j < children_.size(); ++j) {
      Transmission order = control(FlitKind::kOrder, children_[j], children_[j]);
      order.after = static_cast<Step>(j) + 1;
      order.value = arithmetic_.order_value(s + offsets[j], order.after);
      outbox.send(order);
    }
    if (length_ == 0) return;
    Transmission message = control(FlitKind::kData, 0, self_);
    message.after = s;
    message.length = length_;
    outbox.send(message);
  }

  std::int64_t lag() const {
    const auto d = static_cast<std::int64_t>(children_.size());
    const std::vector<Flits> offsets =
        stream_offsets(length_, certificates_, merge_order(certificates_));
    std::int64_t lag = d + 1;
    for (std::size_t j = 0; j < certificates_.size(); ++j)
      lag = std::max(lag, arithmetic_.child_limit(d, certificates_[j].lag) - offsets[j]);
    return lag;
  }

  Node parent_;
  Node self_;
  std::vector<Node> children_;
  Flits length_;
  Arithmetic arithmetic_;
  std::vector<Certificate> certificates_;
};

}  // namespace

Protocols make_published(const Tree& tree, const std::vector<Flits>& lengths,
                         const Arithmetic& arithmetic) {
  Protocols protocols;
  for (Node v = 0; v < tree.size(); ++v)
    protocols.push_back(
        std::make_unique<PublishedPe>(tree, v, lengths[static_cast<std::size_t>(v)], arithmetic));
  return protocols;
}

}  // namespace flitwise::protocols::test
