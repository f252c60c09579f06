// tree_protocols.h: one protocol per PE for a whole tree.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TREE_TREE_PROTOCOLS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TREE_TREE_PROTOCOLS_H_

#include <memory>
#include <vector>

#include "systemc/protocols/pace.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/tree/certification_variant.h"
#include "systemc/protocols/tree/shoulder_tap.h"
#include "systemc/topology/tree/tree.h"
#include "systemc/topology/tree/tree_latency.h"
#include "systemc/topology/types.h"

namespace flitwise::protocols {

/// In all of the following, PEs have the numbers of their nodes. `lengths` has one entry per node
/// of the network, each at least 0, and 0 for the root and for nodes outside the tree; there the
/// result is empty, too.
/// Errors: each throws std::invalid_argument when `lengths` is not so.

/// `latency` is in the numbers of the tree, whose root is PE 0.
/// Errors: what takes one throws TopologyError where it does not fit the tree.

/// farthest_first_order with the ways of a tree.
std::vector<Node> farthest_first_order(const PlacedTree& tree, const std::vector<Flits>& lengths,
                                       const TreeLatency& latency = {});

/// Scatter from the root in the given order.
/// Errors: throws std::invalid_argument unless `order` names every PE with a nonnull message
///         exactly once and no other.
Protocols make_scatter(const PlacedTree& tree, const std::vector<Flits>& lengths,
                       const std::vector<Node>& order, Pace pace = {});

/// Scatter from a multiport root: one farthest-first stream per child of it, all from step 1.
Protocols make_scatter_multiport(const PlacedTree& tree, const std::vector<Flits>& lengths,
                                 Pace pace = {}, const TreeLatency& latency = {});

/// Scatter from a multiport root, every message in its own step.
/// Shape: `starts` has one entry per node; those of null messages are not looked at.
Protocols make_scatter_timed(const PlacedTree& tree, const std::vector<Flits>& lengths,
                             const std::vector<Step>& starts);

/// Gather by Shoulder-Tap on the path 0-1-...-n, n + 1 = size of `lengths`.
Protocols make_shoulder_tap(const std::vector<Flits>& lengths, EndMark end_mark,
                            Ports ports = Ports::kSingle, Pace pace = {},
                            const TreeLatency& latency = {});

/// Gather by Transmission-Certification.
/// Errors: throws std::invalid_argument for single-port Sync::kMirror with a sort cost other than
///         SortCost::kZero: the mirrored ways of the tokens leave no step to compute in, and with
///         latencies that cannot be mirrored; for LagRule::kPrinted at a slower pace or with
///         latencies, which the paper does not print.
Protocols make_certification(const PlacedTree& tree, const std::vector<Flits>& lengths,
                             const CertificationVariant& variant, const TreeLatency& latency = {});

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TREE_TREE_PROTOCOLS_H_
