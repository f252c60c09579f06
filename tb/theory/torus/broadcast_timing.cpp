#include "tb/theory/torus/broadcast_timing.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "tb/theory/torus/broadcast_plan.h"
#include "tb/theory/torus/torus_arithmetic.h"
#include "tb/theory/torus/torus_schedule_check.h"
#include "tb/theory/torus/torus_theory.h"

namespace flitwise::theory {
namespace {

constexpr Step kNever = std::numeric_limits<Step>::max();

/// One message in time.
struct Shipment {
  const TorusMessage* message = nullptr;
  Node to = kNoNode;
  int step = 0;    ///< from 0
  int active = 0;  ///< steps in which its sender sends before
  Step begin = kNever;
};

/// Messages by step, each with its number among its sender's active steps.
std::vector<Shipment> list_shipments(const TorusSchedule& schedule, const Torus& torus) {
  std::vector<Shipment> all;
  std::vector<int> active(index_of(torus.size()), -1);
  std::vector<int> last_step(index_of(torus.size()), -1);
  for (std::size_t s = 0; s < schedule.steps.size(); ++s) {
    const int step = static_cast<int>(s);
    for (const TorusMessage& message : schedule.steps[s]) {
      const std::size_t v = index_of(message.from);
      if (last_step[v] != step) ++active[v];
      last_step[v] = step;
      all.push_back(
          {&message, torus.destination(message.from, message.hops), step, active[v], kNever});
    }
  }
  return all;
}

/// The recurrence, node by node in the order of their times: a node that is sent the text twice has
/// it from the first time on.
void begin_when_ready(const TorusSchedule& schedule, const Torus& torus, const CycleModel& model,
                      std::vector<Shipment>& shipments) {
  std::vector<std::vector<Shipment*>> of(index_of(torus.size()));
  for (Shipment& shipment : shipments) of[index_of(shipment.message->from)].push_back(&shipment);
  using Arrival = std::pair<Step, Node>;
  std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> arrivals;
  std::vector<bool> done(index_of(torus.size()), false);
  arrivals.push({0, schedule.source});
  while (!arrivals.empty()) {
    const auto [time, v] = arrivals.top();
    arrivals.pop();
    if (done[index_of(v)]) continue;
    done[index_of(v)] = true;
    for (Shipment* const shipment : of[index_of(v)]) {
      shipment->begin = time + shipment->active * model.send_time();
      const int hops = path_length(shipment->message->hops);
      arrivals.push({shipment->begin + model.latency(hops), shipment->to});
    }
  }
}

void begin_all(const TorusSchedule& schedule, const Torus& torus, const CycleModel& model,
               SendPace pace, std::vector<Shipment>& shipments) {
  if (pace == SendPace::kFree) return begin_when_ready(schedule, torus, model, shipments);
  std::vector<Step> begins;  // by step
  for (const Step start : schedule.starts) begins.push_back(start - 1 - model.send_overhead);
  if (pace == SendPace::kBarrier) {
    Step begin = 0;
    for (const int hops : longest_paths(schedule)) {
      begins.push_back(begin);
      if (hops > 0) begin += model.latency(hops);
    }
  }
  for (Shipment& shipment : shipments) shipment.begin = begins[index_of(shipment.step)];
}

std::string contention_of(const TorusSchedule& schedule, const Torus& torus,
                          const CycleModel& model, const std::vector<Shipment>& shipments) {
  ChannelUse use(torus, routing_order(schedule), model);
  for (const Shipment& shipment : shipments)
    use.add(*shipment.message, shipment.begin + model.send_overhead);
  const std::optional<ChannelConflict> conflict = use.first_conflict();
  if (!conflict) return "";
  const auto name = [&](std::size_t number) {
    const TorusMessage& message = *shipments[number].message;
    return torus.name(message.from) + " hops " + text_of(message.hops);
  };
  return "channel " + torus.name(conflict->link) + " is wanted at time " +
         std::to_string(conflict->time) + " by messages " + name(conflict->first) + " and " +
         name(conflict->second);
}

void check_usable(const TorusSchedule& schedule, const CycleModel& model, SendPace pace) {
  check_model(model);
  if (schedule.flits && *schedule.flits != model.flits)
    throw std::invalid_argument("the schedule is for " + std::to_string(*schedule.flits) +
                                " flits, not for " + std::to_string(model.flits));
  if (schedule.starts.empty() != (pace != SendPace::kStarts) && !schedule.steps.empty())
    throw std::invalid_argument("a schedule with starts keeps them, and one without has none");
  const ScheduleVerdict verdict = check_schedule(schedule, model);
  if (!verdict.is_right())
    throw std::invalid_argument("the schedule is wrong: " + verdict.faults.front().text);
}

std::vector<Source> sources_of(SendPace pace, bool exact) {
  std::string finish = "max of start - 1 + r h + L + orv";
  if (pace == SendPace::kBarrier)
    finish =
        "sum over the steps of (os + r H_s + L + orv), H_s the longest path; any schedule without "
        "a channel used twice in a step";
  else if (pace == SendPace::kFree)
    finish = std::string("max of R(child) = R(v) + q (os + L) + os + r h + L + orv") +
             (exact ? "" : "; a bound from below: messages meet");
  return {{"finish", finish},
          {"stalls", exact ? "0: no two messages want a channel at the same time"
                           : "more than 0: messages meet"}};
}

}  // namespace

BroadcastTiming time_schedule(const TorusSchedule& schedule, const CycleModel& model,
                              SendPace pace) {
  check_usable(schedule, model, pace);
  const Torus torus(schedule.sides);
  std::vector<Shipment> shipments = list_shipments(schedule, torus);
  begin_all(schedule, torus, model, pace, shipments);

  BroadcastTiming timing;
  timing.steps = static_cast<int>(schedule.steps.size());
  timing.ready.assign(index_of(torus.size()), kNever);
  timing.ready[index_of(schedule.source)] = 0;
  for (const Shipment& shipment : shipments) {
    const Step ready = shipment.begin + model.latency(path_length(shipment.message->hops));
    timing.ready[index_of(shipment.to)] = std::min(timing.ready[index_of(shipment.to)], ready);
    timing.finish = std::max(timing.finish, ready);
  }
  timing.contention = contention_of(schedule, torus, model, shipments);
  timing.exact = timing.contention.empty();
  timing.sources = sources_of(pace, timing.exact);
  return timing;
}

namespace {

/// A message per link of the tree and packet, with its time in cycles.
class Packets {
 public:
  Packets(const CycleModel& model, Flits packet, SendPace pace)
      : count(ceil_div(model.flits, packet)),
        stage_(model.stage(packet)),
        gap_(pace == SendPace::kBarrier ? stage_ : model.send_overhead + packet),
        packet_(packet),
        last_(model.flits - (count - 1) * packet) {
    if (pace == SendPace::kStarts) throw std::invalid_argument("a packet tree has no starts");
  }

