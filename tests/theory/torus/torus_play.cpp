#include "tests/theory/torus/torus_play.h"

#include <set>
#include <utility>

namespace flitwise::test {
namespace {

constexpr std::int64_t kToPe = -1;

}  // namespace

TorusPlay::TorusPlay(const Torus& torus, DimensionOrder order, TorusLatency latency,
                     std::optional<Step> depth)
    : torus_(torus), order_(std::move(order)), latency_(std::move(latency)), depth_(depth) {}

std::size_t TorusPlay::send(Node from, const Hops& hops, Flits flits, Step ready) {
  Message message;
  message.flits = flits;
  message.path = torus_.path(from, hops, order_);
  message.grants.resize(message.path.size() + 1);
  // Ports of a PE are numbered below the links.
  const std::int64_t port = message.path.empty() ? -1 : -2 - message.path.front().channel;
  Queue& queue = queues_[{from, port}];
  for (Flits i = 0; i < flits; ++i) queue.flits.push_back({messages_.size(), 0, i, ready + i});
  messages_.push_back(std::move(message));
  return messages_.size() - 1;
}

std::int64_t TorusPlay::next_link(const Flit& flit) const {
  const Message& message = messages_[flit.message];
  return flit.router == message.path.size() ? kToPe : torus_.link_index(message.path[flit.router]);
}

bool TorusPlay::asks(const Queue& queue) const {
  if (queue.flits.empty() || queue.flits.front().came > now_) return false;
  const Flit& first = queue.flits.front();
  return first.index == 0 ? queue.age >= latency_.pipeline.head_wait()
                          : now_ >= first.came + latency_.pipeline.body_wait();
}

void TorusPlay::grant(Queue& queue) {
  Flit flit = queue.flits.front();
  queue.flits.pop_front();
  Message& message = messages_[flit.message];
  message.grants[flit.router].push_back(now_);
  const bool is_tail = flit.index + 1 == message.flits;
  if (queue.link >= 0)
    links_[queue.link].returns.push_back(now_ + latency_.credit + latency_.pipeline.credit_delay);
  const std::int64_t next = next_link(flit);
  if (next == kToPe) {
    if (is_tail) arrived_.push_back(flit.message);
    return;
  }
  const TorusLink& crossed = message.path[flit.router];
  Link& link = links_[next];
  --link.credits;
  link.owner = is_tail ? std::nullopt : std::optional(flit.message);
  ++flit.router;
  flit.came = now_ + latency_.pipeline.out_stages() +
              latency_.link_of(Torus::dimension_of(crossed.channel));
  Queue& far = queues_[{torus_.neighbour(crossed.from, crossed.channel), next}];
  far.link = next;
  far.flits.push_back(flit);
}

std::vector<std::size_t> TorusPlay::play() {
  ++now_;
  arrived_.clear();
  for (auto& [index, link] : links_)
    for (; !link.returns.empty() && link.returns.front() <= now_; link.returns.pop_front())
      ++link.credits;
  std::set<std::int64_t> claimed;
  std::vector<Queue*> granted;
  for (auto& [place, queue] : queues_) {
    if (!asks(queue)) {
      if (!queue.flits.empty() && queue.flits.front().came <= now_) ++queue.age;
      continue;
    }
    const Flit& first = queue.flits.front();
    const std::int64_t next = next_link(first);
    bool may_go = true;
    if (next != kToPe) {
      constexpr Step kEndless = Step{1} << 40;
      const auto [entry, is_new] = links_.try_emplace(next);
      if (is_new) entry->second.credits = depth_.value_or(kEndless);
      const Link& link = entry->second;
      const bool is_free = first.index == 0 ? !link.owner : link.owner == first.message;
      may_go = is_free && link.credits > 0 && claimed.insert(next).second;
    }
    if (may_go)
      granted.push_back(&queue);
    else
      ++stalls_;
  }
  for (Queue* const queue : granted) {
    queue->age = 0;
    grant(*queue);
  }
  return arrived_;
}

}  // namespace flitwise::test
