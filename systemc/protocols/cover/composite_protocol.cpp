#include "systemc/protocols/cover/composite_protocol.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace flitwise::protocols {
namespace {

// Marks what one part sends with its tree.
class TreeOutbox final : public Outbox {
 public:
  TreeOutbox(Outbox& outbox, std::size_t tree)
      : outbox_(outbox), tree_(static_cast<TreeIndex>(tree)) {}

  void send(const Transmission& transmission) override {
    Transmission marked = transmission;
    marked.tree = tree_;
    outbox_.send(marked);
  }

 private:
  Outbox& outbox_;
  TreeIndex tree_;
};

// What `say(part)` says of all parts, each sentence with its tree.
template <typename Say>
std::vector<std::string> said_by(const Protocols& parts, Say say) {
  std::vector<std::string> all;
  for (std::size_t t = 0; t < parts.size(); ++t) {
    if (!parts[t]) continue;
    for (const std::string& sentence : say(*parts[t]))
      all.push_back(sentence + " (tree " + std::to_string(t) + ")");
  }
  return all;
}

template <typename StateOf>
PeState joint_state(const Protocols& parts, StateOf state_of) {
  PeState joint = PeState::kDone;
  for (const auto& part : parts) {
    if (!part) continue;
    const PeState state = state_of(*part);
    if (state != PeState::kDormant && state != PeState::kDone) return state;
    if (state == PeState::kDormant) joint = state;
  }
  return joint;
}

}  // namespace

CompositeProtocol::CompositeProtocol(Protocols parts) : parts_(std::move(parts)) {
  if (std::none_of(parts_.begin(), parts_.end(), [](const auto& part) { return part != nullptr; }))
    throw std::invalid_argument("a PE must be in at least one tree");
}

void CompositeProtocol::start(Outbox& outbox) {
  for (std::size_t t = 0; t < parts_.size(); ++t) {
    if (!parts_[t]) continue;
    TreeOutbox marked(outbox, t);
    parts_[t]->start(marked);
  }
}

void CompositeProtocol::receive(const Arrival& arrival, Outbox& outbox) {
  const auto t = static_cast<std::size_t>(arrival.tree);
  if (t >= parts_.size() || !parts_[t])
    throw std::logic_error("a flit of tree " + std::to_string(arrival.tree) +
                           " for a PE that is not in it");
  TreeOutbox marked(outbox, t);
  parts_[t]->receive(arrival, marked);
}

PeState CompositeProtocol::state() const {
  return joint_state(parts_, [](const PeProtocol& part) { return part.state(); });
}

PeState CompositeProtocol::state_at(Step now) const {
  return joint_state(parts_, [now](const PeProtocol& part) { return part.state_at(now); });
}

std::vector<std::string> CompositeProtocol::waiting_for() const {
  return said_by(parts_, [](const PeProtocol& part) { return part.waiting_for(); });
}

std::vector<std::string> CompositeProtocol::complaints() const {
  return said_by(parts_, [](const PeProtocol& part) { return part.complaints(); });
}

}  // namespace flitwise::protocols
