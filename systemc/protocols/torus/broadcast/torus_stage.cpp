#include "systemc/protocols/torus/broadcast/torus_stage.h"

#include <functional>
#include <utility>

namespace flitwise::protocols {
namespace {

using CutRule = std::function<Cut(const Strip&)>;

bool is_served(const Strip& strip) { return strip.left + strip.right == 0; }

bool any_unserved(const std::vector<Holder>& holders) {
  for (const Holder& holder : holders)
    if (!is_served(holder.strip)) return true;
  return false;
}

// Where a side has fewer parts than there are ports, the last ports take them.
void serve(const TorusFrame& frame, ScheduleDraft& draft, Node from,
           const std::vector<Substrip>& parts, const std::vector<StagePort>& ports,
           std::vector<Holder>& holders) {
  std::size_t port = ports.size() - parts.size();
  for (const Substrip& part : parts) {
    const Hops hops = ports[port++].hops(frame.dimensions(), part.centre);
    holders.push_back({draft.send(from, hops), part.strip});
  }
}

std::vector<Node> distribute_with(const TorusFrame& frame, ScheduleDraft& draft,
                                  std::vector<Holder> holders, const std::vector<StagePort>& ports,
                                  const CutRule& rule) {
  while (any_unserved(holders)) {
    draft.begin_step();
    const std::size_t senders = holders.size();
    for (std::size_t i = 0; i < senders; ++i) {
      if (is_served(holders[i].strip)) continue;
      const Cut parts = rule(holders[i].strip);
      holders[i].strip = parts.own;
      const Node from = holders[i].at;
      serve(frame, draft, from, parts.left, ports, holders);
      serve(frame, draft, from, parts.right, ports, holders);
    }
  }
  std::vector<Node> sources;
  for (const Holder& holder : holders) sources.push_back(holder.at);
  return sources;
}

}  // namespace

Hops StagePort::hops(int dimensions, int centre) const {
  Hops hops(static_cast<std::size_t>(dimensions), 0);
  hops[static_cast<std::size_t>(along)] = sign * centre;
  if (turn != kNoTurn) hops[static_cast<std::size_t>(turn)] = centre > 0 ? 1 : -1;
  return hops;
}

std::vector<StagePort> stage_ports(int m, Turns turns, const std::vector<int>& helpers) {
  std::vector<StagePort> ports;
  for (int d = 0; turns == Turns::kYes && d < m; ++d) ports.push_back({m, 1, d});
  for (const int d : helpers) ports.push_back({d, -1, StagePort::kNoTurn});
  ports.push_back({m, 1, StagePort::kNoTurn});
  return ports;
}

std::vector<Node> distribute(const TorusFrame& frame, ScheduleDraft& draft,
                             std::vector<Holder> holders, const std::vector<StagePort>& ports) {
  const int count = static_cast<int>(ports.size());
  return distribute_with(frame, draft, std::move(holders), ports,
                         [count](const Strip& strip) { return cut(strip, count); });
}

std::vector<Node> distribute_by_halves(const TorusFrame& frame, ScheduleDraft& draft,
                                       std::vector<Holder> holders, int m) {
  return distribute_with(frame, draft, std::move(holders), stage_ports(m, Turns::kNo, {}),
                         cut_in_two);
}

std::vector<Node> align(const TorusFrame& frame, ScheduleDraft& draft,
                        const std::vector<Node>& sources, int m, const std::vector<int>& helpers) {
  draft.begin_step();
  std::vector<Node> aligned;
  const int side = frame.side(m);
  for (const Node v : sources) {
    int target = 0;
    for (const int d : helpers) target += frame.coordinate(v, d);
    int by = (((target - frame.coordinate(v, m)) % side) + side) % side;
    if (2 * by > side) by -= side;
    Hops hops(static_cast<std::size_t>(frame.dimensions()), 0);
    hops[static_cast<std::size_t>(m)] = by;
    aligned.push_back(by == 0 ? v : draft.send(v, hops));
  }
  return aligned;
}

}  // namespace flitwise::protocols
