// Where the switches of the test network send what comes in.
#include <algorithm>

#include "tests/protocols/fat_tree/fat_tree_ideal_network.h"

namespace flitwise::protocols::test {
namespace {

// Digit of `level` in the digits that copies carry.
std::uint32_t digit(int arity, std::uint32_t copies, int level) {
  std::uint32_t width = 0;
  while (1 << width < arity) ++width;
  return copies >> (static_cast<std::uint32_t>(level - 1) * width) & ((1U << width) - 1);
}

}  // namespace

std::vector<int> FatTreeIdealNetwork::intake_order() {
  std::vector<int> order;
  for (int child = 0; child < tree_.arity(); ++child) order.push_back(child);
  if (options_.intake == Intake::kLocalFirst) {
    order.push_back(kUp);
  } else {
    order.insert(order.begin(), kUp);
    if (options_.intake == Intake::kRandom) std::shuffle(order.begin(), order.end(), random_);
    if (options_.intake == Intake::kRoundRobin)
      std::rotate(order.begin(), order.begin() + now_ % (tree_.arity() + 1), order.end());
  }
  return order;
}

void FatTreeIdealNetwork::route(Node node, int input, const Flit& flit) {
  if (flit.kind == FlitKind::kData)
    route_data(node, input, flit);
  else if (flit.kind == FlitKind::kCopies && input != kUp)
    route_copies(node, input, flit);
  else
    flood(node, input, flit);
}

void FatTreeIdealNetwork::route_data(Node node, int input, const Flit& flit) {
  const Node below = tree_.leaves_below(tree_.level(node) - 1);
  const Node offset = flit.destination - tree_.first_leaf(node);
  const bool is_below = offset >= 0 && offset < below * tree_.arity();
  if (!is_below && input == kUp)
    run_.refused.push_back("node " + std::to_string(node) + " cannot go down to leaf " +
                           std::to_string(flit.destination));
  else
    push(node, is_below ? static_cast<int>(offset / below) : kUp, flit);
}

void FatTreeIdealNetwork::route_copies(Node node, int child, const Flit& flit) {
  const int level = tree_.level(node);
  const std::uint32_t r = digit(tree_.arity(), flit.copies, level);
  if (r != 0) push(node, (child + static_cast<int>(r)) % tree_.arity(), flit);
  for (int above = level + 1; above <= tree_.levels(); ++above) {
    if (digit(tree_.arity(), flit.copies, above) == 0) continue;
    push(node, kUp, flit);
    return;
  }
}

void FatTreeIdealNetwork::flood(Node node, int input, const Flit& flit) {
  if (input != kUp && node != tree_.root()) push(node, kUp, flit);
  for (int child = 0; child < tree_.arity(); ++child)
    if (child != input) push(node, child, flit);
}

}  // namespace flitwise::protocols::test
