// collective_host.h: the machine that carries a schedule.
#ifndef FLITWISE_SIM_IMPORT_COLLECTIVE_HOST_H_
#define FLITWISE_SIM_IMPORT_COLLECTIVE_HOST_H_

#include <memory>

#include "sim/import/collective_scenario.h"
#include "sim/run/machine.h"

namespace flitwise {

/// The messages of the schedule, between PEs.
protocols::PlacedTransfers place_transfers(const CollectiveScenario& scenario);

/// One that carries any transfers.
std::unique_ptr<Machine> make_host(const CollectiveScenario& scenario);

/// PEs of the network.
Node pes_of(const CollectiveScenario::Host& host);

}  // namespace flitwise

#endif  // FLITWISE_SIM_IMPORT_COLLECTIVE_HOST_H_
