// shown_bytes.h: what a part has shown at an edge, as bytes for other processes.
#ifndef FLITWISE_SYSTEMC_NETWORK_PARTS_SHOWN_BYTES_H_
#define FLITWISE_SYSTEMC_NETWORK_PARTS_SHOWN_BYTES_H_

#include <string>
#include <string_view>

#include "systemc/network/parts/part.h"
#include "systemc/network/parts/wiring.h"

namespace flitwise {

/// Replaces `bytes`. `failures`: assertions of the part's process that have failed so far. A flit
/// or a delivery takes 16 bytes, credits of a lane 8.
void write_shown(const Part& part, int failures, std::string& bytes);

/// Gives `part`, which is another process's, what that one has written; returns its failures. The
/// part's mail is for `own` alone: what goes to other processes they read themselves.
/// Errors: throws std::runtime_error where bytes are missing.
int read_shown(std::string_view bytes, const Wiring& wiring, const Part& own, Part& part);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_PARTS_SHOWN_BYTES_H_
