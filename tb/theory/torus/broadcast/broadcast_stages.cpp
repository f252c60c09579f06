#include "tb/theory/torus/broadcast/broadcast_stages.h"

#include <algorithm>

namespace flitwise::theory {

BroadcastStages::BroadcastStages(const Torus& torus)
    : servers{{Coordinates(torus.sides().size(), 0), {}}},
      torus_(torus),
      informed_(static_cast<std::size_t>(torus.size()), false) {
  informed_[0] = true;
}

void BroadcastStages::fill(const std::function<Share(const Server&)>& share) {
  const auto is_open = [](const Server& server) { return server.strip.values() > 1; };
  while (std::any_of(servers.begin(), servers.end(), is_open)) {
    std::vector<Server> added;
    for (Server& server : servers) {
      if (!is_open(server)) continue;
      const Share now = share(server);
      for (const Delivery& delivery : now.deliveries)
        added.push_back({send(server.x, delivery.hops), delivery.strip});
      server.strip = now.own;
    }
    servers.insert(servers.end(), added.begin(), added.end());
    end_step();
  }
}

Coordinates BroadcastStages::send(const Coordinates& from, const Hops& hops) {
  const Node source = torus_.node(from);
  const Node to = torus_.destination(source, hops);
  auto has_text = informed_[static_cast<std::size_t>(to)];
  if (!has_text) step_.push_back({source, hops});
  has_text = true;
  return torus_.coordinates(to);
}

void BroadcastStages::end_step() {
  if (!step_.empty()) steps_.push_back(std::move(step_));
  step_.clear();
}

}  // namespace flitwise::theory
