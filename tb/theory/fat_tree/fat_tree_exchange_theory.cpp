// fat_tree_exchange_theory.cpp: total exchange, from every leaf to every other a packet of its own.
#include "tb/theory/fat_tree/fat_tree_theory.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "tb/theory/fat_tree/fat_tree_figures.h"
#include "tb/theory/lengths.h"

namespace flitwise::theory {

// Total exchange in phases h = L to 1: the b subtrees below every switch of level h exchange all
// their messages, as many a step as its branches carry.

namespace {

/// e_h, the packets per branch and step of phase h.
std::int64_t effective(const std::vector<int>& capacities, int h) {
  return capacities[index_of(h - 1)];
}

/// (b-1) b^(2h-2), the packets that a branch of level h carries up in phase h.
std::int64_t entries_of(const FatTree& tree, int h) {
  const std::int64_t m = tree.leaves_below(h - 1);
  return (tree.arity() - 1) * m * m;
}

/// G_h, the dispatch steps of phase h.
Step groups_of(const FatTree& tree, const std::vector<int>& capacities, int h) {
  const std::int64_t e = effective(capacities, h);
  return (entries_of(tree, h) + e - 1) / e;
}

/// The base-b digits of u, `digits` of them, read backwards: neighbours become far apart.
Node reversed_digits(Node u, int arity, int digits) {
  Node reversed = 0;
  for (int i = 0; i < digits; ++i) {
    reversed = reversed * arity + u % arity;
    u /= arity;
  }
  return reversed;
}

/// Which leaf of each subtree sends to which leaf of the r-th subtree after it.
struct Entry {
  Node from = 0;
  Node to = 0;
  int r = 1;
};

/// Entry q of phase h. Of any e <= m in a row, at most ceil(e / b^(h-j)) are in one subtree of
/// b^(j-1) leaves, as sources and as destinations; of the m entries of a row, m k to m (k+1) - 1,
/// every leaf is one of each.
Entry entry_of(const FatTree& tree, int h, std::int64_t q) {
  const std::int64_t m = tree.leaves_below(h - 1);
  const std::int64_t shift = q % (m * m) / m;
  const std::int64_t u = q % m;
  return {reversed_digits(static_cast<Node>(u), tree.arity(), h - 1),
          reversed_digits(static_cast<Node>((u + shift) % m), tree.arity(), h - 1),
          static_cast<int>(1 + q / (m * m))};
}

void append_entry(const FatTree& tree, int h, const Entry& entry, Step step, FatTreeTable& table) {
  const Node m = tree.leaves_below(h - 1);
  for (Node base = 0; base < tree.leaves(); base += m * tree.arity()) {
    for (int j = 0; j < tree.arity(); ++j) {
      const Node destination = base + (j + entry.r) % tree.arity() * m + entry.to;
      table.push_back({step, base + j * m + entry.from, FlitKind::kData, destination});
    }
  }
}

/// Appends phase h, its first group in step `start`.
///
/// With e = k m + f, f < m, a step takes k whole rows and f entries one after the other, the latter
/// from the rows that the former leave in G_h steps: ceil(e / b^(h-j)) of a subtree again. For e <
/// m (always if c_1 = 1 and the branch is no wider than its leaves) all go one after the other.
void append_phase(const FatTree& tree, const std::vector<int>& capacities, int h, Step start,
                  FatTreeTable& table) {
  const std::int64_t m = tree.leaves_below(h - 1);
  const std::int64_t whole = effective(capacities, h) / m;
  const std::int64_t rest = effective(capacities, h) % m;
  const std::int64_t rows = entries_of(tree, h) / m;
  const std::int64_t singly =
      std::max<std::int64_t>(0, rows - whole * groups_of(tree, capacities, h));
  for (std::int64_t q = 0; q < rows * m; ++q) {
    const Step group = q < singly * m ? q / rest : (q / m - singly) / whole;
    append_entry(tree, h, entry_of(tree, h, q), start + group, table);
  }
}

const char* phases_source() {
  return "phases h = L to 1, e_h entries a step with e_1 = c_1 and e_h = min(c_h, b e_(h-1)), "
         "where e_h > m as whole rows of m and the rest: entry q sends from leaf rev(u) of every "
         "subtree below a switch of level h to leaf rev((u + S) mod m) of the r-th after it; m = "
         "b^(h-1), u = q mod m, S = (q mod m^2) div m, r = 1 + q div m^2";
}

LowerBound bound_of_exchange(const FatTree& tree, const FatTreeLatency& latency) {
  return {exchange_bound(tree, latency), exchange_bound_source(tree, latency)};
}

/// "2 idle steps between phases", or by phase, "4, 6 idle steps".
std::string idle_steps(const FatTree& tree, PhaseGap gap, const FatTreeLatency& latency) {
  if (gap) return std::to_string(*gap);
  if (latency.is_unit()) return "2";
  std::string steps;
  for (int h = tree.levels(); h >= 2; --h)
    steps += (steps.empty() ? "" : ", ") + std::to_string(latency.longer_by(h));
  return steps.empty() ? "0" : steps;
}

}  // namespace

std::vector<int> effective_capacities(const FatTree& tree) {
  std::vector<int> effective{tree.leaf_links()};
  for (int i = 2; i <= tree.levels(); ++i)
    effective.push_back(std::min(tree.capacity(i), tree.arity() * effective.back()));
  return effective;
}

FatTreePrediction predict_fat_tree_exchange_serial(const FatTree& tree,
                                                   const FatTreeLatency& latency) {
  const LowerBound bound = bound_of_exchange(tree, latency);
  const std::vector<int> capacities = effective_capacities(tree);
  FatTreeTable table;
  Step start = 1;
  for (int h = tree.levels(); h >= 1; --h) {
    append_phase(tree, capacities, h, start, table);
    start += groups_of(tree, capacities, h) + latency.whole_way(h);
  }
  return predict_table(
      tree, latency, std::move(table), start - 1,
      "Dimakopoulos and Dimopoulos, equation (1) with effective capacities: sum over h "
      "of ceil((b-1) b^(2h-2) / e_h) + L^2; any fat tree" +
          note(latency,
               "sum of lam_h in place of L^2, lam_h = (2h - 1) r + 2 (w_1 - 1) + .. + 2 (w_h - 1)"),
      std::string(phases_source()) + "; a phase starts when all is there", bound);
}

FatTreePrediction predict_fat_tree_exchange_phased(const FatTree& tree, PhaseGap phase_gap,
                                                   const FatTreeLatency& latency) {
  check_phase_gap(phase_gap);
  const LowerBound bound = bound_of_exchange(tree, latency);
  const std::vector<int> capacities = effective_capacities(tree);
  FatTreeTable table;
  Step start = 1;
  Step finish = 0;
  for (int h = tree.levels(); h >= 1; --h) {
    append_phase(tree, capacities, h, start, table);
    start += groups_of(tree, capacities, h);
    finish = std::max(finish, arrival_step(latency, start - 1, h));
    start += phase_gap.value_or(latency.longer_by(h));
  }
  return predict_table(
      tree, latency, std::move(table), finish,
      "Dimakopoulos and Dimopoulos, equation (2) with effective capacities: sum over h "
      "of ceil((b-1) b^(2h-2) / e_h) + 2L - 1 and (gap - 2) (L - 1) more; gap >= 2, any "
      "fat tree" +
          note(latency, kPhasesWithLatencies),
      std::string(phases_source()) + "; " + idle_steps(tree, phase_gap, latency) +
          " idle steps between phases",
      bound);
}

// Total exchange as scatters that follow each other, alone or in pairs (section 5 of the paper).

namespace {

/// Appends the scatter of turn `turn`, counted from 0: leaf `source` sends to the leaf whose digits
/// are its own plus those of k, k = n-1 down to 1, from step turn T + 1 on, c_1 flits a step. T,
/// the steps of a scatter of a flit per leaf, are those of a multinode broadcast.
void append_turn(const FatTree& tree, const FatTreeLatency& latency, Node source, Step turn,
                 FatTreeTable& table) {
  const Step begin = turn * multinode_bound(tree, latency) + 1;
  for (Node k = tree.leaves() - 1; k >= 1; --k)
    append_message(tree, source, add_digits(tree, source, k), 1, begin, tree.leaves() - 1 - k,
                   table);
}

constexpr const char* kScatterWithLatencies =
    "scatters of max over h of (ceil((n - b^(h-1)) / c_1) + lam_h) steps";

void check_binary(const FatTree& tree) {
  if (tree.arity() != 2)
    throw std::invalid_argument("scatters in pairs need arity 2, got " +
                                std::to_string(tree.arity()));
}

/// What the number of one leaf of a pair differs in from the other's.
Node pair_difference(const FatTree& tree) {
  const Node n = tree.leaves();
  return n == 4 ? 3 : n == 8 ? 5 : n / 2;
}

}  // namespace

FatTreePrediction predict_fat_tree_exchange_scatters(const FatTree& tree,
                                                     const FatTreeLatency& latency) {
  const LowerBound bound = bound_of_exchange(tree, latency);
  FatTreeTable table;
  for (Node source = 0; source < tree.leaves(); ++source)
    append_turn(tree, latency, source, source, table);
  return predict_table(
      tree, latency, std::move(table), tree.leaves() * multinode_bound(tree, latency),
      "Dimakopoulos and Dimopoulos, section 5: n scatters of n + 1 steps (b = 2, n >= 4), else of "
      "n, one after the other; c_1 > 1: of max over h of (ceil((n - b^(h-1)) / c_1) + 2h - 1); any "
      "fat tree" +
          note(latency, kScatterWithLatencies),
      "leaf s scatters from step s T + 1 on, farthest first", bound);
}

FatTreePrediction predict_fat_tree_exchange_scatter_pairs(const FatTree& tree,
                                                          const FatTreeLatency& latency) {
  check_binary(tree);
  const LowerBound bound = bound_of_exchange(tree, latency);
  const Node difference = pair_difference(tree);
  FatTreeTable table;
  Step turn = 0;
  for (Node source = 0; source < tree.leaves(); ++source) {
    const Node other = add_digits(tree, source, difference);
    if (other < source) continue;
    append_turn(tree, latency, source, turn, table);
    append_turn(tree, latency, other, turn, table);
    ++turn;
  }
  return predict_table(
      tree, latency, std::move(table), tree.leaves() / 2 * multinode_bound(tree, latency),
      "Dimakopoulos and Dimopoulos, section 5: n / 2 times two scatters at once of n + 1 "
      "steps (n >= 4; 2 for n = 2); b = 2, any capacities" +
          note(latency, kScatterWithLatencies),
      "pairs s < s XOR x scatter at once, by s, farthest first; x = 1, 3, 5 for n = 2, 4, "
      "8, else n/2",
      bound);
}

// Total exchange into queues: far messages first, so that the root is busy from step L on.

namespace {

bool is_fixed(FatTreePolicy policy) {
  return policy == FatTreePolicy::kUpFirst || policy == FatTreePolicy::kLocalFirst;
}

void add_far_first_finish(const FatTree& tree, FatTreePolicy policy, const FatTreeLatency& latency,
                          FatTreePrediction& p) {
  const Step n = tree.leaves();
  const Step top = tree.leaves_below(tree.levels() - 1);
  if (pattern_of(tree) == CapacityPattern::kConstant) {
    p.finish = arrival_step(latency, top * (n - top), tree.levels());
    p.sources.push_back(
        {"finish",
         "b^(L-1) (n - b^(L-1)) + 2L - 1, the bound of the root; c_i = 1, n <= 128, by runs" +
             note(latency, kWholeWay)});
  } else if (pattern_of(tree) == CapacityPattern::kExponential && is_fixed(policy) &&
             latency.is_unit()) {
    p.finish = n + 2 * tree.levels() - 2;
    p.sources.push_back(
        {"finish", "n + 2L - 2; c_i = b^(i-1), up-first or local-first, n <= 128, by runs"});
  }
}

/// c_i = 1. The b children of a switch of level i send up b packets a step, of which one goes on,
/// for as long as each has packets of a class beyond i, b^(i-1) (n - b^i) of them.
void add_far_first_queues(const FatTree& tree, FatTreePrediction& p) {
  p.max_wait.resize(index_of(tree.levels()) + 1);
  p.max_stored.resize(p.max_wait.size());
  p.max_wait[0].up = 0;
  p.max_stored[0].up = 1;
  for (int i = 1; i < tree.levels(); ++i) {
    const Flits steps = Flits{tree.leaves_below(i - 1)} * (tree.leaves() - tree.leaves_below(i));
    p.max_wait[index_of(i)].up = (tree.arity() - 1) * steps;
    p.max_stored[index_of(i)].up = (tree.arity() - 1) * steps + 1;
  }
  p.queue_free = tree.levels() == 1;  // then every step is a permutation of the leaves
  for (const char* quantity : {"max_wait", "max_stored", "queue_free"})
    p.sources.push_back(
        {quantity, "up outputs: (b-1) b^(i-1) (n - b^i) wait, one more is stored; c_i = 1"});
}

}  // namespace

FatTreePrediction predict_fat_tree_exchange_far_first(const FatTree& tree, FatTreePolicy policy,
                                                      const FatTreeLatency& latency) {
  const Step n = tree.leaves();
  FatTreePrediction p;
  for (Node k = tree.leaves() - 1; k >= 1; --k) {
    for (Node source = 0; source < tree.leaves(); ++source)
      append_message(tree, source, add_digits(tree, source, k), 1, 1, n - 1 - k, p.dispatch);
  }
  sort_table(p.dispatch);
  p.lower_bound = exchange_bound(tree, latency);
  p.sources = {{"dispatch",
                "every leaf back to back from step 1, for k = n-1 down to 1 to the leaf whose "
                "digits are its own plus those of k"},
               exchange_bound_source(tree, latency)};
  if (n <= 128) add_far_first_finish(tree, policy, latency, p);
  if (pattern_of(tree) == CapacityPattern::kConstant) add_far_first_queues(tree, p);
  return p;
}

// Total exchange on the plain binary tree in n^2/4 + 2L - 1 steps: the root's links are busy in
// every step, and all nearer traffic fits beside. The root serves quarters in turn, q = step - 1 by
// q, so that one quarter of each half is always free to send and another to receive.

namespace {

void send(Step q, Node source, Node destination, FatTreeTable& table) {
  table.push_back({q + 1, source, FlitKind::kData, destination});
}

/// Class L: in every step one leaf of each half to one of the other. The shift S is even in the
/// first half of the time and odd in the second, so that parity of q tells the quarter.
void send_across_root(const FatTree& tree, FatTreeTable& table) {
  const Node half = tree.leaves() / 2;
  const int bits = tree.levels() - 1;
  for (Node q = 0; q < half * half; ++q) {
    const Node round = q / half;
    const Node shift = round < half / 2 ? 2 * round : 2 * (round - half / 2) + 1;
    const Node from = reversed_digits(q % half, 2, bits);
    const Node to = reversed_digits((q % half + shift) % half, 2, bits);
    send(q, from, half + to, table);
    send(q, half + from, to, table);
  }
}

/// Class L - 1, from q = N/2 + D_L on, D_L even: odd q first quarter to second, even q second to
/// first. Any order of the pairs will do; this one is pair p = 0, 1, ... of leaf p mod w of the
/// first quarter and leaf p div w of the second, w = n/4, in two steps, one for each direction.
void send_across_halves(const FatTree& tree, const FatTreeLatency& latency, FatTreeTable& table) {
  const Node half = tree.leaves() / 2;
  const Node quarter = half / 2;
  const Step first = Step{half} * half / 2 + latency.longer_by(tree.levels());
  for (Node i = 0; i < 2 * quarter * quarter; ++i) {
    const Step q = first + i;
    const Node in_first = i / 2 % quarter;
    const Node in_second = quarter + i / 2 / quarter;
    const Node from = q % 2 == 1 ? in_first : in_second;
    const Node to = q % 2 == 1 ? in_second : in_first;
    send(q, from, to, table);
    send(q, half + from, half + to, table);
  }
}

/// One packet each way across every switch of level h in the quarter that starts at `base`: pair p
/// is leaf p mod m of the left subtree and leaf p div m of the right one. Any order will do.
void send_across_switches(const FatTree& tree, int h, Node pair, Step q, Node base,
                          FatTreeTable& table) {
  const Node m = tree.leaves_below(h - 1);
  for (Node left = base; left < base + tree.leaves() / 4; left += 2 * m) {
    send(q, left + pair % m, left + m + pair / m, table);
    send(q, left + m + pair / m, left + pair % m, table);
  }
}

/// Classes L - 2 to 1, inside the quarters: even q in the second ones, odd q in the first. A slot
/// is two steps; D_h / 2 of them are idle between classes h and h - 1.
void send_inside_quarters(const FatTree& tree, const FatTreeLatency& latency, FatTreeTable& table) {
  const Node quarter = tree.leaves() / 4;
  Step slot = 0;
  for (int h = tree.levels() - 2; h >= 1; slot += latency.longer_by(h) / 2, --h) {
    const Node pairs = tree.leaves_below(h - 1) * tree.leaves_below(h - 1);
    for (Node pair = 0; pair < pairs; ++pair, ++slot) {
      for (const Node half : {0, tree.leaves() / 2}) {
        send_across_switches(tree, h, pair, 2 * slot, half + quarter, table);
        send_across_switches(tree, h, pair, 2 * slot + 1, half, table);
      }
    }
  }
}

void check_plain_binary(const FatTree& tree) {
  if (tree.arity() != 2 || tree.capacities() != constant_capacities(tree.levels()))
    throw std::invalid_argument(
        "the exchange in n^2/4 + 2L - 1 steps needs arity 2 and capacities c_i = 1");
}

}  // namespace

FatTreePrediction predict_fat_tree_exchange_optimal_cbft(const FatTree& tree,
                                                         const FatTreeLatency& latency) {
  check_plain_binary(tree);
  const LowerBound bound = bound_of_exchange(tree, latency);
  const Step n = tree.leaves();
  FatTreeTable table;
  send_across_root(tree, table);
  if (tree.levels() >= 2) send_across_halves(tree, latency, table);
  if (tree.levels() >= 3) send_inside_quarters(tree, latency, table);
  return predict_table(
      tree, latency, std::move(table), arrival_step(latency, n * n / 4, tree.levels()),
      "n^2/4 + 2L - 1, optimal; b = 2, c_i = 1" + note(latency, kWholeWay),
      latency.is_unit()
          ? "class L in steps 1 to n^2/4, class L - 1 from n^2/8 + 3 to n^2/4 + 2 between the "
            "quarters of each half, classes L - 2 to 1 from step 1 inside the quarters; "
            "second quarters send in odd steps, first in even ones"
          : "class L in steps 1 to n^2/4, class L - 1 from n^2/8 + D_L + 1 to n^2/4 + D_L between "
            "the quarters of each half, classes L - 2 to 1 from step 1 inside the quarters, D_h "
            "idle steps after class h; second quarters send in odd steps, first in even ones; D_h "
            "= lam_h - lam_(h-1)",
      bound);
}

// Total exchange in which all leaves do the same, on the full binary fat tree in n + 2L - 3 steps
// where D_h = 2 for all h >= 2. All leaves do the same: in each
// step all send to class h or none sends, leaf s to s XOR k. Then sources and destinations are all
// different in every step, and nothing collides as soon as no two classes arrive in one step.

namespace {

/// Writes a schedule that is the same for all leaves.
class CommonSchedule {
 public:
  explicit CommonSchedule(const FatTree& tree) : tree_(tree), next_(index_of(tree.levels()) + 1) {
    for (int h = 1; h <= tree.levels(); ++h) next_[index_of(h)] = tree.leaves_below(h - 1);
  }

