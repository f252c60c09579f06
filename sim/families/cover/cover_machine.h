// cover_machine.h: a mesh or torus of multiport routers, each in several trees, and what its waves
// show.
#ifndef FLITWISE_SIM_FAMILIES_COVER_COVER_MACHINE_H_
#define FLITWISE_SIM_FAMILIES_COVER_COVER_MACHINE_H_

#include <memory>
#include <vector>

#include "sim/language/scenario.h"
#include "sim/run/family/wave_layout.h"
#include "sim/run/machine.h"
#include "systemc/network/multiport_routers.h"
#include "systemc/topology/cover/cover.h"

namespace flitwise {

class CoverMachine final : public Machine {
 public:
  /// Shape: `latencies` as of multiport_sites.
  explicit CoverMachine(const Cover& cover, const std::vector<TreeLatency>& latencies = {});

  const AddressBook& addresses() const override { return addresses_; }
  std::unique_ptr<FlitCodec> codec(Node pe) const override;
  std::unique_ptr<Network> build(const Options& options, WaveRecorder* waves) override;

 private:
  const std::vector<MultiportSite> sites_;
  const std::vector<std::uint32_t> first_addresses_;
  const AddressBook addresses_;
};

/// One group a PE with its protocol's state and what comes and goes over its links, in PE order.
void add_cover_waves(const Scenario& scenario, WaveLayout& layout);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_COVER_COVER_MACHINE_H_
