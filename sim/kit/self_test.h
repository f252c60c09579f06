// self_test.h: whether the kit notices what it is for: each clause against a router that breaks it.
#ifndef FLITWISE_SIM_KIT_SELF_TEST_H_
#define FLITWISE_SIM_KIT_SELF_TEST_H_

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "systemc/network/models/model_library.h"
#include "tb/kit/kit.h"

namespace flitwise {

/// A fault of the known-bad router on one link, and what the kit made of it.
struct FaultRun {
  int fault = 0;  ///< 0: the good router; k: breaks clause k; one more: lost, between two
  std::string link;
  std::set<int> failed;   ///< clauses
  std::set<int> idle;     ///< clauses that were not put to the test
  std::set<int> allowed;  ///< clauses that may fail beside that of the fault
  std::string detail;     ///< of the clause

  /// The fault's clause fails, no other but those allowed does; of the good router, none.
  bool is_right() const;
};

/// The clauses that break with a fault beside its own, and cannot do otherwise.
std::set<int> companions(int fault, const std::string& link);

/// Runs all faults on both links, where the link has the clause.
/// Errors: throws ModelError, ConfigError.
std::vector<FaultRun> self_test(const std::string& folder, const ModelLibrary::Config& config,
                                const std::function<void(const std::string&)>& progress,
                                std::uint64_t seed);

/// A row a fault, and a last line.
std::string self_test_text(const std::vector<FaultRun>& runs);

}  // namespace flitwise

#endif  // FLITWISE_SIM_KIT_SELF_TEST_H_
