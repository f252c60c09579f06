#include "tb/theory/combining/late_merging.h"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "tb/theory/collective/collective_contents.h"
#include "tb/theory/combining/merging_events.h"

namespace flitwise::theory {
namespace {

// Flits on a branch in a step, by its links, the lowest first; by the nodes that it leads from and
// to.
using Branch = std::pair<Node, Node>;
using Links = std::map<Branch, std::vector<LinkEvent>>;

class LateRun {
 public:
  LateRun(const FatTree& tree, const WordArithmetic& arithmetic)
      : tree_(tree), arithmetic_(arithmetic) {}

  // What leaves send, sorted by step.
  std::vector<LinkEvent> play(const std::vector<LinkEvent>& sent) {
    std::vector<LinkEvent> events;
    std::size_t at = 0;
    Links before;
    for (Step step = 1; at < sent.size() || waiting_ > 0 || !before.empty(); ++step) {
      for (Node node = tree_.leaves(); node < tree_.size(); ++node) take(node, before);
      Links now = leaving(step);
      for (; at < sent.size() && sent[at].step == step; ++at)
        now[{sent[at].from, sent[at].to}].push_back(sent[at]);
      for (const auto& [branch, flits] : now)
        events.insert(events.end(), flits.begin(), flits.end());
      before = std::move(now);
    }
    std::sort(events.begin(), events.end());
    return events;
  }

 private:
  // What comes to a switch, from above first, goes into its queues.
  void take(Node node, const Links& before) {
    std::map<Node, LinkEvent*> first;  // by leaf, of those on first links
    const auto from = [&](Node beside) {
      const auto found = before.find({beside, node});
      if (found == before.end()) return;
      for (std::size_t link = 0; link < found->second.size(); ++link) {
        const LinkEvent& flit = found->second[link];
        if (link == 0 && first.count(flit.message) > 0) {
          LinkEvent& sum = *first[flit.message];
          sum.value = combined_words(arithmetic_, static_cast<std::uint32_t>(sum.value),
                                     static_cast<std::uint32_t>(flit.value));
          continue;
        }
        std::deque<LinkEvent>& queue = queues_[{node, way_of(node, flit.message)}];
        queue.push_back(flit);
        ++waiting_;
        if (link == 0) first[flit.message] = &queue.back();
      }
    };
    if (node != tree_.root()) from(tree_.parent(node));
    for (int k = 0; k < tree_.arity(); ++k) from(tree_.child(node, k));
  }

  Links leaving(Step step) {
    Links links;
    for (auto& [branch, queue] : queues_) {
      const int level = std::max(tree_.level(branch.first), tree_.level(branch.second));
      for (int link = 0; link < tree_.capacity(level) && !queue.empty(); ++link) {
        LinkEvent flit = queue.front();
        queue.pop_front();
        --waiting_;
        flit.step = step;
        flit.from = branch.first;
        flit.to = branch.second;
        links[branch].push_back(flit);
      }
    }
    return links;
  }

  Node way_of(Node node, Node leaf) const {
    const Node first = tree_.first_leaf(node);
    if (leaf < first || leaf >= first + tree_.leaves_below(tree_.level(node)))
      return tree_.parent(node);
    return tree_.child(node, (leaf - first) / tree_.leaves_below(tree_.level(node) - 1));
  }

  const FatTree& tree_;
  const WordArithmetic arithmetic_;
  std::map<Branch, std::deque<LinkEvent>> queues_;
  std::size_t waiting_ = 0;
};

}  // namespace

std::vector<LinkEvent> late_merging_events(const CollectiveRequest& request, const FatTree& tree,
                                           const WordArithmetic& arithmetic, Node leaf, Step by) {
  std::vector<LinkEvent> sent;
  visit_merging_events(request, tree, arithmetic, [&](LinkEvent event) {
    if (event.kind != FlitKind::kMerge || !tree.is_leaf(event.from)) return;
    if (event.from == leaf) event.step += by;
    sent.push_back(event);
  });
  std::sort(sent.begin(), sent.end());
  return LateRun(tree, arithmetic).play(sent);
}

}  // namespace flitwise::theory
