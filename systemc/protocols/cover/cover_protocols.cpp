#include "systemc/protocols/cover/cover_protocols.h"

#include <memory>
#include <stdexcept>
#include <utility>

#include "systemc/protocols/cover/composite_protocol.h"
#include "systemc/protocols/shared_links.h"
#include "systemc/protocols/tree/tree_protocols.h"

namespace flitwise::protocols {
namespace {

// Lengths by node of the messages that tree `t` carries; 0 for all others.
std::vector<Flits> carried_by(TreeIndex t, const std::vector<Flits>& lengths,
                              const Allocation& allocation) {
  std::vector<Flits> carried(lengths.size(), 0);
  for (std::size_t v = 0; v < lengths.size(); ++v)
    if (allocation[v] == t) carried[v] = lengths[v];
  return carried;
}

// The root, which no tree is allocated to, has no message either.
void check_allocation(const Cover& cover, const std::vector<Flits>& lengths,
                      const Allocation& allocation) {
  check_cover_lengths(cover, lengths);
  if (allocation.size() != lengths.size())
    throw std::invalid_argument("the allocation must have one entry per node");
  for (std::size_t v = 0; v < lengths.size(); ++v)
    if (lengths[v] > 0 && (allocation[v] < 0 || allocation[v] >= cover.tree_count()))
      throw std::invalid_argument("no tree carries the message of node " + std::to_string(v));
}

// `make(tree, lengths on it)` of every tree, joined in each PE.
template <typename Make>
Protocols on_every_tree(const Cover& cover, const std::vector<Flits>& lengths,
                        const Allocation& allocation, Make make) {
  check_allocation(cover, lengths, allocation);
  std::vector<Protocols> parts(lengths.size());
  for (TreeIndex t = 0; t < cover.tree_count(); ++t) {
    Protocols on_tree = make(cover.tree(t), carried_by(t, lengths, allocation));
    for (std::size_t v = 0; v < parts.size(); ++v) parts[v].push_back(std::move(on_tree[v]));
  }
  Protocols all;
  for (Protocols& of_pe : parts)
    all.push_back(std::make_unique<CompositeProtocol>(std::move(of_pe)));
  return all;
}

}  // namespace

Protocols make_cover_scatter(const Cover& cover, const std::vector<Flits>& lengths,
                             const Allocation& allocation, Pace pace) {
  if (cover.sharing() == Sharing::kNoLink)
    return on_every_tree(cover, lengths, allocation,
                         [&](const PlacedTree& tree, const std::vector<Flits>& on_tree) {
                           return make_scatter_multiport(tree, on_tree, pace);
                         });
  if (!pace.is_plain()) throw std::invalid_argument("shared links are timed by the flit");
  check_allocation(cover, lengths, allocation);
  const std::vector<Step> starts = starts_on_shared_links(cover, lengths, allocation);
  return on_every_tree(cover, lengths, allocation,
                       [&](const PlacedTree& tree, const std::vector<Flits>& on_tree) {
                         return make_scatter_timed(tree, on_tree, starts);
                       });
}

Protocols make_cover_certification(const Cover& cover, const std::vector<Flits>& lengths,
                                   const Allocation& allocation,
                                   const CertificationVariant& variant) {
  if (variant.ports != Ports::kMulti)
    throw std::invalid_argument("the trees of a cover need a port per link");
  if (cover.sharing() == Sharing::kLinks)
    throw std::invalid_argument("certification needs trees that share no link");
  return on_every_tree(cover, lengths, allocation,
                       [&](const PlacedTree& tree, const std::vector<Flits>& on_tree) {
                         return make_certification(tree, on_tree, variant);
                       });
}

}  // namespace flitwise::protocols
