#include "systemc/protocols/torus/broadcast/torus_edn.h"

#include <array>
#include <string>
#include <utility>

#include "systemc/protocols/torus/broadcast/torus_stage.h"

namespace flitwise::protocols {
namespace {

// Hops of a message within a plane.
using Way = std::pair<int, int>;
// One leaves upwards and one downwards along dimension 0, so that both may turn, and one along
// dimension 1.
using Ways = std::array<Way, 3>;

bool is_power_of_two(int n) { return (n & (n - 1)) == 0; }

void check_sides(const TorusFrame& frame) {
  const int dimensions = frame.dimensions();
  if (dimensions != 2 && dimensions != 3)
    throw TopologyError("edn must have 2 or 3 sides larger than 1, got " +
                        std::to_string(dimensions));
  if (frame.side(0) != frame.side(1) || !is_power_of_two(frame.side(0)))
    throw TopologyError(
        "edn needs the two sides that are routed first to be the same power of two; they are " +
        std::to_string(frame.side(0)) + " and " + std::to_string(frame.side(1)));
}

// One step in all planes: each node that has the text sends it on all three ways.
void quadruple(const TorusFrame& frame, ScheduleDraft& draft, const Ways& ways,
               std::vector<Node>& informed) {
  draft.begin_step();
  const std::size_t senders = informed.size();
  for (std::size_t i = 0; i < senders; ++i)
    for (const Way& way : ways) {
      Hops hops(static_cast<std::size_t>(frame.dimensions()), 0);
      hops[0] = way.first;
      hops[1] = way.second;
      informed.push_back(draft.send(informed[i], hops));
    }
}

}  // namespace

void send_through_dominating_nodes(const TorusFrame& frame, ScheduleDraft& draft) {
  check_sides(frame);
  std::vector<Node> informed = {0};
  if (frame.dimensions() == 3)
    informed =
        distribute(frame, draft, {{0, ring_strip(frame.side(2))}}, stage_ports(2, Turns::kNo, {}));
  const int n = frame.side(0);
  if (n == 2) return quadruple(frame, draft, {{{1, 0}, {-1, 1}, {0, 1}}}, informed);
  // From the corner alone the opposite column has its two nodes one above and one below it.
  int unit = n / 4;
  quadruple(frame, draft, {{{2 * unit, unit}, {-2 * unit, -unit}, {0, 2 * unit}}}, informed);
  for (unit /= 2; unit > 0; unit /= 2)
    quadruple(frame, draft, {{{2 * unit, unit}, {-2 * unit, unit}, {0, 2 * unit}}}, informed);
  quadruple(frame, draft, {{{1, 0}, {-1, 0}, {0, 1}}}, informed);
}

}  // namespace flitwise::protocols
