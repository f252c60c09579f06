#include "systemc/protocols/torus/broadcast/torus_fsh.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "systemc/protocols/torus/broadcast/torus_fsh_digits.h"
#include "systemc/protocols/torus/broadcast/torus_fsh_units.h"
#include "systemc/protocols/torus/broadcast/torus_stage.h"

namespace flitwise::protocols {
namespace {

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

  bool find_columns();
  void send();

 private:
  void find_cut_points();

  Digit digit(int row) const { return digits_[static_cast<std::size_t>(units_.place(row))]; }
  int column(Digit d) const { return cut_points_[static_cast<std::size_t>(d)].centre; }
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
  void send_both_ways(int row, const std::vector<Target>& targets);
  void send_between_centres(const std::vector<RowMessage>& messages);
  void send_in_units();
  void send_in_columns();
  void fill_rows();

  const TorusFrame& frame_;
  ScheduleDraft& draft_;
  int rows_;
  RowUnits units_;
  CentrePlan centres_;
  std::vector<Substrip> cut_points_;
  std::vector<Digit> digits_;  // by place
};

// Cut point 0 is the source's column.
void FshPlan::find_cut_points() {
  const Cut parts = cut(ring_strip(frame_.side(0)), kFshPorts);
  cut_points_.push_back({0, parts.own});
  cut_points_.insert(cut_points_.end(), parts.left.begin(), parts.left.end());
  cut_points_.insert(cut_points_.end(), parts.right.begin(), parts.right.end());
}

bool FshPlan::find_columns() {
  const auto found =
      find_digits(rows_, static_cast<int>(cut_points_.size()), units_.place(0), centres_.groups);
  if (found) digits_ = *found;
  return found.has_value();
}

void FshPlan::send() {
  for (const std::vector<RowMessage>& messages : centres_.steps) send_between_centres(messages);
  send_in_units();
  send_in_columns();
  fill_rows();
}

// At most two messages that leave a row's first holder by its two channels, one each; of the two
// ways to pair them, the one whose longer path is shorter.
void FshPlan::send_both_ways(int row, const std::vector<Target>& targets) {
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

void FshPlan::send_between_centres(const std::vector<RowMessage>& messages) {
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

void FshPlan::send_in_units() {
  draft_.begin_step();
  for (int unit = -units_.ring().left; unit <= units_.ring().right; ++unit) {
    const int centre = units_.centre_row(unit);
    std::vector<Target> others;
    for (int row = units_.first_row(unit); row <= units_.last_row(unit); ++row)
      if (row != centre) others.push_back({digit(row), row - centre});
    send_both_ways(centre, others);
  }
}

void FshPlan::send_in_columns() {
  draft_.begin_step();
  const int lowest = units_.lowest_row();
  for (int row = lowest; row < lowest + rows_; ++row) {
    draft_.send(node(row, digit(row)), {0, 1});
    draft_.send(node(row, digit(row)), {0, -1});
    std::vector<Target> missing;
    for (Digit d = 0; d < static_cast<Digit>(cut_points_.size()); ++d)
      if (d != digit(row) && d != digit(row - 1) && d != digit(row + 1)) missing.push_back({d, 0});
    send_both_ways(row, missing);
  }
}

void FshPlan::fill_rows() {
  std::vector<Holder> holders;
  for (int row = 0; row < rows_; ++row)
    for (Digit d = 0; d < static_cast<Digit>(cut_points_.size()); ++d)
      holders.push_back({node(row, d), cut_points_[static_cast<std::size_t>(d)].strip});
  distribute(frame_, draft_, std::move(holders), stage_ports(0, Turns::kNo, {}));
}

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
