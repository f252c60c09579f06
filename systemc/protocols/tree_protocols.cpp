#include "systemc/protocols/tree_protocols.h"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

#include "systemc/protocols/certification.h"
#include "systemc/protocols/certification_root.h"
#include "systemc/protocols/local_facts.h"
#include "systemc/protocols/scatter.h"
#include "systemc/protocols/sync_schedule.h"
#include "systemc/topology/tree_shapes.h"

namespace flitwise::protocols {
namespace {

void require(bool holds, const std::string& rule) {
  if (!holds) throw std::invalid_argument(rule);
}

void check_lengths(std::size_t pes, const std::vector<Flits>& lengths) {
  require(lengths.size() == pes, "lengths must have one entry per PE: " + std::to_string(pes) +
                                     ", got " + std::to_string(lengths.size()));
  require(lengths[0] == 0, "lengths[0] must be 0, because PE 0 has no message of its own, got " +
                               std::to_string(lengths[0]));
  for (std::size_t v = 1; v < pes; ++v)
    require(lengths[v] >= 0, "lengths[" + std::to_string(v) + "] must be at least 0, got " +
                                 std::to_string(lengths[v]));
}

void check_order(const std::vector<Flits>& lengths, const std::vector<Node>& order) {
  std::vector<bool> named(lengths.size(), false);
  for (const Node v : order) {
    const auto at = static_cast<std::size_t>(v);
    require(v >= 1 && at < lengths.size(), "order must name PEs from 1 to " +
                                               std::to_string(lengths.size() - 1) + ", got " +
                                               std::to_string(v));
    require(lengths[at] > 0, "order must not name PE " + std::to_string(v) + ": it has no message");
    require(!named[at], "order must name PE " + std::to_string(v) + " only once");
    named[at] = true;
  }
  for (std::size_t v = 1; v < lengths.size(); ++v)
    require(lengths[v] == 0 || named[v], "order must name PE " + std::to_string(v));
}

std::size_t size_of(const Tree& tree) { return static_cast<std::size_t>(tree.size()); }

// What PE v knows before anything has moved.
LocalFacts local_facts(const Tree& tree, const std::vector<Flits>& lengths, Node v) {
  return {v, tree.parent(v), tree.children(v), lengths[static_cast<std::size_t>(v)]};
}

// All PEs of a scatter but for what the root does.
Protocols scatter_of(const Tree& tree, const std::vector<Flits>& lengths,
                     const std::vector<ScatterStream>& streams) {
  Protocols protocols;
  protocols.push_back(std::make_unique<ScatterRoot>(lengths, streams));
  for (Node v = 1; v < tree.size(); ++v)
    protocols.push_back(std::make_unique<ScatterReceiver>(local_facts(tree, lengths, v)));
  return protocols;
}

}  // namespace

std::vector<Node> farthest_first_order(const Tree& tree, const std::vector<Flits>& lengths) {
  check_lengths(size_of(tree), lengths);
  std::vector<Node> depths;
  for (Node v = 0; v < tree.size(); ++v) depths.push_back(tree.depth(v));
  return farthest_first_order(depths, lengths);
}

Protocols make_scatter(const Tree& tree, const std::vector<Flits>& lengths,
                       const std::vector<Node>& order) {
  check_lengths(size_of(tree), lengths);
  check_order(lengths, order);
  return scatter_of(tree, lengths, {{kNoNode, order}});
}

Protocols make_scatter_multiport(const Tree& tree, const std::vector<Flits>& lengths) {
  const std::vector<Node> order = farthest_first_order(tree, lengths);
  std::vector<ScatterStream> streams;
  for (const Node child : tree.children(0)) {
    ScatterStream stream{child, {}};
    for (const Node v : order)
      if (tree.address(child) <= tree.address(v) && tree.address(v) < tree.subtree_end(child))
        stream.order.push_back(v);
    streams.push_back(std::move(stream));
  }
  return scatter_of(tree, lengths, streams);
}

Protocols make_shoulder_tap(const std::vector<Flits>& lengths, EndMark end_mark, Ports ports) {
  require(!lengths.empty(), "lengths must have one entry per PE: at least 1, got 0");
  check_lengths(lengths.size(), lengths);
  const Tree path(path_parents(static_cast<Node>(lengths.size())));
  Protocols protocols;
  protocols.push_back(
      std::make_unique<ShoulderTapRoot>(local_facts(path, lengths, 0), end_mark, ports));
  for (Node v = 1; v < path.size(); ++v)
    protocols.push_back(
        std::make_unique<ShoulderTapPe>(local_facts(path, lengths, v), end_mark, ports));
  return protocols;
}

Protocols make_certification(const Tree& tree, const std::vector<Flits>& lengths,
                             const CertificationVariant& variant) {
  check_lengths(size_of(tree), lengths);
  require(variant.ports == Ports::kMulti || variant.sync != Sync::kMirror ||
              variant.sort_cost == SortCost::kZero,
          "mirror synchronisation must have sort cost 0: it leaves no step to compute in");
  const std::vector<SyncConstants> constants = sync_schedule(tree, variant);
  Protocols protocols;
  protocols.push_back(
      std::make_unique<CertificationRoot>(local_facts(tree, lengths, 0), variant, constants[0]));
  for (Node v = 1; v < tree.size(); ++v)
    protocols.push_back(std::make_unique<CertificationPe>(local_facts(tree, lengths, v), variant,
                                                          constants[static_cast<std::size_t>(v)]));
  return protocols;
}

}  // namespace flitwise::protocols
