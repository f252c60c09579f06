// work.h: what runs on a machine; SystemC and the verdict are the same for all.
#ifndef FLITWISE_SIM_RUN_WORK_H_
#define FLITWISE_SIM_RUN_WORK_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/run/figures/evidence.h"
#include "sim/run/machine.h"
#include "systemc/protocols/pe_protocol.h"

namespace flitwise {

/// Whether a run must keep its link events, only as long as they are few, or digests of them alone
/// where it can make such.
enum class Events : std::uint8_t { kIfFew, kKept, kDigested };

/// Lists of more link events would take more memory than the network itself.
inline constexpr std::int64_t kMostRecordedTransfers = 4'000'000;
/// Whether a run that can make digests keeps the list of its events, so many of which are expected.
constexpr bool keeps_list(Events events, std::int64_t expected) {
  return events == Events::kKept ||
         (events == Events::kIfFew && expected <= kMostRecordedTransfers);
}

/// The machine, the PEs' protocols, the monitors and the prediction of one scenario.
class Work {
 public:
  virtual ~Work() = default;

  virtual Machine& machine() = 0;
  /// One protocol per PE; where they live apart, those of other processes' nodes may be empty.
  /// Called at most once.
  virtual protocols::Protocols make_protocols() = 0;

  /// The observers of the network, in the order in which they are called. Called once the network
  /// is there.
  virtual std::vector<NetworkObserver*> monitors() = 0;
  /// To be called when the last step is done: monitors complain about what never came.
  virtual void close() = 0;

  /// Where processes share the network (Options::ranks): whether its monitors watch the nodes of
  /// their own rank alone and add up at the end, so that PEs and monitors can live with their
  /// routers (Ranks::live_apart). Else all of them are repeated on every rank.
  virtual bool lives_apart() const { return false; }
  /// Then adds up what the monitors of all ranks have; after close(), before evidence(). Every rank
  /// calls it.
  virtual void merge() {}

  /// The step that theory expects to be the last with traffic.
  virtual Step expected_steps() const = 0;
  /// Where the run is stopped unless the scenario says otherwise: far above every bound, so that
  /// only a run that is lost meets it.
  virtual Step step_limit() const { return 4 * expected_steps() + 1000; }
  /// The option that says that limit.
  virtual const char* step_limit_option() const { return "max_steps"; }

  /// Measured and predicted figures and events, what the monitors counted and the family's notes.
  /// What PEs and SystemC say is added by the caller.
  virtual Evidence evidence() const = 0;
  /// In the order of steps, routers and ports; empty when there were too many to keep.
  virtual const std::vector<LinkEvent>& events() const = 0;
  /// Flits that crossed links.
  virtual std::int64_t flit_hops() const = 0;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_WORK_H_
