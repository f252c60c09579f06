// platform: two loosely timed cores and a memory over a fat tree; each reads what it wrote.
#include <flitwise/fabric.h>
#include <flitwise/fabric_monitor.h>
#include <tlm_utils/tlm_quantumkeeper.h>

#include <cstdio>
#include <cstring>
#include <utility>

namespace {

using Payload = tlm::tlm_generic_payload;
constexpr unsigned kAddressBits = 16;  // below them, an address in the memory; above, its PE
constexpr int kMemory = 7, kBlocks = 20;
constexpr unsigned kBytes = 64;

struct Memory : sc_core::sc_module {
  tlm_utils::simple_target_socket<Memory> in{"in"};
  std::vector<unsigned char> cells = std::vector<unsigned char>(1U << kAddressBits);

  explicit Memory(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    in.register_b_transport(this, &Memory::access);
  }
  void access(Payload& payload, sc_core::sc_time& delay) {
    unsigned char *to = &cells.at(payload.get_address()), *from = payload.get_data_ptr();
    if (payload.is_read()) std::swap(to, from);
    std::memcpy(to, from, kBytes);
    delay += sc_core::sc_time(5, sc_core::SC_NS);  // what the memory takes
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

struct Core : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<Core> out{"out"};
  tlm_utils::tlm_quantumkeeper time;  // runs ahead of the kernel, by a quantum at most
  unsigned first = 0;                 // of its blocks
  int right = 0;

  SC_HAS_PROCESS(Core);
  explicit Core(const sc_core::sc_module_name& name) : sc_core::sc_module(name) { SC_THREAD(run); }
  void run() {
    for (unsigned block = first; block < first + kBlocks; ++block) {
      time.inc(sc_core::sc_time(30, sc_core::SC_NS));  // work without the network
      if (time.need_sync()) time.sync();
      std::vector<unsigned char> sent(kBytes, static_cast<unsigned char>(block + 1)), read(kBytes);
      transfer(tlm::TLM_WRITE_COMMAND, block, sent);
      transfer(tlm::TLM_READ_COMMAND, block, read);
      right += sent == read;
    }
  }
  void transfer(tlm::tlm_command command, unsigned block, std::vector<unsigned char>& data) {
    Payload payload;
    payload.set_command(command);
    payload.set_address(std::uint64_t{kMemory} << kAddressBits | block * kBytes);
    payload.set_data_ptr(data.data());
    payload.set_data_length(kBytes);
    payload.set_streaming_width(kBytes);
    sc_core::sc_time delay = time.get_local_time();
    out->b_transport(payload, delay);  // the network's time is the kernel's: no delay is left
    time.set(delay);
  }
};

}  // namespace

int sc_main(int, char*[]) {
  tlm::tlm_global_quantum::instance().set(sc_core::sc_time(1, sc_core::SC_US));
  flitwise::FabricConfig config;
  config.address_bits = kAddressBits;
  const auto network = flitwise::FabricNetwork::from_text(
      "network: {kind: fat-tree, leaves: 8, capacities: exponential}\n"
      "options: {backpressure: true, depth: 4}");
  flitwise::Fabric fabric("fabric", network, config);
  flitwise::FabricMonitor monitor(fabric);
  Memory memory("memory");
  Core one("core0"), two("core1");
  two.first = kBlocks;
  one.out.bind(fabric.from_pe[0]);
  two.out.bind(fabric.from_pe[1]);
  fabric.to_pe[kMemory].bind(memory.in);
  const auto right = [&] { return std::int64_t{one.right + two.right}; };
  monitor.expect("blocks", right, 2 * kBlocks, "all");
  sc_core::sc_start();
  std::fputs(monitor.verdict().text().c_str(), stdout);
  return monitor.verdict().exit_status;
}
