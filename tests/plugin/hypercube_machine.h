// hypercube_machine.h: multiport routers as a hypercube. A router for every PE, a lane for every
// link; the PE chooses the link of what it sends, routers find the way of what passes by.
#ifndef HYPERCUBE_MACHINE_H_
#define HYPERCUBE_MACHINE_H_

#include <flitwise/family.h>

#include <memory>
#include <vector>

#include "hypercube_topology.h"

namespace hypercube_flitwise {

class CubeMachine final : public flitwise::Machine {
 public:
  explicit CubeMachine(const Cube& cube);

  const flitwise::AddressBook& addresses() const override { return addresses_; }
  std::unique_ptr<flitwise::FlitCodec> codec(Node pe) const override;
  std::unique_ptr<flitwise::Network> build(const flitwise::Options& options,
                                           flitwise::WaveRecorder* waves) override;

 private:
  const std::vector<flitwise::MultiportSite> sites_;
  const flitwise::AddressBook addresses_;
};

}  // namespace hypercube_flitwise

#endif  // HYPERCUBE_MACHINE_H_
