// fabric_verdict.h: what a run showed, beside what was expected of it.
#ifndef FLITWISE_FABRIC_VERDICT_H_
#define FLITWISE_FABRIC_VERDICT_H_

#include <flitwise/version.h>

#include <cstdint>
#include <string>
#include <vector>

namespace flitwise {

/// A figure that was measured, beside what was expected of it.
struct FabricCheck {
  std::string name;
  std::string measured;
  std::string predicted;
  bool ok = false;
  std::string source;  ///< where the expected value is from

  /// "FAIL finish: measured 13, predicted 12 (hops + flits)", or "ok   finish: ...".
  std::string text() const;
};

/// What a run showed, up to now: of a fabric; of a protocol bench where it says so.
struct FabricVerdict {
  /// 0: all is well. 1: a router reported a broken rule, an RTL assertion failed, a transfer was
  /// faster than it can be, a PE complains, or an expectation does not hold. 3: a transaction did
  /// not end, a PE still waits or has not got all flits that were sent to it, or no step has been
  /// simulated, and nothing else is wrong but expectations that could not be met.
  int exit_status = 0;
  std::vector<FabricCheck> checks;      ///< a check an expectation, in their order
  std::vector<std::string> messages;    ///< one sentence each; empty where all is well
  std::int64_t transfers = 0;           ///< requests and answers that were delivered
  std::int64_t pending = 0;             ///< transactions that have not ended: END_RESP counts
  std::int64_t flits = 0;               ///< delivered
  std::int64_t flit_hops = 0;           ///< flits that crossed links
  std::int64_t finish = 0;              ///< the step in which the last flit reached its PE
  std::int64_t quiesce = 0;             ///< the step in which the last flit crossed a link
  std::int64_t violations = 0;          ///< reports of routers
  std::int64_t router_evaluations = 0;  ///< of the RTL, of all routers together

  /// Checks and messages, a line each, and one with the outcome.
  std::string text() const;
};

}  // namespace flitwise

#endif  // FLITWISE_FABRIC_VERDICT_H_
