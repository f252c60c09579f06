// fabric_transactions.cpp: what a transaction needs of the network, and what its ends are told.
#include "sim/fabric/fabric_transactions.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace flitwise {
namespace {

const FabricConfig& checked(const FabricConfig& config) {
  if (config.address_bits > 63)
    throw std::invalid_argument(
        fmt::format("a fabric's address_bits must be 0 to 63, not {}", config.address_bits));
  if (config.flit_bytes == 0)
    throw std::invalid_argument("a fabric's flit_bytes must be at least 1");
  return config;
}

}  // namespace

tlm::tlm_generic_payload* PayloadCopies::copy_of(const tlm::tlm_generic_payload& original) {
  auto* copy = new tlm::tlm_generic_payload(this);
  copy->acquire();
  copy->set_data_ptr(new unsigned char[original.get_data_length()]);
  if (original.get_byte_enable_ptr() != nullptr)
    copy->set_byte_enable_ptr(new unsigned char[original.get_byte_enable_length()]);
  copy->deep_copy_from(original);
  return copy;
}

void PayloadCopies::free(tlm::tlm_generic_payload* copy) {
  delete[] copy->get_data_ptr();
  delete[] copy->get_byte_enable_ptr();
  copy->reset();
  delete copy;
}

std::string Transaction::name() const {
  return fmt::format("the {} of {} bytes from PE {} to PE {}",
                     original->is_write() ? "write" : "read", original->get_data_length(), from,
                     to);
}

FabricTransactions::FabricTransactions(const FabricNetwork& network, const FabricConfig& config)
    : config_(checked(config)),
      host_(network, config.step, config.waves, config.progress),
      transfers_(host_, *this, config.one_at_a_time ? Turns::kOneAtATime : Turns::kTogether) {}

void FabricTransactions::bind(FabricInitiators::Sockets& from_pe, FabricTargets::Sockets& to_pe) {
  initiators_ = std::make_unique<FabricInitiators>(
      from_pe, [this](int pe, Payload& payload) { begin(pe, payload, nullptr); });
  targets_ = std::make_unique<FabricTargets>(to_pe, [this](Payload& copy) { responded(copy); });
}

Flits FabricTransactions::flits_of(const Payload& payload) const {
  return (Flits{payload.get_data_length()} + config_.flit_bytes - 1) / config_.flit_bytes;
}

int FabricTransactions::target_of(const Payload& payload) const {
  const std::uint64_t pe = payload.get_address() >> config_.address_bits;
  return pe < host_.pes() ? static_cast<int>(pe) : -1;
}

std::uint64_t FabricTransactions::local_address(std::uint64_t address) const {
  return address & ((std::uint64_t{1} << config_.address_bits) - 1);
}

// Why the fabric cannot carry it; TLM_OK_RESPONSE: it can.
tlm::tlm_response_status FabricTransactions::refusal(int pe, const Payload& payload) const {
  const int target = target_of(payload);
  if (target < 0 || target == pe || !targets_->has(target)) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (!payload.is_read() && !payload.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (payload.get_data_length() == 0) return tlm::TLM_BURST_ERROR_RESPONSE;
  return tlm::TLM_OK_RESPONSE;
}

// Says so to the initiator.
bool FabricTransactions::refuses(int pe, Payload& payload) const {
  const tlm::tlm_response_status status = refusal(pe, payload);
  if (status == tlm::TLM_OK_RESPONSE) return false;
  payload.set_response_status(status);
  payload.set_dmi_allowed(false);
  return true;
}

void FabricTransactions::b_transport(int pe, Payload& payload, sc_core::sc_time& delay) {
  if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  if (refuses(pe, payload)) return;
  sc_core::sc_event done;
  begin(pe, payload, &done);
  sc_core::wait(done);
}

tlm::tlm_sync_enum FabricTransactions::nb_transport_fw(int pe, Payload& payload,
                                                       tlm::tlm_phase& phase,
                                                       sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ && refuses(pe, payload)) return tlm::TLM_COMPLETED;
  return initiators_->transport_fw(pe, payload, phase, delay);
}

