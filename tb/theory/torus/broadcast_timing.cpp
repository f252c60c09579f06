#include "tb/theory/torus/broadcast_timing.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "tb/theory/torus/broadcast_plan.h"
#include "tb/theory/torus/one_port_packets.h"
#include "tb/theory/torus/torus_arithmetic.h"
#include "tb/theory/torus/torus_schedule_check.h"
#include "tb/theory/torus/torus_theory.h"
#include "tb/theory/torus/worm_timing.h"

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

/// Later than its node begins it by what its port keeps it waiting, which is free from `free` on: a
/// channel has one of its own, or all have one.
Step late(const CycleModel& model, Step begin, Step& free) {
  const Step ready = begin + model.send_overhead;
  const Step wait = std::max<Step>(0, free - ready);
  free = ready + wait + model.head_distance();
  return wait;
}

/// The recurrence, node by node in the order of their times: a node that is sent the text twice has
/// it from the first time on.
void begin_when_ready(const TorusSchedule& schedule, const Torus& torus, const CycleModel& model,
                      std::vector<Shipment>& shipments) {
  const DimensionOrder order = routing_order(schedule);
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
    std::map<Channel, Step> free;  // by the first channel of a path
    for (Shipment* const shipment : of[index_of(v)]) {
      const Hops& hops = shipment->message->hops;
      const Channel port =
          model.ports == PePorts::kOne ? 0 : torus.path(v, hops, order).front().channel;
      const Step begin = time + shipment->active * model.send_time();
      shipment->begin = begin + late(model, begin, free.emplace(port, 0).first->second);
      arrivals.push({shipment->begin + model.delay(hops), shipment->to});
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
    for (const Step length : step_lengths(schedule, model)) {
      begins.push_back(begin);
      begin += length;
    }
  }
  for (Shipment& shipment : shipments) shipment.begin = begins[index_of(shipment.step)];
}

std::string contention_of(const TorusSchedule& schedule, const Torus& torus,
                          const CycleModel& model, const std::vector<Shipment>& shipments) {
  ChannelUse use(torus, routing_order(schedule), model, model.head_distance());
  for (const Shipment& shipment : shipments)
    use.add(*shipment.message, shipment.begin + model.send_overhead);
  const std::optional<ChannelConflict> conflict = use.first_conflict();
  if (!conflict) return "";
  const auto name = [&](std::size_t number) {
    const TorusMessage& message = *shipments[number].message;
    return torus.name(message.from) + " hops " + text_of(message.hops);
  };
  return conflict->name + " is wanted at time " + std::to_string(conflict->time) + " by messages " +
         name(conflict->first) + " and " + name(conflict->second);
}

bool sends_twice_in_a_step(const TorusSchedule& schedule) {
  for (const TorusStep& step : schedule.steps) {
    std::set<Node> senders;
    for (const TorusMessage& message : step)
      if (!senders.insert(message.from).second) return true;
  }
  return false;
}

void check_usable(const TorusSchedule& schedule, const CycleModel& model, SendPace pace) {
  check_model(model, schedule.sides);
  if (schedule.flits && *schedule.flits != model.flits)
    throw std::invalid_argument("the schedule is for " + std::to_string(*schedule.flits) +
                                " flits, not for " + std::to_string(model.flits));
  if (schedule.starts.empty() != (pace != SendPace::kStarts) && !schedule.steps.empty())
    throw std::invalid_argument("a schedule with starts keeps them, and one without has none");
  const ScheduleVerdict verdict = check_schedule(schedule, model);
  if (!verdict.is_right())
    throw std::invalid_argument("the schedule is wrong: " + verdict.faults.front().text);
  if (model.ports == PePorts::kOne && sends_twice_in_a_step(schedule))
    throw std::invalid_argument("a PE of one port sends one message a step");
}

}  // namespace

