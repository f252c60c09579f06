// fabric.cpp: transactions become transfers, transfers flits, and back.
#include "sim/fabric/fabric.h"

#include <fmt/format.h>
#include <tlm_utils/peq_with_cb_and_phase.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <limits>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "sim/run/machine.h"
#include "systemc/network/network_module.h"

namespace flitwise {

// A target's own payload: it may keep it longer than the transaction lasts.
class Fabric::CopyManager final : public tlm::tlm_mm_interface {
 public:
  Payload* copy_of(const Payload& original) {
    auto* copy = new Payload(this);
    copy->acquire();
    copy->set_data_ptr(new unsigned char[original.get_data_length()]);
    if (original.get_byte_enable_ptr() != nullptr)
      copy->set_byte_enable_ptr(new unsigned char[original.get_byte_enable_length()]);
    copy->deep_copy_from(original);
    return copy;
  }
  void free(Payload* copy) override {
    delete[] copy->get_data_ptr();
    delete[] copy->get_byte_enable_ptr();
    copy->reset();
    delete copy;
  }
};

// One read or write, from the call that asks for it to the one that ends it.
struct Fabric::Transaction {
  Payload* original = nullptr;
  Payload* copy = nullptr;  // the target's
  Node from = kNoNode;
  Node to = kNoNode;
  sc_core::sc_event* done = nullptr;  // of b_transport; else it came by nb_transport

  // Of the way under way.
  bool is_answer = false;
  std::size_t number = 0;  // of its transfer
  Flits flits = 0;
  Flits not_taken = 0;    // by the router
  Flits not_arrived = 0;  // at the far PE
  FabricTransfer record;

  Node sender() const { return is_answer ? to : from; }
  Node receiver() const { return is_answer ? from : to; }
};

// A PE's end of the network: turns transfers into flits and counts those that come.
class Fabric::Port final : public sc_core::sc_module, public RouterPort {
 public:
  tlm_utils::simple_initiator_socket<Port> to_router{"to_router"};
  tlm_utils::simple_target_socket<Port> from_router{"from_router"};

  Port(const sc_core::sc_module_name& name, Machinery& all, Node pe,
       std::unique_ptr<FlitCodec> codec);

  void send(Transaction& transaction);
  void write(std::uint32_t port, Step after, std::vector<RawFlit> flits) override;
  // The router has taken a flit over one of the PE's ports.
  void taken(std::uint32_t port, Step step);

  // Transactions whose request is here and waits for the target.
  std::deque<Transaction*> inbox;
  Transaction* at_target = nullptr;  // between BEGIN_REQ and END_REQ
  // Transactions that have ended, and their initiator is to be told.
  std::deque<Payload*> outbox;
  bool is_telling = false;     // between BEGIN_RESP and END_RESP
  bool is_requesting = false;  // between BEGIN_REQ and END_REQ

 private:
  struct Lane {
    Step free = 0;  // the first step in which it can send
    std::deque<std::pair<Transaction*, Flits>> sending;
  };

  void on_flit(Payload& payload, sc_core::sc_time& delay);
  Step first_step() const;

  Machinery& all_;
  const Node pe_;
  const std::unique_ptr<FlitCodec> codec_;
  std::map<std::uint32_t, Lane> lanes_;
  bool is_receiving_ = false;  // within the call that brings a flit
  Transaction* current_ = nullptr;
  Step base_ = 0;  // the step before the first in which what is being sent could cross a link
};

class Fabric::Machinery final : public NetworkObserver {
 public:
  Machinery(Fabric& fabric, const FabricNetwork& network, const FabricConfig& config);

