#include "tb/theory/torus/broadcast_stages.h"

#include <algorithm>

#include "tb/theory/torus/torus_arithmetic.h"

namespace flitwise::theory {
namespace {

/// The `rest` values beyond the `kept` ones of a side, in at most `ports` runs.
std::vector<Run> runs(int kept, int rest, int ports, int sign) {
  std::vector<Run> parts;
  const int count = std::min(ports, rest);
  for (int i = 0, near = kept + 1; i < count; ++i) {
    const int far = near + rest / count + (i < rest % count ? 1 : 0) - 1;
    parts.push_back(sign > 0 ? run(near, far) : run(-far, -near));
    near = far + 1;
  }
  return parts;
}

}  // namespace

Strip ring(int n) { return {(n - 1) / 2, n / 2}; }

Run run(int first, int last) {
  const int sum = first + last;
  const int middle = sum / 2 - (sum % 2 < 0 ? 1 : 0);  // rounded down
  return {middle, {middle - first, last - middle}};
}

Cut split(const Strip& strip, int ports) {
  const int most = ports * ceil_div(strip.values(), 2 * ports + 1);
  const Strip own{std::max(0, strip.left - most), std::max(0, strip.right - most)};
  return {own, runs(own.left, strip.left - own.left, ports, -1),
          runs(own.right, strip.right - own.right, ports, 1)};
}

Cut halve(const Strip& strip) {
  const int rest = strip.values() / 2;
  if (strip.left > strip.right)
    return {{strip.left - rest, strip.right}, runs(strip.left - rest, rest, 1, -1), {}};
  return {{strip.left, strip.right - rest}, {}, runs(strip.right - rest, rest, 1, 1)};
}

BroadcastStages::BroadcastStages(const Torus& torus)
    : servers{{Coordinates(torus.sides().size(), 0), {}}},
      torus_(torus),
      informed_(index_of(torus.size()), false) {
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
  auto has_text = informed_[index_of(to)];
  if (!has_text) step_.push_back({source, hops});
  has_text = true;
  return torus_.coordinates(to);
}

void BroadcastStages::end_step() {
  if (!step_.empty()) steps_.push_back(std::move(step_));
  step_.clear();
}

}  // namespace flitwise::theory