  Flits flits(Step i) const { return i + 1 < count ? packet_ : last_; }
  /// When a node `depth` links from the source begins to send packet i, from 0.
  Step begin(Step i, Step depth) const { return i * gap_ + depth * stage_; }
  /// When a node `depth` > 0 links from the source can use the text.
  Step ready(Step depth) const { return begin(count - 1, depth) - packet_ + last_; }

  const Step count;

 private:
  const Step stage_;
  const Step gap_;
  const Flits packet_;
  const Flits last_;
};

}  // namespace

BroadcastTiming time_packet_tree(const Torus& torus, Node source, const CycleModel& model,
                                 Flits packet, SendPace pace) {
  check_packet(model, packet);
  const Packets packets(model, packet, pace);
  torus.check_node(source);

  BroadcastTiming timing;
  int depth = 0;
  for (Node v = 0; v < torus.size(); ++v) {
    const int links = torus.distance(source, v);
    depth = std::max(depth, links);
    timing.ready.push_back(links == 0 ? 0 : packets.ready(links));
    timing.finish = std::max(timing.finish, timing.ready.back());
  }
  timing.steps = depth == 0 ? 0 : static_cast<int>(packets.count) + depth - 1;
  timing.sources = {
      {"finish",
       "(n - 1) g + (D - 1)(os + r + P + orv) + os + r + P' + orv, n = ceil(L/P) packets, "
       "the last of P' flits; g = " +
           std::string(pace == SendPace::kBarrier ? "os + r + P + orv" : "os + P")},
      {"stalls", "0: every channel has one sender, whose packets follow each other"}};
  return timing;
}

std::vector<LinkEvent> packet_tree_events(const Torus& torus, Node source,
                                          const DimensionOrder& order, const CycleModel& model,
                                          Flits packet, SendPace pace) {
  check_packet(model, packet);
  const Packets packets(model, packet, pace);
  if (model.hop != 1) throw std::invalid_argument("events need one step a hop");
  const TorusSchedule tree = broadcast_plan(BroadcastScheme::kFlood, torus, source, order);
  std::vector<LinkEvent> events;
  LinkEvent event;
  event.kind = FlitKind::kData;
  for (std::size_t depth = 0; depth < tree.steps.size(); ++depth) {
    for (const TorusMessage& link : tree.steps[depth]) {
      event.message = event.from = link.from;
      event.to = torus.destination(link.from, link.hops);
      for (Step i = 0; i < packets.count; ++i) {
        event.value = i % kEventNumbers;
        event.step = packets.begin(i, static_cast<Step>(depth)) + model.send_overhead;
        for (event.index = 1; event.index <= packets.flits(i); ++event.index) {
          ++event.step;
          events.push_back(event);
        }
      }
    }
  }
  std::sort(events.begin(), events.end());
  return events;
}

namespace {

constexpr int kNoRound = -1;

// For one node: the round that informed it, the round of its last active step, and which step of
// the schedule that was.
struct Progress {
  int informed = kNoRound;
  int active = kNoRound;
  std::size_t step = 0;
};

}  // namespace

std::optional<int> broadcast_rounds(const TorusSchedule& schedule) {
  const Torus torus(schedule.sides);
  std::vector<Progress> nodes(index_of(torus.size()));
  nodes[index_of(schedule.source)].informed = 0;
  int rounds = 0;
  for (std::size_t step = 0; step < schedule.steps.size(); ++step) {
    for (const TorusMessage& message : schedule.steps[step]) {
      Progress& from = nodes[index_of(message.from)];
      if (from.active == kNoRound || from.step != step)
        from.active = std::max(from.informed, from.active) + 1;
      from.step = step;
      rounds = std::max(rounds, from.active);
      Progress& to = nodes[index_of(torus.destination(message.from, message.hops))];
      if (to.informed != kNoRound) return std::nullopt;
      to.informed = from.active;
    }
  }
  return rounds;
}

namespace {

// All flits of one message; `ready` is its receiver's.
void add_message(const Torus& torus, const std::vector<TorusLink>& path, const CycleModel& model,
                 Step ready, std::int64_t number, std::vector<LinkEvent>& events) {
  const auto hops = static_cast<Step>(path.size());
  const Step before = ready - model.receive_overhead - model.flits - hops;
  LinkEvent event;
  event.kind = FlitKind::kData;
  event.message = path.front().from;
  event.value = number % kEventNumbers;
  for (Step link = 0; link < hops; ++link) {
    const TorusLink& crossed = path[static_cast<std::size_t>(link)];
    event.from = crossed.from;
    event.to = torus.neighbour(crossed.from, crossed.channel);
    for (event.index = 1; event.index <= model.flits; ++event.index) {
      event.step = before + link + event.index;
      events.push_back(event);
    }
  }
}

}  // namespace

std::optional<std::vector<LinkEvent>> broadcast_events(const TorusSchedule& schedule,
                                                       const CycleModel& model,
                                                       const BroadcastTiming& timing) {
  check_model(model);
  if (!timing.exact || model.hop != 1)
    throw std::invalid_argument("events need an exact timing with one step a hop");
  const Torus torus(schedule.sides);
  const auto nodes = index_of(torus.size());
  std::vector<std::int64_t> sent(nodes, 0);
  std::vector<bool> informed(nodes, false);
  informed[index_of(schedule.source)] = true;
  std::vector<LinkEvent> events;
  for (const TorusStep& step : schedule.steps) {
    for (const TorusMessage& message : step) {
      const auto path = torus.path(message.from, message.hops, routing_order(schedule));
      const auto to = index_of(torus.destination(message.from, message.hops));
      if (informed[to]) return std::nullopt;
      informed[to] = true;
      add_message(torus, path, model, timing.ready[to], sent[index_of(message.from)]++, events);
    }
  }
  std::sort(events.begin(), events.end());
  return events;
}

}  // namespace flitwise::theory
