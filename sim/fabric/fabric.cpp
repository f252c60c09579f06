// fabric.cpp: the module: sockets, and calls handed on.
#include <flitwise/fabric.h>

#include <utility>

#include "sim/fabric/fabric_transactions.h"

namespace flitwise {

Fabric::Fabric(const sc_core::sc_module_name& name, const FabricNetwork& network,
               const FabricConfig& config)
    : sc_core::sc_module(name),
      transactions_(std::make_unique<FabricTransactions>(network, config)) {
  const std::size_t pes = transactions_->host().pes();
  from_pe.init(pes);
  to_pe.init(pes);
  for (std::size_t pe = 0; pe < pes; ++pe) {
    const int id = static_cast<int>(pe);
    from_pe[pe].register_b_transport(this, &Fabric::b_transport, id);
    from_pe[pe].register_nb_transport_fw(this, &Fabric::nb_transport_fw, id);
    from_pe[pe].register_transport_dbg(this, &Fabric::transport_dbg, id);
    to_pe[pe].register_nb_transport_bw(this, &Fabric::nb_transport_bw, id);
  }
  transactions_->bind(from_pe, to_pe);
}

Fabric::~Fabric() = default;

void Fabric::watch(std::function<void(const FabricTransfer&)> watch) {
  transactions_->watch(std::move(watch));
}

void Fabric::b_transport(int pe, Payload& payload, sc_core::sc_time& delay) {
  transactions_->b_transport(pe, payload, delay);
}
tlm::tlm_sync_enum Fabric::nb_transport_fw(int pe, Payload& payload, tlm::tlm_phase& phase,
                                           sc_core::sc_time& delay) {
  return transactions_->nb_transport_fw(pe, payload, phase, delay);
}
unsigned Fabric::transport_dbg(int pe, Payload& payload) {
  return transactions_->transport_dbg(pe, payload);
}
tlm::tlm_sync_enum Fabric::nb_transport_bw(int /*pe*/, Payload& payload, tlm::tlm_phase& phase,
                                           sc_core::sc_time& delay) {
  return transactions_->nb_transport_bw(payload, phase, delay);
}

}  // namespace flitwise
