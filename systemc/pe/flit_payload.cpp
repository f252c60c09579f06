// flit_payload.cpp: the fields of the payloads.
#include "systemc/pe/flit_payload.h"

#include <cstring>

namespace flitwise {

void write_flits(sc_core::sc_port_b<tlm::tlm_fw_transport_if<>>& to_router, std::uint32_t port,
                 std::vector<RawFlit> flits, sc_core::sc_time delay, const char* reporter) {
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_WRITE_COMMAND);
  payload.set_address(port);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(flits.data()));
  payload.set_data_length(static_cast<unsigned>(flits.size() * sizeof(RawFlit)));
  payload.set_streaming_width(sizeof(RawFlit));
  to_router->b_transport(payload, delay);
  if (payload.is_response_error()) SC_REPORT_ERROR(reporter, payload.get_response_string().c_str());
}

std::optional<RawFlit> flit_written_by(tlm::tlm_generic_payload& payload) {
  RawFlit flit = 0;
  const bool is_one = payload.get_data_length() == sizeof flit;
  payload.set_response_status(!payload.is_write() ? tlm::TLM_COMMAND_ERROR_RESPONSE
                              : !is_one           ? tlm::TLM_BURST_ERROR_RESPONSE
                                                  : tlm::TLM_OK_RESPONSE);
  if (!payload.is_response_ok()) return std::nullopt;
  std::memcpy(&flit, payload.get_data_ptr(), sizeof flit);
  return flit;
}

}  // namespace flitwise
