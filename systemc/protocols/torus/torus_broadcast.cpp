#include "systemc/protocols/torus/torus_broadcast.h"

#include "systemc/protocols/torus/broadcast/torus_edn.h"
#include "systemc/protocols/torus/broadcast/torus_fsh.h"
#include "systemc/protocols/torus/broadcast/torus_stage.h"
#include "systemc/protocols/torus/torus_frame.h"

namespace flitwise::protocols {
namespace {

// Dimensions above m along which an aligned source of stage m can move the index as well. Only if
// n_m divides n_d does the index keep its meaning around a ring of d.
std::vector<int> paper_helpers(const TorusFrame& frame, int m) {
  std::vector<int> helpers;
  for (int d = m + 1; d < frame.dimensions(); ++d)
    if (frame.side(d) % frame.side(m) == 0) helpers.push_back(d);
  return helpers;
}

std::vector<int> best_helpers(const TorusFrame& frame, int m) {
  const std::vector<int> helpers = paper_helpers(frame, m);
  const int turning_and_straight = m + 1;
  const int all = turning_and_straight + static_cast<int>(helpers.size());
  const int peel = rounds_for(frame.side(m), 2 * turning_and_straight + 1);
  const int aligned = 1 + rounds_for(frame.side(m), 2 * all + 1);
  return aligned < peel ? helpers : std::vector<int>{};
}

std::vector<int> helpers_for(const TorusFrame& frame, BroadcastScheme scheme, int m) {
  if (scheme == BroadcastScheme::kPaper) return paper_helpers(frame, m);
  if (scheme == BroadcastScheme::kBest) return best_helpers(frame, m);
  return {};
}

std::vector<Holder> holders_of_rings(const std::vector<Node>& sources, int side) {
  std::vector<Holder> holders;
  for (const Node v : sources) holders.push_back({v, ring_strip(side)});
  return holders;
}

void send_in_stages(const TorusFrame& frame, ScheduleDraft& draft, BroadcastScheme scheme) {
  const Turns turns = scheme == BroadcastScheme::kRadix3 ? Turns::kNo : Turns::kYes;
  std::vector<Node> sources = {0};
  for (int m = frame.dimensions() - 1; m >= 0; --m) {
    const std::vector<int> helpers = helpers_for(frame, scheme, m);
    if (!helpers.empty()) sources = align(frame, draft, sources, m, helpers);
    sources = distribute(frame, draft, holders_of_rings(sources, frame.side(m)),
                         stage_ports(m, turns, helpers));
  }
}

void send_by_halves(const TorusFrame& frame, ScheduleDraft& draft) {
  std::vector<Node> sources = {0};
  for (int m = frame.dimensions() - 1; m >= 0; --m)
    sources = distribute_by_halves(frame, draft, holders_of_rings(sources, frame.side(m)), m);
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
        Hops hops(static_cast<std::size_t>(frame.dimensions()), 0);
        hops[static_cast<std::size_t>(m)] = by;
        next.push_back(draft.send(v, hops));
      }
    front = next;
  }
}

}  // namespace

const char* name_of(BroadcastScheme scheme) {
  switch (scheme) {
    case BroadcastScheme::kPaper:
      return "paper";
    case BroadcastScheme::kPeel:
      return "peel";
    case BroadcastScheme::kBest:
      return "best";
    case BroadcastScheme::kFsh:
      return "fsh";
    case BroadcastScheme::kEdn:
      return "edn";
    case BroadcastScheme::kDoubling:
      return "doubling";
    case BroadcastScheme::kFlood:
      return "flood";
    case BroadcastScheme::kRadix3:
      return "radix3";
  }
  return "";
}

const std::vector<BroadcastScheme>& broadcast_schemes() {
  static const std::vector<BroadcastScheme> all = {
      BroadcastScheme::kPaper, BroadcastScheme::kPeel,  BroadcastScheme::kBest,
      BroadcastScheme::kFsh,   BroadcastScheme::kEdn,   BroadcastScheme::kDoubling,
      BroadcastScheme::kFlood, BroadcastScheme::kRadix3};
  return all;
}

std::optional<BroadcastScheme> broadcast_scheme(const std::string& name) {
  for (const BroadcastScheme scheme : broadcast_schemes())
    if (name == name_of(scheme)) return scheme;
  return std::nullopt;
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
    case BroadcastScheme::kDoubling:
      send_by_halves(frame, draft);
      break;
    case BroadcastScheme::kFlood:
      send_hop_by_hop(frame, draft);
      break;
    default:
      send_in_stages(frame, draft, scheme);
  }
  return draft.finish();
}

}  // namespace flitwise::protocols