Depths depths_of(const std::vector<int>& sides, const CycleModel& model, SendPace pace,
                 Flits flits) {
  const CreditLoops loops = credit_loops(sides, model.latency);
  if (!model.depth || *model.depth >= loops.head) return {};
  // What happens inside declared routers is not known, nor when exactly they give slots back.
  if (pace != SendPace::kBarrier || model.latency.pipeline.declared) return {false, true};
  const bool credits_are_back =
      model.latency.router() - 1 + model.send_overhead + model.receive_overhead + *model.depth >=
      model.latency.credit + model.latency.pipeline.credit_delay;
  return {credits_are_back && arrives_on_time(flits, *model.depth, loops),
          !never_waits(flits, *model.depth, loops)};
}

namespace {

/// Stalls of one worm.
std::int64_t stalls_of(const Hops& hops, const DimensionOrder& order, const CycleModel& model,
                       Flits flits) {
  return time_chain(chain_of(hops, order, model.latency, model.depth), {{0, flits}}).stalls;
}

std::int64_t stalls_of(const TorusSchedule& schedule, const CycleModel& model) {
  std::map<Hops, std::int64_t> known;
  std::int64_t sum = 0;
  for (const TorusStep& step : schedule.steps) {
    for (const TorusMessage& message : step) {
      Hops links;
      for (const int hops : message.hops) links.push_back(std::abs(hops));
      const auto [entry, is_new] = known.emplace(links, 0);
      if (is_new) entry->second = stalls_of(links, routing_order(schedule), model, model.flits);
      sum += entry->second;
    }
  }
  return sum;
}

/// Said of networks that are not the one of the printed formulas.
const char* hop_of(const CycleModel& model) {
  return model.latency.is_unit() ? "r" : "(r - 1) + p";
}

std::vector<Source> sources_of(const CycleModel& model, SendPace pace,
                               const BroadcastTiming& timing) {
  const std::string r = hop_of(model);
  const bool is_unit = model.latency.is_unit();
  std::string finish = is_unit ? "max of start - 1 + r h + L + orv"
                               : "max of start - 1 + (r - 1) + p h + L + orv, p = r + w - 1";
  if (pace == SendPace::kBarrier)
    finish = "sum over the steps of (os + " + r +
             " H_s + L + orv), H_s the longest path; any schedule without "
             "a channel used twice in a step" +
             (is_unit ? "" : "; p = r + w - 1, p H_s summed up over the links");
  else if (pace == SendPace::kFree)
    finish = "max of R(child) = R(v) + q (os + L) + os + " + r + " h + L + orv" +
             (is_unit ? "" : ", p = r + w - 1") +
             (model.send_overhead < model.latency.pipeline.head_wait()
                  ? "; later where a port makes a head wait Fh > os: g = max(y, g' + L) + Fh"
                  : "") +
             (timing.exact      ? ""
              : !timing.shallow ? "; a bound from below: messages meet"
                                : "");
  if (timing.shallow) finish += "; a bound from below: queues are shorter than a credit's way";
  if (timing.shallow)
    return {{"finish", finish},
            {"stalls", "not predicted: queues are shorter than a credit's way"}};
  if (timing.stalls.value_or(0) > 0)
    return {{"finish", finish},
            {"stalls",
             "sum over the messages of what their flits wait for credits, by the recurrence of a "
             "chain; they catch up"}};
  return {{"finish", finish},
          {"stalls", timing.exact ? "0: no two messages want a channel at the same time"
                                  : "more than 0: messages meet"}};
}

}  // namespace

