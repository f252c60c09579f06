#include "systemc/protocols/fat_tree/fat_tree_protocols.h"

#include <memory>

#include "systemc/protocols/fat_tree/fat_tree_digits.h"
#include "systemc/protocols/fat_tree/scheduled_leaf.h"

namespace flitwise::protocols {
namespace {

// `dues_of(x)`: what leaf x must take in.
template <typename DuesOf>
Protocols leaves_of(const FatTree& tree, const Schedule& schedule, const DuesOf& dues_of) {
  require(schedule.size() == static_cast<std::size_t>(tree.leaves()),
          "a schedule must have one list per leaf: " + std::to_string(tree.leaves()) + ", got " +
              std::to_string(schedule.size()));
  check_schedule(schedule, tree.leaf_links());
  Protocols protocols;
  for (Node x = 0; x < tree.leaves(); ++x) {
    const std::vector<Dispatch>& sends = schedule[static_cast<std::size_t>(x)];
    for (const Dispatch& dispatch : sends) check_copies(tree, dispatch.copies);
    protocols.push_back(std::make_unique<ScheduledLeaf>(x, sends, dues_of(x)));
  }
  return protocols;
}

// One flit from each of `sources` but the leaf itself.
Dues one_from_each(const std::vector<Node>& sources, Node self) {
  Dues dues;
  for (const Node source : sources)
    if (source != self) dues.push_back({source, 1});
  return dues;
}

}  // namespace

Protocols make_fat_tree_broadcast(const FatTree& tree, Node source, const Schedule& schedule) {
  check_leaf(tree, source, "source");
  return leaves_of(tree, schedule, [&](Node x) { return one_from_each({source}, x); });
}

Protocols make_fat_tree_scatter(const FatTree& tree, Node source, const std::vector<Flits>& lengths,
                                const Schedule& schedule) {
  check_leaf(tree, source, "source");
  check_lengths(tree, source, lengths);
  return leaves_of(tree, schedule, [&](Node x) {
    return Dues{{source, lengths[static_cast<std::size_t>(x)]}};
  });
}

Protocols make_fat_tree_concurrent_scatters(const FatTree& tree, Node first, Node second,
                                            const Schedule& schedule) {
  check_two_sources(tree, first, second);
  return leaves_of(tree, schedule, [&](Node x) { return one_from_each({first, second}, x); });
}

Protocols make_fat_tree_gather(const FatTree& tree, Node target, const std::vector<Flits>& lengths,
                               const Schedule& schedule) {
  check_leaf(tree, target, "target");
  check_lengths(tree, target, lengths);
  return leaves_of(tree, schedule, [&](Node x) {
    Dues dues;
    if (x != target) return dues;
    for (Node source = 0; source < tree.leaves(); ++source)
      dues.push_back({source, lengths[static_cast<std::size_t>(source)]});
    return dues;
  });
}

Protocols make_fat_tree_all_to_all(const FatTree& tree, const Schedule& schedule) {
  std::vector<Node> all;
  for (Node x = 0; x < tree.leaves(); ++x) all.push_back(x);
  return leaves_of(tree, schedule, [&](Node x) { return one_from_each(all, x); });
}

}  // namespace flitwise::protocols
