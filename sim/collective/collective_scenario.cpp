#include "sim/collective/collective_scenario.h"

namespace flitwise {

protocols::PlacedTransfers place_transfers(const CollectiveScenario& scenario) {
  protocols::PlacedTransfers placed;
  const auto pe = [&](Node rank) { return scenario.pe_of[index_of(rank)]; };
  for (const CollectiveTransfer& transfer : scenario.schedule->transfers)
    placed.push_back({pe(transfer.from), pe(transfer.to), transfer.flits, transfer.hops});
  return placed;
}

Flits flits_of(const Collective& collective) {
  Flits flits = 0;
  for (const CollectiveTransfer& transfer : collective.transfers) flits += transfer.flits;
  return flits;
}

}  // namespace flitwise
