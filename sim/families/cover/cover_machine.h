// cover_machine.h: a mesh or torus of multiport routers, each in several trees.
#ifndef FLITWISE_SIM_FAMILIES_COVER_COVER_MACHINE_H_
#define FLITWISE_SIM_FAMILIES_COVER_COVER_MACHINE_H_

#include <memory>
#include <utility>
#include <vector>

#include "sim/run/machine.h"
#include "systemc/network/tree/cover_sites.h"
#include "systemc/network/tree/multiport_routers.h"
#include "systemc/network/tree/tree_routers.h"
#include "systemc/pe/codecs/address_codec.h"
#include "systemc/topology/cover/cover.h"

namespace flitwise {

class CoverMachine final : public Machine {
 public:
  explicit CoverMachine(const Cover& cover)
      : sites_(multiport_sites(cover)),
        first_addresses_(flitwise::first_addresses(cover)),
        addresses_(cover_addresses(cover)) {}

  const AddressBook& addresses() const override { return addresses_; }
  std::unique_ptr<FlitCodec> codec(Node pe) const override {
    return std::make_unique<AddressCodec>(
        PeLinks(pe, sites_[static_cast<std::size_t>(pe)].neighbours), addresses_);
  }
  std::unique_ptr<Network> build(const Options& options, WaveRecorder* waves) override {
    TreeNetworkConfig config;
    set_common(options, waves, config);
    return assemble_multiport(sites_, first_addresses_, config);
  }

 private:
  const std::vector<MultiportSite> sites_;
  const std::vector<std::uint32_t> first_addresses_;
  const AddressBook addresses_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_COVER_COVER_MACHINE_H_
