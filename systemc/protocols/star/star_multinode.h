// star_multinode.h: multinode broadcasts in star graphs: the walk and its timetables, PEs that
// follow a fixed one, and PEs that lie.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_MULTINODE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_MULTINODE_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "systemc/protocols/star/star_packet.h"
#include "systemc/protocols/star/star_pe.h"

namespace flitwise::protocols {

/// A child of a node of tree 2, in the order of the walk.
struct StarChild {
  Node node = kNoNode;
  int dimension = 0;  ///< of the link to it
};

/// The N-1 links of tree 2, each when the walk first goes down it; the walks of the other trees are
/// its rotations. Children in the order of `StarTrees::child_dimensions`.
///
/// If every source uses link t of all its trees in step t, no link is used twice: their dimensions
/// differ in each source, and sources are each other's translations.
/// Source: Fragopoulou, Akl (IEEE TC 45(2), 1996), multinode broadcast; contention lemma.
class StarWalk {
 public:
  explicit StarWalk(const StarTrees& trees);

  /// Number, from 0, of the link into `u`, not the root; also of `u` in preorder.
  int arc(Node u) const { return arcs_[at(u)]; }
  /// Nodes of the subtree of `u`, itself included.
  int subtree(Node u) const { return subtrees_[at(u)]; }
  const std::vector<StarChild>& children(Node u) const { return children_[at(u)]; }

 private:
  static std::size_t at(Node u) { return static_cast<std::size_t>(u); }
  int visit(const StarTrees& trees, Node u, int next_arc);

  std::vector<int> arcs_;
  std::vector<int> subtrees_;
  std::vector<std::vector<StarChild>> children_;
};

/// The walk that all PEs follow, and what travels on it. Times are packet steps, the same for all
/// sources; `u` is an address in tree 2, to which tree 2 + i brings address R^i u.
class StarMultinodePlan {
 public:
  explicit StarMultinodePlan(const StarSettings& settings);

  const StarWalk& walk() const { return walk_; }
  /// Packets of `tree`, in order of their travel.
  const std::vector<int>& packets(int tree) const {
    return packets_[static_cast<std::size_t>(tree - 2)];
  }
  /// g: packets of the trees that have most.
  int group() const { return group_; }
  /// Place of packet `number` among those of `tree`; -1 if it is none of them.
  int place(int tree, Flits number) const;

  /// Static: packet `place` of every tree makes one walk of N-1 steps. Step in which it is sent to
  /// u. Where packets can be sent on k > 1 slots later only, all walks are made together: of the
  /// links that are not used yet, and whose upper end has had its packet for so long, the one below
  /// which the tree is highest comes first, then the earlier packet's, then the first of the walk.
  Step static_step(Node u, int place) const {
    return slots_.empty() ? place * links_ + walk_.arc(u) + 1
                          : slots_[static_cast<std::size_t>(place * links_ + walk_.arc(u))];
  }
  /// Acknowledged: step in which packet `place` of the group comes to u.
  Step group_step(Node u, int place) const;
  /// Acknowledged: step in which u sends its acknowledgement; that of the root's child ends all.
  Step acknowledgement_step(Node u) const;

 private:
  void set_slots(const StarGraph& graph, Step lag);

  StarWalk walk_;
  Step links_;  // N-1
  int group_;
  std::vector<std::vector<int>> packets_;  // by tree
  std::vector<int> depths_;                // by address, in tree 2
  std::vector<Step> slots_;                // by place, arc; empty: one walk after the other
};

/// A packet of `source` that a PE sends to its neighbour over the link in dimension `dimension`.
Transmission hop_packet(Node source, const StarHop& hop, int dimension);

/// A PE of a multinode broadcast, in which packets travel link by link from PE to PE.
class StarWalker : public StarPe {
 protected:
  StarWalker(const StarSettings& settings, std::shared_ptr<const StarMultinodePlan> plan, Node self,
             Step skew)
      : StarPe(settings, self, skew, kNoNode), plan_(std::move(plan)) {}

  void read(const Arrival& arrival, StarHead& head) const override;
  const StarMultinodePlan& plan() const { return *plan_; }
  /// The address in tree 2 of this PE, where `head` is of the tree that it is turned into.
  Node address_in_tree_2(const StarHead& head) const {
    return graph().rotate(head.address, 2 - head.tree);
  }

 private:
  std::shared_ptr<const StarMultinodePlan> plan_;
};

/// A PE of a static multinode broadcast. All packets of one round travel by the same walk; a PE
/// sends on what it has received in the steps of the timetable. What has not come leaves its steps
/// empty.
///
/// Time: ceil(m x/(n-1)) (N-1) packet steps; in spaced slots the largest of (e - 1) k + the packets
/// of a tree times its links to depth e or more.
/// Source: reconstructed from Fragopoulou, Akl (IEEE TC 45(2), 1996), without acknowledgements.
class StarMultinode final : public StarWalker {
 public:
  StarMultinode(const StarSettings& settings, std::shared_ptr<const StarMultinodePlan> plan,
                Node self, Step skew)
      : StarWalker(settings, std::move(plan), self, skew) {}

 protected:
  void send_own(Outbox& outbox) override;
  std::optional<Step> due(const StarHead& head) const override;
  void relay(const Arrival& arrival, const StarHead& head, Outbox& outbox) override;
  void relay_whole(const Arrival& arrival, const StarHead& head, Outbox& outbox) override;

 private:
  enum class When { kAtOnce, kLater };  // while the packet comes in, or when it has come
  void pass_on(When when, const Arrival& arrival, const StarHead& head, Outbox& outbox);
};

/// Sends packets of other sources on with a value that is not theirs; its own packets and
/// acknowledgements stay true. Liars with the same `lie` give a packet the same value, whatever
/// other liars have made of it: they collude. For multinode broadcasts, whose packets PEs pass on;
/// those of the other operations go through routers and never see a PE on their way.
class LyingProtocol final : public PeProtocol {
 public:
  /// Values differ from those that the sources sent in the bits of `lie`, 1 to kStarValues - 1.
  /// Errors: throws std::invalid_argument for another `lie` and when `inner` is null.
  LyingProtocol(std::unique_ptr<StarPe> inner, std::int64_t lie);

  void start(Outbox& outbox) override;
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override { return inner_->state(); }
  PeState state_at(Step now) const override { return inner_->state_at(now); }
  std::vector<std::string> waiting_for() const override { return inner_->waiting_for(); }
  /// Those of the protocol within, and one if there was nothing to lie about: a fault that changes
  /// nothing must not pass for one that was survived.
  std::vector<std::string> complaints() const override;

 private:
  class Forger;

  std::unique_ptr<StarPe> inner_;
  std::int64_t lie_;
  bool has_lied_ = false;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_MULTINODE_H_
