#include "tb/theory/packet_tree_timing.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "tb/theory/torus_arithmetic.h"

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

void check_packet(const CycleModel& model, Flits packet, Pace pace) {
  check_model(model);
  if (pace == Pace::kStarts) throw std::invalid_argument("a packet tree has no starts");
  if (packet < 1 || packet > model.flits)
    throw std::invalid_argument("a packet must have from 1 to " + std::to_string(model.flits) +
                                " flits, got " + std::to_string(packet));
}

}  // namespace

BroadcastTiming time_packet_tree(const Torus& torus, Node source, const CycleModel& model,
                                 Flits packet, Pace pace) {
  check_packet(model, packet, pace);
  torus.check_node(source);
  const Step packets = ceil_div(model.flits, packet);
  const Flits last = model.flits - (packets - 1) * packet;
  const Step around = model.send_overhead + model.hop + model.receive_overhead;
  const Step stage = around + packet;
  const Step gap = pace == Pace::kBarrier ? stage : model.send_overhead + packet;

  BroadcastTiming timing;
  int depth = 0;
  for (Node v = 0; v < torus.size(); ++v) {
    const int links = distance(torus, source, v);
    depth = std::max(depth, links);
    timing.ready.push_back(links == 0 ? 0
                                      : (packets - 1) * gap + (links - 1) * stage + around + last);
    timing.finish = std::max(timing.finish, timing.ready.back());
  }
  timing.steps = depth == 0 ? 0 : static_cast<int>(packets) + depth - 1;
  timing.sources = {
      {"finish",
       "(n - 1) g + (D - 1)(os + r + P + orv) + os + r + P' + orv, n = ceil(L/P) packets, "
       "the last of P' flits; g = " +
           std::string(pace == Pace::kBarrier ? "os + r + P + orv" : "os + P")},
      {"stalls", "0: every channel has one sender, whose packets follow each other"}};
  return timing;
}

}  // namespace flitwise::theory
