#include "tb/theory/torus/channel_use.h"

#include <algorithm>
#include <tuple>

namespace flitwise::theory {

void ChannelUse::add(const TorusMessage& message, Step head) {
  for (const TorusLink& link : torus_.path(message.from, message.hops, order_)) {
    claims_.push_back({torus_.link_index(link), head, messages_});
    head += model_.hop;
  }
  ++messages_;
}

std::optional<ChannelConflict> ChannelUse::first_conflict() const {
  std::vector<Claim> sorted = claims_;
  std::sort(sorted.begin(), sorted.end(), [](const Claim& a, const Claim& b) {
    return std::tie(a.link, a.from, a.message) < std::tie(b.link, b.from, b.message);
  });
  std::optional<ChannelConflict> first;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const Claim& a = sorted[i - 1];
    const Claim& b = sorted[i];
    if (a.link != b.link || a.from + model_.flits <= b.from) continue;
    if (first && first->time <= b.from) continue;
    const auto node = static_cast<Node>(a.link / torus_.channels());
    const auto channel = static_cast<Channel>(a.link % torus_.channels());
    first = ChannelConflict{{node, channel}, b.from, a.message, b.message};
  }
  return first;
}

}  // namespace flitwise::theory
