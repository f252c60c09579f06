// run_book.h: what a run shows at routers and links, and what was expected of it.
#ifndef FLITWISE_SIM_FABRIC_RUN_BOOK_H_
#define FLITWISE_SIM_FABRIC_RUN_BOOK_H_

#include <flitwise/fabric_verdict.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/fabric/router_host.h"

namespace flitwise {

/// What a function of the user's throws, as a line; empty where it throws nothing.
std::string thrown_by(const std::function<void()>& call);

/// Counts what every run has and holds expectations against it. It lives as long as the network
/// moves.
class RunBook final : private NetworkObserver {
 public:
  using Judge = std::function<FabricCheck(const FabricVerdict&)>;

  explicit RunBook(RouterHost& host);

  /// Errors: these throw std::invalid_argument for a name or a source that is not a line of text, a
  ///         name that is there already, no function, and a figure that verdicts do not have.
  void expect(const std::string& name, const std::string& source, Judge judge);
  void expect(const std::string& figure, std::int64_t predicted, const std::string& source);
  void expect(const std::string& name, std::function<std::int64_t()> measured,
              std::int64_t predicted, const std::string& source);

  /// Transfers, flits and finish are the caller's to count.
  FabricVerdict& counts() { return so_far_; }
  /// Something is wrong for good.
  void complain(std::string sentence);

  /// The verdict. `wrong` is wrong for good, too; of `pending` things `waiting` says more.
  FabricVerdict verdict(const std::vector<std::string>& wrong, std::int64_t pending,
                        const std::vector<std::string>& waiting) const;

 private:
  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step step, const Network& network, const Injector& injector) override;

  const RouterHost& host_;
  FabricVerdict so_far_;
  std::int64_t complaints_ = 0;
  std::vector<std::string> names_;  // of the expectations
  std::vector<Judge> judges_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FABRIC_RUN_BOOK_H_
