#include "systemc/network/injector.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace flitwise {

void Injector::add(Node node, Step first_step, std::vector<RawFlit> flits) {
  if (flits.empty()) throw std::logic_error("Injector: a message without flits");
  if (!accepts(first_step)) throw std::logic_error("Injector: the clock edge is past");
  later_.push({first_step - 1, added_++, node, std::move(flits), 0});
}

void Injector::inject_due(Step edge, Network& network) {
  conflicts_.clear();
  injected_.clear();
  last_done_ = edge;
  while (!later_.empty() && later_.top().first_edge <= edge) {
    // top() is const only because changing it could break the heap; it is popped at once.
    sending_.push_back(std::move(const_cast<Message&>(later_.top())));
    later_.pop();
    const auto needed = static_cast<std::size_t>(sending_.back().node) + 1;
    if (last_edge_.size() < needed) last_edge_.resize(needed, -1);
  }
  for (Message& message : sending_) {
    const RawFlit flit = message.flits[message.next++];
    Step& last = last_edge_[static_cast<std::size_t>(message.node)];
    if (last == edge) {
      conflicts_.push_back({edge + 1, message.node, injected(message.node), flit});
      continue;
    }
    last = edge;
    injected_.emplace_back(message.node, flit);
    network.inject(message.node, flit);
  }
  sending_.erase(std::remove_if(sending_.begin(), sending_.end(),
                                [](const Message& m) { return m.next == m.flits.size(); }),
                 sending_.end());
}

std::optional<Step> Injector::next_edge() const {
  if (!sending_.empty()) return last_done_ + 1;
  if (!later_.empty()) return later_.top().first_edge;
  return std::nullopt;
}

RawFlit Injector::injected(Node node) const {
  for (const auto& [sender, flit] : injected_) {
    if (sender == node) return flit;
  }
  return 0;
}

}  // namespace flitwise