std::vector<Step> step_lengths(const TorusSchedule& schedule, const CycleModel& model) {
  check_model(model, schedule.sides);
  std::vector<Step> lengths;
  for (const TorusStep& step : schedule.steps) {
    Step longest = 0;
    for (const TorusMessage& message : step) longest = std::max(longest, model.delay(message.hops));
    lengths.push_back(longest);
  }
  return lengths;
}

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
    const Step ready = shipment.begin + model.delay(shipment.message->hops);
    timing.ready[index_of(shipment.to)] = std::min(timing.ready[index_of(shipment.to)], ready);
    timing.finish = std::max(timing.finish, ready);
  }
  const Depths depths = depths_of(schedule.sides, model, pace, model.flits);
  timing.contention = contention_of(schedule, torus, model, shipments);
  timing.shallow = !depths.suffices;
  timing.exact = timing.contention.empty() && depths.suffices;
  if (!timing.exact)
    timing.stalls.reset();
  else if (depths.stalls)
    timing.stalls = stalls_of(schedule, model);
  timing.sources = sources_of(model, pace, timing);
  return timing;
}

namespace {

/// A message per link of the tree and packet, with its time in cycles.
class Packets {
 public:
  Packets(const Torus& torus, Node source, const CycleModel& model, Flits packet, SendPace pace)
      : count(ceil_div(model.flits, packet)),
        torus_(torus),
        source_(source),
        model_(model),
        is_slotted_(pace == SendPace::kBarrier),
        slot_(model.stage(packet, slowest_hop(torus.sides(), model.latency))),
        packet_(packet),
        last_(model.flits - (count - 1) * packet) {
    if (pace == SendPace::kStarts) throw std::invalid_argument("a packet tree has no starts");
    torus.check_node(source);
  }

  Flits flits(Step i) const { return i + 1 < count ? packet_ : last_; }
  /// Links in each dimension on the way from the source.
  Hops links(Node v) const {
    Hops links;
    for (int d = 0; d < torus_.dimensions(); ++d) {
      const int n = torus_.side(d);
      const int up = (torus_.coordinate(v, d) - torus_.coordinate(source_, d) + n) % n;
      links.push_back(std::min(up, n - up));
    }
    return links;
  }
  /// When a node that many links from the source begins to send packet i, from 0.
  Step begin(Step i, const Hops& links) const {
    if (is_slotted_) return (i + path_length(links)) * slot_;
    const Step gap = std::max(model_.send_overhead, model_.latency.pipeline.head_wait()) + packet_;
    Step begin = i * gap;
    for (int d = 0; d < torus_.dimensions(); ++d)
      begin += links[index_of(d)] * model_.stage(packet_, model_.latency.hop(d));
    return begin;
  }
  /// When a node other than the source, whose last link is of dimension `last`, can use the text.
  Step ready(Hops links, int last) const {
    --links[index_of(last)];
    return begin(count - 1, links) + model_.stage(last_, model_.latency.hop(last));
  }

  const Step count;

