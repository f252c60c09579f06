// Transmission-Certification in all its variants.
//
// The stream of PE v is what v and the PEs below it send, without a gap. Single-port, PE 0's input
// takes one stream, which begins in step t_0 + c_0 - 1; multiport, it takes one per child j,
// which begins in step t_0 + 1 + c_j. With q_v flits in front of v's stream in PE 0's, its first
// flit arrives q_v steps later. Everything else follows: v sends it depth(v) - 1 steps earlier, and
// s_v is what is left of that time when the order arrives.
#include <algorithm>

#include "tb/theory/certificate.h"
#include "tb/theory/certification_sources.h"
#include "tb/theory/lengths.h"
#include "tb/theory/printed_certification.h"
#include "tb/theory/synchronisation.h"
#include "tb/theory/tree_theory.h"

namespace flitwise::theory {
namespace {

/// Step in which the stream of each PE that is ordered begins to reach PE 0. Entry 0 is that of PE
/// 0's whole input, if it is one.
std::vector<Step> arrivals(const Tree& tree, const std::vector<Flits>& lengths,
                           const std::vector<PePlan>& plans, Ports ports, Step t_0) {
  std::vector<Step> arrival(lengths.size(), 0);
  arrival[0] = t_0 + plans[0].certificate.lag - 1;
  for (const Node v : tree.depth_first()) {
    Step next = arrival[index_of(v)] + lengths[index_of(v)];
    for (const std::size_t j : plans[index_of(v)].stream) {
      const Node child = tree.children(v)[j];
      const Certificate& certificate = plans[index_of(child)].certificate;
      const bool has_its_own_port = v == 0 && ports == Ports::kMulti;
      arrival[index_of(child)] = has_its_own_port ? t_0 + 1 + certificate.lag : next;
      next += certificate.stream;
    }
  }
  return arrival;
}

Step finish_step(const Tree& tree, const std::vector<PePlan>& plans, Ports ports, Step t_0) {
  const Certificate& whole = plans[0].certificate;
  if (whole.stream == 0) return 0;
  if (ports == Ports::kSingle) return t_0 + whole.lag + whole.stream - 2;
  Step finish = 0;
  for (const Node child : tree.children(0)) {
    const Certificate& certificate = plans[index_of(child)].certificate;
    if (certificate.stream > 0)
      finish = std::max(finish, t_0 + certificate.lag + certificate.stream);
  }
  return finish;
}

/// Largest sum of child counts on a path from the root.
Step heaviest_path(const Tree& tree) {
  std::vector<Step> sum(index_of(tree.size()), 0);
  for (const Node v : tree.depth_first())
    sum[index_of(v)] = (v == 0 ? 0 : sum[index_of(tree.parent(v))]) + tree.child_count(v);
  return *std::max_element(sum.begin(), sum.end());
}

/// A lag is at most d + 1 (multiport: 2) above the largest of the children's.
Step latest_finish(const Tree& tree, const std::vector<Flits>& lengths, Ports ports, Step t_0) {
  const Flits flits = total_flits(lengths);
  if (flits == 0) return 0;
  if (ports == Ports::kSingle) return t_0 + heaviest_path(tree) + tree.height() + flits - 1;
  return t_0 + 2 * Step{tree.height()} - 1 + largest_root_load(tree, lengths);
}

/// Step of the last control flit.
Step last_control_step(Step t_sync, Step t_0, const std::vector<std::optional<Step>>& delays) {
  Step last = t_sync;
  for (std::size_t v = 1; v < delays.size(); ++v) {
    if (delays[v]) last = std::max(last, t_0 + *delays[v]);
  }
  return last;
}

void add_figures_of_each_pe(const Tree& tree, const std::vector<Flits>& lengths,
                            const std::vector<PePlan>& plans, Ports ports, Step t_0,
                            Prediction& p) {
  const std::vector<std::optional<Step>> delays = order_delays(tree, plans, ports);
  const std::vector<Step> arrival = arrivals(tree, lengths, plans, ports, t_0);
  p.dispatch.resize(lengths.size());
  p.lag.resize(lengths.size());
  p.stream.resize(lengths.size());
  p.order_value.resize(lengths.size());
  for (Node v = 0; v < tree.size(); ++v) {
    const std::size_t i = index_of(v);
    p.stream[i] = plans[i].certificate.stream;
    // The root sends no certificate: its lag shows only in the first flit of its single input.
    const bool shows = v > 0 || (ports == Ports::kSingle && p.stream[i] > 0);
    if (shows) p.lag[i] = plans[i].certificate.lag;
    if (v == 0 || !delays[i]) continue;
    const Step first = arrival[i] - (tree.depth(v) - 1);
    p.order_value[i] = first - (t_0 + *delays[i]);
    if (lengths[i] > 0) p.dispatch[i] = first;
  }
  p.quiesce = std::max(p.finish, last_control_step(*p.t_sync, t_0, delays));
}

}  // namespace

Prediction predict_certification(const Tree& tree, const std::vector<Flits>& lengths,
                                 const CertificationVariant& variant) {
  check_lengths(tree.size(), lengths);
  if (variant.rule == Rule::kPrinted) return predict_printed(tree, lengths, variant);
  const std::vector<PePlan> plans = plan_all(tree, lengths, variant.rule, variant.ports);
  const Step t_sync = synchronise(tree, variant).t_sync;
  const Step t_0 = t_sync + sort_steps(variant.sort_cost, tree.child_count(0));

  Prediction p;
  p.t_sync = t_sync;
  p.finish = finish_step(tree, plans, variant.ports, t_0);
  p.lower_bound = gather_lower_bound(tree, lengths, variant.ports);
  p.bound = latest_finish(tree, lengths, variant.ports, t_0);
  add_figures_of_each_pe(tree, lengths, plans, variant.ports, t_0, p);
  p.sources = certification_sources(variant);
  return p;
}

}  // namespace flitwise::theory
