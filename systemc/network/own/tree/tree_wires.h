// tree_wires.h: a user's router of a tree as a verilated wrapper, wire by wire.
//
// The contract of its ports. P = Children + 2 ports: 0 the PE, 1 the parent, from 2 on the
// children; port i of a flat vector at [i*W +: W], W the flit's width. Nodes have preorder numbers
// of A bits, A the width of the flit's destination: a subtree is an interval that begins with its
// root.
//
//   module NAME_wrapper #(parameter int unsigned Children = 2) (
//     input  logic                  clk_i, rst_ni,
//     input  logic [A-1:0]          pe_i,           // the node's own number
//     input  logic [Children*A-1:0] child_first_i,  // child k at [k*A +: A]: the numbers below it,
//     input  logic [Children*A-1:0] child_last_i,   // both ends included; first > last: no child
//     input  logic [P*W-1:0] in_flit_i,    output logic [P*W-1:0] out_flit_o,
//     input  logic [P-1:0]   in_valid_i,   output logic [P-1:0]   out_valid_o,
//     output logic [P-1:0]   in_ready_o,   input  logic [P-1:0]   out_ready_i,   // tied
//     output logic [P-1:0]   in_credit_o,  input  logic [P-1:0]   out_credit_i,  // tied
//     output logic [P-1:0]   dropped_o);            // may be left out
//
// The link is `registered`: a flit moves in every cycle in which it is valid, and the router takes
// it always. Own number: to the PE; a number of a child's interval: to that child; else to the
// parent. r cycles on every way, to the PE and from it, too. dropped_o has a bit an input, up for
// the cycle in which a flit that was thrown away would have been on its output. pe_i and the
// intervals stand still from before the end of the reset on. Children is a power of two, from 2 on,
// that all nodes of the tree have room in, whatever a description says: few models serve all trees.
// Inputs of children that are not there, and of the root's parent, are never valid.
#ifndef FLITWISE_SYSTEMC_NETWORK_OWN_TREE_TREE_WIRES_H_
#define FLITWISE_SYSTEMC_NETWORK_OWN_TREE_TREE_WIRES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "systemc/network/models/model_instance.h"
#include "systemc/network/models/model_library.h"
#include "systemc/network/own/flit_layout.h"
#include "systemc/network/own/router_description.h"
#include "systemc/network/own/router_wires.h"
#include "systemc/topology/types.h"

namespace flitwise::own {

/// Where a router is: its number, and the numbers below each of its children.
struct TreePlace {
  struct Interval {
    Node first = 1;
    Node last = 0;  ///< belongs to it
  };
  Node number = 0;
  std::vector<Interval> children;
};

/// Children of the model for nodes of at most so many.
Node children_of_wrapper(Node most_children);

/// The model for nodes of at most so many children. Compiles it on first use and compares its ports
/// with the contract.
/// Errors: as of wrapper_table().
const ModelTable& tree_wrapper_table(ModelLibrary& models, const RouterDescription& router,
                                     ModelFlavour flavour, Node most_children,
                                     const RequestMore& more = {});

/// The wires of one router. Inputs are set between edges and stay; outputs are those after the last
/// edge. Does not own the model.
class TreeWires {
 public:
  /// Shape: the model is of tree_wrapper_table().
  TreeWires(const ModelInstance& model, const RouterDescription& router);

  void set_place(const TreePlace& place);
  /// A flit, or what else lies on wires that are not valid.
  void set_wires(std::uint32_t port, const FlitBits& flit, bool is_valid);
  void set_no_flit(std::uint32_t port) { set_wires(port, {}, false); }

  bool valid_out(std::uint32_t port) const;
  FlitBits flit_out(std::uint32_t port) const;
  bool has_dropped(std::uint32_t port) const;
  std::uint32_t ports() const { return in_valid_.bits(); }

  /// Combinational logic behind inputs that have changed.
  void settle();
  /// Settles, then one clock edge.
  void cycle();
  /// Sixteen cycles in reset without a flit, then out of it.
  void reset();

 private:
  std::uint32_t width_ = 0;         // of a flit
  std::uint32_t number_width_ = 0;  // of a node's number
  const ModelTable* table_;
  void* model_;
  Pin in_flit_, in_valid_, out_flit_, out_valid_, out_ready_, out_credit_, reset_;
  Pin number_, first_, last_;
  std::optional<Pin> dropped_;
};

}  // namespace flitwise::own

#endif  // FLITWISE_SYSTEMC_NETWORK_OWN_TREE_TREE_WIRES_H_
