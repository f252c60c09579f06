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

/// When a flit is on the branches of its way.
class Timetable {
 public:
  Timetable(Duplex duplex, const FatTreeLatency& latency) : duplex_(duplex), latency_(latency) {}

  /// Steps from a flit of a message to the next.
  Step pace() const { return duplex_ == Duplex::kFull ? 1 : 2; }

  Step up(Step dispatch, int branch) const {
    return dispatch + pace() * steps_to_branch(latency_, branch);
  }

  /// Half duplex: h - 1 paces up, a step to the way down, h - 1 paces.
  Step arrival(Step dispatch, int level) const {
    return duplex_ == Duplex::kFull ? arrival_step(latency_, dispatch, level)
                                    : up(dispatch, level) + pace() * (level - 1) + 1;
  }

  Step down(Step arrival, int branch) const {
    return arrival - pace() * steps_from_branch(latency_, branch);
  }

 private:
  Duplex duplex_;
  const FatTreeLatency& latency_;
};

void take_up(const FatTree& tree, LinkEvent flit, Node source, const Timetable& times, int top,
             const TakeEvent& take) {
  const Step dispatch = flit.step;
  for (int j = 1; j <= top; ++j) {
    flit.step = times.up(dispatch, j);
    flit.from = tree.node_at(j - 1, source / tree.leaves_below(j - 1));
    flit.to = tree.parent(flit.from);
    take(flit);
  }
}

void take_down(const FatTree& tree, LinkEvent flit, const Descent& way, const Timetable& times,
               const TakeEvent& take) {
  const Step arrival = times.arrival(flit.step, way.level);
  for (int j = way.level; j >= 1; --j) {
    const Node below = tree.leaves_below(j - 1);
    flit.step = times.down(arrival, j);
    for (Node v = way.first / below; v <= (way.first + way.leaves - 1) / below; ++v) {
      flit.to = tree.node_at(j - 1, v);
      flit.from = tree.parent(flit.to);
      take(flit);
    }
  }
}

}  // namespace

FatTreePrediction on_half_duplex_links(FatTreePrediction p, const FatTreeLatency& latency) {
  if (!p.queue_free.value_or(false) || !p.finish || !p.arrivals)
    throw std::invalid_argument("half-duplex links need a schedule in which nothing waits");
  const auto is_kept = [](const Source& s) {
    return s.quantity == "dispatch" || s.quantity == "lower_bound";
  };
  p.sources.erase(std::remove_if(p.sources.begin(), p.sources.end(),
                                 [&](const Source& s) { return !is_kept(s); }),
                  p.sources.end());
  for (FatTreeDispatch& d : p.dispatch) d.step = 2 * d.step - 1;
  p.max_wait.clear();
  p.max_stored.clear();
  p.queue_free.reset();
  p.duplex = Duplex::kHalf;
  if (!latency.is_unit()) {
    p.finish.reset();
    p.arrivals.reset();
    return p;
  }
  p.sources.push_back({"finish",
                       "2T - 2, T the finish on full-duplex links: what crosses an up link in step "
                       "t crosses it in 2t - 1, a down link in 2t - 2; any schedule in which "
                       "nothing waits"});
  p.sources.push_back({"arrivals", "2a - 2 for a on full-duplex links"});
  p.finish = *p.finish == 0 ? 0 : 2 * *p.finish - 2;
  for (std::vector<Step>& steps : *p.arrivals)
    for (Step& step : steps) step = 2 * step - 2;
  return p;
}

void visit_fat_tree_events(const FatTree& tree, const FatTreeTable& dispatch, Duplex duplex,
                           const FatTreeLatency& latency, const TakeEvent& take) {
  latency.check(tree.levels());
  if (duplex == Duplex::kHalf && !latency.is_unit())
    throw std::invalid_argument("no events are known of half-duplex links with latencies");
  const Timetable times(duplex, latency);
  for (const FatTreeDispatch& d : dispatch) {
    check_dispatch(tree, d);
    const std::vector<Descent> descents = descents_of(tree, d);
    for (Flits k = 0; k < d.flits; ++k) {
      LinkEvent flit = flit_of(d, d.first + k);
      flit.step = d.step + times.pace() * k;
      take_up(tree, flit, d.source, times, descents.back().level, take);
      for (const Descent& way : descents) take_down(tree, flit, way, times, take);
    }
  }
}

std::vector<LinkEvent> fat_tree_events(const FatTree& tree, const FatTreeTable& dispatch,
                                       Duplex duplex, const FatTreeLatency& latency) {
  return sorted_events(
      [&](const TakeEvent& take) { visit_fat_tree_events(tree, dispatch, duplex, latency, take); });
}

}  // namespace flitwise::theory
