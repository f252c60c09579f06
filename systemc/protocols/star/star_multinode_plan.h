// star_multinode_plan.h: the timetables of multinode broadcasts in star graphs.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_MULTINODE_PLAN_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_MULTINODE_PLAN_H_

#include <vector>

#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/star/star_settings.h"
#include "systemc/protocols/star/star_walk.h"

namespace flitwise::protocols {

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

  /// Static: packet `place` of every tree makes one walk of N-1 steps. Step in which it comes to u.
  Step static_step(Node u, int place) const;
  /// Acknowledged: step in which packet `place` of the group comes to u.
  Step group_step(Node u, int place) const;
  /// Acknowledged: step in which u sends its acknowledgement; that of the root's child ends all.
  Step acknowledgement_step(Node u) const;

 private:
  StarWalk walk_;
  Step links_;  // N-1
  int group_;
  std::vector<std::vector<int>> packets_;  // by tree
  std::vector<int> depths_;                // by address, in tree 2
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_MULTINODE_PLAN_H_
