// own_mesh.h: a mesh or a torus of a user's own routers, assembled from verilated wrappers, as a
// Network.
#ifndef FLITWISE_SYSTEMC_NETWORK_OWN_OWN_MESH_H_
#define FLITWISE_SYSTEMC_NETWORK_OWN_OWN_MESH_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "systemc/network/flits_in_flight.h"
#include "systemc/network/models/model_library.h"
#include "systemc/network/models/model_owner.h"
#include "systemc/network/network.h"
#include "systemc/network/own/flit_passage.h"
#include "systemc/network/own/router_description.h"
#include "systemc/network/own/router_wires.h"
#include "systemc/network/torus/torus_wiring.h"

namespace flitwise::own {

/// Most nodes where each is a model of its own (CoordinatePins::kParameters).
inline constexpr Node kMostPlacedModels = 64;

/// One wrapper a node, wired wire by wire: port +x to the port -x of the node on the right. What
/// lies on the wires is the user's flit, bit by bit; PEs and observers see what the project's own
/// routers would show (TorusNetwork of torus_routers.h says how), translated by a FlitPassage.
///
/// Ports:  one a node, or one a channel, as torus_routers.h says of both. A PE hands all its flits
///         to lane 0 of its port, which is one queue as that of the project's routers: spread over
///         lanes, the waits of heads would hide behind each other. PEs take every flit, on any
///         lane; they return a credit in the step after, as the quickest router does.
/// Lanes:  of a torus whose router keeps classes of lanes, a wrap link brings what it takes on a
///         lane of the lower class to the same lane of the upper one, and the other way round, with
///         credits and ready wires: so a packet that goes straight on is on the upper lanes from
///         the dateline to the end of its ring. Transfers have the lane at the link's begin.
/// Time:   as of torus_routers.h: a head captured at edge t - r that nobody is in the way of is
///         sent over the first link in step t. With ready wires, a flit is in transfers() once:
///         before the step in which the far end takes it.
/// Links:  a flit takes RouterLatency::link steps, and a credit none beyond what the router's own
///         loop has. A link of several steps holds a flit a step.
/// Idle:   nothing says whether a foreign router has anything to do: all are evaluated at every
///         edge. The network is quiet when no flit is under way, all credits are home and a few
///         edges have passed.
/// Stuck:  is_stuck() holds when flits are under way and nothing has moved in kEdgesToGiveUp edges.
class OwnMesh final : public Network {
 public:
  /// Most edges without any motion, of routers that are only slow.
  static constexpr int kEdgesToGiveUp = 1000;

  /// Shape: `router` suits the mesh or torus, refusal_of(wiring, router) is empty; it outlives the
  ///        network. `lengths` for routers that want them in heads.
  /// Errors: throws ModelError when a model cannot be made.
  OwnMesh(const TorusWiring& wiring, const RouterDescription& router, const NetworkConfig& config,
          ModelLibrary& models, std::shared_ptr<MessageLengths> lengths = nullptr);

  void inject(Node node, std::uint32_t port, RawFlit flit) override;
  bool accepts(Node node, std::uint32_t port) const override;
  bool has_back_pressure() const override { return true; }
  std::size_t flits_in_flight() const override { return in_flight_.count(); }
  bool is_stuck() const override { return inside_ > 0 && still_edges_ >= kEdgesToGiveUp; }
  bool holds_flits() const override { return inside_ > 0; }
  /// Errors: throws std::runtime_error when ready wires go round in a circle, or when that of a
  ///         link follows what a PE offers; RouterEnded.
  void clock(Step step) override;
  bool is_quiet() const override;
  std::int64_t router_cycles() const override { return router_cycles_; }
  int assertion_failures() const override { return owner_.assertion_failures(); }

 private:
  // A port of a PE.
  struct Site {
    std::optional<FlitBits> offer;  // at the input of the PE, not yet taken
    std::uint32_t credits = 0;      // of the PE
    std::uint64_t credit_now = 0;   // that the PE returns before the coming edge, by lane
    std::uint64_t credit_next = 0;  // before the one after it
  };
  // What an output shows in a cycle.
  struct Wires {
    FlitBits flit{};
    std::uint64_t valid = 0;
  };
  struct LinkEnd {
    Node from = kNoNode;
    Node to = kNoNode;
    std::uint32_t port = 0;  // of `from`
    std::uint32_t far_port = 0;
    std::vector<std::uint32_t> unpaid;  // with credits, by lane: flits whose credits are not back
    bool is_taken = false;              // what lies on it moves at the coming edge
    bool swaps_classes = false;         // of lanes: over a dateline
    std::deque<Wires> on_way{};         // of links of several steps, the oldest first
  };

  bool has_credits() const { return router_.link == LinkProtocol::kCredit; }
  Site& site(Node v, std::uint32_t port) {
    return sites_[index_of(v) * router_.ports_of_pe() + port];
  }
  template <class Visit>
  void for_each_site(Visit visit) {
    for (Node v = 0; v < wiring_.size(); ++v)
      for (std::uint32_t port = 0; port < router_.ports_of_pe(); ++port) visit(v, port);
  }
  MeshPlace place_of(Node v) const;
  /// The wrapper counts channels by dimension, PEs and observers in the order of routing.
  std::uint32_t wrapper_port(std::uint32_t port) const;
  std::uint32_t router_port(std::uint32_t port) const;
  /// Lanes at one end of a link as those at the other.
  std::uint64_t across(const LinkEnd& link, std::uint64_t lanes) const;
  bool is_ready(const LinkEnd& link, std::uint32_t lane) const;
  void make_routers(const NetworkConfig& config, ModelLibrary& models);
  void connect();
  void drive_pes();
  void settle_ready();
  bool pass_ready_back();
  void expect_promises();
  bool take_offers();
  void pass_links();
  void pass_flit(LinkEnd& link);
  void land();
  void collect_credits(Step step);
  void collect_transfers(Step step);
  void collect_deliveries(Step step);
  void report_unlinked(Step step);
  void report(Step step, Node node, ViolationKind kind, std::uint32_t port);
  std::uint32_t lane_on(Step step, Node node, std::uint32_t port);

  const TorusWiring wiring_;
  const RouterDescription& router_;
  ModelOwner owner_;
  std::vector<RouterWires> wires_;
  std::vector<LinkEnd> links_;
  std::vector<std::pair<Node, std::uint32_t>> unlinked_;  // outputs at the border
  std::vector<Site> sites_;
  FlitPassage passage_;
  InFlight<LinkTransfer> in_flight_;  // of links of several steps
  std::int64_t inside_ = 0;           // flits handed over by PEs and not delivered
  std::int64_t owed_ = 0;             // credits that are not home
  int still_edges_ = 0;               // in a row in which nothing moved
  std::int64_t router_cycles_ = 0;
};

/// Why a mesh or a torus of so many sides cannot be of these routers; empty: it can.
std::string refusal_of(const TorusWiring& wiring, const RouterDescription& router);

}  // namespace flitwise::own

#endif  // FLITWISE_SYSTEMC_NETWORK_OWN_OWN_MESH_H_
