// fabric_transactions.h: reads and writes, from the call that asks for them to the one that ends
// them.
#ifndef FLITWISE_SIM_FABRIC_FABRIC_TRANSACTIONS_H_
#define FLITWISE_SIM_FABRIC_FABRIC_TRANSACTIONS_H_

#include <flitwise/fabric.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <tlm>
#include <unordered_map>
#include <vector>

#include "sim/fabric/fabric_sockets.h"
#include "sim/fabric/router_host.h"
#include "sim/fabric/transfer_network.h"

namespace flitwise {

/// Makes copies of payloads and frees each when the last holder releases it. It outlives them.
class PayloadCopies final : public tlm::tlm_mm_interface {
 public:
  /// Data and byte enables are copied, too. The caller holds it.
  tlm::tlm_generic_payload* copy_of(const tlm::tlm_generic_payload& original);
  void free(tlm::tlm_generic_payload* copy) override;
};

/// One read or write; its transfer is the way under way, there or back.
struct Transaction final : Transfer {
  tlm::tlm_generic_payload* original = nullptr;
  tlm::tlm_generic_payload* copy = nullptr;  // the target's
  int from = -1;
  int to = -1;
  sc_core::sc_event* done = nullptr;  // of b_transport; else it came by nb_transport
  std::uint64_t serial = 0;           // in the order of the requests

  /// "the write of 16 bytes from PE 3 to PE 0"
  std::string name() const;
};

/// Turns transactions into transfers there and back. Made within a fabric's constructor.
class FabricTransactions final : private TransferOwner {
 public:
  using Payload = tlm::tlm_generic_payload;

  /// Errors: throws std::invalid_argument for a config out of range, ModelError when a router's
  ///         model cannot be made.
  FabricTransactions(const FabricNetwork& network, const FabricConfig& config);

  /// To be called once, when there is a socket a PE.
  void bind(FabricInitiators::Sockets& from_pe, FabricTargets::Sockets& to_pe);

  // Calls of PEs, as Fabric describes them.
  void b_transport(int pe, Payload& payload, sc_core::sc_time& delay);
  tlm::tlm_sync_enum nb_transport_fw(int pe, Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  unsigned transport_dbg(int pe, Payload& payload);
  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);

  RouterHost& host() { return host_; }
  const TransferNetwork& transfers() const { return transfers_; }
  /// Errors: throws std::invalid_argument for no function, std::logic_error after the first step.
  void watch(std::function<void(const FabricTransfer&)> watch);
  /// Keeps what observes until there is nothing to observe.
  void keep(std::shared_ptr<void> observer) { observers_.push_back(std::move(observer)); }
  /// Those that have not ended, in the order of their requests.
  std::vector<const Transaction*> pending() const;
  /// Of each PE, the responses for which its END_RESP is missing.
  std::vector<std::size_t> open_responses() const { return initiators_->open_responses(); }

 private:
  void all_taken(Transfer& transfer, Step step) override;
  void arrived(Transfer& transfer) override;

  tlm::tlm_response_status refusal(int pe, const Payload& payload) const;
  bool refuses(int pe, Payload& payload) const;
  int target_of(const Payload& payload) const;
  std::uint64_t local_address(std::uint64_t address) const;
  Flits flits_of(const Payload& payload) const;
  void begin(int pe, Payload& payload, sc_core::sc_event* done);
  void send(Transaction& transaction, bool is_answer, Flits flits);
  void responded(Payload& copy);
  void end(Transaction& transaction);

  const FabricConfig config_;
  RouterHost host_;
  TransferNetwork transfers_;
  std::unique_ptr<FabricInitiators> initiators_;
  std::unique_ptr<FabricTargets> targets_;
  PayloadCopies copies_;
  std::unordered_map<Payload*, std::unique_ptr<Transaction>> by_original_;
  std::unordered_map<Payload*, Transaction*> by_copy_;  // until the target has responded
  std::uint64_t begun_ = 0;
  std::vector<std::function<void(const FabricTransfer&)>> watches_;
  std::vector<std::shared_ptr<void>> observers_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FABRIC_FABRIC_TRANSACTIONS_H_
