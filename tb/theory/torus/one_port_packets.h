// one_port_packets.h: packets down the tree of shortest paths where a PE has one port: it sends
// each packet to one child after the other.
//
// With n = ceil(L/P) packets, the last of P' flits, M the children of the source, no node has more.
// G = max(os, Fh) + P is what a port needs for a packet and c = os + (r - 1) + p + P + orv what a
// packet needs to the next node; G' and c' are those of the last packet. Child j, from 0, of node v
// that is in the tree at depth d has packet i
//
//   in slots of c cycles, sent in slot (i + d) M + j:
//     at ((i + d) M + j) c + c, the last packet at ((n - 1 + d) M + j) c + c';
//   at the nodes' own pace, i < n - 1:
//     R(child, i) = R(v, 0) + i M G + j G + c, R(source, 0) = 0,
//   and the last packet, which may come up with the one before it,
//     R(child, n - 1) = B(v) + j G' + c', B(source) = (n - 1) M G, else
//     B(v) = max(R(v, n - 1), R(v, 0) + (n - 2) M G + m G), m the children of v.
//
// A node has a packet M G after the one before it, which is at least the m G that it needs to pass
// it on: it never falls behind, and no packet waits for another.
#ifndef FLITWISE_TB_THEORY_TORUS_ONE_PORT_PACKETS_H_
#define FLITWISE_TB_THEORY_TORUS_ONE_PORT_PACKETS_H_

#include <vector>

#include "systemc/topology/torus/torus_schedule.h"
#include "tb/theory/torus/broadcast_timing.h"
#include "tb/theory/torus/torus_arithmetic.h"

namespace flitwise::theory {

/// A packet tree in time.
///
/// Units: cycles from the source's begin; slots.
class OnePortPackets {
 public:
  /// A link of the tree; `child` counts those of `from`, in the order of sending.
  struct Edge {
    Node from = kNoNode;
    Node to = kNoNode;
    int dimension = 0;
    int child = 0;
  };

  /// Shape:  as time_packet_tree().
  /// Errors: as time_packet_tree().
  OnePortPackets(const Torus& torus, Node source, const DimensionOrder& order,
                 const CycleModel& model, Flits packet, SendPace pace);

  /// The same tree with packets of another length.
  /// Errors: throws std::invalid_argument for one that is not from 1 to L.
  void cut(Flits packet);

  Step packets() const { return count_; }
  Flits flits(Step i) const { return i + 1 < count_ ? packet_ : last_; }
  /// Parents before their children.
  const std::vector<Edge>& edges() const { return edges_; }
  /// When the port begins with packet i, from 0, for this child.
  Step begin(const Edge& edge, Step i) const;
  /// When the node can use the whole text; 0 of the source.
  Step ready(Node v) const { return ready_[index_of(v)]; }
  Step finish() const;
  /// Slots in which anything is sent.
  int slots() const;

 private:
  Step stage(const Edge& edge, Flits packet) const;
  Step port_time(Flits packet) const;
  void time_at_own_pace();

  CycleModel model_;
  bool is_slotted_;
  Step slowest_hop_;
  Flits packet_ = 1, last_ = 1;
  Step count_ = 1;
  Step slot_ = 0;
  int fan_ = 0;              // M
  std::vector<Edge> edges_;  // by depth
  std::vector<int> depth_;   // by node, as all below
  std::vector<int> children_;
  std::vector<Step> first_;  // R(v, 0)
  std::vector<Step> begin_of_last_;
  std::vector<Step> ready_;
};

/// Flits of the packets with which the text is whole first, of equal ones the fewest.
/// Errors: as time_packet_tree().
Flits best_one_port_packet(const Torus& torus, Node source, const DimensionOrder& order,
                           const CycleModel& model, SendPace pace);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_ONE_PORT_PACKETS_H_
