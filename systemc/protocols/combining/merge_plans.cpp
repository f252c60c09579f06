#include "systemc/protocols/combining/merge_plans.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "systemc/protocols/fat_tree/fat_tree_schedules.h"

namespace flitwise::protocols {
namespace {

struct CopyArrival {
  Node leaf = 0;
  Node source = 0;
  Step step = 0;
};

int digit_of(const FatTree& tree, std::uint32_t copies, int level) {
  const int bits = digit_bits(tree.arity());
  return static_cast<int>(copies >> (level - 1) * bits & ((1U << bits) - 1));
}

// Digit r of a level sends a copy to all leaves r children further on below the switch of that
// level; up to it and down again it takes 2 level - 1 steps.
void add_arrivals(const FatTree& tree, Node source, const Dispatch& dispatch,
                  std::vector<CopyArrival>& arrivals) {
  for (int level = 1; level <= tree.levels(); ++level) {
    const int r = digit_of(tree, dispatch.copies, level);
    if (r == 0) continue;
    const Node below = tree.leaves_below(level - 1);
    const Node child = source / below % tree.arity();
    const Node first = source / tree.leaves_below(level) * tree.leaves_below(level) +
                       (child + r) % tree.arity() * below;
    for (Node leaf = first; leaf < first + below; ++leaf)
      arrivals.push_back({leaf, source, dispatch.step + 2 * level - 1});
  }
}

void check_request(const CollectiveRequest& request, const FatTree& tree) {
  const std::string name = "in-switch-reversed: ";
  if (request.operation != CollectiveOperation::kReduceScatter &&
      request.operation != CollectiveOperation::kAllReduce)
    throw TopologyError(name + "scatters results, or brings them to all");
  if (request.add != 0)
    throw TopologyError(name + "switches add within the step of a hop, options.add must be 0");
  if (request.length > tree.leaves())
    throw TopologyError(name + "takes at most a word a leaf, " + std::to_string(tree.leaves()) +
                        ", got " + std::to_string(request.length));
  if (tree.leaf_links() != 1)
    throw TopologyError(name +
                        "leaves must have one link, c_1 = " + std::to_string(tree.leaf_links()));
}

}  // namespace

MergePlan merge_in_switches(const CollectiveRequest& request, const FatTree& tree) {
  check_request(request, tree);
  const Schedule forward = fat_tree_multinode_queue_free(tree);
  MergePlan plan{tree, request.length, {}, {}, {}};
  plan.sends.resize(index_of(tree.leaves()));
  std::vector<CopyArrival> arrivals;
  for (Node source = 0; source < tree.leaves(); ++source) {
    const std::vector<Dispatch>& copies = forward[index_of(source)];
    plan.partials.push_back(static_cast<Flits>(copies.size()));
    for (const Dispatch& dispatch : copies) add_arrivals(tree, source, dispatch, arrivals);
  }
  Step end = 0;
  for (const CopyArrival& arrival : arrivals) end = std::max(end, arrival.step);
  for (const CopyArrival& arrival : arrivals)
    plan.sends[index_of(arrival.leaf)].push_back({end + 1 - arrival.step, arrival.source});
  for (std::vector<MergeSend>& sends : plan.sends)
    std::sort(sends.begin(), sends.end(),
              [](const MergeSend& a, const MergeSend& b) { return a.step < b.step; });
  if (request.operation == CollectiveOperation::kAllReduce) {
    plan.broadcast = forward;
    for (std::vector<Dispatch>& copies : plan.broadcast)
      for (Dispatch& dispatch : copies) dispatch.step += end;
  }
  return plan;
}

MergePlan with_late_leaf(MergePlan plan, Node leaf, Step by) {
  for (MergeSend& send : plan.sends[index_of(leaf)]) send.step += by;
  return plan;
}

MergePlan with_double_operand(MergePlan plan, Node leaf) {
  std::vector<MergeSend>& sends = plan.sends[index_of(leaf)];
  auto place = std::find_if(sends.begin(), sends.end(),
                            [&](const MergeSend& send) { return send.word < plan.words; });
  if (place == sends.end()) throw std::invalid_argument("there is no operand to send twice");
  MergeSend again = *place;
  for (++again.step; ++place != sends.end() && place->step == again.step;) ++again.step;
  sends.insert(place, again);
  return plan;
}

}  // namespace flitwise::protocols