 private:
  const Torus& torus_;
  const Node source_;
  const CycleModel& model_;
  const bool is_slotted_;
  const Step slot_;
  const Flits packet_;
  const Flits last_;
};

/// The dimension routed last on the way, or -1 for no way.
int last_dimension(const Hops& links, const DimensionOrder& order) {
  int last = -1;
  for (const int d : order)
    if (links[index_of(d)] > 0) last = d;
  return last;
}

std::vector<Source> sources_of_tree(const CycleModel& model, SendPace pace,
                                    const BroadcastTiming& timing) {
  const std::string stage = std::string("os + ") + hop_of(model);
  const bool has_late_ports = model.send_overhead < model.latency.pipeline.head_wait();
  std::string finish = "(n - 1) g + (D - 1)(" + stage + " + P + orv) + " + stage +
                       " + P' + orv, n = ceil(L/P) packets, the last of P' flits; g = ";
  if (pace == SendPace::kBarrier)
    finish += stage + " + P + orv";
  else
    finish += has_late_ports ? "Fh + P" : "os + P";
  if (!model.latency.is_unit()) finish += "; p = r + w - 1";
  if (timing.shallow)
    return {{"finish", finish + "; a bound from below: queues are shorter than a credit's way"},
            {"stalls", "not predicted: queues are shorter than a credit's way"}};
  if (timing.stalls.value_or(0) > 0)
    return {{"finish", finish},
            {"stalls",
             "sum over links and packets of what flits wait for credits, by the recurrence of a "
             "chain; they catch up"}};
  return {{"finish", finish},
          {"stalls", "0: every channel has one sender, whose packets follow each other"}};
}

/// In a PE's one port packets of all its children follow each other, too.
BroadcastTiming time_one_port_tree(const OnePortPackets& packets, const Torus& torus,
                                   const CycleModel& model, Flits packet, SendPace pace) {
  const Depths depths =
      depths_of(torus.sides(), model, packets.packets() == 1 ? SendPace::kFree : pace, packet);
  BroadcastTiming timing;
  timing.exact = depths.suffices && !depths.stalls;
  timing.shallow = !timing.exact;
  if (timing.shallow) timing.stalls.reset();
  for (Node v = 0; v < torus.size(); ++v) timing.ready.push_back(packets.ready(v));
  timing.finish = packets.finish();
  timing.steps = packets.slots();
  const std::string stage = std::string("os + ") + hop_of(model) + " + P + orv";
  std::string finish =
      pace == SendPace::kBarrier
          ? "slots of " + stage + ": packet i to child j in slot (i + d) M + j of a node at depth d"
          : "R(child j, i) = R(v, 0) + (i M + j) (max(os, Fh) + P) + " + stage;
  finish += ", M the children of the source; the last packet by its own length";
  if (timing.shallow) finish += "; a bound from below: queues are shorter than a credit's way";
  timing.sources = {
      {"finish", finish},
      {"stalls", timing.shallow ? "not predicted: queues are shorter than a credit's way"
                                : "0: a node is done with a packet before the next one comes"}};
  return timing;
}

}  // namespace

BroadcastTiming time_packet_tree(const Torus& torus, Node source, const CycleModel& model,
                                 Flits packet, SendPace pace, const DimensionOrder& order) {
  check_packet(model, torus.sides(), packet);
  const Packets packets(torus, source, model, packet, pace);
  const DimensionOrder routed = order.empty() ? torus.ascending_order() : order;
  torus.check_order(routed);
  if (model.ports == PePorts::kOne)
    return time_one_port_tree({torus, source, routed, model, packet, pace}, torus, model, packet,
                              pace);
  const bool is_single = packets.count == 1;  // as in slots: messages come one at a time
  const Depths depths =
      depths_of(torus.sides(), model, is_single ? SendPace::kBarrier : pace, packet);

  BroadcastTiming timing;
  timing.shallow = !depths.suffices;
  timing.exact = depths.suffices;
  if (timing.shallow) timing.stalls.reset();
  int depth = 0;
  std::vector<std::int64_t> into(torus.sides().size(), 0);  // links of the tree by dimension
  for (Node v = 0; v < torus.size(); ++v) {
    const Hops links = packets.links(v);
    const int last = last_dimension(links, routed);
    depth = std::max(depth, path_length(links));
    timing.ready.push_back(last < 0 ? 0 : packets.ready(links, last));
    timing.finish = std::max(timing.finish, timing.ready.back());
    if (last >= 0) ++into[index_of(last)];
  }
  if (timing.exact && depths.stalls) {
    for (int d = 0; d < torus.dimensions(); ++d) {
      Hops hop(torus.sides().size(), 0);
      hop[index_of(d)] = 1;
      *timing.stalls +=
          into[index_of(d)] * ((packets.count - 1) * stalls_of(hop, routed, model, packet) +
                               stalls_of(hop, routed, model, packets.flits(packets.count - 1)));
    }
  }
  timing.steps = depth == 0 ? 0 : static_cast<int>(packets.count) + depth - 1;
  timing.sources = sources_of_tree(model, pace, timing);
  return timing;
}

namespace {

void visit_events_of(const OnePortPackets& packets, const CycleModel& model,
                     const TakeEvent& take) {
  LinkEvent event;
  event.kind = FlitKind::kData;
  for (const OnePortPackets::Edge& edge : packets.edges()) {
    event.message = event.from = edge.from;
    event.to = edge.to;
    for (Step i = 0; i < packets.packets(); ++i) {
      event.value = i % kEventNumbers;
      event.step = packets.begin(edge, i) + model.send_overhead + model.latency.router() - 1;
      for (event.index = 1; event.index <= packets.flits(i); ++event.index) {
        ++event.step;
        take(event);
      }
    }
  }
}

}  // namespace