  // The initiators' side.
  void b_transport(int pe, Payload& payload, sc_core::sc_time& delay);
  tlm::tlm_sync_enum nb_transport_fw(int pe, Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  unsigned transport_dbg(int pe, Payload& payload);
  // The targets' side.
  tlm::tlm_sync_enum nb_transport_bw(int pe, Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step step, const Network& network, const Injector& injector) override;

  void arrived(Node pe, const protocols::Arrival& arrival);
  void all_taken(Transaction& transaction, Step step);
  FabricVerdict verdict() const;

  const FabricConfig config;
  std::unique_ptr<Machine> machine;
  std::unique_ptr<TransferCarrier> carrier;
  std::shared_ptr<protocols::CollectiveCarriage> carriage;
  std::unique_ptr<NetworkModule> module;
  std::function<void(const FabricTransfer&)> watch;

 private:
  // Why the fabric cannot carry it; TLM_OK_RESPONSE: it can.
  tlm::tlm_response_status refusal(int pe, const Payload& payload) const;
  Node target_of(const Payload& payload) const;
  std::uint64_t local_address(std::uint64_t address) const;
  Flits flits_of(const Payload& payload) const;
  void begin(int pe, Payload& payload, sc_core::sc_event* done);
  void start_way(Transaction& transaction, Flits flits);
  bool submit(Transaction& transaction);
  void count(const FabricTransfer& transfer);
  void hand_over(Node pe);
  void after(const sc_core::sc_time& delay, Payload& copy, const tlm::tlm_phase& phase);
  void on_target_phase(Payload& copy, const tlm::tlm_phase& phase);
  void on_initiator_phase(Payload& original, const tlm::tlm_phase& phase);
  void responded(Transaction& transaction);
  void end(Transaction& transaction);
  void tell(Node pe);
  void complain(std::string sentence);
  Port& port(Node pe) { return *ports_[static_cast<std::size_t>(pe)]; }

  Fabric& fabric_;
  CopyManager copies_;
  std::vector<std::unique_ptr<Port>> ports_;
  std::map<Payload*, std::unique_ptr<Transaction>> transactions_;  // by the initiator's payload
  std::map<Payload*, Transaction*> by_copy_;  // between request and response of the target
  std::map<Payload*, Node> begun_by_;         // from BEGIN_REQ to END_RESP
  std::vector<Transaction*> by_number_;       // under way
  std::list<Transaction*> without_number_;    // in the order in which they were made
  tlm_utils::peq_with_cb_and_phase<Machinery> target_phases_;
  tlm_utils::peq_with_cb_and_phase<Machinery> initiator_phases_;

  FabricVerdict so_far_;
  std::int64_t complaints_ = 0;
};

// The PE's end of the network.

Fabric::Port::Port(const sc_core::sc_module_name& name, Machinery& all, Node pe,
                   std::unique_ptr<FlitCodec> codec)
    : sc_core::sc_module(name), all_(all), pe_(pe), codec_(std::move(codec)) {
  from_router.register_b_transport(this, &Port::on_flit);
}

Step Fabric::Port::first_step() const {
  const auto now = static_cast<Step>(sc_core::sc_time_stamp().value() / all_.config.step.value());
  return is_receiving_ ? now + 1 : now + 2;
}

void Fabric::Port::send(Transaction& transaction) {
  current_ = &transaction;
  base_ = first_step() - 1;
  transaction.not_taken = 0;
  std::vector<protocols::Transmission> messages = all_.carriage->messages(transaction.number);
  for (protocols::Transmission& message : messages) {
    message.after = 1 + all_.carriage->lead();
    codec_->send(message, *this);
  }
  transaction.record.ready = base_;
  transaction.record.least =
      base_ + all_.carrier->latency(
                  {transaction.sender(), transaction.receiver(), transaction.record.flits});
}

void Fabric::Port::write(std::uint32_t port, Step after, std::vector<RawFlit> flits) {
  Lane& lane = lanes_[port];
  const auto count = static_cast<Flits>(flits.size());
  const Step first = std::max(base_ + after, lane.free);
  lane.free = first + count;
  lane.sending.emplace_back(current_, count);
  current_->not_taken += count;

  Payload payload;
  payload.set_command(tlm::TLM_WRITE_COMMAND);
  payload.set_address(port);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(flits.data()));
  payload.set_data_length(static_cast<unsigned>(flits.size() * sizeof(RawFlit)));
  payload.set_streaming_width(sizeof(RawFlit));
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_core::sc_time delay = all_.config.step * static_cast<double>(first) - sc_core::sc_time_stamp();
  to_router->b_transport(payload, delay);
  if (payload.is_response_error())
    SC_REPORT_ERROR("flitwise/fabric", payload.get_response_string().c_str());
}

void Fabric::Port::taken(std::uint32_t port, Step step) {
  Lane& lane = lanes_[port];
  auto& [transaction, flits] = lane.sending.front();
  Transaction& of = *transaction;
  if (--flits == 0) lane.sending.pop_front();
  if (--of.not_taken == 0) all_.all_taken(of, step);
}

void Fabric::Port::on_flit(Payload& payload, sc_core::sc_time& /*delay*/) {
  RawFlit flit = 0;
  std::memcpy(&flit, payload.get_data_ptr(), sizeof flit);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  const auto now = static_cast<Step>(sc_core::sc_time_stamp().value() / all_.config.step.value());
  is_receiving_ = true;
  if (const auto arrival = codec_->take(now, payload.get_address(), flit))
    all_.arrived(pe_, *arrival);
  codec_->follow(*this);
  is_receiving_ = false;
}

// The whole.

Fabric::Machinery::Machinery(Fabric& fabric, const FabricNetwork& network,
                             const FabricConfig& settings)
    : config(settings),
      machine(network.make_machine()),
      carrier(machine->carry({})),
      carriage(carrier->carriage()),
      fabric_(fabric),
      target_phases_("target_phases", this, &Machinery::on_target_phase),
      initiator_phases_("initiator_phases", this, &Machinery::on_initiator_phase) {
  NetworkModule::Config of_module;
  std::unique_ptr<Network> routers = machine->build(network.options(), nullptr);
  of_module.addresses = machine->addresses();
  of_module.node_names = machine->node_names();
  of_module.handover = machine->handover();
  of_module.tap = machine->tap();
  of_module.step = config.step;
  constexpr Step kNever = std::numeric_limits<Step>::max() / 2;
  of_module.max_steps = network.options().max_steps.value_or(kNever);
  of_module.observers = {this};
  module = std::make_unique<NetworkModule>("network", of_module, std::move(routers));
  for (std::size_t pe = 0; pe < of_module.addresses.pes(); ++pe) {
    const auto node = static_cast<Node>(pe);
    ports_.push_back(std::make_unique<Port>(fmt::format("port{}", pe).c_str(), *this, node,
                                            machine->codec(node)));
    ports_.back()->to_router.bind(module->from_pes);
    module->to_pes.bind(ports_.back()->from_router);
  }
}

Flits Fabric::Machinery::flits_of(const Payload& payload) const {
  return (Flits{payload.get_data_length()} + config.flit_bytes - 1) / config.flit_bytes;
}

Node Fabric::Machinery::target_of(const Payload& payload) const {
  const std::uint64_t pe = payload.get_address() >> config.address_bits;
  return pe < ports_.size() ? static_cast<Node>(pe) : kNoNode;
}

tlm::tlm_response_status Fabric::Machinery::refusal(int pe, const Payload& payload) const {
  const Node target = target_of(payload);
  if (target == kNoNode || target == pe ||
      fabric_.to_pe[static_cast<std::size_t>(target)].size() == 0)
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (!payload.is_read() && !payload.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (payload.get_data_length() == 0) return tlm::TLM_BURST_ERROR_RESPONSE;
  return tlm::TLM_OK_RESPONSE;
}

void Fabric::Machinery::b_transport(int pe, Payload& payload, sc_core::sc_time& delay) {
  if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  const tlm::tlm_response_status status = refusal(pe, payload);
  if (status != tlm::TLM_OK_RESPONSE) {
    payload.set_response_status(status);
    return;
  }
  sc_core::sc_event done;
  begin(pe, payload, &done);
  sc_core::wait(done);
}

tlm::tlm_sync_enum Fabric::Machinery::nb_transport_fw(int pe, Payload& payload,
                                                      tlm::tlm_phase& phase,
                                                      sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) {
    const tlm::tlm_response_status status = refusal(pe, payload);
    if (status != tlm::TLM_OK_RESPONSE) {
      payload.set_response_status(status);
      return tlm::TLM_COMPLETED;
    }
    Port& from = port(pe);
    if (from.is_requesting)
      SC_REPORT_ERROR("flitwise/fabric", "a request before the END_REQ of the one before");
    from.is_requesting = true;
    if (payload.has_mm()) payload.acquire();
    begun_by_[&payload] = pe;
  } else if (phase != tlm::END_RESP) {
    SC_REPORT_ERROR("flitwise/fabric", "a phase that no initiator of the base protocol sends");
  }
  const tlm::tlm_phase now = phase;
  if (delay != sc_core::SC_ZERO_TIME) {
    initiator_phases_.notify(payload, now, delay);
    return tlm::TLM_ACCEPTED;
  }
  on_initiator_phase(payload, now);
  return now == tlm::END_RESP ? tlm::TLM_COMPLETED : tlm::TLM_ACCEPTED;
}

void Fabric::Machinery::on_initiator_phase(Payload& original, const tlm::tlm_phase& phase) {
  const auto begun = begun_by_.find(&original);
  if (begun == begun_by_.end()) {
    SC_REPORT_ERROR("flitwise/fabric", "a phase of a transaction that is not under way");
    return;
  }
  if (phase == tlm::BEGIN_REQ) {
    begin(begun->second, original, nullptr);
    return;
  }
  const Node pe = begun->second;
  begun_by_.erase(begun);
  if (original.has_mm()) original.release();
  port(pe).is_telling = false;
  tell(pe);
}

// Debug transport takes no time and sees no network.
unsigned Fabric::Machinery::transport_dbg(int pe, Payload& payload) {
  if (refusal(pe, payload) != tlm::TLM_OK_RESPONSE) return 0;
  const std::uint64_t address = payload.get_address();
  auto& target = fabric_.to_pe[static_cast<std::size_t>(target_of(payload))];
  payload.set_address(local_address(address));
  const unsigned bytes = target->transport_dbg(payload);
  payload.set_address(address);
  return bytes;
}

std::uint64_t Fabric::Machinery::local_address(std::uint64_t address) const {
  return address & ((std::uint64_t{1} << config.address_bits) - 1);
}

void Fabric::Machinery::begin(int pe, Payload& payload, sc_core::sc_event* done) {
  auto made = std::make_unique<Transaction>();
  Transaction& transaction = *made;
  transactions_[&payload] = std::move(made);
  transaction.original = &payload;
  transaction.copy = copies_.copy_of(payload);
  transaction.copy->set_address(local_address(payload.get_address()));
  transaction.copy->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  by_copy_[transaction.copy] = &transaction;
  transaction.from = pe;
  transaction.to = target_of(payload);
  transaction.done = done;
  start_way(transaction, payload.is_write() ? flits_of(payload) : 1);
}

void Fabric::Machinery::start_way(Transaction& transaction, Flits flits) {
  transaction.record = {transaction.sender(), transaction.receiver(), transaction.is_answer, flits};
  if (!submit(transaction)) without_number_.push_back(&transaction);
}

// Whether a number was left for its flits.
bool Fabric::Machinery::submit(Transaction& transaction) {
  const FabricTransfer& record = transaction.record;
  const auto number = carriage->add({record.from, record.to, record.flits});
  if (!number) return false;
  transaction.number = *number;
  transaction.not_arrived = carriage->flits(*number);
  if (by_number_.size() <= *number) by_number_.resize(*number + 1);
  by_number_[*number] = &transaction;
  port(record.from).send(transaction);
  return true;
}

void Fabric::Machinery::all_taken(Transaction& transaction, Step step) {
  transaction.record.taken = step;
  if (transaction.is_answer || transaction.done != nullptr) return;
  port(transaction.from).is_requesting = false;
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  fabric_.from_pe[static_cast<std::size_t>(transaction.from)]->nb_transport_bw(
      *transaction.original, phase, delay);
}

void Fabric::Machinery::arrived(Node pe, const protocols::Arrival& arrival) {
  const std::optional<std::size_t> number = carriage->transfer_of(arrival);
  Transaction* const found = number && *number < by_number_.size() ? by_number_[*number] : nullptr;
  if (found == nullptr || found->receiver() != pe) {
    complain(fmt::format("step {}: a flit of no transfer to it came to PE {}", arrival.step, pe));
    return;
  }
  if (--found->not_arrived > 0) return;
  by_number_[*number] = nullptr;
  carriage->remove(*number);
  without_number_.remove_if([&](Transaction* waiting) { return submit(*waiting); });
  found->record.delivered = arrival.step;
  count(found->record);
  if (found->is_answer) {
    end(*found);
    return;
  }
  port(pe).inbox.push_back(found);
  hand_over(pe);
}

void Fabric::Machinery::count(const FabricTransfer& transfer) {
  ++so_far_.transfers;
  so_far_.flits += transfer.flits;
  so_far_.finish = transfer.delivered;
  if (transfer.delivered < transfer.least)
    complain(fmt::format(
        "a transfer of {} flits from PE {} to PE {} came in step {}, and it cannot "
        "before step {}",
        transfer.flits, transfer.from, transfer.to, transfer.delivered, transfer.least));
  if (watch) watch(transfer);
}

// The next request to the PE's target, once that has taken the one before.
void Fabric::Machinery::hand_over(Node pe) {
  Port& to = port(pe);
  while (to.at_target == nullptr && !to.inbox.empty()) {
    Transaction& transaction = *to.inbox.front();
    to.inbox.pop_front();
    to.at_target = &transaction;
    Payload& copy = *transaction.copy;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const tlm::tlm_sync_enum sync =
        fabric_.to_pe[static_cast<std::size_t>(pe)]->nb_transport_fw(copy, phase, delay);
    if (sync == tlm::TLM_ACCEPTED) continue;
    if (sync == tlm::TLM_COMPLETED) phase = tlm::BEGIN_RESP;
    after(delay, copy, phase);
  }
}

void Fabric::Machinery::after(const sc_core::sc_time& delay, Payload& copy,
                              const tlm::tlm_phase& phase) {
  if (delay == sc_core::SC_ZERO_TIME)
    on_target_phase(copy, phase);
  else
    target_phases_.notify(copy, phase, delay);
}

tlm::tlm_sync_enum Fabric::Machinery::nb_transport_bw(int /*pe*/, Payload& payload,
                                                      tlm::tlm_phase& phase,
                                                      sc_core::sc_time& delay) {
  const tlm::tlm_phase now = phase;
  after(delay, payload, now);
  return now == tlm::BEGIN_RESP ? tlm::TLM_COMPLETED : tlm::TLM_ACCEPTED;
}

void Fabric::Machinery::on_target_phase(Payload& copy, const tlm::tlm_phase& phase) {
  const auto found = by_copy_.find(&copy);
  if (found == by_copy_.end() || (phase != tlm::END_REQ && phase != tlm::BEGIN_RESP)) {
    SC_REPORT_ERROR("flitwise/fabric", "a target sent a phase of no request to it");
    return;
  }
  Transaction& transaction = *found->second;
  const Node pe = transaction.to;
  if (port(pe).at_target == &transaction) port(pe).at_target = nullptr;
  if (phase == tlm::BEGIN_RESP) responded(transaction);
  hand_over(pe);
}

void Fabric::Machinery::responded(Transaction& transaction) {
  by_copy_.erase(transaction.copy);
  const Payload& original = *transaction.original;
  if (original.is_write() && !config.acknowledge_writes) {
    end(transaction);
    return;
  }
  transaction.is_answer = true;
  const bool has_data = original.is_read() && transaction.copy->is_response_ok();
  start_way(transaction, has_data ? flits_of(original) : 1);
}

void Fabric::Machinery::end(Transaction& transaction) {
  Payload& original = *transaction.original;
  Payload& copy = *transaction.copy;
  original.update_original_from(copy);
  original.set_dmi_allowed(false);
  sc_core::sc_event* const done = transaction.done;
  const Node pe = transaction.from;
  transactions_.erase(&original);
  copy.release();
  if (done != nullptr) {
    done->notify(sc_core::SC_ZERO_TIME);
    return;
  }
  port(pe).outbox.push_back(&original);
  tell(pe);
}

// The next ended transaction to the PE's initiator, once that has taken the one before.
void Fabric::Machinery::tell(Node pe) {
  Port& to = port(pe);
  while (!to.is_telling && !to.outbox.empty()) {
    Payload& original = *to.outbox.front();
    to.outbox.pop_front();
    to.is_telling = true;
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const tlm::tlm_sync_enum sync =
        fabric_.from_pe[static_cast<std::size_t>(pe)]->nb_transport_bw(original, phase, delay);
    if (sync == tlm::TLM_ACCEPTED) continue;
    if (delay != sc_core::SC_ZERO_TIME)
      initiator_phases_.notify(original, tlm::END_RESP, delay);
    else
      on_initiator_phase(original, tlm::END_RESP);
  }
}

void Fabric::Machinery::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  if (transfers.empty()) return;
  so_far_.quiesce = step;
  so_far_.flit_hops += static_cast<std::int64_t>(transfers.size());
}

