#include "systemc/protocols/torus/torus_fsh.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "systemc/protocols/torus/torus_stage.h"

namespace flitwise::protocols {
namespace {

// Number of a cut point: rows choose their first column among a few.
using Digit = int;

// The centre rows that one centre sends the text to on one side, 1 or 2. A message goes straight
// if both rows have the same digit and turns if not; only one of two can go straight, and must.
struct CentreGroup {
  int from = 0;           ///< place of the sender in the cycle of rows; in an earlier group's rows,
                          ///< or the source's
  std::vector<int> rows;  ///< places
};

// Parts on each side that one source serves in a round.
constexpr int kFshPorts = 2;
constexpr int kRowsOfUnit = 3;

// Rows counted from the source's, row 0 in the middle of unit 0; the last unit on the right, at
// the seam, has 1 to 3 rows.
class RowUnits {
 public:
  // `rows` at least 3.
  explicit RowUnits(int rows)
      : ring_(ring_strip((rows + kRowsOfUnit - 1) / kRowsOfUnit)),
        rows_(rows),
        rows_of_last_(rows - kRowsOfUnit * (ring_.values() - 1)) {}

  const Strip& ring() const { return ring_; }
  int lowest_row() const { return first_row(-ring_.left); }
  int first_row(int unit) const { return kRowsOfUnit * unit - 1; }
  int last_row(int unit) const { return first_row(unit) + rows_of(unit) - 1; }
  int centre_row(int unit) const { return first_row(unit) + (rows_of(unit) - 1) / 2; }
  // Place of a row in the cycle of rows, from 0; rows beyond the seam count on around it.
  int place(int row) const { return (row - lowest_row() + rows_) % rows_; }

 private:
  int rows_of(int unit) const { return unit == ring_.right ? rows_of_last_ : kRowsOfUnit; }

  Strip ring_;
  int rows_;
  int rows_of_last_;
};

// A row that another row sends the text to.
struct RowMessage {
  int from = 0;
  int to = 0;
};

// Messages by which the source's row informs one row of each unit, and what they ask of the
// digits.
struct CentrePlan {
  std::vector<std::vector<RowMessage>> steps;  ///< messages of one row next to each other
  std::vector<CentreGroup> groups;
};

// Where a pattern exists, the first few draws have always found it.
constexpr int kDraws = 2000;
constexpr Digit kFree = -1;
constexpr Digit kUnreached = -1;

// Digits of a cycle of rows some of which are given: kFree where they are not.
class DigitCycle {
 public:
  DigitCycle(std::vector<Digit> given, int digits) : given_(std::move(given)), digits_(digits) {}

  std::optional<std::vector<Digit>> solve() {
    for (Digit first = 0; first < digits_; ++first)
      for (Digit second = 0; second < digits_; ++second)
        if (first != second && allowed(0, first) && allowed(1, second))
          if (auto found = solve_from(first, second)) return found;
    return std::nullopt;
  }

 private:
  std::size_t rows() const { return given_.size(); }
  bool allowed(std::size_t row, Digit d) const { return given_[row] == kFree || given_[row] == d; }
  std::size_t pair(Digit a, Digit b) const { return index_of(a * digits_ + b); }

  // before_[row][pair(a, b)]: a digit of row - 2 with which row - 1 can have a and row b.
  std::optional<std::vector<Digit>> solve_from(Digit first, Digit second) {
    const std::size_t pairs = pair(digits_, 0);
    before_.assign(rows(), std::vector<Digit>(pairs, kUnreached));
    before_[1][pair(first, second)] = 0;
    for (std::size_t row = 2; row < rows(); ++row) advance(row);
    for (Digit a = 0; a < digits_; ++a)
      for (Digit b = 0; b < digits_; ++b) {
        const bool closes = a != first && b != first && b != second;
        if (closes && before_.back()[pair(a, b)] != kUnreached) return trace_back(a, b);
      }
    return std::nullopt;
  }

  void advance(std::size_t row) {
    for (Digit a = 0; a < digits_; ++a)
      for (Digit b = 0; b < digits_; ++b) {
        if (before_[row - 1][pair(a, b)] == kUnreached) continue;
        for (Digit c = 0; c < digits_; ++c)
          if (c != a && c != b && allowed(row, c)) before_[row][pair(b, c)] = a;
      }
  }

