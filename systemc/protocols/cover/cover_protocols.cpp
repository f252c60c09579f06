// cover_protocols.cpp: what each PE does in each of its trees.
#include "systemc/protocols/cover/cover_protocols.h"

#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "systemc/protocols/cover/timetable.h"
#include "systemc/protocols/tree/tree_protocols.h"

namespace flitwise::protocols {
namespace {

// Marks what one part sends with its tree.
class TreeOutbox final : public Outbox {
 public:
  TreeOutbox(Outbox& outbox, std::size_t tree)
      : outbox_(outbox), tree_(static_cast<TreeIndex>(tree)) {}

  void send(const Transmission& transmission) override {
    Transmission marked = transmission;
    marked.tree = tree_;
    outbox_.send(marked);
  }

 private:
  Outbox& outbox_;
  TreeIndex tree_;
};

// What `say(part)` says of all parts, each sentence with its tree.
template <typename Say>
std::vector<std::string> said_by(const Protocols& parts, Say say) {
  std::vector<std::string> all;
  for (std::size_t t = 0; t < parts.size(); ++t) {
    if (!parts[t]) continue;
    for (const std::string& sentence : say(*parts[t]))
      all.push_back(sentence + " (tree " + std::to_string(t) + ")");
  }
  return all;
}

template <typename StateOf>
PeState joint_state(const Protocols& parts, StateOf state_of) {
  PeState joint = PeState::kDone;
  for (const auto& part : parts) {
    if (!part) continue;
    const PeState state = state_of(*part);
    if (state != PeState::kDormant && state != PeState::kDone) return state;
    if (state == PeState::kDormant) joint = state;
  }
  return joint;
}

}  // namespace

CompositeProtocol::CompositeProtocol(Protocols parts) : parts_(std::move(parts)) {
  if (std::none_of(parts_.begin(), parts_.end(), [](const auto& part) { return part != nullptr; }))
    throw std::invalid_argument("a PE must be in at least one tree");
}

void CompositeProtocol::start(Outbox& outbox) {
  for (std::size_t t = 0; t < parts_.size(); ++t) {
    if (!parts_[t]) continue;
    TreeOutbox marked(outbox, t);
    parts_[t]->start(marked);
  }
}

void CompositeProtocol::receive(const Arrival& arrival, Outbox& outbox) {
  const auto t = static_cast<std::size_t>(arrival.tree);
  if (t >= parts_.size() || !parts_[t])
    throw std::logic_error("a flit of tree " + std::to_string(arrival.tree) +
                           " for a PE that is not in it");
  TreeOutbox marked(outbox, t);
  parts_[t]->receive(arrival, marked);
}

PeState CompositeProtocol::state() const {
  return joint_state(parts_, [](const PeProtocol& part) { return part.state(); });
}

PeState CompositeProtocol::state_at(Step now) const {
  return joint_state(parts_, [now](const PeProtocol& part) { return part.state_at(now); });
}

std::vector<std::string> CompositeProtocol::waiting_for() const {
  return said_by(parts_, [](const PeProtocol& part) { return part.waiting_for(); });
}

std::vector<std::string> CompositeProtocol::complaints() const {
  return said_by(parts_, [](const PeProtocol& part) { return part.complaints(); });
}

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
  for (std::size_t v = 0; v < lengths.size(); ++v) {
    if (lengths[v] == 0) continue;
    const std::string node = std::to_string(v);
    if (allocation[v] < 0 || allocation[v] >= cover.tree_count())
      throw std::invalid_argument("no tree carries the message of node " + node);
    if (!cover.tree(allocation[v]).holds(static_cast<Node>(v)))
      throw std::invalid_argument("node " + node + " is not in the tree of its message");
  }
}

// `make(tree index, tree, lengths on it)` of every tree, joined in each PE.
template <typename Make>
Protocols on_trees(const std::vector<PlacedTree>& trees, const std::vector<Flits>& lengths,
                   const Allocation& allocation, Make make) {
  std::vector<Protocols> parts(lengths.size());
  for (std::size_t t = 0; t < trees.size(); ++t) {
    const auto index = static_cast<TreeIndex>(t);
    Protocols on_tree = make(index, trees[t], carried_by(index, lengths, allocation));
    for (std::size_t v = 0; v < parts.size(); ++v) parts[v].push_back(std::move(on_tree[v]));
  }
  Protocols all;
  for (Protocols& of_pe : parts)
    all.push_back(std::make_unique<CompositeProtocol>(std::move(of_pe)));
  return all;
}

template <typename Make>
Protocols on_every_tree(const Cover& cover, const std::vector<Flits>& lengths,
                        const Allocation& allocation, Make make) {
  check_allocation(cover, lengths, allocation);
  return on_trees(cover.trees(), lengths, allocation, make);
}

// What the root of one tree has to expect, if messages start in these steps.
std::map<Node, TimetableEntry> timetable_of(const PlacedTree& tree,
                                            const std::vector<Flits>& on_tree,
                                            const std::vector<Step>& starts) {
  std::map<Node, TimetableEntry> timetable;
  for (const Node v : tree.node_of) {
    const auto at = index_of(v);
    if (on_tree[at] > 0)
      timetable[v] = {tree.root_link(v), starts[at] + tree.depth(v) - 1, on_tree[at]};
  }
  return timetable;
}

Protocols timetable_on_tree(const PlacedTree& tree, const std::vector<Flits>& on_tree,
                            const std::vector<Step>& starts, const std::vector<Step>& shift = {}) {
  Protocols protocols(on_tree.size());
  for (const Node v : tree.node_of) {
    const auto at = index_of(v);
    if (v == tree.root())
      protocols[at] = std::make_unique<TimetableRoot>(v, timetable_of(tree, on_tree, starts));
    else
      protocols[at] = std::make_unique<TimetableSender>(
          LocalFacts{v, tree.parent(v), tree.children(v), on_tree[at], tree.root()},
          starts[at] + (shift.empty() ? 0 : shift[at]));
  }
  return protocols;
}

