// baseline.h: the cycle counts that the scenarios of a suite had when all was well.
#ifndef FLITWISE_SIM_STUDIES_SUITE_BASELINE_H_
#define FLITWISE_SIM_STUDIES_SUITE_BASELINE_H_

#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/run/figures/result.h"

namespace flitwise {

/// A baseline file that cannot be used; the message names it and says why.
class BaselineError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The measured figures of scenarios by name, as JSON texts; long lists stand as 64-bit hashes.
class Baseline {
 public:
  using Counts = std::map<std::string, std::string>;

  Baseline() = default;
  /// Errors: throws BaselineError.
  static Baseline read(const std::string& file);
  /// The file's text: one line per scenario, sorted by name.
  std::string text() const;

  /// What differs from the baseline, a sentence each: "finish was 21, is 22 (+1)". A scenario that
  /// the baseline does not have differs, too.
  std::vector<std::string> changes(const Result& result) const;
  /// Takes the result's counts; returns whether they differ from what was there.
  bool update(const Result& result);

  std::size_t size() const { return scenarios_.size(); }

 private:
  std::map<std::string, Counts> scenarios_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SUITE_BASELINE_H_