  std::vector<Digit> trace_back(Digit a, Digit b) const {
    std::vector<Digit> digits(rows());
    for (std::size_t row = rows() - 1; row > 0; --row) {
      digits[row] = b;
      digits[row - 1] = a;
      const Digit earlier = before_[row][pair(a, b)];
      b = a;
      a = earlier;
    }
    return digits;
  }

  std::vector<Digit> given_;
  int digits_;
  std::vector<std::vector<Digit>> before_;
};

class Draws {
 public:
  explicit Draws(int digits) : digits_(digits) {}

  int below(int bound) { return static_cast<int>(random_() % static_cast<std::uint64_t>(bound)); }
  Digit any() { return below(digits_); }
  Digit other_than(Digit digit) { return (digit + 1 + below(digits_ - 1)) % digits_; }

 private:
  std::mt19937_64 random_{1};
  int digits_;
};

void draw_group(const CentreGroup& group, Draws& draws, std::vector<Digit>& given) {
  const Digit sender = given[index_of(group.from)];
  if (group.rows.size() == 1) {
    given[index_of(group.rows[0])] = draws.any();
    return;
  }
  const auto straight = index_of(draws.below(2));
  given[index_of(group.rows[straight])] = sender;
  given[index_of(group.rows[1 - straight])] = draws.other_than(sender);
}

// A digit below `digits` for each of `rows` rows in a cycle, so that any three rows next to each
// other have three different ones, the source's row has digit 0 and each centre's is as its
// message allows. Nothing if none is found.
//
// Digits of the centres are drawn, those between found by dynamic programming over pairs of rows;
// the draws do not depend on anything but the arguments.
std::optional<std::vector<Digit>> find_digits(int rows, int digits, int source_row,
                                              const std::vector<CentreGroup>& centres) {
  Draws draws(digits);
  for (int draw = 0; draw < kDraws; ++draw) {
    std::vector<Digit> given(index_of(rows), kFree);
    given[index_of(source_row)] = 0;
    for (const CentreGroup& group : centres) draw_group(group, draws, given);
    if (auto found = DigitCycle(std::move(given), digits).solve()) return found;
  }
  return std::nullopt;
}

struct UnitHolder {
  int unit = 0;
  Strip strip;
};

void plan_side(const RowUnits& units, int sender, const std::vector<Substrip>& parts,
               CentrePlan& plan, std::vector<UnitHolder>& holders) {
  if (parts.empty()) return;
  const int row = units.centre_row(sender);
  CentreGroup group{units.place(row), {}};
  for (const Substrip& part : parts) {
    const int unit = sender + part.centre;
    plan.steps.back().push_back({row, units.centre_row(unit)});
    group.rows.push_back(units.place(units.centre_row(unit)));
    holders.push_back({unit, part.strip});
  }
  plan.groups.push_back(group);
}

CentrePlan plan_centres(const RowUnits& units) {
  CentrePlan plan;
  std::vector<UnitHolder> holders = {{0, units.ring()}};
  const auto is_unserved = [](const UnitHolder& h) { return h.strip.values() > 1; };
  while (std::any_of(holders.begin(), holders.end(), is_unserved)) {
    plan.steps.emplace_back();
    const std::size_t senders = holders.size();
    for (std::size_t i = 0; i < senders; ++i) {
      const int unit = holders[i].unit;
      const Cut parts = cut(holders[i].strip, kFshPorts);
      holders[i].strip = parts.own;
      plan_side(units, unit, parts.left, plan, holders);
      plan_side(units, unit, parts.right, plan, holders);
    }
  }
  return plan;
}

class FshPlan {
 public:
  FshPlan(const TorusFrame& frame, ScheduleDraft& draft)
      : frame_(frame),
        draft_(draft),
        rows_(frame.side(1)),
        units_(rows_),
        centres_(plan_centres(units_)) {
    find_cut_points();
  }

  bool find_columns() {
    const auto found =
        find_digits(rows_, static_cast<int>(cut_points_.size()), units_.place(0), centres_.groups);
    if (found) digits_ = *found;
    return found.has_value();
  }

  void send() {
    for (const std::vector<RowMessage>& messages : centres_.steps) send_between_centres(messages);
    send_in_units();
    send_in_columns();
    fill_rows();
  }

 private:
  // Cut point 0 is the source's column.
  void find_cut_points() {
    const Cut parts = cut(ring_strip(frame_.side(0)), kFshPorts);
    cut_points_.push_back({0, parts.own});
    cut_points_.insert(cut_points_.end(), parts.left.begin(), parts.left.end());
    cut_points_.insert(cut_points_.end(), parts.right.begin(), parts.right.end());
  }