// Debug transport takes no time and sees no network.
unsigned FabricTransactions::transport_dbg(int pe, Payload& payload) {
  if (refusal(pe, payload) != tlm::TLM_OK_RESPONSE) return 0;
  const int target = target_of(payload);
  const std::uint64_t address = payload.get_address();
  payload.set_address(local_address(address));
  const unsigned bytes = targets_->transport_dbg(target, payload);
  payload.set_address(address);
  return bytes;
}

tlm::tlm_sync_enum FabricTransactions::nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                                       sc_core::sc_time& delay) {
  return targets_->transport_bw(payload, phase, delay);
}

void FabricTransactions::begin(int pe, Payload& payload, sc_core::sc_event* done) {
  if (by_original_.count(&payload) > 0)
    SC_REPORT_ERROR("flitwise/fabric", "a request with the payload of one that has not ended");
  auto made = std::make_unique<Transaction>();
  Transaction& transaction = *made;
  by_original_[&payload] = std::move(made);
  transaction.original = &payload;
  transaction.copy = copies_.copy_of(payload);
  transaction.copy->set_address(local_address(payload.get_address()));
  transaction.copy->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  by_copy_[transaction.copy] = &transaction;
  transaction.from = pe;
  transaction.to = target_of(payload);
  transaction.done = done;
  transaction.serial = begun_++;
  send(transaction, false, payload.is_write() ? flits_of(payload) : 1);
}

void FabricTransactions::send(Transaction& transaction, bool is_answer, Flits flits) {
  FabricTransfer record;
  record.from = is_answer ? transaction.to : transaction.from;
  record.to = is_answer ? transaction.from : transaction.to;
  record.is_answer = is_answer;
  record.flits = flits;
  transaction.record = record;
  transfers_.send(transaction);
}

void FabricTransactions::all_taken(Transfer& transfer, Step) {
  auto& transaction = static_cast<Transaction&>(transfer);
  if (!transfer.record.is_answer && transaction.done == nullptr)
    initiators_->end_request(transaction.from, *transaction.original);
}

void FabricTransactions::arrived(Transfer& transfer) {
  auto& transaction = static_cast<Transaction&>(transfer);
  for (const auto& watch : watches_) watch(transfer.record);
  if (transfer.record.is_answer)
    end(transaction);
  else
    targets_->request(transaction.to, *transaction.copy);
}

void FabricTransactions::responded(Payload& copy) {
  const auto found = by_copy_.find(&copy);
  Transaction& transaction = *found->second;
  by_copy_.erase(found);
  if (copy.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE)
    SC_REPORT_ERROR("flitwise/fabric", fmt::format("the target of PE {} has set no response to {}",
                                                   transaction.to, transaction.name())
                                           .c_str());
  const Payload& original = *transaction.original;
  if (original.is_write() && !config_.acknowledge_writes) {
    end(transaction);
    return;
  }
  const bool has_data = original.is_read() && copy.is_response_ok();
  send(transaction, true, has_data ? flits_of(original) : 1);
}

void FabricTransactions::end(Transaction& transaction) {
  Payload& original = *transaction.original;
  Payload& copy = *transaction.copy;
  original.update_original_from(copy);
  original.set_dmi_allowed(false);
  sc_core::sc_event* const done = transaction.done;
  const int pe = transaction.from;
  by_original_.erase(&original);
  copy.release();
  if (done != nullptr)
    done->notify(sc_core::SC_ZERO_TIME);
  else
    initiators_->respond(pe, original);
}

void FabricTransactions::watch(std::function<void(const FabricTransfer&)> watch) {
  if (!watch) throw std::invalid_argument("a watch of transfers needs a function");
  host_.require_start("a watch of transfers");
  watches_.push_back(std::move(watch));
}

std::vector<const Transaction*> FabricTransactions::pending() const {
  std::vector<const Transaction*> all;
  for (const auto& [original, transaction] : by_original_) all.push_back(transaction.get());
  std::sort(all.begin(), all.end(),
            [](const Transaction* a, const Transaction* b) { return a->serial < b->serial; });
  return all;
}

}  // namespace flitwise
