#include "tb/theory/torus/broadcast/packet_tree_timing.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "tb/theory/torus/broadcast/broadcast_events.h"
#include "tb/theory/torus/broadcast/broadcast_plan.h"
#include "tb/theory/torus/torus_arithmetic.h"

namespace flitwise::theory {
namespace {

int distance(const Torus& torus, Node from, Node to) {
  const Coordinates x = torus.coordinates(torus.translate_back(to, from));
  int links = 0;
  for (int d = 0; d < torus.dimensions(); ++d) {
    const int ahead = x[static_cast<std::size_t>(d)];
    links += std::min(ahead, torus.side(d) - ahead);
  }
  return links;
}

void check_packet(const CycleModel& model, Flits packet, SendPace pace) {
  check_model(model);
  if (pace == SendPace::kStarts) throw std::invalid_argument("a packet tree has no starts");
  if (packet < 1 || packet > model.flits)
    throw std::invalid_argument("a packet must have from 1 to " + std::to_string(model.flits) +
                                " flits, got " + std::to_string(packet));
}

/// A message per link of the tree and packet, with its time in cycles.
class Packets {
 public:
  Packets(const CycleModel& model, Flits packet, SendPace pace)
      : count(ceil_div(model.flits, packet)),
        stage_(model.latency(1) - model.flits + packet),
        gap_(pace == SendPace::kBarrier ? stage_ : model.send_overhead + packet),
        packet_(packet),
        last_(model.flits - (count - 1) * packet) {}

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
  check_packet(model, packet, pace);
  torus.check_node(source);
  const Packets packets(model, packet, pace);

  BroadcastTiming timing;
  int depth = 0;
  for (Node v = 0; v < torus.size(); ++v) {
    const int links = distance(torus, source, v);
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
  check_packet(model, packet, pace);
  if (model.hop != 1) throw std::invalid_argument("events need one step a hop");
  const Packets packets(model, packet, pace);
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

}  // namespace flitwise::theory
