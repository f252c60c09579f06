// verdict.h: single checks of measured against predicted, which a verdict is made of.
#ifndef FLITWISE_TB_CHECK_VERDICT_H_
#define FLITWISE_TB_CHECK_VERDICT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise::check {

/// One comparison. `measured` and `predicted` are printed as they are: numbers or short texts.
struct Check {
  std::string name;
  std::string measured;
  std::string predicted;
  bool ok = false;
  std::string source;   ///< theorem or formula, or the rule of the network that is checked
  bool decided = true;  ///< false in a run that broke off before the check could be kept or broken
  bool of_finish = false;  ///< measures the finish, which a run that broke off does not have
  bool is_final = false;   ///< what is broken stays broken, however long the run goes on
};

/// Whether the check was decided, and did not hold.
inline bool is_broken(const Check& check) { return check.decided && !check.ok; }

/// The check, marked as one that a longer run cannot mend.
inline Check final(Check check) {
  check.is_final = true;
  return check;
}

/// A value per PE; empty where there is none.
using PerPe = std::vector<std::optional<std::int64_t>>;

Check compare(const std::string& name, std::int64_t measured, std::int64_t predicted,
              const std::string& source);
Check compare(const std::string& name, std::optional<std::int64_t> measured,
              std::optional<std::int64_t> predicted, const std::string& source);

/// Whether a measured number is no less, or no more, than one that theory gives as a bound.
Check at_least(const std::string& name, std::int64_t measured, std::int64_t bound,
               const std::string& source);
Check at_most(const std::string& name, std::int64_t measured, std::int64_t bound,
              const std::string& source);

/// Compares PE by PE. `measured` counts the PEs that agree ("6 of 6 PEs"); for the first that does
/// not, both texts name the PE and its value.
Check compare(const std::string& name, const PerPe& measured, const PerPe& predicted,
              const std::string& source);

/// Compares two event lists, both sorted; the first difference is named: a flit on a link that one
/// list has and the other has not, or two that differ in what they carry.
/// Shape: `node_names` by node; nodes without an entry are called "PE 3".
Check compare(const std::string& name, const std::vector<LinkEvent>& measured,
              const std::vector<LinkEvent>& predicted, const std::string& source,
              const std::vector<std::string>& node_names = {});

/// "step 12: PE 3 -> PE 0, flit 1 of message 3"; `node_names` as above.
std::string describe(const LinkEvent& event, const std::vector<std::string>& node_names = {});

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_VERDICT_H_
