// Transmission-Certification in all its variants.
//
// The stream of PE v is what v and the PEs below it send, without a gap. Single-port, PE 0's input
// takes one stream, which begins in step t_0 + c_0 - r_0; multiport, it takes one per child j,
// which begins in step t_0 + g_0 + (wd - 1) + (wu - 1) + c_j. With q_v flits in front of v's stream
// in PE 0's, its first flit arrives q_v steps later, q_v tau where flits are tau apart. Everything
// else follows: v sends it the steps of its way up earlier, and s_v is what is left of that time
// when the order arrives.
#include "tb/theory/tree/certification_theory.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "tb/theory/lengths.h"
#include "tb/theory/tree/certificate.h"
#include "tb/theory/tree/printed_certification.h"
#include "tb/theory/tree/synchronisation.h"
#include "tb/theory/tree/tree_theory.h"

namespace flitwise::theory {
namespace {

std::string section() { return "Bhatt et al., section 3.2"; }

std::string lag_formula(Rule rule) {
  switch (rule) {
    case Rule::kPaper:
      return "explicit formula: base + max(0, r_1 - base - L) + sum of max(0, r_k - r_{k-1} - "
             "n_{k-1}), children by (c, index)";
    case Rule::kTight:
      return "Remark 5: max(base, max over k of (r_k - L - n before k)), children by (r, index)";
    case Rule::kSkip:
      return "Remark 5 over the children that have flits: max(base, max over k of (r_k - L - n "
             "before k)), children by (r, index)";
    case Rule::kPrinted:  // certified by printed_certification.cpp
      break;
    case Rule::kPosIdx:
      return "Remark 5 over the children that have flits, each released by its own turn p in "
             "index order: max(base, max over k of (r_k - L - n before k))";
    case Rule::kPos:
      break;
  }
  return "Remark 5 over the children that have flits, each released by its own turn p in the "
         "order of increasing slack: max(base, max over k of (r_k - L - n before k))";
}

std::string releases(const CertificationVariant& variant) {
  if (variant.ports == Ports::kMulti) return "; base 1, r = c + 2; any tree";
  if (variant.rule == Rule::kPosIdx || variant.rule == Rule::kPos)
    return "; base d + 1 (root 0), r = p + 1 + c; any tree";
  return "; base d + 1, r = d + 1 + c; any tree";
}

std::string finish_source(Ports ports, const TreeLatency& latency) {
  return ports == Ports::kSingle
             ? section() + ", phase 4: T_sync + K(d_0) + c_0 + M - 2, 0 when M = 0; any tree" +
                   note(latency, "M - 1 - r_0 in place of M - 2")
             : "Bhatt et al., section 4, one stream per child of the root: T_sync + K(d_0) + max "
               "over children j with flits of (c_j + n_j), 0 when M = 0; any tree" +
                   note(latency, "c_j + n_j + (g_0 - 1) + (wd - 1) + (wu - 1)");
}

std::string bound_source(Ports ports, const TreeLatency& latency) {
  return ports == Ports::kSingle
             ? "Bhatt et al., Theorem 3 with the trips of certificates and data up the tree: "
               "T_sync + K(d_0) + largest sum of d on a path from the root + D + M - 1, 0 when "
               "M = 0; every rule and tree" +
                   note(latency,
                        "A - r_0 in place of D, A the largest of (sum of a + g of the leaf) on a "
                        "path from the root to a leaf")
             : "T_sync + K(d_0) + 2D - 1 + flits of the fullest root subtree, 0 when M = 0 "
               "(4D - 1 + those flits when K is 0); every rule and tree" +
                   note(latency,
                        "A - r_0 in place of 2D, A the largest of (sum of 1 + a, + g of the leaf) "
                        "on a path from the root to a leaf");
}

std::vector<Source> sources_of_certification(const CertificationVariant& variant) {
  const bool single = variant.ports == Ports::kSingle;
  const TreeLatency& latency = variant.latency;
  return {
      {"t_sync", t_sync_source(variant)},
      {"lag", section() + ", " + lag_formula(variant.rule) + releases(variant) +
                  note(latency,
                       "base d + g, multiport g; releases later by a - 1, a = (g - 1) + (wd - 1) + "
                       "(wu - 1) + r of the router") +
                  variant.pace.note("Remark 2: beta + tau - 1 on the base of a PE with a message, "
                                    "tau times L and n")},
      {"stream", section() + ": n_i = L_i + sum of the children's n; any tree"},
      {"order_value",
       section() +
           ", phase 3 with s_0 = c_0 and the wait for the order to the child "
           "deducted: step in which the stream is due at the root - (depth - 1) - step "
           "of the order" +
           note(latency, "the way up in place of depth - 1")},
      {"dispatch",
       std::string(single ? section() + ", phase 4: T_sync + K(d_0) + c_0"
                          : "Bhatt et al., section 4: T_sync + K(d_0) + 2 + c_j of the root's "
                            "child above") +
           " + flits ahead in the stream into the root - depth" +
           note(latency, single ? "less the way up and r_0 in place of depth"
                                : "g_0 + (wd - 1) + (wu - 1) in place of 2, the way up in place "
                                  "of depth") +
           variant.pace.note("Remark 2: tau times the flits ahead")},
      {"finish", finish_source(variant.ports, latency) +
                     variant.pace.note("Remark 2: (M - 1) tau + 1 and (n_j - 1) tau + 1 in place "
                                       "of M and n_j")},
      {"quiesce",
       "max(finish, T_sync, step of the last order): T_sync + K(d_0) + largest sum of order "
       "positions on a path from the root (multiport: + depth) over the PEs that get one" +
           note(latency, "(g - 1) + (w - 1) more for each link of the path")},
      {"lower_bound", gather_lower_bound_source(variant.ports, latency) +
                          variant.pace.note("Remark 2: L tau in place of L, and all of it later "
                                            "by beta")},
      {"bound", bound_source(variant.ports, latency) +
                    variant.pace.note("Remark 2: beta + M tau in place of M, so with the flits "
                                      "of a subtree")},
  };
}

/// Steps from the root's virtual order to the first flit of the stream of its child, which has lag
/// 0: over both links, without the root's router.
Step round_trip(Node child, const TreeLatency& latency) {
  return latency.reaction_of(0) + latency.down_to(child) - 1 + latency.up_from(child) - 1;
}

/// Step in which the stream of each PE that is ordered begins to reach PE 0. Entry 0 is that of PE
/// 0's whole input, if it is one.
std::vector<Step> arrivals(const Tree& tree, const std::vector<Flits>& lengths,
                           const std::vector<PePlan>& plans, const CertificationVariant& variant,
                           Step t_0) {
  const Step tau = variant.pace.tau;
  std::vector<Step> arrival(lengths.size(), 0);
  arrival[0] = t_0 + plans[0].certificate.lag - variant.latency.router_of(0);
  for (const Node v : tree.depth_first()) {
    Step next = arrival[index_of(v)] + lengths[index_of(v)] * tau;
    for (const std::size_t j : plans[index_of(v)].stream) {
      const Node child = tree.children(v)[j];
      const Certificate& certificate = plans[index_of(child)].certificate;
      const bool has_its_own_port = v == 0 && variant.ports == Ports::kMulti;
      arrival[index_of(child)] =
          has_its_own_port ? t_0 + round_trip(child, variant.latency) + certificate.lag : next;
      next += certificate.stream * tau;
    }
  }
  return arrival;
}

Step finish_step(const Tree& tree, const std::vector<PePlan>& plans,
                 const CertificationVariant& variant, Step t_0) {
  const Step tau = variant.pace.tau;
  const Certificate& whole = plans[0].certificate;
  if (whole.stream == 0) return 0;
  if (variant.ports == Ports::kSingle)
    return t_0 + whole.lag - variant.latency.router_of(0) + (whole.stream - 1) * tau;
  Step finish = 0;
  for (const Node child : tree.children(0)) {
    const Certificate& certificate = plans[index_of(child)].certificate;
    if (certificate.stream > 0)
      finish = std::max(finish, t_0 + round_trip(child, variant.latency) + certificate.lag +
                                    (certificate.stream - 1) * tau);
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

/// Largest sum of the steps `of_link(a)` of each link, a its round trip, on a path from the root to
/// a leaf, and of the reaction of the leaf.
template <typename OfLink>
Step slowest_path(const Tree& tree, const TreeLatency& latency, OfLink of_link) {
  Step slowest = 0;
  std::vector<Step> sum(index_of(tree.size()), 0);
  for (const Node v : tree.depth_first()) {
    const std::vector<Node>& children = tree.children(v);
    const Turnaround turnaround = turnaround_of(tree, v, latency);
    for (std::size_t j = 0; j < children.size(); ++j)
      sum[index_of(children[j])] = sum[index_of(v)] + of_link(turnaround.trip(j));
    if (children.empty()) slowest = std::max(slowest, sum[index_of(v)] + latency.reaction_of(v));
  }
  return slowest;
}

/// A lag is at most d + a (multiport: 1 + a) above the largest of the children's, and g + beta +
/// tau - 1 where there are none.
Step latest_finish(const Tree& tree, const std::vector<Flits>& lengths,
                   const CertificationVariant& variant, Step t_0) {
  const Flits flits = total_flits(lengths);
  if (flits == 0) return 0;
  const auto& [beta, tau] = variant.pace;
  const Step start = t_0 + beta - 1 - variant.latency.router_of(0);
  if (variant.ports == Ports::kSingle)
    return start + heaviest_path(tree) +
           slowest_path(tree, variant.latency, [](Step trip) { return trip; }) + flits * tau;
  return start + slowest_path(tree, variant.latency, [](Step trip) { return 1 + trip; }) +
         largest_root_load(tree, lengths) * tau;
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
                            const std::vector<PePlan>& plans, const CertificationVariant& variant,
                            Step t_0, Prediction& p) {
  const std::vector<std::optional<Step>> delays =
      order_delays(tree, plans, variant.ports, variant.latency);
  const std::vector<Step> arrival = arrivals(tree, lengths, plans, variant, t_0);
  const std::vector<Step> way_up = variant.latency.lam_up(tree);
  p.dispatch.resize(lengths.size());
  p.lag.resize(lengths.size());
  p.stream.resize(lengths.size());
  p.order_value.resize(lengths.size());
  for (Node v = 0; v < tree.size(); ++v) {
    const std::size_t i = index_of(v);
    p.stream[i] = plans[i].certificate.stream;
    // The root sends no certificate: its lag shows only in the first flit of its single input.
    const bool shows = v > 0 || (variant.ports == Ports::kSingle && p.stream[i] > 0);
    if (shows) p.lag[i] = plans[i].certificate.lag;
    if (v == 0 || !delays[i]) continue;
    const Step first = arrival[i] - way_up[i];
    p.order_value[i] = first - (t_0 + *delays[i]);
    if (lengths[i] > 0) p.dispatch[i] = first;
  }
  p.quiesce = std::max(p.finish, last_control_step(*p.t_sync, t_0, delays));
}

}  // namespace

Prediction predict_certification(const Tree& tree, const std::vector<Flits>& lengths,
                                 const CertificationVariant& variant) {
  check_lengths(tree.size(), lengths);
  if (variant.rule == Rule::kPrinted) {
    if (!variant.pace.is_plain())
      throw std::invalid_argument("the paper prints certification for one step a flit alone");
    if (!variant.latency.is_unit())
      throw std::invalid_argument(
          "the paper prints certification for routers, links and PEs of one step alone");
    return predict_printed(tree, lengths, variant);
  }
  variant.latency.check(tree.size());
  const std::vector<PePlan> plans =
      plan_all(tree, lengths, variant.rule, variant.ports, variant.pace, variant.latency);
  const Step t_sync = synchronise(tree, variant).t_sync;
  const Step t_0 = t_sync + sort_steps(variant.sort_cost, tree.child_count(0));

  Prediction p;
  p.t_sync = t_sync;
  p.finish = finish_step(tree, plans, variant, t_0);
  p.lower_bound = gather_lower_bound(tree, lengths, variant.ports, variant.pace, variant.latency);
  p.bound = latest_finish(tree, lengths, variant, t_0);
  add_figures_of_each_pe(tree, lengths, plans, variant, t_0, p);
  p.sources = sources_of_certification(variant);
  return p;
}

void visit_certification_events(const Tree& tree, const std::vector<Flits>& lengths,
                                const CertificationVariant& variant, const Prediction& prediction,
                                const TakeEvent& take) {
  const TreeLatency& latency = variant.latency;
  if (variant.rule == Rule::kPrinted) {
    for (const LinkEvent& event : printed_events(tree, lengths, variant)) take(event);
    return;
  }
  visit_gather_events(tree, lengths, prediction, variant.pace, latency, take);
  const Synchronisation sync = synchronise(tree, variant);
  const std::vector<PePlan> plans =
      plan_all(tree, lengths, variant.rule, variant.ports, variant.pace, latency);
  const std::vector<std::optional<Step>> delays = order_delays(tree, plans, variant.ports, latency);
  const Step t_0 = prediction.t_sync.value() + sort_steps(variant.sort_cost, tree.child_count(0));

  for (Node v = 1; v < tree.size(); ++v) {
    const std::size_t i = index_of(v);
    const Node parent = tree.parent(v);
    const Step down = latency.down_to(v) - 1;  // from sending to reception
    const Step up = latency.up_from(v) - 1;
    take({sync.token[i] - down, parent, v, FlitKind::kToken, v, 1, sync.token_value[i]});
    take({sync.certificate[i] - up, v, parent, FlitKind::kCertificate, v, 1,
          prediction.lag[i].value(), prediction.stream[i].value()});
    if (!delays[i]) continue;
    take({t_0 + *delays[i] - down, parent, v, FlitKind::kOrder, v, 1,
          prediction.order_value[i].value()});
  }
}

std::vector<LinkEvent> certification_events(const Tree& tree, const std::vector<Flits>& lengths,
                                            const CertificationVariant& variant,
                                            const Prediction& prediction) {
  return sorted_events([&](const TakeEvent& take) {
    visit_certification_events(tree, lengths, variant, prediction, take);
  });
}

}  // namespace flitwise::theory
