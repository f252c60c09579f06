// Shoulder-Tap: one machine (PE 0's input) with release steps e_j, served in index order.
#include <algorithm>
#include <limits>

#include "systemc/topology/tree_shapes.h"
#include "tb/theory/lengths.h"
#include "tb/theory/shoulder_tap.h"
#include "tb/theory/tree_theory.h"

namespace flitwise::theory {
namespace {

constexpr Step kNone = std::numeric_limits<Step>::min() / 2;

/// e_j: the earliest step in which message j can start to reach PE 0. All but the last PE must
/// pass the tap on first, which takes their send port for one step.
Step earliest_arrival(Node j, Node n) { return j < n ? 2 * Step{j} + 1 : 2 * Step{n}; }

/// a_j = max over nonnull m <= j of (e_m + L_m + .. + L_{j-1}), tx(j) = a_j - j + 1.
std::vector<std::optional<Step>> dispatch_steps(const std::vector<Flits>& lengths) {
  const auto n = static_cast<Node>(lengths.size()) - 1;
  std::vector<std::optional<Step>> dispatch(lengths.size());
  Flits before = 0;   // flits of messages with a lower index
  Step most = kNone;  // max over nonnull m <= j of (e_m - flits before m)
  for (Node j = 1; j <= n; ++j) {
    if (lengths[index_of(j)] == 0) continue;
    most = std::max(most, earliest_arrival(j, n) - before);
    dispatch[index_of(j)] = most + before - j + 1;
    before += lengths[index_of(j)];
  }
  return dispatch;
}

/// max over nonnull j of (e_j - 1 + L_j + .. + L_n), 0 when nothing is sent.
Step finish_step(const std::vector<Flits>& lengths) {
  const auto n = static_cast<Node>(lengths.size()) - 1;
  Step finish = 0;
  Flits from_here = 0;
  for (Node j = n; j >= 1; --j) {
    if (lengths[index_of(j)] == 0) continue;
    from_here += lengths[index_of(j)];
    finish = std::max(finish, earliest_arrival(j, n) - 1 + from_here);
  }
  return finish;
}

std::vector<Source> sources(bool end_mark) {
  const std::string mark = end_mark ? "; L_n counts the END mark" : "";
  return {
      {"finish",
       "Bhatt et al., Theorem 2 (optimal subject to inequality (5)), closed form: max over nonnull "
       "j of (e_j - 1 + sum of L_k with k >= j), e_j = 2j + 1 for j < n, e_n = 2n; any path" +
           mark},
      {"quiesce", "max(finish, n): the taps reach PE n in step n, messages or not"},
      {"dispatch",
       "Bhatt et al., inequality (7) as an equality: max over nonnull m <= j of (e_m + L_m + .. + "
       "L_{j-1}) - j + 1; the last PE may send one step after its tap" +
           mark},
      {"lower_bound",
       "max over d of (2d - 1 + sum of L_i with depth >= d): call down, data back, one flit a step "
       "into PE 0; every single-port gather that PE 0 starts" +
           mark},
  };
}

}  // namespace

std::vector<Flits> lengths_on_the_path(std::vector<Flits> lengths, bool end_mark) {
  if (end_mark && lengths.size() > 1) ++lengths.back();
  return lengths;
}

std::vector<std::int64_t> tap_values(const std::vector<Flits>& lengths) {
  std::vector<std::int64_t> values(lengths.size(), 0);
  Flits before = 0;   // L_1 + .. + L_{i-1}
  Step most = kNone;  // max over j < i of (2j - (L_1 + .. + L_{j-1}))
  for (std::size_t i = 1; i < lengths.size(); ++i) {
    const auto at = static_cast<Step>(i);
    values[i] = std::max<Step>(1, most + before - 2 * (at - 1));
    most = std::max(most, 2 * at - before);
    before += lengths[i];
  }
  return values;
}

Prediction predict_shoulder_tap(const std::vector<Flits>& lengths, bool end_mark) {
  const auto pes = static_cast<Node>(std::max<std::size_t>(lengths.size(), 1));
  check_lengths(pes, lengths);
  const std::vector<Flits> sent = lengths_on_the_path(lengths, end_mark);

  Prediction p;
  p.dispatch = dispatch_steps(sent);
  p.finish = finish_step(sent);
  p.quiesce = std::max<Step>(p.finish, pes - 1);
  p.lower_bound = gather_lower_bound(Tree(path_parents(pes)), sent);
  p.sources = sources(end_mark);
  return p;
}

}  // namespace flitwise::theory
