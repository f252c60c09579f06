// Broadcast: who gets its first packet and its last one when; the packets between are evenly far
// apart, because a PE with more children than those above it slows all packets down alike.
#include "tb/theory/tree/tree_broadcast.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

#include "tb/theory/lengths.h"
#include "tb/theory/tree/synchronisation.h"

namespace flitwise::theory {
namespace {

void check(const Tree& tree, Flits length, const BroadcastVariant& variant) {
  if (tree.size() < 2) throw std::invalid_argument("a broadcast needs 2 PEs or more");
  if (variant.packet < 1 || variant.packet > length)
    throw std::invalid_argument("packet must be 1 to the " + std::to_string(length) +
                                " flits of the message, got " + std::to_string(variant.packet));
  variant.latency.check(tree.size());
  if (!variant.latency.is_unit() && !variant.pace.is_plain())
    throw std::invalid_argument("a broadcast has latencies or a pace of its own, not both");
}

/// Steps that a PE's flits wait beside those of a hop at a step each, and a link's.
Step relay(const TreeLatency& latency, Node v) { return v == 0 ? 0 : latency.router_of(v) - 1; }
Step wires(const TreeLatency& latency, Node child) { return latency.down_to(child) - 1; }

/// A message in packets: all but the last have `whole` flits.
struct Packets {
  Flits whole;
  Flits count;
  Flits last;
  Pace pace;

  Packets(Flits length, Flits packet, const Pace& cost)
      : whole(packet),
        count((length + packet - 1) / packet),
        last(length - (count - 1) * packet),
        pace(cost) {}

  /// Steps that a packet of `flits` keeps its sender's port.
  Step turn(Flits flits) const { return pace.beta + flits * pace.tau; }
  /// Steps from a head's arrival to that of the copy that leaves first.
  Step hop() const { return turn(1); }
};

/// Children by decreasing `value`, ties by index.
std::vector<Node> by_value(const Tree& tree, Node v, const std::vector<Step>& value) {
  std::vector<Node> children = tree.children(v);
  std::stable_sort(children.begin(), children.end(),
                   [&](Node a, Node b) { return value[index_of(a)] > value[index_of(b)]; });
  return children;
}

/// Place of each PE among its siblings, from 0. A subtree takes W(v) = max over its children of
/// (hop + place turn + W(child)) from the first flit at v to the last first flit below it; with
/// latencies r_v - 1 more, and w - 1 of its own link.
std::vector<Step> places(const Tree& tree, const BroadcastVariant& variant,
                         const Packets& packets) {
  std::vector<Step> place(index_of(tree.size()), 0);
  std::vector<Step> takes(place.size(), 0);
  for (Node a = tree.size() - 1; a >= 0; --a) {
    const Node v = tree.node_at(a);
    const bool by_size = variant.order == ChildOrder::kLargestFirst;
    const std::vector<Node> served = by_size ? by_value(tree, v, takes) : tree.children(v);
    Step longest = 0;
    for (std::size_t j = 0; j < served.size(); ++j) {
      const std::size_t child = index_of(served[j]);
      place[child] = static_cast<Step>(j);
      longest = std::max(longest,
                         packets.hop() + place[child] * packets.turn(packets.whole) + takes[child]);
    }
    if (!served.empty()) longest += relay(variant.latency, v);
    takes[index_of(v)] = longest + (v == 0 ? 0 : wires(variant.latency, v));
  }
  return place;
}

/// Steps in which each PE receives heads of packets; `first` and `last` of PE 0 are 0: it has them.
struct Heads {
  Packets packets;
  std::vector<Step> first;   ///< t_v
  std::vector<Step> period;  ///< p_v: whole packets come every p_v turns
  std::vector<Step> last;    ///< l_v

