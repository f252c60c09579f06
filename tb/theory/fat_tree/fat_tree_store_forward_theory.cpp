// Scatter with store and forward: flit by flit down the tree, every output a first-in-first-out
// queue of c links that takes up a message only when it has all of it.
#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "tb/theory/fat_tree/fat_tree_figures.h"
#include "tb/theory/fat_tree/fat_tree_routes.h"
#include "tb/theory/lengths.h"

namespace flitwise::theory {
namespace {

/// One message on its way, with the steps in which its flits crossed the branch last looked at.
struct Travelling {
  int level = 0;  ///< where it turns
  Node destination = kNoNode;
  std::vector<Step> crossed;
};

using Messages = std::vector<Travelling*>;

/// Sends the messages, in this order, through one output with `links` links: no flit leaves before
/// the step after its message's last one came, before the one ahead of it, or before the links are
/// free that the flit `links` places ahead took.
void pass_output(const Messages& messages, int links) {
  std::vector<Step> left;
  for (Travelling* message : messages) {
    const Step ready = message->crossed.back() + 1;
    for (Step& step : message->crossed) {
      Step leaves = ready;
      if (!left.empty()) leaves = std::max(leaves, left.back());
      if (left.size() >= index_of(links))
        leaves = std::max(leaves, left[left.size() - index_of(links)] + 1);
      left.push_back(leaves);
      step = leaves;
    }
  }
}

/// Passes messages that have crossed down branch `level` on to their leaves.
void pass_down(const FatTree& tree, const Messages& messages, int level) {
  if (messages.empty() || level == 1) return;
  for (int k = 0; k < tree.arity(); ++k) {
    Messages to_child;
    for (Travelling* message : messages) {
      if (message->destination / tree.leaves_below(level - 2) % tree.arity() == k)
        to_child.push_back(message);
    }
    if (to_child.empty()) continue;
    pass_output(to_child, tree.capacity(level - 1));
    pass_down(tree, to_child, level - 1);
  }
}

/// Passes messages that have crossed up branch `level` through the switch above it: those that turn
/// there down to their children, then the rest further up.
void pass_switch(const FatTree& tree, const Messages& messages, int level) {
  std::vector<Messages> to_child(index_of(tree.arity()));
  Messages up;
  for (Travelling* message : messages) {
    const Node child = message->destination / tree.leaves_below(level - 1) % tree.arity();
    (message->level == level ? to_child[index_of(child)] : up).push_back(message);
  }
  for (const Messages& down : to_child) {
    if (down.empty()) continue;
    pass_output(down, tree.capacity(level));
    pass_down(tree, down, level);
  }
  if (up.empty()) return;
  pass_output(up, tree.capacity(level + 1));
  pass_switch(tree, up, level + 1);
}

std::vector<Travelling> at_the_first_link(const FatTree& tree, const FatTreeTable& table) {
  std::vector<Travelling> messages;
  for (const FatTreeDispatch& d : table) {
    Travelling message{tree.meeting_level(d.source, d.destination), d.destination, {}};
    for (Flits k = 0; k < d.flits; ++k) message.crossed.push_back(d.step + k);
    messages.push_back(std::move(message));
  }
  return messages;
}

}  // namespace

FatTreePrediction predict_fat_tree_scatter_store_forward(const FatTree& tree, Node source,
                                                         const std::vector<Flits>& lengths,
                                                         const std::vector<Node>& order) {
  if (tree.leaf_links() != 1)
    throw std::invalid_argument("store and forward needs leaves of one link, got " +
                                std::to_string(tree.leaf_links()));
  const FatTreePrediction cut_through =
      predict_fat_tree_scatter_ordered(tree, source, lengths, order);
  std::vector<Travelling> travelling = at_the_first_link(tree, cut_through.dispatch);
  Messages messages;
  for (Travelling& message : travelling) messages.push_back(&message);
  if (!messages.empty()) pass_switch(tree, messages, 1);

  FatTreePrediction p;
  p.dispatch = cut_through.dispatch;
  p.lower_bound = cut_through.lower_bound;
  p.finish = 0;
  p.arrivals = std::vector<std::vector<Step>>(index_of(tree.leaves()));
  for (const Travelling& message : travelling) {
    p.arrivals->at(index_of(message.destination)) = message.crossed;
    p.finish = std::max(*p.finish, message.crossed.back());
  }
  const char* recurrence =
      "flit k of an output leaves in max(last flit of its message + 1, flit k-1, flit k-c + 1), "
      "from the source down to the leaves; any order, any fat tree, no back pressure";
  p.sources = {{"finish", recurrence},
               {"arrivals", recurrence},
               {"dispatch", cut_through.source_of("dispatch")},
               {"lower_bound", cut_through.source_of("lower_bound")}};
  return p;
}

}  // namespace flitwise::theory