  /// In `step` every leaf sends the next message of class h: k = b^(h-1), b^(h-1) + 1, ...
  void send(Step step, int h) {
    const Node k = next_[index_of(h)]++;
    for (Node source = 0; source < tree_.leaves(); ++source)
      table_.push_back({step, source, FlitKind::kData, add_digits(tree_, source, k)});
  }

  /// Does class h have messages that are not sent yet?
  bool has_more(int h) const { return next_[index_of(h)] < tree_.leaves_below(h); }

  FatTreeTable take() {
    sort_table(table_);
    return std::move(table_);
  }

 private:
  const FatTree& tree_;
  std::vector<Node> next_;  // by class
  FatTreeTable table_;
};

/// Sends classes h to 1 in full so that they arrive back to back from step `arrival` on.
void send_arriving_from(CommonSchedule& schedule, const FatTree& tree, int h, Step arrival) {
  for (; h >= 1; --h) {
    for (Node k = 0; k < tree.leaves_below(h - 1); ++k) schedule.send(arrival++ - 2 * h + 1, h);
  }
}

/// L >= 3: blocks that fill the idle receive steps of the far classes with near ones.
void send_in_blocks(CommonSchedule& schedule, const FatTree& tree) {
  const int top = tree.levels();
  const Step n = tree.leaves();
  for (Step block = 0; block < n / 8; ++block) {
    Step step = 6 * block;
    for (const int h : {top, top - 1, top, top, top, top - 2}) schedule.send(++step, h);
  }
  const Step after_idle = 3 * n / 4 + 2;
  for (Step i = 0; i < n / 8; ++i) schedule.send(after_idle + i, top - 1);
  send_arriving_from(schedule, tree, top - 3, after_idle + n / 8 + 2 * (top - 1) - 1);
}

void check_full_binary(const FatTree& tree) {
  if (tree.arity() != 2 || tree.capacities() != exponential_capacities(tree.levels(), 2))
    throw std::invalid_argument(
        "the exchange in n + 2L - 3 steps needs arity 2 and capacities c_i = 2^(i-1)");
}

/// D_h = 2 for all h >= 2: the distances of classes are those of hops of one step.
bool has_plain_hops(const FatTree& tree, const FatTreeLatency& latency) {
  for (int h = 2; h <= tree.levels(); ++h)
    if (latency.longer_by(h) != 2) return false;
  return true;
}

void check_class_step(const FatTree& tree, const CommonSchedule& schedule,
                      const FatTreeClassStep& at) {
  const std::string where = "a sequence of classes, step " + std::to_string(at.step);
  if (at.step < 1) throw std::invalid_argument(where + ": steps count from 1");
  if (at.level < 1 || at.level > tree.levels())
    throw std::invalid_argument(where + ": classes are 1 to " + std::to_string(tree.levels()) +
                                ", got " + std::to_string(at.level));
  if (!schedule.has_more(at.level))
    throw std::invalid_argument(
        where + ": class " + std::to_string(at.level) + " has no more than (b-1) b^(h-1) = " +
        std::to_string((tree.arity() - 1) * tree.leaves_below(at.level - 1)) + " messages");
}

}  // namespace

FatTreePrediction predict_fat_tree_exchange_optimal_ebft(const FatTree& tree,
                                                         const FatTreeLatency& latency) {
  check_full_binary(tree);
  const int levels = tree.levels();
  const LowerBound bound = bound_of_exchange(tree, latency);
  if (!has_plain_hops(tree, latency)) return predict_fat_tree_exchange_phased(tree, {}, latency);
  CommonSchedule schedule(tree);
  if (levels >= 3)
    send_in_blocks(schedule, tree);
  else
    send_arriving_from(schedule, tree, levels, 2 * levels);
  return predict_table(
      tree, latency, schedule.take(),
      arrival_step(latency, Step{tree.leaves()} - (levels >= 3 ? 2 : 1), levels),
      "n + 2L - 3 for n >= 8, n + 2L - 2 below, optimal, against the conjecture of "
      "Dimakopoulos and Dimopoulos, section 5.1; b = 2, c_i = 2^(i-1)" +
          note(latency, "2 (w_1 - 1) more; r = 1 and w_i = 1 from i = 2 on"),
      "all leaves alike, to s XOR k: n/8 blocks of classes L, L-1, L, L, L, L-2, an idle "
      "step, n/8 of class L-1, then classes L-3 to 1, arriving without a gap; k "
      "increases within a class",
      bound);
}

FatTreePrediction predict_fat_tree_exchange_in_classes(
    const FatTree& tree, const std::vector<FatTreeClassStep>& sequence,
    const FatTreeLatency& latency) {
  const LowerBound bound = bound_of_exchange(tree, latency);
  CommonSchedule schedule(tree);
  Step finish = 0;
  for (const FatTreeClassStep& at : sequence) {
    check_class_step(tree, schedule, at);
    schedule.send(at.step, at.level);
    finish = std::max(finish, arrival_step(latency, at.step, at.level));
  }
  for (int h = 1; h <= tree.levels(); ++h) {
    if (schedule.has_more(h))
      throw std::invalid_argument(
          "a sequence of classes must have class " + std::to_string(h) + " (b-1) b^(h-1) = " +
          std::to_string((tree.arity() - 1) * tree.leaves_below(h - 1)) + " times, not less often");
  }
  return predict_table(
      tree, latency, schedule.take(), finish,
      "the last over the sequence of (step + 2h - 1), where nothing waits; no closed form is "
      "known" +
          note(latency, kWholeWay),
      "all leaves alike, to the leaf whose digits are those of s plus those of k: in each step of "
      "the sequence a message of its class, k increases within a class",
      bound);
}

}  // namespace flitwise::theory
