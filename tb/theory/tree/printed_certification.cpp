#include "tb/theory/tree/printed_certification.h"

#include <algorithm>
#include <limits>
#include <string>

#include "tb/theory/lengths.h"
#include "tb/theory/tree/synchronisation.h"

namespace flitwise::theory {
namespace {

/// What a PE certifies, and its children in the order of their streams.
struct Part {
  std::int64_t lag = 1;
  Flits stream = 0;
  std::vector<Node> streams;
};

/// What becomes of a PE: its order, and its message.
struct Fate {
  Step ordered = 0;
  std::int64_t value = 0;  ///< s, as the order says it
  Step first = 0;          ///< step of its first flit
  Step arrival = 0;        ///< of that flit at PE 0, if nothing is in its way
};

struct Schedule {
  std::vector<Part> parts;
  std::vector<Fate> fates;  ///< that of PE 0 is its imagined order
};

std::int64_t leftmost_start(const std::vector<Part>& parts, const Part& part, Flits own) {
  const auto d = static_cast<std::int64_t>(part.streams.size());
  std::int64_t start = d + 1;
  Flits before = own;
  for (const Node child : part.streams) {
    start = std::max(start, d + parts[index_of(child)].lag - before);
    before += parts[index_of(child)].stream;
  }
  return start;
}

std::int64_t printed_sum(const std::vector<Part>& parts, const Part& part, Flits own) {
  auto sum = static_cast<std::int64_t>(part.streams.size()) + 1;
  std::int64_t hidden = own;  // c before and the flits that follow it
  for (const Node child : part.streams) {
    const Part& next = parts[index_of(child)];
    sum += std::max<std::int64_t>(0, next.lag - hidden);
    hidden = next.lag + next.stream;
  }
  return sum;
}

std::vector<Part> certify(const Tree& tree, const std::vector<Flits>& lengths,
                          const Printed& printed) {
  std::vector<Part> parts(lengths.size());
  const std::vector<Node>& order = tree.depth_first();
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    Part& part = parts[index_of(*v)];
    part.stream = lengths[index_of(*v)];
    part.streams = tree.children(*v);
    std::stable_sort(part.streams.begin(), part.streams.end(), [&](Node a, Node b) {
      return parts[index_of(a)].lag < parts[index_of(b)].lag;
    });
    for (const Node child : part.streams) part.stream += parts[index_of(child)].stream;
    part.lag = printed.limit ? leftmost_start(parts, part, lengths[index_of(*v)])
                             : printed_sum(parts, part, lengths[index_of(*v)]);
  }
  return parts;
}

Schedule schedule_of(const Tree& tree, const std::vector<Flits>& lengths, const Printed& printed,
                     Step t_0) {
  Schedule plan{certify(tree, lengths, printed), std::vector<Fate>(lengths.size())};
  plan.fates[0].ordered = t_0;
  plan.fates[0].value = printed.root ? 0 : plan.parts[0].lag;
  for (const Node v : tree.depth_first()) {
    Fate& own = plan.fates[index_of(v)];
    if (v != 0) {
      own.first = own.ordered + std::max<Step>(1, own.value);
      own.arrival = own.first + tree.depth(v) - 1;
    }
    std::int64_t value = own.value + lengths[index_of(v)];  // start in the schedule + s - c
    for (const Node child : plan.parts[index_of(v)].streams) {
      plan.fates[index_of(child)].value = value;
      value += plan.parts[index_of(child)].stream;
    }
    Step position = 0;
    for (const Node child : tree.children(v)) {
      Fate& fate = plan.fates[index_of(child)];
      fate.ordered = own.ordered + ++position;
      if (!printed.order) fate.value -= position + 1;
      fate.value = std::max<std::int64_t>(0, fate.value);
    }
  }
  return plan;
}

/// Finds the first conflict of a schedule.
class Meetings {
 public:
  Meetings(const Tree& tree, const std::vector<Flits>& lengths, const Schedule& plan)
      : tree_(tree), lengths_(lengths), plan_(plan) {}

