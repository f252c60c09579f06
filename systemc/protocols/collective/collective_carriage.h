// collective_carriage.h: how a network carries the transfers of a collective operation.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_COLLECTIVE_CARRIAGE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_COLLECTIVE_CARRIAGE_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/tree/tree_pe.h"
#include "systemc/topology/fat_tree/fat_tree.h"
#include "systemc/topology/graph.h"
#include "systemc/topology/star/star_graph.h"
#include "systemc/topology/torus/torus.h"
#include "systemc/topology/tree/tree.h"
#include "systemc/topology/xy_mesh/xy_mesh.h"

namespace flitwise::protocols {

/// A transfer between two different PEs.
struct PlacedTransfer {
  Node from = kNoNode;
  Node to = kNoNode;
  Flits flits = 1;
  Hops hops{};  ///< as CollectiveTransfer::hops
};
using PlacedTransfers = std::vector<PlacedTransfer>;

/// What a flit says of its transfer, and the PE that it is for.
struct TransferName {
  Node message = kNoNode;  ///< as LinkEvent::message
  std::uint32_t packet = 0;
  Node to = kNoNode;  ///< kNoNode where flits do not say it
};

/// The transfers of one run as their network carries them; they are numbered as they are listed.
///
/// Where flits have no number for each of them, numbers come again: those of a PE's transfers in
/// turn. `begin` says which transfer a number means from now on.
class CollectiveCarriage {
 public:
  virtual ~CollectiveCarriage() = default;

  /// Takes one more transfer and gives it a number; empty: flits have no number left that would
  /// tell it from those under way. Numbers that have been taken back come again, the one that has
  /// been free for longest first.
  virtual std::optional<std::size_t> add(const PlacedTransfer& transfer) = 0;
  /// Takes back the number of a transfer none of whose flits is under way.
  virtual void remove(std::size_t transfer) = 0;

  /// To be called when a transfer has its port: none of those that had its number before is under
  /// way or waits for it.
  virtual void begin(std::size_t) {}
  /// The messages of a transfer, to be sent one behind the other; `after` is left to the sender.
  virtual std::vector<Transmission> messages(std::size_t transfer) const = 0;
  /// The transfer that a flit belongs to; empty if it is of none.
  virtual std::optional<std::size_t> transfer_of(const TransferName& name) const = 0;
  /// Flits that come for a transfer, the ones that fill its last packet included.
  virtual Flits flits(std::size_t transfer) const = 0;
  /// The first flit of a message, from 0, whose payload has room for a word, as all behind it;
  /// empty: none has.
  virtual std::optional<Flits> first_word() const { return std::nullopt; }
  /// Steps from a flit's way into its router to the first in which it can cross a link, less one:
  /// routers that store packets take the whole of one first.
  virtual Step lead() const { return 0; }
};

/// Largest number of transfers that flits can name: 13 bits. Of more than that, a flit names one of
/// those to its PE.
inline constexpr std::size_t kMostTransfers = 1U << 13;

/// By the tree's links; a flit names its transfer. Shape: the tree holds every node.
std::unique_ptr<CollectiveCarriage> make_tree_carriage(const PlacedTree& tree, Ports ports,
                                                       PlacedTransfers transfers);

/// To a neighbour in the graph by the link between them, to others by the tree's links; a flit
/// names its transfer. Shape: a spanning tree of the graph.
std::unique_ptr<CollectiveCarriage> make_graph_carriage(const Graph& graph, const PlacedTree& tree,
                                                        PlacedTransfers transfers);

/// From leaf to leaf over their lowest common switch; a flit names its transfer.
std::unique_ptr<CollectiveCarriage> make_fat_tree_carriage(PlacedTransfers transfers);

/// By the hops that a transfer says, else by the shorter way in each dimension, + where both are as
/// long; a flit names its source and the number that the transfer has there, which comes again
/// after kPacketNumbers.
std::unique_ptr<CollectiveCarriage> make_torus_carriage(const Torus& torus,
                                                        const DimensionOrder& order,
                                                        PlacedTransfers transfers);

/// The same on a mesh, along x first.
std::unique_ptr<CollectiveCarriage> make_mesh_carriage(const XyMesh& mesh,
                                                       PlacedTransfers transfers);

/// In packets of `packet` flits along a shortest route: at every node the lowest dimension that
/// leads nearer. A flit names its transfer.
std::unique_ptr<CollectiveCarriage> make_star_carriage(const StarGraph& graph, Flits packet,
                                                       PlacedTransfers transfers);

/// The dimensions of that route. Shape: two nodes of the graph, not the same.
std::vector<int> shortest_route(const StarGraph& graph, Node from, Node to);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_COLLECTIVE_CARRIAGE_H_
