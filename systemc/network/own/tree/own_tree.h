// own_tree.h: a tree of a user's own routers, assembled from verilated wrappers, as a Network.
#ifndef FLITWISE_SYSTEMC_NETWORK_OWN_TREE_OWN_TREE_H_
#define FLITWISE_SYSTEMC_NETWORK_OWN_TREE_OWN_TREE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "systemc/network/flits_in_flight.h"
#include "systemc/network/models/model_library.h"
#include "systemc/network/models/model_owner.h"
#include "systemc/network/network.h"
#include "systemc/network/own/router_description.h"
#include "systemc/network/own/tree/tree_passage.h"
#include "systemc/network/own/tree/tree_wires.h"
#include "systemc/topology/tree/tree.h"
#include "systemc/topology/tree/tree_latency.h"

namespace flitwise::own {

/// Slowest router of a tree.
inline constexpr Step kMostTreeRouterLatency = 16;
inline constexpr Node kMostTreePes = 4096;  // as many as flits of own routers are read to name

/// One wrapper a node, wired wire by wire. What lies on the wires is the user's flit, bit by bit;
/// PEs and observers see the project's, translated by a TreePassage. Routers know nodes by preorder
/// numbers, which are Tree::address(), whatever numbers PEs have.
///
/// Ports:  one a node.
/// Time:   as of tree_routers.h with latency r: a flit that is injected at edge t - r crosses its
///         first link in step t. PEs take flits from the links, beside their routers, as PEs of the
///         project's routers do; a router takes r steps to its PE's port, too, so that deliveries()
///         has a flit delivery_delay() = r - 1 edges after the one that ends the step in which its
///         link brought it.
/// Rules:  routers have no queues and say nothing of ports. What two links of a PE do in one step
///         is reported here.
/// Idle:   nothing says whether a foreign router has anything to do: all are evaluated at every
///         edge. The network is quiet when nothing has been on any wire for r and a few edges.
class OwnTree final : public Network {
 public:
  /// Shape:  refusal_of(tree, router) is empty; `router` outlives the network. `latency` is as of
  ///         assemble_tree(), but for routers, which take what `router` says.
  /// Errors: throws ModelError when a model cannot be made, TopologyError as assemble_tree().
  OwnTree(const PlacedTree& tree, const TreeLatency& latency, const RouterDescription& router,
          const NetworkConfig& config, ModelLibrary& models);

  void inject(Node node, std::uint32_t port, RawFlit flit) override;
  Step router_latency(Node) const override { return latency_; }
  Step first_edge() const override { return 1 - latency_; }
  Step delivery_delay() const override { return latency_ - 1; }
  /// Flits on their way to their PEs' nodes, and those that got lost there.
  bool holds_flits() const override { return under_way_ > 0; }
  std::size_t flits_in_flight() const override { return in_flight_.count(); }
  void clock(Step step) override;
  bool is_quiet() const override;
  std::int64_t router_cycles() const override { return router_cycles_; }
  int assertion_failures() const override { return owner_.assertion_failures(); }

 private:
  struct Site {
    std::vector<std::string> port_names;
    std::uint32_t address = 0;
    std::optional<FlitBits> offer;             // at the input of the PE
    std::vector<std::string> sends, receives;  // ports of links with a flit, of one step
  };
  struct LinkEnd {
    Node from = kNoNode;
    Node to = kNoNode;
    std::uint32_t port = 0;  // of `from`
    std::uint32_t far_port = 0;
    std::uint32_t latency = 1;
  };
  struct OnLink {
    const LinkEnd* link = nullptr;
    LinkTransfer transfer;
    bool is_known = false;  // else `transfer` says nothing
    FlitBits bits{};
  };

  void make_routers(const NetworkConfig& config, ModelLibrary& models);
  void connect(const TreeLatency& latency);
  void drive_pes();
  void send(const LinkEnd& link, Step step);
  void land();
  void receive(const OnLink& flit);
  void collect_deliveries(Step step);
  void report_losses(Step step);
  void report_ports(Step step);
  void report(Step step, Node node, ViolationKind kind, std::vector<std::string> inputs,
              std::vector<std::string> outputs);

  const PlacedTree tree_;
  const RouterDescription& router_;
  const Step latency_;
  ModelOwner owner_;
  std::vector<TreeWires> wires_;
  std::vector<LinkEnd> links_;
  std::vector<std::pair<Node, std::uint32_t>> unlinked_;  // ports with nothing behind them
  std::vector<Site> sites_;
  TreePassage passage_;
  InFlight<OnLink> in_flight_;
  std::vector<std::pair<Node, std::uint32_t>> landed_;  // inputs behind slow links with a flit
  bool has_moved_ = false;                              // something was on a wire
  Step still_edges_ = 0;                                // in a row in which nothing was
  std::int64_t under_way_ = 0;
  std::int64_t router_cycles_ = 0;
};

/// Why a tree cannot be of these routers; empty: it can.
std::string refusal_of(const Tree& tree, const RouterDescription& router);

}  // namespace flitwise::own

#endif  // FLITWISE_SYSTEMC_NETWORK_OWN_TREE_OWN_TREE_H_