  Step head(Node v, Flits packet) const {
    return packet == packets.count ? last[index_of(v)]
                                   : first[index_of(v)] + (packet - 1) * period[index_of(v)] *
                                                              packets.turn(packets.whole);
  }
};

Heads heads(const Tree& tree, Flits length, const BroadcastVariant& variant) {
  const std::size_t pes = index_of(tree.size());
  Heads h{Packets(length, variant.packet, variant.pace), std::vector<Step>(pes, 0),
          std::vector<Step>(pes, 0), std::vector<Step>(pes, 0)};
  const Packets& packets = h.packets;
  const std::vector<Step> place = places(tree, variant, packets);
  const Step turn = packets.turn(packets.whole);
  for (Node a = 1; a < tree.size(); ++a) {
    const std::size_t c = index_of(tree.node_at(a));
    const std::size_t v = index_of(tree.parent(tree.node_at(a)));
    const Step children = tree.child_count(static_cast<Node>(v));
    h.period[c] = std::max(h.period[v], children);
    const Step hop = packets.hop() + relay(variant.latency, static_cast<Node>(v)) +
                     wires(variant.latency, static_cast<Node>(c));
    h.first[c] = h.first[v] + hop + place[c] * turn;
    // The last packet but one leaves v's port so many steps after the head of the first came.
    const Step port_free =
        packets.count == 1 ? 0 : h.first[v] + turn * ((packets.count - 2) * h.period[c] + children);
    h.last[c] = std::max(h.last[v], port_free) + hop + place[c] * packets.turn(packets.last);
  }
  return h;
}

/// First flits take a hop each, and the PE that has its first one last needs L - 1 more. The j-th
/// child to be whole at v is so in step depth_v hop + j (beta + L tau) or later, as v has sent it
/// and those before L flits and has set each up by then; its last flit takes B* tau of its subtree
/// on from there, for setups on the way may be over.
///
/// With latencies, at a flit a step: v has its first flit in step 1 + lam_v and hands it on r_v
/// steps later, and each link adds w - 1.
Step single_port_bound(const Tree& tree, Flits length, const BroadcastVariant& variant) {
  const Pace& pace = variant.pace;
  TreeLatency latency = variant.latency;  // whose tokens are told as flits are
  latency.reaction = latency.router;
  if (!latency.reaction.empty()) latency.reaction[0] = 1;
  const std::vector<Step> telling = broadcast_steps(tree, latency);
  const std::vector<Step> lam = latency.lam_down(tree);
  const Step hop = pace.beta + pace.tau;
  std::vector<Step> below(telling);
  for (Node v = 1; v < tree.size(); ++v) below[index_of(v)] += wires(latency, v);
  Step bound = telling[0] * hop + (length - 1) * pace.tau;
  for (Node v = 0; v < tree.size(); ++v) {
    // lam_v + 1 is the depth where all latencies are 1.
    Step whole = v == 0 ? 0 : (lam[index_of(v)] + 1) * hop + relay(latency, v);
    for (const Node child : by_value(tree, v, below)) {
      whole += pace.beta + length * pace.tau;
      bound = std::max(bound, whole + below[index_of(child)] * pace.tau);
    }
  }
  return bound;
}

constexpr char kLate[] =
    "r_v + w_c - 1 in place of the 1 from a PE but the root, whose flits leave from step 1 on, to "
    "its child c";

constexpr char kTurns[] =
    "Remark 2: beta + tau in place of the 1 of a hop, beta + q tau in place of q in a turn, so "
    "with r, and (r - 1) tau in place of r - 1";

std::vector<Source> single_port_sources(const Packets& packets, const TreeLatency& latency) {
  const std::string one_flit = "max over PEs of b_v, b of child j = b_v + j: B of this order";
  const std::string whole =
      "max over PEs of t_v + L - 1, t of child j = t_v + 1 + (j - 1) L: whole messages";
  const std::string parts =
      "max over PEs of l_v + r - 1, l of child j = max(l_v, t_v + q (m - 2) p + q d_v) + 1 + "
      "(j - 1) r: m packets of q flits, the last of r, p the most children on the way";
  const bool is_flit = packets.count == 1 && packets.last == 1;
  const Pace& pace = packets.pace;
  return {
      {"finish", "Bhatt et al., section 1.2, single-port broadcast, worked out: " +
                     (is_flit              ? one_flit
                      : packets.count == 1 ? whole
                                           : parts) +
                     "; any tree" + pace.note(kTurns) + note(latency, kLate)},
      {"quiesce", "equals finish: every flit crosses one link and is received"},
      {"dispatch", "t of child j = t_v + 1 + (j - 1) q, q flits a packet; any tree" +
                       pace.note(kTurns) + note(latency, kLate) +
                       note(latency, "sent w_c - 1 steps before")},
      {"lower_bound",
       "max of L - 1 + B* and, over PEs v and its children by decreasing B*, of depth_v + j L + "
       "B*(child j): the root sends a last flit in step L or later, and v sends L flits to each "
       "child; every single-port broadcast on the tree" +
           pace.note("Remark 2: max of (beta + tau) B* + (L - 1) tau and depth_v (beta + tau) + "
                     "j (beta + L tau) + tau B*(child j); every one in which each flit comes from "
                     "the parent and a packet is set up when its first flit has come") +
           note(latency,
                "B* with r_v + w - 1 a hop, 1 + lam_v + r_v - 1 in place of depth_v, and "
                "w - 1 of the child's link")},
  };
}

Prediction predict_on_one_port(const Tree& tree, Flits length, const BroadcastVariant& variant) {
  const Heads h = heads(tree, length, variant);
  Prediction p;
  p.dispatch.resize(index_of(tree.size()));
  for (Node v = 1; v < tree.size(); ++v) {
    p.dispatch[index_of(v)] = h.head(v, 1) - wires(variant.latency, v);
    p.finish = std::max(p.finish, h.last[index_of(v)] + (h.packets.last - 1) * variant.pace.tau);
  }
  p.lower_bound = single_port_bound(tree, length, variant);
  p.sources = single_port_sources(h.packets, variant.latency);
  return p;
}

/// With a port per link: the step in which each PE receives its first flit.
std::vector<Step> flooded(const Tree& tree, const BroadcastVariant& variant) {
  std::vector<Step> steps = variant.latency.lam_down(tree);
  for (Node v = 1; v < tree.size(); ++v) {
    Step& step = steps[index_of(v)];
    step = (step + 1) * (variant.pace.beta + variant.pace.tau);  // lam_v + 1: of a step each, depth
  }
  return steps;
}

Prediction predict_on_all_ports(const Tree& tree, Flits length, const BroadcastVariant& variant) {
  const Pace& pace = variant.pace;
  const std::vector<Step> first = flooded(tree, variant);
  Prediction p;
  p.dispatch.resize(index_of(tree.size()));
  for (Node v = 1; v < tree.size(); ++v)
    p.dispatch[index_of(v)] = first[index_of(v)] - wires(variant.latency, v);
  p.finish = *std::max_element(first.begin(), first.end()) + (length - 1) * pace.tau;
  p.lower_bound = p.finish;
  p.sources = {
      {"finish", "D + L - 1, D the height: every flit goes on to all children at once; any tree" +
                     pace.note("Remark 2: D (beta + tau) + (L - 1) tau") +
                     note(variant.latency, "max over PEs of 1 + lam_v + L - 1")},
      {"quiesce", "equals finish: every flit crosses one link and is received"},
      {"dispatch", "depth of the PE; any tree" + pace.note("Remark 2: times beta + tau") +
                       note(variant.latency, "1 + lam_v - (w_v - 1)")},
      {"lower_bound", "the finish: L flits over one link, the last of them D links far" +
                          pace.note("Remark 2: of all in which each flit comes from the parent and "
                                    "a message is set up when its first flit has come")},
  };
  return p;
}

}  // namespace

Prediction predict_tree_broadcast(const Tree& tree, Flits length, const BroadcastVariant& variant) {
  check(tree, length, variant);
  Prediction p = variant.ports == Ports::kSingle ? predict_on_one_port(tree, length, variant)
                                                 : predict_on_all_ports(tree, length, variant);
  p.quiesce = p.finish;
  return p;
}

void visit_tree_broadcast_events(const Tree& tree, Flits length, const BroadcastVariant& variant,
                                 const TakeEvent& take) {
  check(tree, length, variant);
  const bool is_single = variant.ports == Ports::kSingle;
  const Heads h = heads(tree, length, variant);
  const std::vector<Step> first = flooded(tree, variant);
  for (Node v = 1; v < tree.size(); ++v) {
    for (Flits k = 1; k <= length; ++k) {
      const Step head = is_single ? h.head(v, (k - 1) / variant.packet + 1) : first[index_of(v)];
      const Flits behind = is_single ? (k - 1) % variant.packet : k - 1;
      const Step step = head + behind * variant.pace.tau - wires(variant.latency, v);
      take({step, tree.parent(v), v, FlitKind::kData, v, k});
    }
  }
}

std::vector<LinkEvent> tree_broadcast_events(const Tree& tree, Flits length,
                                             const BroadcastVariant& variant) {
  return sorted_events(
      [&](const TakeEvent& take) { visit_tree_broadcast_events(tree, length, variant, take); });
}

}  // namespace flitwise::theory
