// fat_tree_prediction.cpp: digits of copies, and explicit schedules in which nothing waits, link by
// link.
#include "tb/theory/fat_tree/fat_tree_prediction.h"

#include <algorithm>
#include <stdexcept>

#include "tb/theory/fat_tree/fat_tree_figures.h"

namespace flitwise::theory {

int copy_digit_bits(int arity) {
  int bits = 1;
  while (1 << bits < arity) ++bits;
  return bits;
}

std::uint32_t copy_digit(int arity, int level, int r) {
  return static_cast<std::uint32_t>(r) << (copy_digit_bits(arity) * (level - 1));
}

int copy_digit_at(int arity, std::uint32_t copies, int level) {
  const int bits = copy_digit_bits(arity);
  return static_cast<int>(copies >> (bits * (level - 1)) & ((1U << bits) - 1));
}

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

/// Steps from the crossing of a branch to that of the next in the same direction.
Step pace_of(Duplex duplex) { return duplex == Duplex::kFull ? 1 : 2; }

/// Arrival of a flit that crosses its leaf's link in `step`. Half duplex: h - 1 paces up, a step to
/// the way down, h - 1 paces.
Step arrival_of(Step step, int level, Duplex duplex) {
  return duplex == Duplex::kFull ? arrival_step(step, level)
                                 : step + 2 * pace_of(duplex) * (level - 1) + 1;
}

void append_up(const FatTree& tree, LinkEvent flit, Node source, Step step, int top, Step pace,
               std::vector<LinkEvent>& events) {
  for (int j = 1; j <= top; ++j) {
    flit.step = step + pace * (j - 1);
    flit.from = tree.node_at(j - 1, source / tree.leaves_below(j - 1));
    flit.to = tree.parent(flit.from);
    events.push_back(flit);
  }
}

void append_down(const FatTree& tree, LinkEvent flit, const Descent& way, Step arrival, Step pace,
                 std::vector<LinkEvent>& events) {
  for (int j = way.level; j >= 1; --j) {
    const Node below = tree.leaves_below(j - 1);
    flit.step = arrival - pace * (j - 1);
    for (Node v = way.first / below; v <= (way.first + way.leaves - 1) / below; ++v) {
      flit.to = tree.node_at(j - 1, v);
      flit.from = tree.parent(flit.to);
      events.push_back(flit);
    }
  }
}

}  // namespace

FatTreePrediction on_half_duplex_links(FatTreePrediction p) {
  if (!p.queue_free.value_or(false) || !p.finish || !p.arrivals)
    throw std::invalid_argument("half-duplex links need a schedule in which nothing waits");
  const auto is_kept = [](const Source& s) {
    return s.quantity == "dispatch" || s.quantity == "lower_bound";
  };
  p.sources.erase(std::remove_if(p.sources.begin(), p.sources.end(),
                                 [&](const Source& s) { return !is_kept(s); }),
                  p.sources.end());
  p.sources.push_back({"finish",
                       "2T - 2, T the finish on full-duplex links: what crosses an up link in step "
                       "t crosses it in 2t - 1, a down link in 2t - 2; any schedule in which "
                       "nothing waits"});
  p.sources.push_back({"arrivals", "2a - 2 for a on full-duplex links"});
  p.finish = *p.finish == 0 ? 0 : 2 * *p.finish - 2;
  for (std::vector<Step>& steps : *p.arrivals)
    for (Step& step : steps) step = 2 * step - 2;
  for (FatTreeDispatch& d : p.dispatch) d.step = 2 * d.step - 1;
  p.max_wait.clear();
  p.max_stored.clear();
  p.queue_free.reset();
  p.duplex = Duplex::kHalf;
  return p;
}

std::vector<LinkEvent> fat_tree_events(const FatTree& tree, const FatTreeTable& dispatch,
                                       Duplex duplex) {
  const Step pace = pace_of(duplex);
  std::vector<LinkEvent> events;
  for (const FatTreeDispatch& d : dispatch) {
    check_dispatch(tree, d);
    const std::vector<Descent> descents = descents_of(tree, d);
    for (Flits k = 0; k < d.flits; ++k) {
      const LinkEvent flit = flit_of(d, d.first + k);
      const Step step = d.step + pace * k;
      append_up(tree, flit, d.source, step, descents.back().level, pace, events);
      for (const Descent& way : descents)
        append_down(tree, flit, way, arrival_of(step, way.level, duplex), pace, events);
    }
  }
  std::sort(events.begin(), events.end());
  return events;
}

}  // namespace flitwise::theory
