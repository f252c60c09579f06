// tree_monitor.h: what comes out of routers that combine and copy over several trees, by tree.
#ifndef FLITWISE_TB_CHECK_COLLECTIVE_TREE_MONITOR_H_
#define FLITWISE_TB_CHECK_COLLECTIVE_TREE_MONITOR_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/topology/combine_tree.h"
#include "tb/check/collective/result_monitor.h"

namespace flitwise::check {

/// Counts the results that come to every PE by each tree, and says of operands that did not meet in
/// which tree that was, which came and which did not.
class TreeMonitor final : public ResultMonitor {
 public:
  /// Shape: all nodes of the plan, which outlives this, are PEs. `names` as
  /// NetworkModule::Config::node_names.
  TreeMonitor(const CombinePlan& plan, std::vector<std::string> names);

  void on_edge(Step step, const Network& network, const Injector& injector) override;
  /// To be called when the run is over: complains about results that never came.
  void close();

  /// Words that came by a tree, by each PE that it has results for; whole ones, where some lack.
  Flits words(TreeIndex tree) const;

 private:
  std::vector<std::string> unmet(const Violation& violation) const;

  const CombinePlan& plan_;
  std::vector<std::vector<Flits>> received_;  // by tree and PE
  std::vector<Flits> by_tree_;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_COLLECTIVE_TREE_MONITOR_H_
