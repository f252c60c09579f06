// Transmission-Certification, single-port, sequential polling.
//
// With q_v flits in front of message v in PE 0's stream, v's first flit arrives in step
// T_sync + c_0 - 1 + q_v. Everything else follows: v sends it depth(v) - 1 steps earlier, and s_v
// is what is left of that time when the order arrives.
#include <algorithm>
#include <string>

#include "tb/theory/certificate.h"
#include "tb/theory/lengths.h"
#include "tb/theory/tree_theory.h"

namespace flitwise::theory {
namespace {

std::vector<Source> sources(Rule rule) {
  const std::string section = "Bhatt et al., section 3.2";
  const std::string lag =
      rule == Rule::kPaper
          ? ", explicit formula: d + 1 + max(0, c_1 - L) + sum of max(0, c_k - c_{k-1} - n_{k-1}), "
            "children by (c, index); any tree"
          : ", Remark 5 with releases d + 1 + c: d + 1 + max(0, max over k of (c_k - L - n before "
            "k)); any tree";
  return {
      {"t_sync", section + ", phases 1 and 2: polling is a tour of 2n steps; any tree"},
      {"lag", section + lag},
      {"stream", section + ": n_i = L_i + sum of the children's n; any tree"},
      {"order_value", section +
                          ", phase 3 with s_0 = c_0 and the wait for the order to the child "
                          "deducted: c_0 + flits ahead - depth - steps from T_sync to the order"},
      {"dispatch", section + ", phase 4: T_sync + c_0 + flits ahead in PE 0's stream - depth"},
      {"finish", section + ", phase 4: T_sync + c_0 + M - 2, 0 when M = 0; any tree"},
      {"quiesce",
       "max(finish, T_sync + largest sum of sibling positions on a path from the root): "
       "every PE gets an order"},
      {"lower_bound",
       "max over d of (2d - 1 + sum of L_i with depth >= d): call down, data back, one flit a step "
       "into PE 0; every single-port gather that PE 0 starts"},
  };
}

}  // namespace

Prediction predict_certification(const Tree& tree, const std::vector<Flits>& lengths, Rule rule) {
  check_lengths(tree.size(), lengths);
  const std::vector<Certificate> promised = certificates(tree, lengths, rule);
  const std::vector<Step> delays = order_delays(tree);
  const std::vector<Flits> ahead = stream_positions(tree, lengths, promised);
  const Step t_sync = 2 * (Step{tree.size()} - 1);
  const Flits flits = promised[0].stream;

  Prediction p;
  p.t_sync = t_sync;
  p.finish = flits > 0 ? t_sync + promised[0].lag + flits - 2 : 0;
  p.quiesce = std::max(p.finish, t_sync + *std::max_element(delays.begin(), delays.end()));
  p.lower_bound = gather_lower_bound(tree, lengths);
  p.dispatch.resize(lengths.size());
  p.lag.resize(lengths.size());
  p.stream.resize(lengths.size());
  p.order_value.resize(lengths.size());
  for (Node v = 0; v < tree.size(); ++v) {
    const std::size_t i = index_of(v);
    p.stream[i] = promised[i].stream;
    // The root sends no certificate: its lag shows only in the first flit that it takes in.
    if (v > 0 || flits > 0) p.lag[i] = promised[i].lag;
    if (v == 0) continue;
    const Step first = t_sync + promised[0].lag + ahead[i] - tree.depth(v);
    p.order_value[i] = first - (t_sync + delays[i]);
    if (lengths[i] > 0) p.dispatch[i] = first;
  }
  p.sources = sources(rule);
  return p;
}

}  // namespace flitwise::theory
