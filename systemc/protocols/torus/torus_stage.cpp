#include "systemc/protocols/torus/torus_stage.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>

namespace flitwise::protocols {

TorusFrame::TorusFrame(const Torus& torus, Node source, DimensionOrder order)
    : torus_(torus),
      source_(source),
      order_(order.empty() ? torus.ascending_order() : std::move(order)) {
  torus_.check_node(source_);
  torus_.check_order(order_);
  Node stride = 1;
  for (const int d : order_) {
    if (torus_.side(d) == 1) continue;
    dimensions_.push_back(d);
    sides_.push_back(torus_.side(d));
    strides_.push_back(stride);
    stride *= torus_.side(d);
  }
}

int TorusFrame::coordinate(Node v, int m) const { return v / strides_[index_of(m)] % side(m); }

Node TorusFrame::shifted(Node v, int m, int by) const {
  const int x = coordinate(v, m);
  const int moved = ((x + by) % side(m) + side(m)) % side(m);
  return v + (moved - x) * strides_[index_of(m)];
}

Node TorusFrame::destination(Node v, const Hops& hops) const {
  for (int m = 0; m < dimensions(); ++m) v = shifted(v, m, hops[index_of(m)]);
  return v;
}

Hops TorusFrame::hops_along(int m, int by) const {
  Hops hops(sides_.size(), 0);
  hops[index_of(m)] = by;
  return hops;
}

TorusMessage TorusFrame::message(Node from, const Hops& hops) const {
  Coordinates x(torus_.sides().size(), 0);
  TorusMessage message;
  message.hops.assign(torus_.sides().size(), 0);
  for (int m = 0; m < dimensions(); ++m) {
    const auto d = index_of(dimensions_[index_of(m)]);
    x[d] = coordinate(from, m);
    message.hops[d] = hops[index_of(m)];
  }
  message.from = torus_.translate(torus_.node(x), source_);
  return message;
}

ScheduleDraft::ScheduleDraft(const TorusFrame& frame, std::string scheme)
    : frame_(frame), scheme_(std::move(scheme)), informed_(index_of(frame.size()), false) {
  informed_[0] = true;
}

Node ScheduleDraft::send(Node from, const Hops& hops) {
  const Node to = frame_.destination(from, hops);
  if (!is_informed(to)) {
    informed_[index_of(to)] = true;
    steps_.back().push_back(frame_.message(from, hops));
  }
  return to;
}

TorusSchedule ScheduleDraft::finish() const {
  TorusSchedule schedule;
  schedule.sides = frame_.torus().sides();
  schedule.order = frame_.order();
  schedule.source = frame_.source();
  schedule.scheme = scheme_;
  for (const TorusStep& step : steps_)
    if (!step.empty()) schedule.steps.push_back(step);
  return schedule;
}

namespace {

// The middle of the values from `low` to `high`, rounded down also below 0.
int middle_of(int low, int high) {
  const int sum = low + high;
  return sum >= 0 ? sum / 2 : -((1 - sum) / 2);
}

Substrip run(int low, int high) {
  const int centre = middle_of(low, high);
  return {centre, {centre - low, high - centre}};
}

// The values `kept` + 1 to `reach` on one side (sign) of the source, in at most `ports` runs.
std::vector<Substrip> runs(int kept, int reach, int ports, int sign) {
  std::vector<Substrip> parts;
  const int values = reach - kept;
  const int count = std::min(ports, values);
  int next = kept + 1;
  for (int i = 0; i < count; ++i) {
    const int length = values / count + (i < values % count ? 1 : 0);
    const int last = next + length - 1;
    parts.push_back(sign > 0 ? run(next, last) : run(-last, -next));
    next = last + 1;
  }
  return parts;
}

}  // namespace

Strip ring_strip(int side) { return {(side - 1) / 2, side / 2}; }

Cut cut(const Strip& strip, int ports) {
  const int parts = 2 * ports + 1;
  const int longest = (strip.values() + parts - 1) / parts;
  Cut result;
  result.own.left = std::max(0, strip.left - ports * longest);
  result.own.right = std::max(0, strip.right - ports * longest);
  result.left = runs(result.own.left, strip.left, ports, -1);
  result.right = runs(result.own.right, strip.right, ports, +1);
  return result;
}

Cut cut_in_two(const Strip& strip) {
  Cut result;
  result.own = strip;
  const int given = strip.values() / 2;
  if (given == 0) return result;
  if (strip.right >= strip.left) {
    result.own.right -= given;
    result.right.push_back(run(result.own.right + 1, strip.right));
  } else {
    result.own.left -= given;
    result.left.push_back(run(-strip.left, -result.own.left - 1));
  }
  return result;
}

int rounds_for(int n, int base) {
  int rounds = 0;
  for (std::int64_t reached = 1; reached < n; reached *= base) ++rounds;
  return rounds;
}

namespace {

bool is_unserved(const Holder& holder) { return holder.strip.values() > 1; }

// Where a side has fewer parts than there are ports, the last ports take them.
void serve(const TorusFrame& frame, ScheduleDraft& draft, Node from,
           const std::vector<Substrip>& parts, const std::vector<StagePort>& ports,
           std::vector<Holder>& holders) {
  std::size_t port = ports.size() - parts.size();
  for (const Substrip& part : parts) {
    const Hops hops = ports[port++].hops(frame, part.centre);
    holders.push_back({draft.send(from, hops), part.strip});
  }
}

}  // namespace

Hops StagePort::hops(const TorusFrame& frame, int centre) const {
  Hops hops = frame.hops_along(along, sign * centre);
  if (turn != kNoTurn) hops[index_of(turn)] = centre > 0 ? 1 : -1;
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
                             std::vector<Holder> holders, const std::vector<StagePort>& ports,
                             CutRule rule) {
  if (!rule) rule = [&](const Strip& strip) { return cut(strip, static_cast<int>(ports.size())); };
  while (std::any_of(holders.begin(), holders.end(), is_unserved)) {
    draft.begin_step();
    const std::size_t senders = holders.size();
    for (std::size_t i = 0; i < senders; ++i) {
      if (!is_unserved(holders[i])) continue;
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
    aligned.push_back(by == 0 ? v : draft.send(v, frame.hops_along(m, by)));
  }
  return aligned;
}

}  // namespace flitwise::protocols