const TreeLatency& latency_in(const std::vector<TreeLatency>& latencies, TreeIndex t) {
  static const TreeLatency unit;
  return latencies.empty() ? unit : latencies[index_of(t)];
}

void check_latencies(const Cover& cover, const std::vector<TreeLatency>& latencies) {
  if (!latencies.empty() && latencies.size() != index_of(cover.tree_count()))
    throw std::invalid_argument("there must be latencies of every tree, or none");
}

}  // namespace

Protocols make_cover_scatter(const Cover& cover, const std::vector<Flits>& lengths,
                             const Allocation& allocation, Pace pace,
                             const std::vector<TreeLatency>& latencies) {
  check_latencies(cover, latencies);
  if (cover.sharing() == Sharing::kNoLink)
    return on_every_tree(
        cover, lengths, allocation,
        [&](TreeIndex t, const PlacedTree& tree, const std::vector<Flits>& on_tree) {
          return make_scatter_multiport(tree, on_tree, pace, latency_in(latencies, t));
        });
  if (!pace.is_plain()) throw std::invalid_argument("shared links are timed by the flit");
  for (const TreeLatency& latency : latencies)
    if (!latency.is_unit())
      throw std::invalid_argument("on shared links routers and links take one step");
  check_allocation(cover, lengths, allocation);
  const std::vector<Step> starts = starts_on_shared_links(cover, lengths, allocation);
  return on_every_tree(cover, lengths, allocation,
                       [&](TreeIndex, const PlacedTree& tree, const std::vector<Flits>& on_tree) {
                         return make_scatter_timed(tree, on_tree, starts);
                       });
}

Protocols make_cover_certification(const Cover& cover, const std::vector<Flits>& lengths,
                                   const Allocation& allocation,
                                   const CertificationVariant& variant,
                                   const std::vector<TreeLatency>& latencies) {
  check_latencies(cover, latencies);
  if (variant.ports != Ports::kMulti)
    throw std::invalid_argument("the trees of a cover need a port per link");
  if (cover.sharing() == Sharing::kLinks)
    throw std::invalid_argument("certification needs trees that share no link");
  return on_every_tree(cover, lengths, allocation,
                       [&](TreeIndex t, const PlacedTree& tree, const std::vector<Flits>& on_tree) {
                         return make_certification(tree, on_tree, variant,
                                                   latency_in(latencies, t));
                       });
}

Protocols make_cover_timetable(const Cover& cover, const std::vector<Flits>& lengths,
                               const Allocation& allocation) {
  check_allocation(cover, lengths, allocation);
  const std::vector<Step> starts = starts_of_timetable(cover, lengths, allocation);
  return on_every_tree(cover, lengths, allocation,
                       [&](TreeIndex, const PlacedTree& tree, const std::vector<Flits>& on_tree) {
                         return timetable_on_tree(tree, on_tree, starts);
                       });
}

Protocols make_trees_scatter(const std::vector<PlacedTree>& trees,
                             const std::vector<Flits>& lengths,
                             const std::vector<TreeIndex>& allocation) {
  return on_trees(trees, lengths, allocation,
                  [](TreeIndex, const PlacedTree& tree, const std::vector<Flits>& on_tree) {
                    return make_scatter_multiport(tree, on_tree);
                  });
}

std::vector<Step> trees_timetable(const std::vector<PlacedTree>& trees,
                                  const std::vector<Flits>& lengths,
                                  const std::vector<TreeIndex>& allocation) {
  // In steps of the scatter, when the first flit of each message is on the root's link.
  std::vector<Step> first(lengths.size(), 0);
  Step last = 0;
  for (std::size_t t = 0; t < trees.size(); ++t) {
    const PlacedTree& tree = trees[t];
    std::vector<Node> carried;
    for (const Node v : tree.node_of)
      if (allocation[index_of(v)] == static_cast<TreeIndex>(t) && lengths[index_of(v)] > 0)
        carried.push_back(v);
    std::sort(carried.begin(), carried.end(), [&](Node a, Node b) {
      return std::make_pair(-tree.depth(a), a) < std::make_pair(-tree.depth(b), b);
    });
    std::map<Node, Step> next;  // by root link
    for (const Node v : carried) {
      Step& begin = next.try_emplace(tree.root_link(v), 1).first->second;
      first[index_of(v)] = begin;
      begin += lengths[index_of(v)];
      last = std::max(last, begin + tree.depth(v) - 2);
    }
  }
  std::vector<Step> starts(lengths.size(), 0);
  for (std::size_t v = 0; v < lengths.size(); ++v) {
    if (first[v] == 0) continue;
    const Step depth = trees[index_of(allocation[v])].depth(static_cast<Node>(v));
    starts[v] = last + 1 - (first[v] + lengths[v] + depth - 2);
  }
  return starts;
}

Protocols make_trees_timetable(const std::vector<PlacedTree>& trees,
                               const std::vector<Flits>& lengths,
                               const std::vector<TreeIndex>& allocation,
                               const std::vector<Step>& shift) {
  const std::vector<Step> starts = trees_timetable(trees, lengths, allocation);
  return on_trees(trees, lengths, allocation,
                  [&](TreeIndex, const PlacedTree& tree, const std::vector<Flits>& on_tree) {
                    return timetable_on_tree(tree, on_tree, starts, shift);
                  });
}

}  // namespace flitwise::protocols
