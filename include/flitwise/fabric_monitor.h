// fabric_monitor.h: what a run of a fabric showed, held against what was expected of it.
#ifndef FLITWISE_FABRIC_MONITOR_H_
#define FLITWISE_FABRIC_MONITOR_H_

#include <flitwise/fabric.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
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

/// What a run of a fabric showed, up to now.
struct FabricVerdict {
  /// 0: all is well. 1: a router reported a broken rule, an RTL assertion failed, a transfer was
  /// faster than it can be, or an expectation does not hold. 3: a transaction did not end, and
  /// nothing else is wrong but expectations, which could not be met.
  int exit_status = 0;
  std::vector<FabricCheck> checks;      ///< a check an expectation, in their order
  std::vector<std::string> messages;    ///< one sentence each; empty where all is well
  std::int64_t transfers = 0;           ///< requests and answers that were delivered
  std::int64_t pending = 0;             ///< transactions that have not ended
  std::int64_t flits = 0;               ///< delivered
  std::int64_t flit_hops = 0;           ///< flits that crossed links
  std::int64_t finish = 0;              ///< the step in which the last flit reached its PE
  std::int64_t quiesce = 0;             ///< the step in which the last flit crossed a link
  std::int64_t violations = 0;          ///< reports of routers
  std::int64_t router_evaluations = 0;  ///< of the RTL, of all routers together

  /// Checks and messages, a line each, and one with the outcome.
  std::string text() const;
};

/// Watches a fabric. A fabric without one counts nothing and compares nothing.
///
/// Time: made before the simulation starts, and there until it is over.
class FabricMonitor final {
 public:
  explicit FabricMonitor(Fabric& fabric);
  ~FabricMonitor();
  FabricMonitor(const FabricMonitor&) = delete;
  FabricMonitor& operator=(const FabricMonitor&) = delete;

  /// Expects a figure of the verdict: "finish", "quiesce", "transfers", "flits", "flit_hops" or
  /// "pending". `source` says where the value is from: "Theorem 3: hops + flits".
  /// Errors: this and the next two throw std::invalid_argument for an empty source, since nobody
  ///         could tell what was checked, for a name that another expectation has, and this one for
  ///         a figure that there is not.
  void expect(const std::string& figure, std::int64_t predicted, const std::string& source);
  /// A figure of one's own: `measured` is asked by `verdict`.
  void expect(const std::string& name, std::function<std::int64_t()> measured,
              std::int64_t predicted, const std::string& source);
  /// Of every transfer, the step in which it is delivered; `predicted` is asked then, and says
  /// nothing of transfers for which it returns no value.
  void expect_each(const std::string& name,
                   std::function<std::optional<std::int64_t>(const FabricTransfer&)> predicted,
                   const std::string& source);

  /// To be asked when the simulation is over.
  FabricVerdict verdict() const;

 private:
  class Book;
  std::unique_ptr<Book> book_;
};

}  // namespace flitwise

#endif  // FLITWISE_FABRIC_MONITOR_H_
