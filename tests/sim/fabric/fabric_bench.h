// fabric_bench.h: PEs with memories on every socket of a fabric.
#ifndef FLITWISE_TESTS_SIM_FABRIC_FABRIC_BENCH_H_
#define FLITWISE_TESTS_SIM_FABRIC_FABRIC_BENCH_H_

#include <flitwise/fabric.h>
#include <flitwise/fabric_monitor.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace flitwise::fabric_test {

using Payload = tlm::tlm_generic_payload;
using Bytes = std::vector<unsigned char>;

inline const char* const kTorus = "network: {kind: torus, sides: [4, 4]}";

inline Bytes pattern(std::size_t length, unsigned seed) {
  Bytes bytes(length);
  for (std::size_t i = 0; i < length; ++i)
    bytes[i] = static_cast<unsigned char>(seed * 31 + i * 7 + (i >> 8));
  return bytes;
}

inline sc_core::sc_time ns(double time) { return {time, sc_core::SC_NS}; }
inline double now_in_ns() { return sc_core::sc_time_stamp() / ns(1); }

// What SystemC reports.
inline std::string error_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const sc_core::sc_report& report) {
    return std::string(report.get_msg_type()) + ": " + report.get_msg();
  }
  return "no error";
}

// A PE with a memory, which takes every write and read at once, and a thread that asks.
struct Pe : sc_core::sc_module {
  tlm_utils::simple_initiator_socket_optional<Pe> out{"out"};
  tlm_utils::simple_target_socket_optional<Pe> in{"in"};
  std::map<std::uint64_t, unsigned char> memory;
  std::vector<std::pair<sc_core::sc_time, std::uint64_t>> taken;  // when, and the local address
  std::function<void(Pe&)> program;
  sc_core::sc_time work = sc_core::SC_ZERO_TIME;  // that a request takes

  SC_HAS_PROCESS(Pe);
  explicit Pe(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    in.register_b_transport(this, &Pe::take);
    in.register_transport_dbg(this, &Pe::look);
    SC_THREAD(run);
  }
  void run() {
    if (program) program(*this);
  }
  void take(Payload& payload, sc_core::sc_time& delay) {
    taken.emplace_back(sc_core::sc_time_stamp(), payload.get_address());
    copy(payload);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay += work;
  }
  unsigned look(Payload& payload) {
    copy(payload);
    return payload.get_data_length();
  }
  void copy(Payload& payload) {
    for (unsigned i = 0; i < payload.get_data_length(); ++i) {
      unsigned char& cell = memory[payload.get_address() + i];
      if (payload.is_write())
        cell = payload.get_data_ptr()[i];
      else
        payload.get_data_ptr()[i] = cell;
    }
  }

  tlm::tlm_response_status ask(tlm::tlm_command command, std::uint64_t address, Bytes& data,
                               sc_core::sc_time delay = sc_core::SC_ZERO_TIME) {
    Payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(data.data());
    payload.set_data_length(static_cast<unsigned>(data.size()));
    payload.set_streaming_width(static_cast<unsigned>(data.size()));
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    out->b_transport(payload, delay);
    EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
    return payload.get_response_status();
  }
  tlm::tlm_response_status write(std::uint64_t address, Bytes data,
                                 sc_core::sc_time delay = sc_core::SC_ZERO_TIME) {
    return ask(tlm::TLM_WRITE_COMMAND, address, data, delay);
  }
};

struct Bench {
  explicit Bench(const std::string& text, const FabricConfig& config = {},
                 const std::string& name = "fabric")
      : fabric(name.c_str(), FabricNetwork::from_text(text), config), monitor(fabric) {
    for (std::size_t p = 0; p < fabric.pes(); ++p) {
      pes.push_back(std::make_unique<Pe>((name + "_pe" + std::to_string(p)).c_str()));
      pes.back()->out.bind(fabric.from_pe[p]);
      fabric.to_pe[p].bind(pes.back()->in);
    }
    fabric.watch([this](const FabricTransfer& transfer) { transfers.push_back(transfer); });
  }
  Pe& pe(std::size_t p) { return *pes[p]; }

  FabricVerdict verdict() const { return monitor.verdict(); }

  Fabric fabric;
  FabricMonitor monitor;
  std::vector<std::unique_ptr<Pe>> pes;
  std::vector<FabricTransfer> transfers;
};

// A PE that writes by nb_transport, as often and as soon as it may.
struct NonBlocking : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<NonBlocking> out{"out"};
  std::vector<std::uint64_t> addresses;
  std::size_t bytes = 8;
  std::vector<double> free_again, ended;
  // Its answers; without them it accepts END_REQ and completes at BEGIN_RESP.
  std::function<tlm::tlm_sync_enum(tlm::tlm_phase&)> on_end_request;
  std::function<tlm::tlm_sync_enum(Payload&, tlm::tlm_phase&)> on_response;

  SC_HAS_PROCESS(NonBlocking);
  explicit NonBlocking(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    out.register_nb_transport_bw(this, &NonBlocking::back);
    SC_METHOD(next);
  }
  void next() {
    if (payloads_.size() == addresses.size()) return;
    data_.push_back(std::make_unique<Bytes>(bytes));
    payloads_.push_back(std::make_unique<Payload>());
    Payload& payload = *payloads_.back();
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(addresses[payloads_.size() - 1]);
    payload.set_data_ptr(data_.back()->data());
    payload.set_data_length(static_cast<unsigned>(bytes));
    payload.set_streaming_width(static_cast<unsigned>(bytes));
    EXPECT_EQ(send(payload, tlm::BEGIN_REQ), tlm::TLM_ACCEPTED);
  }
  tlm::tlm_sync_enum send(Payload& payload, tlm::tlm_phase phase) {
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    return out->nb_transport_fw(payload, phase, delay);
  }
  tlm::tlm_sync_enum back(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
    if (phase == tlm::END_REQ) {
      free_again.push_back(now_in_ns());
      next();
      return on_end_request ? on_end_request(phase) : tlm::TLM_ACCEPTED;
    }
    EXPECT_EQ(phase, tlm::BEGIN_RESP);
    EXPECT_TRUE(payload.is_response_ok());
    ended.push_back(now_in_ns());
    return on_response ? on_response(payload, phase) : tlm::TLM_COMPLETED;
  }

 private:
  std::vector<std::unique_ptr<Bytes>> data_;
  std::vector<std::unique_ptr<Payload>> payloads_;
};

// An initiator at PE 0 of a torus and a target at PE 1.
template <class Initiator, class Target>
struct Pair {
  explicit Pair(const FabricConfig& config = {})
      : fabric("fabric", FabricNetwork::from_text(kTorus), config), monitor(fabric) {
    initiator.out.bind(fabric.from_pe[0]);
    fabric.to_pe[1].bind(target.in);
    fabric.watch([this](const FabricTransfer& transfer) { transfers.push_back(transfer); });
  }

  Fabric fabric;
  FabricMonitor monitor;
  Initiator initiator{"initiator"};
  Target target{"target"};
  std::vector<FabricTransfer> transfers;
};

}  // namespace flitwise::fabric_test

#endif  // FLITWISE_TESTS_SIM_FABRIC_FABRIC_BENCH_H_