  Digit digit(int row) const { return digits_[index_of(units_.place(row))]; }
  int column(Digit d) const { return cut_points_[index_of(d)].centre; }
  Node node(int row, Digit d) const {
    return frame_.shifted(frame_.shifted(0, 0, column(d)), 1, row);
  }
  int hops_up(Digit from, Digit to) const {
    const int n = frame_.side(0);
    return (column(to) - column(from) + 2 * n) % n;
  }

  struct Target {
    Digit digit = 0;
    int rows = 0;  // signed hops along the column after the turn
  };
  // At most two messages that leave a row's first holder by its two channels, one each; of the two
  // ways to pair them, the one whose longer path is shorter.
  void send_both_ways(int row, const std::vector<Target>& targets) {
    if (targets.empty()) return;
    const int n = frame_.side(0);
    const auto hops = [&](const Target& t, bool up) -> Hops {
      const int along = hops_up(digit(row), t.digit);
      return {up ? along : along - n, t.rows};
    };
    const auto longest = [&](bool first_up) {
      int most = path_length(hops(targets[0], first_up));
      if (targets.size() > 1) most = std::max(most, path_length(hops(targets[1], !first_up)));
      return most;
    };
    const bool first_up = longest(true) <= longest(false);
    for (std::size_t i = 0; i < targets.size(); ++i)
      draft_.send(node(row, digit(row)), hops(targets[i], (i == 0) == first_up));
  }

  void send_between_centres(const std::vector<RowMessage>& messages) {
    draft_.begin_step();
    for (auto first = messages.begin(); first != messages.end();) {
      const int row = first->from;
      std::vector<Target> turning;
      for (; first != messages.end() && first->from == row; ++first) {
        const int by = first->to - row;
        if (digit(first->to) == digit(row))
          draft_.send(node(row, digit(row)), {0, by});
        else
          turning.push_back({digit(first->to), by});
      }
      send_both_ways(row, turning);
    }
  }

  void send_in_units() {
    draft_.begin_step();
    for (int unit = -units_.ring().left; unit <= units_.ring().right; ++unit) {
      const int centre = units_.centre_row(unit);
      std::vector<Target> others;
      for (int row = units_.first_row(unit); row <= units_.last_row(unit); ++row)
        if (row != centre) others.push_back({digit(row), row - centre});
      send_both_ways(centre, others);
    }
  }

  void send_in_columns() {
    draft_.begin_step();
    const int lowest = units_.lowest_row();
    for (int row = lowest; row < lowest + rows_; ++row) {
      draft_.send(node(row, digit(row)), {0, 1});
      draft_.send(node(row, digit(row)), {0, -1});
      std::vector<Target> missing;
      for (Digit d = 0; d < static_cast<Digit>(cut_points_.size()); ++d)
        if (d != digit(row) && d != digit(row - 1) && d != digit(row + 1))
          missing.push_back({d, 0});
      send_both_ways(row, missing);
    }
  }

  void fill_rows() {
    std::vector<Holder> holders;
    for (int row = 0; row < rows_; ++row)
      for (Digit d = 0; d < static_cast<Digit>(cut_points_.size()); ++d)
        holders.push_back({node(row, d), cut_points_[index_of(d)].strip});
    distribute(frame_, draft_, std::move(holders), stage_ports(0, Turns::kNo, {}));
  }

  const TorusFrame& frame_;
  ScheduleDraft& draft_;
  int rows_;
  RowUnits units_;
  CentrePlan centres_;
  std::vector<Substrip> cut_points_;
  std::vector<Digit> digits_;  // by place
};

}  // namespace

void send_by_units_of_three(const TorusFrame& frame, ScheduleDraft& draft) {
  if (frame.dimensions() != 2)
    throw TopologyError("fsh must have exactly 2 sides larger than 1, got " +
                        std::to_string(frame.dimensions()));
  if (frame.side(0) < 4 || frame.side(1) < 3)
    throw TopologyError(
        "fsh must have a side of at least 4 that is routed first and one of at "
        "least 3 routed second, got " +
        std::to_string(frame.side(0)) + " and " + std::to_string(frame.side(1)));
  FshPlan plan(frame, draft);
  if (!plan.find_columns())
    throw TopologyError(
        "fsh must have columns that differ in any three rows next to each other; "
        "none are found for sides " +
        std::to_string(frame.side(0)) + " and " + std::to_string(frame.side(1)));
  plan.send();
}

}  // namespace flitwise::protocols
