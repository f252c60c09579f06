// Cycles of a schedule that is given as data.
#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <stdexcept>
#include <tuple>

#include "tb/theory/torus/broadcast/broadcast_timing.h"
#include "tb/theory/torus/channel_use.h"
#include "tb/theory/torus/torus_schedule_check.h"

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

void begin_together(const TorusSchedule& schedule, const CycleModel& model,
                    std::vector<Shipment>& shipments) {
  std::vector<Step> begin{0};
  for (const int hops : longest_paths(schedule))
    begin.push_back(begin.back() + (hops == 0 ? 0 : model.latency(hops)));
  for (Shipment& shipment : shipments)
    shipment.begin = begin[static_cast<std::size_t>(shipment.step)];
}

void begin_at_starts(const TorusSchedule& schedule, const CycleModel& model,
                     std::vector<Shipment>& shipments) {
  for (Shipment& shipment : shipments)
    shipment.begin =
        schedule.starts[static_cast<std::size_t>(shipment.step)] - 1 - model.send_overhead;
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
  if (pace == SendPace::kBarrier) return begin_together(schedule, model, shipments);
  if (pace == SendPace::kStarts) return begin_at_starts(schedule, model, shipments);
  begin_when_ready(schedule, torus, model, shipments);
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
  const std::string valid = exact ? "" : "; a bound from below: messages meet";
  const std::string stalls =
      exact ? "0: no two messages want a channel at the same time" : "more than 0: messages meet";
  switch (pace) {
    case SendPace::kBarrier:
      return {{"finish",
               "sum over the steps of (os + r H_s + L + orv), H_s the longest path; any "
               "schedule without a channel used twice in a step"},
              {"stalls", stalls}};
    case SendPace::kFree:
      return {{"finish", "max of R(child) = R(v) + q (os + L) + os + r h + L + orv" + valid},
              {"stalls", stalls}};
    case SendPace::kStarts:
      break;
  }
  return {{"finish", "max of start - 1 + r h + L + orv"}, {"stalls", stalls}};
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

}  // namespace flitwise::theory
