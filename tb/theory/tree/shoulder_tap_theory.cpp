// Shoulder-Tap: one machine (PE 0's input) with release steps e_j, served in index order.
#include <algorithm>
#include <limits>
#include <string>

#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/lengths.h"
#include "tb/theory/tree/shoulder_tap.h"
#include "tb/theory/tree/tree_theory.h"

namespace flitwise::theory {
namespace {

constexpr Step kNone = std::numeric_limits<Step>::min() / 2;

/// e_j: the earliest step in which message j can start to reach PE 0. With one port all but the
/// last PE must pass the tap on first, which takes their send port for one step.
Step earliest_arrival(Node j, Node n, Ports ports) {
  return 2 * Step{j} + (ports == Ports::kSingle && j < n ? 1 : 0);
}

/// a_j = max over nonnull m <= j of (e_m + L_m + .. + L_{j-1}), tx(j) = a_j - j + 1.
/// Lengths are in steps; the first flit leaves at the end of its tau steps.
std::vector<std::optional<Step>> dispatch_steps(const std::vector<Flits>& lengths, Ports ports,
                                                const Pace& pace) {
  const auto n = static_cast<Node>(lengths.size()) - 1;
  std::vector<std::optional<Step>> dispatch(lengths.size());
  Flits before = 0;   // flits of messages with a lower index
  Step most = kNone;  // max over nonnull m <= j of (e_m - flits before m)
  for (Node j = 1; j <= n; ++j) {
    if (lengths[index_of(j)] == 0) continue;
    most = std::max(most, earliest_arrival(j, n, ports) + pace.beta - before);
    dispatch[index_of(j)] = most + before - j + pace.tau;
    before += lengths[index_of(j)];
  }
  return dispatch;
}

/// max over nonnull j of (e_j - 1 + L_j + .. + L_n), 0 when nothing is sent.
Step finish_step(const std::vector<Flits>& lengths, Ports ports, Step beta) {
  const auto n = static_cast<Node>(lengths.size()) - 1;
  Step finish = 0;
  Flits from_here = 0;
  for (Node j = n; j >= 1; --j) {
    if (lengths[index_of(j)] == 0) continue;
    from_here += lengths[index_of(j)];
    finish = std::max(finish, earliest_arrival(j, n, ports) + beta - 1 + from_here);
  }
  return finish;
}

std::vector<Source> sources(bool end_mark, Ports ports, const Pace& pace) {
  const std::string mark =
      std::string(end_mark ? "; L_n counts the END mark" : "") +
      pace.note("Remark 2: L tau in place of L, e_j later by beta, the setup of the message");
  const bool single = ports == Ports::kSingle;
  const std::string earliest =
      single ? "e_j = 2j + 1 for j < n, e_n = 2n" : "e_j = 2j: the tap and data leave in one step";
  return {
      {"finish",
       "Bhatt et al., Theorem 2 (optimal subject to inequality (5)), closed form: max over nonnull "
       "j of (e_j - 1 + sum of L_k with k >= j), " +
           earliest + "; any path" + mark},
      {"quiesce", "max(finish, n): the taps reach PE n in step n, messages or not"},
      {"dispatch",
       "Bhatt et al., inequality (7) as an equality: max over nonnull m <= j of (e_m + L_m + .. + "
       "L_{j-1}) - j + 1; " +
           std::string(single ? "the last PE" : "every PE") + " may send one step after its tap" +
           mark},
      {"lower_bound", gather_lower_bound_source(ports) + mark},
  };
}

}  // namespace

std::vector<Flits> lengths_on_the_path(std::vector<Flits> lengths, bool end_mark) {
  if (end_mark && lengths.size() > 1) ++lengths.back();
  return lengths;
}

std::vector<std::int64_t> tap_values(const std::vector<Flits>& flits, Ports ports,
                                     const Pace& pace) {
  const std::vector<Flits> lengths = in_steps(flits, 0, pace);
  // Multiport, a PE may send one step after its tap and not two, so that all after it wait less.
  const Step sooner = ports == Ports::kSingle ? 0 : 1;
  std::vector<std::int64_t> values(lengths.size(), 0);
  Flits before = 0;   // L_1 + .. + L_{i-1}
  Step most = kNone;  // max over j < i of (2j - (L_1 + .. + L_{j-1}))
  for (std::size_t i = 1; i < lengths.size(); ++i) {
    const auto at = static_cast<Step>(i);
    values[i] = std::max<Step>(1, most + before - 2 * (at - 1) - sooner);
    if (lengths[i] > 0) most = std::max(most, 2 * at - before + pace.beta);
    before += lengths[i];
  }
  return values;
}

Prediction predict_shoulder_tap(const std::vector<Flits>& lengths, bool end_mark, Ports ports,
                                const Pace& pace) {
  const auto pes = static_cast<Node>(std::max<std::size_t>(lengths.size(), 1));
  check_lengths(pes, lengths);
  const std::vector<Flits> sent = lengths_on_the_path(lengths, end_mark);

  Prediction p;
  p.dispatch = dispatch_steps(in_steps(sent, 0, pace), ports, pace);
  p.finish = finish_step(in_steps(sent, 0, pace), ports, pace.beta);
  p.quiesce = std::max<Step>(p.finish, pes - 1);
  p.lower_bound = gather_lower_bound(Tree(path_parents(pes)), sent, ports, pace);
  p.sources = sources(end_mark, ports, pace);
  return p;
}

}  // namespace flitwise::theory