  std::optional<TreeConflict> first() {
    for (Node v = 1; v < tree_.size(); ++v) {
      if (lengths_[index_of(v)] == 0) continue;
      meet_orders(v);
      messages_.push_back(v);
    }
    std::sort(messages_.begin(), messages_.end(),
              [&](Node a, Node b) { return begins(a) < begins(b); });
    for (std::size_t i = 0; i < messages_.size(); ++i) meet_later_ones(i);
    if (best_.pes.empty()) return std::nullopt;
    std::sort(best_.pes.begin(), best_.pes.end());
    best_.pes.erase(std::unique(best_.pes.begin(), best_.pes.end()), best_.pes.end());
    return best_;
  }

 private:
  Step begins(Node v) const { return plan_.fates[index_of(v)].arrival; }
  Step ends(Node v) const { return begins(v) + lengths_[index_of(v)] - 1; }
  bool is_above(Node v, Node w) const {
    return tree_.address(v) <= tree_.address(w) && tree_.address(w) < tree_.subtree_end(v);
  }

  void note(Step step, Node pe) {
    if (step > best_.step) return;
    if (step < best_.step) best_ = {step, {}};
    best_.pes.push_back(pe);
  }

  // PE v's flits leave each PE on their way one step after the one before it has sent them.
  void meet_orders(Node message) {
    for (Node v = message; v != 0; v = tree_.parent(v)) {
      const Step leaves = begins(message) - (tree_.depth(v) - 1);
      const Step leaves_last = ends(message) - (tree_.depth(v) - 1);
      const Step ordered = plan_.fates[index_of(v)].ordered;
      const Step both = std::max(leaves, ordered + 1);
      if (both <= std::min<Step>(leaves_last, ordered + tree_.child_count(v))) note(both - 1, v);
    }
  }

  void meet_later_ones(std::size_t i) {
    const Node a = messages_[i];
    for (std::size_t j = i + 1; j < messages_.size() && begins(messages_[j]) <= ends(a); ++j) {
      const Node b = messages_[j];
      const Step arrival = begins(b);
      Node meeting = tree_.depth(a) < tree_.depth(b) ? a : b;
      if (arrival - tree_.depth(meeting) > best_.step) continue;  // others met before
      const Node other = meeting == a ? b : a;
      while (!is_above(meeting, other)) meeting = tree_.parent(meeting);
      note(arrival - tree_.depth(meeting), meeting);
    }
  }

  const Tree& tree_;
  const std::vector<Flits>& lengths_;
  const Schedule& plan_;
  std::vector<Node> messages_;  // those that are not null, by arrival
  TreeConflict best_{std::numeric_limits<Step>::max(), {}};
};

Step start_of_orders(const Tree& tree, const CertificationVariant& variant, Step t_sync) {
  return t_sync + sort_steps(variant.sort_cost, tree.child_count(0));
}

std::string printed_words(const Printed& printed) {
  std::string words = "Bhatt et al., section 3.2";
  words += printed.limit ? ", lag by step 2 as printed" : ", lag by the printed sum";
  if (printed.order) words += ", orders as printed";
  if (printed.root) words += ", root ordered AFTER 0 as printed";
  return words;
}

std::vector<Source> sources_of(const CertificationVariant& variant) {
  const std::string words = printed_words(variant.printed);
  return {
      {"t_sync", t_sync_source(variant)},
      {"lag", words},
      {"stream", "Bhatt et al., section 3.2: n_i = L_i + sum of the children's n; any tree"},
      {"order_value", words + "; 0 where it would be less"},
      {"dispatch", words + ": step of the order + s, at least one step later"},
      {"finish", words + ": max over messages of (dispatch + L + depth - 2)"},
      {"quiesce", "max(finish, T_sync, step of the last order)"},
      {"lower_bound", gather_lower_bound_source(Ports::kSingle)},
  };
}

}  // namespace

