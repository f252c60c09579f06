// operand_waits.cpp: words of a link come in their order, so that counting tells which one it is.
#include "tb/check/collective/operand_waits.h"

#include <algorithm>

#include "systemc/network/collective/combine_flit.h"

namespace flitwise::check {

OperandWaits::OperandWaits(const std::vector<CombineTree>& trees, Step add)
    : trees_(trees), add_(add) {
  for (const CombineTree& tree : trees) {
    const auto children = children_of(tree);
    std::vector<Router>& routers = routers_.emplace_back(children.size());
    for (std::size_t v = 0; v < routers.size(); ++v)
      routers[v].is_combining = children[v].size() + (tree.has_operand[v] ? 1 : 0) > 1;
  }
}

void OperandWaits::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  for (const LinkTransfer& transfer : transfers) {
    const FlitKind kind = unpack(transfer.flit).kind;
    const std::size_t tree = combine_flit(transfer.flit).tree;
    if (!is_combining(kind) || tree >= trees_.size()) continue;
    if (kind == FlitKind::kCombine)
      pass_up(static_cast<TreeIndex>(tree), transfer.from, transfer.to, step);
    else if (trees_[tree].is_root(transfer.from))
      turn(static_cast<TreeIndex>(tree), transfer.from, step);
  }
}

// What a router hands to its PE goes when what it sends over links does.
void OperandWaits::on_edge(Step step, const Network& network, const Injector&) {
  for (const Delivery& delivery : network.deliveries()) {
    const std::size_t tree = combine_flit(delivery.flit).tree;
    if (tree < trees_.size() && trees_[tree].is_root(delivery.node))
      turn(static_cast<TreeIndex>(tree), delivery.node, step + 1);
  }
}

void OperandWaits::pass_up(TreeIndex tree, Node from, Node to, Step step) {
  std::vector<Router>& routers = routers_[index_of(tree)];
  Router& sender = routers[index_of(from)];
  Router& receiver = routers[index_of(to)];
  const std::size_t word = sender.sent++;
  take(sender, step);
  if (trees_[index_of(tree)].is_root(from))
    receiver.from_peer.push_back(step);
  else if (word >= receiver.gone && word - receiver.gone == receiver.came.size())
    receiver.came.push_back(step);
}

void OperandWaits::take(Router& router, Step leaves) {
  const Step add = router.is_combining ? add_ : 0;
  longest_ = std::max(longest_, leaves - 1 - add - pop(router.came, leaves - 1 - add));
  ++router.gone;
}

// One result may go several ways.
void OperandWaits::turn(TreeIndex tree, Node root, Step step) {
  Router& router = routers_[index_of(tree)][index_of(root)];
  if (router.turned == step) return;
  router.turned = step;
  if (!trees_[index_of(tree)].is_edge()) return take(router, step);
  longest_ = std::max(longest_, step - 1 - add_ - pop(router.from_peer, step - 1 - add_));
}

Step OperandWaits::pop(std::deque<Step>& steps, Step otherwise) {
  if (steps.empty()) return otherwise;
  const Step first = steps.front();
  steps.pop_front();
  return first;
}

}  // namespace flitwise::check
