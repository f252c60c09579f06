#include "systemc/network/injector.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace flitwise {

void Injector::add(Node node, std::uint32_t port, Step first_step, std::vector<RawFlit> flits) {
  if (flits.empty()) throw std::logic_error("Injector: a message without flits");
  if (!accepts(first_step)) throw std::logic_error("Injector: the clock edge is past");
  later_.push({first_step - 1, added_++, node, port, std::move(flits), 0});
}

void Injector::inject_due(Step edge, Network& network) {
  conflicts_.clear();
  injected_.clear();
  last_done_ = edge;
  while (!later_.empty() && later_.top().first_edge <= edge) {
    // top() is const only because changing it could break the heap; it is popped at once.
    sending_.push_back(std::move(const_cast<Message&>(later_.top())));
    later_.pop();
  }
  for (Message& message : sending_) {
    Step& last = last_edge(message.node, message.port);
    const bool port_is_used = last == edge;
    if (port_is_used && network.has_back_pressure()) continue;  // its PE keeps it and tries again
    if (port_is_used) {
      conflicts_.push_back({edge + 1, message.node, message.port,
                            injected(message.node, message.port), message.flits[message.next++]});
      continue;
    }
    last = edge;
    if (!network.accepts(message.node, message.port)) continue;
    const RawFlit flit = message.flits[message.next++];
    injected_.push_back({message.node, message.port, flit});
    network.inject(message.node, message.port, flit);
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

Step& Injector::last_edge(Node node, std::uint32_t port) {
  const auto index = static_cast<std::size_t>(node);
  if (last_edge_.size() <= index) last_edge_.resize(index + 1);
  if (last_edge_[index].size() <= port) last_edge_[index].resize(port + 1, -1);
  return last_edge_[index][port];
}

RawFlit Injector::injected(Node node, std::uint32_t port) const {
  for (const Injected& injected : injected_) {
    if (injected.node == node && injected.port == port) return injected.flit;
  }
  return 0;
}

RawFlit Injector::injected(Node node) const {
  const Injected* lowest = nullptr;
  for (const Injected& injected : injected_) {
    if (injected.node == node && (lowest == nullptr || injected.port < lowest->port))
      lowest = &injected;
  }
  return lowest == nullptr ? 0 : lowest->flit;
}

}  // namespace flitwise
