#include "systemc/network/tree/tree_routers.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "systemc/network/models/model_library.h"

namespace flitwise {
namespace {

// Sizes of router, in children. The build has made them; their netlists are made on first use.
constexpr std::size_t kChildren[] = {2, 4, 16, kMaxRouterChildren};

// Finds each size once.
class Tables {
 public:
  explicit Tables(ModelFlavour flavour) : flavour_(flavour) {}
  const ModelTable& for_children(std::size_t children) {
    const auto* size = std::find_if(std::begin(kChildren), std::end(kChildren),
                                    [&](std::size_t most) { return children <= most; });
    const ModelTable*& table = tables_[static_cast<std::size_t>(size - std::begin(kChildren))];
    if (table == nullptr)
      table = &models_.get({"bufferless_router", {fmt::format("MaxChildren={}", *size)}, flavour_});
    return *table;
  }

 private:
  ModelLibrary models_{ModelLibrary::terminal_config()};
  ModelFlavour flavour_;
  const ModelTable* tables_[std::size(kChildren)] = {};
};

RouterPins make_router(ModelOwner& owner, Tables& tables, const PlacedTree& placed, Node node) {
  const Tree& tree = placed.tree;
  const Node pe = placed.pe(node);
  const auto& children = tree.children(pe);
  const auto configure = [&](const ModelInstance& model) {
    model.drive("address_i", static_cast<std::uint64_t>(tree.address(pe)));
    model.drive("has_parent_i", pe != 0 ? 1 : 0);
    model.drive("single_port_i", 1);
    const Pin bounds = model.pin("child_bound_i");
    for (std::size_t k = 0; k < bounds.bits() / 16; ++k) {
      const Node bound = k < children.size() ? tree.address(children[k]) : tree.subtree_end(pe);
      bounds.drive_entry16(k, static_cast<std::uint16_t>(bound));
    }
  };
  const ModelInstance& model =
      owner.make(tables.for_children(children.size()), fmt::format("pe{} router", node), configure);
  return router_pins(model, 1, static_cast<std::uint32_t>(kFirstChildLane + children.size()));
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
  auto owner = std::make_unique<ModelOwner>(config.waves);
  Tables tables(flavour_for(config));
  std::vector<RouterPins> pins;
  std::vector<std::vector<std::string>> names;
  for (Node v = 0; v < tree.nodes(); ++v) {
    pins.push_back(make_router(*owner, tables, tree, v));
    names.push_back(lane_names(tree, v));
  }
  return std::make_unique<Engine>(std::move(owner), std::move(pins), links_of(tree),
                                  std::move(names), config.idle);
}

}  // namespace flitwise
