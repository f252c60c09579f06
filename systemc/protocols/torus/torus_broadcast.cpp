#include "systemc/protocols/torus/torus_broadcast.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "systemc/protocols/torus/torus_fsh.h"
#include "systemc/protocols/torus/torus_stage.h"

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
      Hops hops = frame.hops_along(0, way.first);
      hops[1] = way.second;
      informed.push_back(draft.send(informed[i], hops));
    }
}

// Edn. n = 2^d is the side of dimensions 0 and 1 of the frame, z that of dimension 2, if there is
// one.
//
// 1. With three sides the text goes along the source's line of dimension 2, radix 3:
//    ceil(log_3 z) steps.
// 2. In each plane every node that has the text sends three messages a step, so that four times as
//    many have it after it: d steps. Those that have it before the last one dominate the plane:
//    every other node is next to one of them. The levels before are the same pattern with twice
//    the distances each.
//
// A reconstruction: Y.-J. Tsai, P. K. McKinley, "A Broadcast Algorithm for All-Port
// Wormhole-Routed Torus Networks", IEEE Trans. Parallel and Distributed Systems 7(8), 1996, is not
// at hand. Steps and growth of the planes are theirs, the patterns and step 1 are not.
//
// Errors: throws TopologyError unless the frame has two or three dimensions, of which the first
//         two have the same side, a power of two.
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

// Dimensions above m along which an aligned source of stage m can move the index as well. Only if
// n_m divides n_d does the index keep its meaning around a ring of d.
std::vector<int> paper_helpers(const TorusFrame& frame, int m) {
  std::vector<int> helpers;
  for (int d = m + 1; d < frame.dimensions(); ++d)
    if (frame.side(d) % frame.side(m) == 0) helpers.push_back(d);
  return helpers;
}

// Of kBest where they make the stage shorter.
std::vector<int> helpers_for(const TorusFrame& frame, BroadcastScheme scheme, int m) {
  if (scheme != BroadcastScheme::kPaper && scheme != BroadcastScheme::kBest) return {};
  const std::vector<int> helpers = paper_helpers(frame, m);
  const int all = m + 1 + static_cast<int>(helpers.size());
  const int peel = rounds_for(frame.side(m), 2 * m + 3);
  const int aligned = 1 + rounds_for(frame.side(m), 2 * all + 1);
  return scheme == BroadcastScheme::kPaper || aligned < peel ? helpers : std::vector<int>{};
}

std::vector<Holder> holders_of_rings(const std::vector<Node>& sources, int side) {
  std::vector<Holder> holders;
  for (const Node v : sources) holders.push_back({v, ring_strip(side)});
  return holders;
}

void send_in_stages(const TorusFrame& frame, ScheduleDraft& draft, BroadcastScheme scheme) {
  const CutRule rule = scheme == BroadcastScheme::kDoubling ? cut_in_two : CutRule();
  const Turns turns = rule || scheme == BroadcastScheme::kRadix3 ? Turns::kNo : Turns::kYes;
  std::vector<Node> sources = {0};
  for (int m = frame.dimensions() - 1; m >= 0; --m) {
    const std::vector<int> helpers = helpers_for(frame, scheme, m);
    if (!helpers.empty()) sources = align(frame, draft, sources, m, helpers);
    sources = distribute(frame, draft, holders_of_rings(sources, frame.side(m)),
                         stage_ports(m, turns, helpers), rule);
  }
}

// Everyone who has just got the text sends it to the neighbours that do not have it.
void send_hop_by_hop(const TorusFrame& frame, ScheduleDraft& draft) {
  std::vector<Node> front = {0};
  while (!front.empty()) {
    draft.begin_step();
    std::vector<Node> next;
    for (const Node v : front)
      for (int channel = 0; channel < 2 * frame.dimensions(); ++channel) {
        const int by = Torus::sign_of(channel);
        const int m = Torus::dimension_of(channel);
        if (draft.is_informed(frame.shifted(v, m, by))) continue;
        next.push_back(draft.send(v, frame.hops_along(m, by)));
      }
    front = next;
  }
}

void send_to_all_from_the_source(const TorusFrame& frame, ScheduleDraft& draft) {
  std::vector<Hops> ways;
  for (Node v = 1; v < frame.size(); ++v) {
    Hops hops;
    for (int m = 0; m < frame.dimensions(); ++m) {
      const int up = frame.coordinate(v, m);
      hops.push_back(2 * up <= frame.side(m) ? up : up - frame.side(m));
    }
    ways.push_back(std::move(hops));
  }
  std::stable_sort(ways.begin(), ways.end(),
                   [](const Hops& a, const Hops& b) { return path_length(a) > path_length(b); });
  for (const Hops& hops : ways) {
    draft.begin_step();
    draft.send(0, hops);
  }
}

}  // namespace

const char* name_of(BroadcastScheme scheme) {
  constexpr std::array<const char*, 9> kNames{"paper",    "peel",  "best",   "fsh",     "edn",
                                              "doubling", "flood", "radix3", "separate"};
  return kNames.at(static_cast<std::size_t>(scheme));
}

TorusSchedule make_broadcast(const Torus& torus, Node source, BroadcastScheme scheme,
                             const DimensionOrder& order) {
  const TorusFrame frame(torus, source, order);
  ScheduleDraft draft(frame, name_of(scheme));
  switch (scheme) {
    case BroadcastScheme::kFsh:
      send_by_units_of_three(frame, draft);
      break;
    case BroadcastScheme::kEdn:
      send_through_dominating_nodes(frame, draft);
      break;
    case BroadcastScheme::kFlood:
      send_hop_by_hop(frame, draft);
      break;
    case BroadcastScheme::kSeparate:
      send_to_all_from_the_source(frame, draft);
      break;
    default:
      send_in_stages(frame, draft, scheme);
  }
  return draft.finish();
}

}  // namespace flitwise::protocols
