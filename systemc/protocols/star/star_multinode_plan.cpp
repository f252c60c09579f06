#include "systemc/protocols/star/star_multinode_plan.h"

#include <algorithm>

namespace flitwise::protocols {

StarMultinodePlan::StarMultinodePlan(const StarSettings& settings)
    : walk_(*settings.trees), links_(settings.graph().size() - 1), group_(largest_share(settings)) {
  for (int tree = 2; tree <= settings.order(); ++tree)
    packets_.push_back(packets_of_tree(settings, tree));
  for (Node u = 0; u < settings.graph().size(); ++u)
    depths_.push_back(u == 0 ? 0 : settings.trees->depth(u, 2));
}

int StarMultinodePlan::place(int tree, Flits number) const {
  const std::vector<int>& all = packets(tree);
  const auto found = std::lower_bound(all.begin(), all.end(), number);
  return found == all.end() || *found != number ? -1 : static_cast<int>(found - all.begin());
}

Step StarMultinodePlan::static_step(Node u, int place) const {
  return place * links_ + walk_.arc(u) + 1;
}

Step StarMultinodePlan::group_step(Node u, int place) const {
  // Before it, a group has gone down every link before u's, and an acknowledgement has come up all
  // of these but the ones on the way to u.
  const Step before = walk_.arc(u);
  const Step acknowledged = before - (depths_[static_cast<std::size_t>(u)] - 1);
  return before * group_ + acknowledged + place + 1;
}

Step StarMultinodePlan::acknowledgement_step(Node u) const {
  return group_step(u, 0) + Step{group_ + 1} * walk_.subtree(u) - 1;
}

}  // namespace flitwise::protocols