void Fabric::Machinery::on_edge(Step step, const Network& network, const Injector& injector) {
  for (const Injection& injection : injector.injections())
    port(injection.node).taken(injection.port, step);
  for (const Violation& violation : network.violations()) {
    ++so_far_.violations;
    complain(violation.text());
  }
}

void Fabric::Machinery::complain(std::string sentence) {
  constexpr std::size_t kMostTold = 20;
  ++complaints_;
  if (so_far_.messages.size() < kMostTold) so_far_.messages.push_back(std::move(sentence));
}

FabricVerdict Fabric::Machinery::verdict() const {
  FabricVerdict verdict = so_far_;
  const auto told = static_cast<std::int64_t>(verdict.messages.size());
  if (complaints_ > told)
    verdict.messages.push_back(fmt::format("and {} more", complaints_ - told));
  const int assertions = module->network().assertion_failures();
  if (assertions > 0)
    verdict.messages.push_back(fmt::format("{} assertions of the RTL failed", assertions));
  verdict.pending = static_cast<std::int64_t>(transactions_.size());
  if (verdict.pending > 0) {
    verdict.messages.push_back(fmt::format("{} transactions have not ended", verdict.pending));
    for (std::string& sentence : module->describe_flits_on_links())
      verdict.messages.push_back(std::move(sentence));
  }
  verdict.exit_status = complaints_ > 0 || assertions > 0 ? 1 : verdict.pending > 0 ? 3 : 0;
  return verdict;
}