void visit_packet_tree_events(const Torus& torus, Node source, const DimensionOrder& order,
                              const CycleModel& model, Flits packet, SendPace pace,
                              const TakeEvent& take) {
  const BroadcastTiming timing = time_packet_tree(torus, source, model, packet, pace, order);
  if (timing.stalls != 0) throw std::invalid_argument("events need a timing without stalls");
  if (model.ports == PePorts::kOne)
    return visit_events_of(
        {torus, source, order.empty() ? torus.ascending_order() : order, model, packet, pace},
        model, take);
  const Packets packets(torus, source, model, packet, pace);
  const TorusSchedule tree = broadcast_plan(BroadcastScheme::kFlood, torus, source, order);
  LinkEvent event;
  event.kind = FlitKind::kData;
  for (const TorusStep& step : tree.steps) {
    for (const TorusMessage& link : step) {
      event.message = event.from = link.from;
      event.to = torus.destination(link.from, link.hops);
      for (Step i = 0; i < packets.count; ++i) {
        event.value = i % kEventNumbers;
        event.step = packets.begin(i, packets.links(link.from)) + model.send_overhead +
                     model.latency.router() - 1;
        for (event.index = 1; event.index <= packets.flits(i); ++event.index) {
          ++event.step;
          take(event);
        }
      }
    }
  }
}

std::vector<LinkEvent> packet_tree_events(const Torus& torus, Node source,
                                          const DimensionOrder& order, const CycleModel& model,
                                          Flits packet, SendPace pace) {
  return sorted_events([&](const TakeEvent& take) {
    visit_packet_tree_events(torus, source, order, model, packet, pace, take);
  });
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
                 Step ready, std::int64_t number, const TakeEvent& take) {
  const auto hop = [&](const TorusLink& link) {
    return model.latency.hop(Torus::dimension_of(link.channel));
  };
  Step before = ready - model.receive_overhead - model.flits;
  for (const TorusLink& link : path) before -= hop(link);
  LinkEvent event;
  event.kind = FlitKind::kData;
  event.message = path.front().from;
  event.value = number % kEventNumbers;
  for (const TorusLink& crossed : path) {
    event.from = crossed.from;
    event.to = torus.neighbour(crossed.from, crossed.channel);
    for (event.index = 1; event.index <= model.flits; ++event.index) {
      event.step = before + event.index;
      take(event);
    }
    before += hop(crossed);
  }
}

}  // namespace

void visit_broadcast_events(const TorusSchedule& schedule, const CycleModel& model,
                            const BroadcastTiming& timing, const TakeEvent& take) {
  check_model(model, schedule.sides);
  if (!timing.exact || timing.stalls != 0)
    throw std::invalid_argument("events need an exact timing without stalls");
  if (!broadcast_rounds(schedule))
    throw std::invalid_argument("events need a schedule that informs every node once");
  const Torus torus(schedule.sides);
  std::vector<std::int64_t> sent(index_of(torus.size()), 0);
  for (const TorusStep& step : schedule.steps) {
    for (const TorusMessage& message : step) {
      const auto path = torus.path(message.from, message.hops, routing_order(schedule));
      const auto to = index_of(torus.destination(message.from, message.hops));
      add_message(torus, path, model, timing.ready[to], sent[index_of(message.from)]++, take);
    }
  }
}

std::vector<LinkEvent> broadcast_events(const TorusSchedule& schedule, const CycleModel& model,
                                        const BroadcastTiming& timing) {
  return sorted_events(
      [&](const TakeEvent& take) { visit_broadcast_events(schedule, model, timing, take); });
}

}  // namespace flitwise::theory
