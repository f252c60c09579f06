// families.h: families of networks, and which of them a scenario belongs to.
#ifndef FLITWISE_SIM_RUN_FAMILY_FAMILIES_H_
#define FLITWISE_SIM_RUN_FAMILY_FAMILIES_H_

#include <string>
#include <vector>

#include "sim/run/family/family.h"

namespace flitwise {

/// The operation of scenarios that run a schedule from a file, on any network that hosts them.
inline constexpr const char* kScheduleOperation = "collective";

/// The families that scenarios are read, listed and explained by. They outlive it.
class Families {
 public:
  /// Networks choose `by_kind` by their kind; the first is the one of networks that name none.
  /// Operation collective chooses `of_schedules`, whatever the network.
  Families(std::vector<const Family*> by_kind, const Family& of_schedules);

  const std::vector<const Family*>& by_kind() const { return by_kind_; }
  const Family& of_schedules() const { return of_schedules_; }
  /// Those by kind, then the one of schedules.
  const std::vector<const Family*>& all() const { return all_; }

  /// All values of `network.kind`, family by family.
  std::vector<std::string> kinds() const;
  /// The family that has this kind; the first for an empty kind.
  /// Errors: throws std::out_of_range for a kind that no family has.
  const Family& of_kind(const std::string& kind) const;

 private:
  std::vector<const Family*> by_kind_;
  const Family& of_schedules_;
  std::vector<const Family*> all_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FAMILY_FAMILIES_H_
