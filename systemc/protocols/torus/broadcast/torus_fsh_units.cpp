#include "systemc/protocols/torus/broadcast/torus_fsh_units.h"

#include <algorithm>

namespace flitwise::protocols {
namespace {

constexpr int kRowsOfUnit = 3;

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

}  // namespace

RowUnits::RowUnits(int rows)
    : ring_(ring_strip((rows + kRowsOfUnit - 1) / kRowsOfUnit)),
      rows_(rows),
      rows_of_last_(rows - kRowsOfUnit * (ring_.values() - 1)) {}

int RowUnits::first_row(int unit) const { return kRowsOfUnit * unit - 1; }
int RowUnits::last_row(int unit) const { return first_row(unit) + rows_of(unit) - 1; }
int RowUnits::centre_row(int unit) const { return first_row(unit) + (rows_of(unit) - 1) / 2; }
int RowUnits::place(int row) const { return (row - lowest_row() + rows_) % rows_; }
int RowUnits::rows_of(int unit) const { return unit == ring_.right ? rows_of_last_ : kRowsOfUnit; }

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

}  // namespace flitwise::protocols
