#include "systemc/formats/torus_schedule_reader.h"

#include <algorithm>
#include <cstdlib>

namespace flitwise {
namespace {

constexpr std::int64_t kMostFlits = 1'000'000'000;
constexpr std::int64_t kLastStart = 1'000'000'000'000;

/// The channel of `from` that leads to `to`, if one does; on a side of 2 the + channel.
std::optional<Channel> channel_between(const Torus& torus, Node from, Node to) {
  for (Channel c = 0; c < torus.channels(); ++c) {
    if (torus.has_link(c) && torus.neighbour(from, c) == to) return c;
  }
  return std::nullopt;
}

Hops read_path(const JsonPlace& place, const Torus& torus, const DimensionOrder& order, Node from) {
  Hops hops(order.size(), 0);
  std::size_t leg = 0;  // position in `order` of the dimension that the path is in
  for (const JsonPlace& item : place.items()) {
    const Node to = read_node(item, torus);
    const std::optional<Channel> channel = channel_between(torus, from, to);
    if (!channel) item.refuse("is not a neighbour of " + torus.name(from));
    const int d = Torus::dimension_of(*channel);
    while (leg < order.size() && order[leg] != d) ++leg;
    if (leg == order.size()) item.refuse("leaves the order of dimensions " + text_of(order));
    int& along = hops[static_cast<std::size_t>(d)];
    if (along * Torus::sign_of(*channel) < 0) item.refuse("turns back");
    along += Torus::sign_of(*channel);
    if (std::abs(along) >= torus.side(d)) item.refuse("goes round the ring");
    from = to;
  }
  return hops;
}

TorusMessage read_message(const JsonPlace& place, const Torus& torus, const DimensionOrder& order) {
  place.check_keys({"from", "hops", "path"});
  const Node from = read_node(place.at("from"), torus);
  const std::optional<JsonPlace> hops = place.find("hops");
  const std::optional<JsonPlace> path = place.find("path");
  if (hops.has_value() == path.has_value()) place.refuse("must have either hops or path");
  return {from, hops ? read_hops(*hops, torus) : read_path(*path, torus, order, from)};
}

TorusStep read_step(const JsonPlace& place, const Torus& torus, const DimensionOrder& order) {
  TorusStep step;
  for (const JsonPlace& message : place.items())
    step.push_back(read_message(message, torus, order));
  return step;
}

void read_timed_step(const JsonPlace& place, const Torus& torus, const DimensionOrder& order,
                     TorusSchedule& schedule) {
  place.check_keys({"start", "messages"});
  const Step after = schedule.starts.empty() ? 0 : schedule.starts.back();
  const Step start = place.at("start").integer(1, kLastStart);
  if (start <= after)
    place.at("start").refuse("must be greater than the start before, " + std::to_string(after));
  schedule.starts.push_back(start);
  schedule.steps.push_back(read_step(place.at("messages"), torus, order));
}

void read_steps(const JsonPlace& place, const Torus& torus, TorusSchedule& schedule) {
  const std::vector<JsonPlace> steps = place.items();
  const bool timed = !steps.empty() && steps.front().is_object();
  for (const JsonPlace& step : steps) {
    if (step.is_object() != timed)
      step.refuse("must have a start if and only if the first step has one");
    if (timed)
      read_timed_step(step, torus, schedule.order, schedule);
    else
      schedule.steps.push_back(read_step(step, torus, schedule.order));
  }
}

DimensionOrder read_order(const std::optional<JsonPlace>& place, const Torus& torus) {
  if (!place) return torus.ascending_order();
  DimensionOrder order = place->integers(0, torus.dimensions() - 1);
  try {
    torus.check_order(order);
  } catch (const TopologyError&) {
    place->refuse("must hold each of 0 to " + std::to_string(torus.dimensions() - 1) + " once");
  }
  return order;
}

}  // namespace

Torus read_torus(const JsonPlace& sides) {
  std::vector<int> numbers = sides.integers(1, Torus::kLargestSide);
  try {
    return Torus(std::move(numbers));
  } catch (const TopologyError& error) {
    sides.refuse(std::string("cannot be: ") + error.what());
  }
}

Node read_node(const JsonPlace& place, const Torus& torus) {
  Coordinates x;
  for (const JsonPlace& item : place.items(static_cast<std::size_t>(torus.dimensions())))
    x.push_back(static_cast<int>(item.integer(0, torus.side(static_cast<int>(x.size())) - 1)));
  return torus.node(x);
}

Hops read_hops(const JsonPlace& place, const Torus& torus) {
  constexpr int kMost = Torus::kLargestSide - 1;
  place.items(static_cast<std::size_t>(torus.dimensions()));
  return place.integers(-kMost, kMost);
}

TorusSchedule read_native_schedule(const JsonPlace& file) {
  file.check_keys({"format", "sides", "order", "source", "scheme", "flits", "steps"});
  if (file.at("format").word() != kScheduleFormat)
    file.at("format").refuse(std::string("must be \"") + kScheduleFormat + "\"");
  const Torus torus = read_torus(file.at("sides"));
  TorusSchedule schedule;
  schedule.sides = torus.sides();
  schedule.order = read_order(file.find("order"), torus);
  schedule.source = read_node(file.at("source"), torus);
  if (const auto scheme = file.find("scheme")) schedule.scheme = scheme->word();
  if (const auto flits = file.find("flits")) schedule.flits = flits->integer(1, kMostFlits);
  read_steps(file.at("steps"), torus, schedule);
  return schedule;
}

}  // namespace flitwise
