#include "systemc/protocols/tree/tree_protocols.h"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/tree/certification.h"
#include "systemc/protocols/tree/certification_variant.h"
#include "systemc/protocols/tree/scatter.h"
#include "systemc/protocols/tree/tree_pe.h"
#include "systemc/topology/tree/tree_shapes.h"

namespace flitwise::protocols {
namespace {

void require(bool holds, const std::string& rule) {
  if (!holds) throw std::invalid_argument(rule);
}

std::string name_of_length(std::size_t v) { return "lengths[" + std::to_string(v) + "]"; }

void check_lengths(const PlacedTree& tree, const std::vector<Flits>& lengths) {
  require(lengths.size() == tree.pe_of.size(),
          "lengths must have one entry per PE: " + std::to_string(tree.pe_of.size()) + ", got " +
              std::to_string(lengths.size()));
  for (std::size_t v = 0; v < lengths.size(); ++v) {
    const auto node = static_cast<Node>(v);
    const std::string pe = pe_name(node);
    const std::string got = ", got " + std::to_string(lengths[v]);
    require(node != tree.root() || lengths[v] == 0,
            name_of_length(v) + " must be 0, because " + pe + " has no message of its own" + got);
    require(lengths[v] >= 0, name_of_length(v) + " must be at least 0" + got);
    require(tree.holds(node) || lengths[v] == 0,
            name_of_length(v) + " must be 0, because " + pe + " is not in the tree" + got);
  }
}

void check_order(const PlacedTree& tree, const std::vector<Flits>& lengths,
                 const std::vector<Node>& order) {
  std::vector<bool> named(lengths.size(), false);
  for (const Node v : order) {
    const auto at = index_of(v);
    require(v >= 0 && v < tree.nodes() && tree.holds(v) && v != tree.root(),
            "order must name PEs below the root, got " + std::to_string(v));
    require(lengths[at] > 0, "order must not name " + pe_name(v) + ": it has no message");
    require(!named[at], "order must name " + pe_name(v) + " only once");
    named[at] = true;
  }
  for (std::size_t v = 0; v < lengths.size(); ++v)
    require(lengths[v] == 0 || named[v], "order must name " + pe_name(static_cast<Node>(v)));
}

LocalLatency local_latency(const PlacedTree& tree, const TreeLatency& latency, Node v) {
  if (latency.router.empty()) return {};
  const Node pe = tree.pe(v);
  LocalLatency local{latency.router_of(pe), latency.reaction_of(pe), {}};
  for (const Node child : tree.tree.children(pe))
    local.children.push_back(
        {latency.down_to(child), latency.up_from(child), latency.reaction_of(child)});
  return local;
}

// What the PE of node v knows before anything has moved.
LocalFacts local_facts(const PlacedTree& tree, const std::vector<Flits>& lengths, Node v,
                       const TreeLatency& latency = {}) {
  return {v,
          tree.parent(v),
          tree.children(v),
          lengths[index_of(v)],
          tree.root(),
          local_latency(tree, latency, v)};
}

// All PEs of a tree: `make_root()` of the root, `make_other(node)` of each other one.
template <typename MakeRoot, typename MakeOther>
Protocols protocols_of(const PlacedTree& tree, MakeRoot make_root, MakeOther make_other) {
  Protocols protocols(tree.pe_of.size());
  for (const Node v : tree.node_of) {
    auto& protocol = protocols[index_of(v)];
    if (v == tree.root())
      protocol = make_root();
    else
      protocol = make_other(v);
  }
  return protocols;
}

Protocols scatter_of(const PlacedTree& tree, const std::vector<Flits>& lengths,
                     const std::vector<ScatterStream>& streams, Pace pace) {
  return protocols_of(
      tree, [&] { return std::make_unique<ScatterRoot>(lengths, streams, tree.root(), pace); },
      [&](Node v) { return std::make_unique<ScatterReceiver>(local_facts(tree, lengths, v)); });
}

// One stream per link of the root, each in the order given.
std::vector<ScatterStream> streams_by_link(const PlacedTree& tree, const std::vector<Node>& order) {
  std::vector<ScatterStream> streams;
  for (const Node child : tree.children(tree.root())) {
    ScatterStream stream;
    stream.via = child;
    for (const Node v : order)
      if (tree.root_link(v) == child) stream.order.push_back(v);
    streams.push_back(std::move(stream));
  }
  return streams;
}

}  // namespace

std::vector<Node> farthest_first_order(const PlacedTree& tree, const std::vector<Flits>& lengths,
                                       const TreeLatency& latency) {
  check_lengths(tree, lengths);
  const std::vector<Step> ways = latency.lam_down(tree.tree);
  std::vector<Step> distances(lengths.size(), 0);
  for (const Node v : tree.node_of) distances[index_of(v)] = ways[index_of(tree.pe(v))];
  return farthest_first_order(distances, lengths);
}

Protocols make_scatter(const PlacedTree& tree, const std::vector<Flits>& lengths,
                       const std::vector<Node>& order, Pace pace) {
  check_lengths(tree, lengths);
  check_order(tree, lengths, order);
  return scatter_of(tree, lengths, {{kNoNode, order}}, pace);
}

Protocols make_scatter_multiport(const PlacedTree& tree, const std::vector<Flits>& lengths,
                                 Pace pace, const TreeLatency& latency) {
  return scatter_of(tree, lengths,
                    streams_by_link(tree, farthest_first_order(tree, lengths, latency)), pace);
}

Protocols make_scatter_timed(const PlacedTree& tree, const std::vector<Flits>& lengths,
                             const std::vector<Step>& starts) {
  std::vector<Node> order = farthest_first_order(tree, lengths);
  const auto start = [&](Node v) { return starts[index_of(v)]; };
  std::sort(order.begin(), order.end(), [&](Node a, Node b) { return start(a) < start(b); });
  std::vector<ScatterStream> streams = streams_by_link(tree, order);
  for (ScatterStream& stream : streams)
    for (const Node v : stream.order) stream.starts.push_back(start(v));
  return scatter_of(tree, lengths, streams, {});
}

Protocols make_shoulder_tap(const std::vector<Flits>& lengths, EndMark end_mark, Ports ports,
                            Pace pace, const TreeLatency& latency) {
  require(!lengths.empty(), "lengths must have one entry per PE: at least 1, got 0");
  const PlacedTree path(Tree(path_parents(static_cast<Node>(lengths.size()))));
  check_lengths(path, lengths);
  latency.check(path.nodes());
  return protocols_of(
      path,
      [&] {
        return std::make_unique<ShoulderTapRoot>(local_facts(path, lengths, 0, latency), end_mark,
                                                 ports);
      },
      [&](Node v) {
        return std::make_unique<ShoulderTapPe>(local_facts(path, lengths, v, latency), end_mark,
                                               ports, pace);
      });
}

Protocols make_certification(const PlacedTree& tree, const std::vector<Flits>& lengths,
                             const CertificationVariant& variant, const TreeLatency& latency) {
  check_lengths(tree, lengths);
  require(variant.ports == Ports::kMulti || variant.sync != Sync::kMirror ||
              variant.sort_cost == SortCost::kZero,
          "mirror synchronisation must have sort cost 0: it leaves no step to compute in");
  require(variant.rule != LagRule::kPrinted || variant.pace.is_plain(),
          "rule printed must have a step a flit and no setup: the paper prints no others");
  require(variant.rule != LagRule::kPrinted || latency.is_unit(),
          "rule printed must have routers, links and PEs of one step: the paper prints no others");
  std::vector<SyncConstants> schedule = sync_schedule(tree.tree, variant, latency);
  for (SyncConstants& constants : schedule)
    constants.token_order = tree.nodes_of(std::move(constants.token_order));
  const std::vector<SyncConstants> constants = tree.by_node(schedule);
  return protocols_of(
      tree,
      [&] {
        return std::make_unique<CertificationRoot>(local_facts(tree, lengths, tree.root(), latency),
                                                   variant, schedule.front());
      },
      [&](Node v) {
        return std::make_unique<CertificationPe>(local_facts(tree, lengths, v, latency), variant,
                                                 constants[index_of(v)]);
      });
}

}  // namespace flitwise::protocols