Prediction predict_printed(const Tree& tree, const std::vector<Flits>& lengths,
                           const CertificationVariant& variant) {
  Prediction p;
  p.t_sync = synchronise(tree, variant).t_sync;
  const Step t_0 = start_of_orders(tree, variant, *p.t_sync);
  const Schedule plan = schedule_of(tree, lengths, variant.printed, t_0);
  p.quiesce = *p.t_sync;
  p.dispatch.resize(lengths.size());
  p.lag.resize(lengths.size());
  p.stream.resize(lengths.size());
  p.order_value.resize(lengths.size());
  std::optional<Step> first;
  for (Node v = 0; v < tree.size(); ++v) {
    const std::size_t i = index_of(v);
    const Fate& fate = plan.fates[i];
    p.stream[i] = plan.parts[i].stream;
    if (v == 0) continue;
    p.lag[i] = plan.parts[i].lag;
    p.order_value[i] = fate.value;
    p.quiesce = std::max(p.quiesce, fate.ordered);
    if (lengths[i] == 0) continue;
    p.dispatch[i] = fate.first;
    p.finish = std::max(p.finish, fate.arrival + lengths[i] - 1);
    first = std::min(first.value_or(fate.arrival), fate.arrival);
  }
  if (first) p.lag[0] = *first - t_0 + 1;
  p.quiesce = std::max(p.quiesce, p.finish);
  p.lower_bound = gather_lower_bound(tree, lengths, Ports::kSingle);
  p.sources = sources_of(variant);
  return p;
}

std::optional<TreeConflict> printed_conflict(const Tree& tree, const std::vector<Flits>& lengths,
                                             const CertificationVariant& variant) {
  const Step t_0 = start_of_orders(tree, variant, synchronise(tree, variant).t_sync);
  return Meetings(tree, lengths, schedule_of(tree, lengths, variant.printed, t_0)).first();
}

Source printed_conflict_source(const CertificationVariant& variant) {
  return {"conflict", printed_words(variant.printed) +
                          ": of flits that would reach PE 0 in one step, arrival - depth of the "
                          "lowest PE that both pass; of a flit and an order of one PE, the step "
                          "before both leave"};
}

std::vector<LinkEvent> printed_events(const Tree& tree, const std::vector<Flits>& lengths,
                                      const CertificationVariant& variant) {
  const Synchronisation sync = synchronise(tree, variant);
  const Schedule plan =
      schedule_of(tree, lengths, variant.printed, start_of_orders(tree, variant, sync.t_sync));
  const std::optional<TreeConflict> conflict = Meetings(tree, lengths, plan).first();
  const Step last = conflict ? conflict->step : std::numeric_limits<Step>::max();
  std::vector<LinkEvent> events;
  const auto add = [&](LinkEvent event) {
    if (event.step <= last) events.push_back(std::move(event));
  };
  for (Node v = 1; v < tree.size(); ++v) {
    const std::size_t i = index_of(v);
    const Node parent = tree.parent(v);
    const Fate& fate = plan.fates[i];
    add({sync.token[i], parent, v, FlitKind::kToken, v, 1, sync.token_value[i]});
    add({sync.certificate[i], v, parent, FlitKind::kCertificate, v, 1, plan.parts[i].lag,
         plan.parts[i].stream});
    add({fate.ordered, parent, v, FlitKind::kOrder, v, 1, fate.value});
    for (Node w = v; w != 0; w = tree.parent(w)) {
      const Step leaves = fate.arrival - (tree.depth(w) - 1);
      for (Flits k = 1; k <= lengths[i] && leaves + k - 1 <= last; ++k)
        add({leaves + k - 1, w, tree.parent(w), FlitKind::kData, v, k});
    }
  }
  std::sort(events.begin(), events.end());
  return events;
}

}  // namespace flitwise::theory
