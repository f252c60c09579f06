#include "systemc/network/injector.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace flitwise {

void Injector::add(Node node, std::uint32_t port, Step first_step, std::vector<RawFlit> flits,
                   Step latency) {
  if (flits.empty()) throw std::logic_error("Injector: a message without flits");
  if (!accepts(first_step, latency)) throw std::logic_error("Injector: the clock edge is past");
  later_.push({first_step - latency, added_++, node, port, std::move(flits), latency, 0, 0});
}

void Injector::inject_due(Step edge, Network& network) {
  conflicts_.clear();
  injected_.clear();
  last_done_ = edge;
  while (!later_.empty() && later_.top().first_edge <= edge) {
    // top() is const only because changing it could break the heap; it is popped at once.
    Message message = std::move(const_cast<Message&>(later_.top()));
    later_.pop();
    begin(std::move(message), network);
  }
  bool is_any_sent = false;
  for (Message& message : sending_) {
    send_next(message, edge, network);
    is_any_sent = is_any_sent || message.is_sent();
  }
  if (is_any_sent) retire_sent(network.has_back_pressure());
}

void Injector::begin(Message message, const Network& network) {
  message.place = place_of(message.node, message.port);
  if (network.has_back_pressure()) {
    Port& port = ports_[message.place];
    if (port.is_sending) {
      behind_[{message.node, message.port}].push_back(std::move(message));
      ++behind_count_;
      return;
    }
    port.is_sending = true;
  }
  sending_.push_back(std::move(message));
}

void Injector::send_next(Message& message, Step edge, Network& network) {
  Port& port = ports_[message.place];
  if (port.last_edge == edge) {
    conflicts_.push_back({edge + message.latency, message.node, message.port,
                          injected(message.node, message.port), message.flits[message.next++]});
    return;
  }
  port.last_edge = edge;
  if (!network.accepts(message.node, message.port)) {
    ++refusals_;
    return;
  }
  const RawFlit flit = message.flits[message.next++];
  injected_.push_back({message.node, message.port, flit});
  network.inject(message.node, message.port, flit);
}

void Injector::retire_sent(bool holds_back) {
  if (holds_back) {
    for (Message& message : sending_) {
      if (message.is_sent()) let_next_move_up(message);
    }
  }
  sending_.erase(std::remove_if(sending_.begin(), sending_.end(),
                                [](const Message& m) { return m.is_sent(); }),
                 sending_.end());
}

// The message behind it, if there is one, takes its place.
void Injector::let_next_move_up(Message& sent) {
  const auto queue = behind_.find({sent.node, sent.port});
  if (queue == behind_.end()) {
    ports_[sent.place].is_sending = false;
    return;
  }
  sent = std::move(queue->second.front());
  queue->second.pop_front();
  if (queue->second.empty()) behind_.erase(queue);
  --behind_count_;
}

bool Injector::is_held_back(const Network& network) const {
  return later_.empty() && std::none_of(sending_.begin(), sending_.end(), [&](const Message& m) {
           return network.accepts(m.node, m.port);
         });
}

std::optional<Step> Injector::next_edge() const {
  if (!sending_.empty()) return last_done_ + 1;
  if (!later_.empty()) return later_.top().first_edge;
  return std::nullopt;
}

std::size_t Injector::place_of(Node node, std::uint32_t port) {
  if (places_.size() <= index_of(node)) places_.resize(index_of(node) + 1);
  std::vector<std::size_t>& places = places_[index_of(node)];
  if (places.size() <= port) places.resize(port + 1);
  if (places[port] == 0) {
    ports_.emplace_back();
    places[port] = ports_.size();
  }
  return places[port] - 1;
}

RawFlit Injector::injected(Node node, std::uint32_t port) const {
  for (const Injection& injected : injected_) {
    if (injected.node == node && injected.port == port) return injected.flit;
  }
  return 0;
}

RawFlit Injector::injected(Node node) const {
  const Injection* lowest = nullptr;
  for (const Injection& injected : injected_) {
    if (injected.node == node && (lowest == nullptr || injected.port < lowest->port))
      lowest = &injected;
  }
  return lowest == nullptr ? 0 : lowest->flit;
}

}  // namespace flitwise
