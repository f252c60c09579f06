// flit_payload.h: flits as payloads, between a PE's sockets and NetworkModule's.
#ifndef FLITWISE_SYSTEMC_PE_FLIT_PAYLOAD_H_
#define FLITWISE_SYSTEMC_PE_FLIT_PAYLOAD_H_

#include <cstdint>
#include <optional>
#include <systemc>
#include <tlm>
#include <vector>

#include "systemc/network/flit.h"

namespace flitwise {

/// Hands flits to the router behind a socket, through the PE's port, as NetworkModule takes them.
/// Errors: reports `reporter` when the router refuses them.
void write_flits(sc_core::sc_port_b<tlm::tlm_fw_transport_if<>>& to_router, std::uint32_t port,
                 std::vector<RawFlit> flits, sc_core::sc_time delay, const char* reporter);

/// The flit that a router writes to a PE, with the response set; empty: it is no WRITE of one flit,
/// and the response says why it is refused.
std::optional<RawFlit> flit_written_by(tlm::tlm_generic_payload& payload);

/// Whether a router writes what a PE's ports bring in a step, from that of the address on: more
/// than one flit, each beside the next, 0 where a port brings none.
inline bool is_burst(const tlm::tlm_generic_payload& payload) {
  const unsigned length = payload.get_data_length();
  return payload.is_write() && length > sizeof(RawFlit) && length % sizeof(RawFlit) == 0 &&
         payload.get_streaming_width() == length;
}

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_PE_FLIT_PAYLOAD_H_
