// tree_monitor.h: what comes out of routers that combine and copy over several trees, by tree.
#ifndef FLITWISE_TB_CHECK_COLLECTIVE_TREE_MONITOR_H_
#define FLITWISE_TB_CHECK_COLLECTIVE_TREE_MONITOR_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "systemc/network/parts/bytes.h"
#include "systemc/network/parts/node_parts.h"
#include "systemc/topology/combine_tree.h"
#include "tb/check/collective/result_monitor.h"

namespace flitwise::check {

/// Counts the results that come to every PE by each tree, and says of operands that did not meet in
/// which tree that was, which came and which did not.
class TreeMonitor final : public ResultMonitor {
 public:
  /// Shape: all nodes of the plan, which outlives this, are PEs. `names` as
  /// NetworkModule::Config::node_names. `is_dead` says which links are: what is sent over one is
  /// counted, and nothing is wrong with it; empty: none is. `own`: the PEs that it watches, where
  /// other processes watch others.
  TreeMonitor(const CombinePlan& plan, std::vector<std::string> names,
              std::function<bool(Node from, Node to)> is_dead = {}, NodeRange own = {});

  void on_edge(Step step, const Network& network, const Injector& injector) override;
  /// To be called when the run is over: complains about results that never came.
  void close();
  /// Then writes what was found, and adds what another process has written.
  void write_to(std::string& bytes) const;
  void add_from(bytes::Reader& reader);

  /// Words that came by a tree, by each PE that it has results for; whole ones, where some lack.
  Flits words(TreeIndex tree) const;
  /// By PE, trees that have brought it as many words as they have, of those that have any; that it
  /// roots count, too.
  std::vector<Node> trees_to_nodes() const;
  /// Flits that were sent over dead links.
  std::int64_t lost() const { return lost_; }

 private:
  std::size_t place(std::size_t tree, std::size_t pe) const { return pe * trees_ + tree; }
  void say_surplus(Step step, const Delivery& delivery);
  bool is_known(const Violation& violation) override;

  const CombinePlan& plan_;
  const std::function<bool(Node, Node)> is_dead_;
  const NodeRange own_;
  std::int64_t lost_ = 0;
  const std::size_t trees_;
  std::vector<Flits> due_;      // by PE and tree within it
  std::vector<Flits> missing_;  // likewise, of those
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_COLLECTIVE_TREE_MONITOR_H_