// The module.

Fabric::Fabric(const sc_core::sc_module_name& name, const FabricNetwork& network,
               const FabricConfig& config)
    : sc_core::sc_module(name) {
  if (config.step <= sc_core::SC_ZERO_TIME)
    throw std::invalid_argument("a fabric's step must be longer than no time");
  if (config.address_bits > 63)
    throw std::invalid_argument(
        fmt::format("a fabric's address_bits must be 0 to 63, not {}", config.address_bits));
  if (config.flit_bytes == 0)
    throw std::invalid_argument("a fabric's flit_bytes must be at least 1");
  machinery_ = std::make_unique<Machinery>(*this, network, config);
  const std::size_t pes = machinery_->machine->addresses().pes();
  from_pe.init(pes);
  to_pe.init(pes);
  for (std::size_t pe = 0; pe < pes; ++pe) {
    const int id = static_cast<int>(pe);
    from_pe[pe].register_b_transport(this, &Fabric::b_transport, id);
    from_pe[pe].register_nb_transport_fw(this, &Fabric::nb_transport_fw, id);
    from_pe[pe].register_transport_dbg(this, &Fabric::transport_dbg, id);
    to_pe[pe].register_nb_transport_bw(this, &Fabric::nb_transport_bw, id);
  }
}

Fabric::~Fabric() = default;

void Fabric::watch(std::function<void(const FabricTransfer&)> watch) {
  machinery_->watch = std::move(watch);
}

FabricVerdict Fabric::verdict() const { return machinery_->verdict(); }

void Fabric::b_transport(int pe, Payload& payload, sc_core::sc_time& delay) {
  machinery_->b_transport(pe, payload, delay);
}
tlm::tlm_sync_enum Fabric::nb_transport_fw(int pe, Payload& payload, tlm::tlm_phase& phase,
                                           sc_core::sc_time& delay) {
  return machinery_->nb_transport_fw(pe, payload, phase, delay);
}
unsigned Fabric::transport_dbg(int pe, Payload& payload) {
  return machinery_->transport_dbg(pe, payload);
}
tlm::tlm_sync_enum Fabric::nb_transport_bw(int pe, Payload& payload, tlm::tlm_phase& phase,
                                           sc_core::sc_time& delay) {
  return machinery_->nb_transport_bw(pe, payload, phase, delay);
}

}  // namespace flitwise
