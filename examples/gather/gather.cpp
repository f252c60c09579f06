// gather: PEs of one's own on a torus of 4 x 4; each sends PE 0 its report, which counts them.
#include <flitwise/fabric.h>
#include <flitwise/fabric_monitor.h>

#include <cstdio>
#include <memory>
#include <vector>

namespace {

constexpr unsigned kBytes = 64;

struct Pe : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<Pe> out{"out"};
  tlm_utils::simple_target_socket<Pe> in{"in"};
  bool sends = false;
  unsigned received = 0;

  SC_HAS_PROCESS(Pe);
  explicit Pe(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    in.register_b_transport(this, &Pe::take);
    SC_THREAD(report);
  }
  void report() {
    if (!sends) return;
    std::vector<unsigned char> data(kBytes, 7);
    tlm::tlm_generic_payload write;
    write.set_write();
    write.set_address(0);  // PE 0
    write.set_data_ptr(data.data());
    write.set_data_length(kBytes);
    write.set_streaming_width(kBytes);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    out->b_transport(write, delay);
    if (!write.is_response_ok()) SC_REPORT_ERROR("gather", "a report was refused");
  }
  void take(tlm::tlm_generic_payload& write, sc_core::sc_time&) {
    received += write.get_data_length();
    write.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

}  // namespace

int sc_main(int, char*[]) {
  flitwise::Fabric fabric(
      "fabric", flitwise::FabricNetwork::from_text("network: {kind: torus, sides: [4, 4]}"));
  flitwise::FabricMonitor monitor(fabric);
  std::vector<std::unique_ptr<Pe>> pes;
  for (std::size_t p = 0; p < fabric.pes(); ++p) {
    pes.push_back(std::make_unique<Pe>(sc_core::sc_gen_unique_name("pe")));
    pes[p]->sends = p != 0;
    pes[p]->out.bind(fabric.from_pe[p]);
    fabric.to_pe[p].bind(pes[p]->in);
  }
  monitor.expect(
      "bytes", [&] { return std::int64_t{pes[0]->received}; }, 15 * kBytes, "15 reports");
  sc_core::sc_start();

  const flitwise::FabricVerdict verdict = monitor.verdict();
  std::fputs(verdict.text().c_str(), stdout);
  return verdict.exit_status;
}
