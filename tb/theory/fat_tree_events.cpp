// Explicit schedules in which nothing waits, link by link.
#include <algorithm>

#include "tb/theory/fat_tree_routes.h"
#include "tb/theory/fat_tree_theory.h"

namespace flitwise::theory {
namespace {

/// The flit of `d` that is its `index`-th, not yet on any link.
LinkEvent flit_of(const FatTreeDispatch& d, Flits index) {
  LinkEvent flit;
  flit.kind = d.kind;
  flit.message = d.source;
  flit.index = index;
  if (d.kind == FlitKind::kData) flit.value = d.destination;
  if (d.kind == FlitKind::kCopies) flit.value = d.copies;
  return flit;
}

void append_up(const FatTree& tree, LinkEvent flit, Node source, Step step, int top,
               std::vector<LinkEvent>& events) {
  for (int j = 1; j <= top; ++j) {
    flit.step = step + j - 1;
    flit.from = tree.node_at(j - 1, source / tree.leaves_below(j - 1));
    flit.to = tree.parent(flit.from);
    events.push_back(flit);
  }
}

void append_down(const FatTree& tree, LinkEvent flit, const Descent& way, Step arrival,
                 std::vector<LinkEvent>& events) {
  for (int j = way.level; j >= 1; --j) {
    const Node below = tree.leaves_below(j - 1);
    flit.step = arrival - j + 1;
    for (Node v = way.first / below; v <= (way.first + way.leaves - 1) / below; ++v) {
      flit.to = tree.node_at(j - 1, v);
      flit.from = tree.parent(flit.to);
      events.push_back(flit);
    }
  }
}

}  // namespace

std::vector<LinkEvent> fat_tree_events(const FatTree& tree, const FatTreeTable& dispatch) {
  std::vector<LinkEvent> events;
  for (const FatTreeDispatch& d : dispatch) {
    check_dispatch(tree, d);
    const std::vector<Descent> descents = descents_of(tree, d);
    for (Flits k = 0; k < d.flits; ++k) {
      const LinkEvent flit = flit_of(d, k + 1);
      append_up(tree, flit, d.source, d.step + k, descents.back().level, events);
      for (const Descent& way : descents)
        append_down(tree, flit, way, arrival_step(d.step + k, way.level), events);
    }
  }
  std::sort(events.begin(), events.end());
  return events;
}

}  // namespace flitwise::theory
