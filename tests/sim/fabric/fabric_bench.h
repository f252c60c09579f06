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

// A PE with a memory, which takes every write and read at once, and a thread that asks.
struct Pe : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<Pe> out{"out"};
  tlm_utils::simple_target_socket<Pe> in{"in"};
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

inline sc_core::sc_time ns(double time) { return {time, sc_core::SC_NS}; }
inline double now_in_ns() { return sc_core::sc_time_stamp() / ns(1); }

}  // namespace flitwise::fabric_test

#endif  // FLITWISE_TESTS_SIM_FABRIC_FABRIC_BENCH_H_
