#include "systemc/network/tree_routers.h"

#include <Vbufferless_router_c16.h>
#include <Vbufferless_router_c16_checked.h>
#include <Vbufferless_router_c16_traced.h>
#include <Vbufferless_router_c2.h>
#include <Vbufferless_router_c2_checked.h>
#include <Vbufferless_router_c2_traced.h>
#include <Vbufferless_router_c4.h>
#include <Vbufferless_router_c4_checked.h>
#include <Vbufferless_router_c4_traced.h>
#include <Vbufferless_router_c64.h>
#include <Vbufferless_router_c64_checked.h>
#include <Vbufferless_router_c64_traced.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "systemc/network/model_owner.h"

namespace flitwise {
namespace {

constexpr std::size_t kFirstChildLane = 2;

RouterPins make_router(ModelOwner& owner, const PlacedTree& placed, Node node) {
  const Tree& tree = placed.tree;
  const Node pe = placed.pe(node);
  const auto& children = tree.children(pe);
  const auto configure = [&](auto& model) {
    model.address_i = static_cast<SData>(tree.address(pe));
    model.has_parent_i = pe != 0;
    model.single_port_i = 1;
    const std::size_t bounds = sizeof(model.in_lane_i) / sizeof(RawFlit) - kFirstChildLane + 1;
    for (std::size_t k = 0; k < bounds; ++k) {
      const Node bound = k < children.size() ? tree.address(children[k]) : tree.subtree_end(pe);
      set_entry16(model.child_bound_i, k, static_cast<std::uint16_t>(bound));
    }
  };
  const auto lanes = static_cast<std::uint32_t>(kFirstChildLane + children.size());
  if (children.size() <= 2)
    return owner
        .make<Vbufferless_router_c2, Vbufferless_router_c2_checked, Vbufferless_router_c2_traced>(
            node, 1, lanes, configure);
  if (children.size() <= 4)
    return owner
        .make<Vbufferless_router_c4, Vbufferless_router_c4_checked, Vbufferless_router_c4_traced>(
            node, 1, lanes, configure);
  if (children.size() <= 16)
    return owner.make<Vbufferless_router_c16, Vbufferless_router_c16_checked,
                      Vbufferless_router_c16_traced>(node, 1, lanes, configure);
  return owner
      .make<Vbufferless_router_c64, Vbufferless_router_c64_checked, Vbufferless_router_c64_traced>(
          node, 1, lanes, configure);
}

}  // namespace

void check_router_limits(const Tree& tree) {
  if (tree.size() > kMaxTreePes)
    throw TopologyError(fmt::format("a tree has at most {} PEs, got {}", kMaxTreePes, tree.size()));
  if (tree.max_child_count() > kMaxRouterChildren)
    throw TopologyError(fmt::format("a PE has at most {} children, got {}", kMaxRouterChildren,
                                    tree.max_child_count()));
}

namespace {

std::vector<Link> links_of(const PlacedTree& tree) {
  std::vector<Link> links;
  for (Node v = 0; v < tree.nodes(); ++v) {
    std::uint32_t lane = kFirstChildLane;
    for (const Node child : tree.children(v)) {
      links.push_back({v, lane, child, 1});
      links.push_back({child, 1, v, lane});
      ++lane;
    }
  }
  return links;
}

}  // namespace

std::vector<std::string> lane_names(const PlacedTree& tree, Node node) {
  std::vector<std::string> names{"own", node == tree.root()
                                            ? std::string("parent (none)")
                                            : fmt::format("parent (PE {})", tree.parent(node))};
  int number = 0;
  for (const Node child : tree.children(node))
    names.push_back(fmt::format("child {} (PE {})", number++, child));
  return names;
}

std::unique_ptr<Network> assemble_tree(const PlacedTree& tree, const TreeNetworkConfig& config) {
  check_router_limits(tree.tree);
  auto owner = std::make_unique<ModelOwner>(config);
  std::vector<RouterPins> pins;
  std::vector<std::vector<std::string>> names;
  for (Node v = 0; v < tree.nodes(); ++v) {
    pins.push_back(make_router(*owner, tree, v));
    names.push_back(lane_names(tree, v));
  }
  return std::make_unique<Engine>(std::move(owner), std::move(pins), links_of(tree),
                                  std::move(names), config.idle);
}

}  // namespace flitwise
