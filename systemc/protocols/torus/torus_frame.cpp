#include "systemc/protocols/torus/torus_frame.h"

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

int TorusFrame::coordinate(Node v, int m) const {
  return v / strides_[static_cast<std::size_t>(m)] % side(m);
}

Node TorusFrame::shifted(Node v, int m, int by) const {
  const int x = coordinate(v, m);
  const int moved = ((x + by) % side(m) + side(m)) % side(m);
  return v + (moved - x) * strides_[static_cast<std::size_t>(m)];
}

Node TorusFrame::destination(Node v, const Hops& hops) const {
  for (int m = 0; m < dimensions(); ++m) v = shifted(v, m, hops[static_cast<std::size_t>(m)]);
  return v;
}

TorusMessage TorusFrame::message(Node from, const Hops& hops) const {
  Coordinates x(torus_.sides().size(), 0);
  TorusMessage message;
  message.hops.assign(torus_.sides().size(), 0);
  for (int m = 0; m < dimensions(); ++m) {
    const auto d = static_cast<std::size_t>(dimensions_[static_cast<std::size_t>(m)]);
    x[d] = coordinate(from, m);
    message.hops[d] = hops[static_cast<std::size_t>(m)];
  }
  message.from = torus_.translate(torus_.node(x), source_);
  return message;
}

ScheduleDraft::ScheduleDraft(const TorusFrame& frame, std::string scheme)
    : frame_(frame),
      scheme_(std::move(scheme)),
      informed_(static_cast<std::size_t>(frame.size()), false) {
  informed_[0] = true;
}

Node ScheduleDraft::send(Node from, const Hops& hops) {
  const Node to = frame_.destination(from, hops);
  if (!is_informed(to)) {
    informed_[static_cast<std::size_t>(to)] = true;
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

}  // namespace flitwise::protocols
