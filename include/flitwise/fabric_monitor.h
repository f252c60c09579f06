// fabric_monitor.h: what a run of a fabric showed, held against what was expected of it.
#ifndef FLITWISE_FABRIC_MONITOR_H_
#define FLITWISE_FABRIC_MONITOR_H_

#include <flitwise/fabric.h>
#include <flitwise/fabric_verdict.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace flitwise {

/// Watches a fabric. A fabric without one counts nothing and compares nothing.
///
/// Time:   made before the first step is over. The fabric keeps what it counts with, so that it may
///         go earlier; what its functions use is there until the simulation is over.
/// Errors: std::logic_error when a step is over: it would have missed transfers.
class FabricMonitor final {
 public:
  explicit FabricMonitor(Fabric& fabric);
  ~FabricMonitor();
  FabricMonitor(const FabricMonitor&) = delete;
  FabricMonitor& operator=(const FabricMonitor&) = delete;

  /// Expects a figure of the verdict: "finish", "quiesce", "transfers", "flits", "flit_hops" or
  /// "pending". `source` says where the value is from: "Theorem 3: hops + flits".
  /// Time:   at any time before `verdict`, which asks for it; so is the next one.
  /// Errors: this and the next two throw std::invalid_argument for a name or a source that is not
  ///         a line of text, since nobody could tell what was checked, for a name that another
  ///         expectation has, for a function that is not there, and this one for a figure that
  ///         there is not. An expectation whose function throws has failed, and says what it threw.
  void expect(const std::string& figure, std::int64_t predicted, const std::string& source);
  /// A figure of one's own: `measured` is asked by `verdict`.
  void expect(const std::string& name, std::function<std::int64_t()> measured,
              std::int64_t predicted, const std::string& source);
  /// Of every transfer, the step in which it is delivered; `predicted` is asked then, and says
  /// nothing of transfers for which it returns no value. It fails where no transfer was compared.
  /// Errors: std::logic_error when a step is over: it would have missed transfers.
  void expect_each(const std::string& name,
                   std::function<std::optional<std::int64_t>(const FabricTransfer&)> predicted,
                   const std::string& source);

  /// To be asked when the simulation is over and the fabric still there.
  FabricVerdict verdict() const;

 private:
  class Book;
  std::shared_ptr<Book> book_;  // the fabric's, too
};

}  // namespace flitwise

#endif  // FLITWISE_FABRIC_MONITOR_H_
