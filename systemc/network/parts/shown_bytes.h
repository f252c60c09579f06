// shown_bytes.h: what a part has shown at an edge, as bytes for other processes.
#ifndef FLITWISE_SYSTEMC_NETWORK_PARTS_SHOWN_BYTES_H_
#define FLITWISE_SYSTEMC_NETWORK_PARTS_SHOWN_BYTES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "systemc/network/parts/node_parts.h"
#include "systemc/network/parts/part.h"
#include "systemc/network/parts/wiring.h"

namespace flitwise {

// Where ranks know of each other's nodes all that these have shown:
/// Replaces `bytes`; `failures` are those of assertions so far. A flit or a delivery takes 16
/// bytes, credits of a lane 8.
void write_shown(const Part& part, int failures, std::string& bytes);
/// Gives `part`, which is another process's, what that one has written; returns its failures. The
/// part's mail is for `own` alone: what goes to other processes they read themselves.
/// Errors: throws std::runtime_error where bytes are missing.
int read_shown(std::string_view bytes, const Wiring& wiring, const Part& own, Part& part);

// Where they know what crosses to their own nodes:
/// What a part says to another one. A flit takes 16 bytes, credits of a lane 8.
struct BorderBytes {
  std::string flits{};
  std::string credits{};
};
/// Appends what crosses to each other part to `border_to`, by part.
void write_border(const Part& part, const Wiring& wiring, const NodeParts& parts,
                  std::vector<BorderBytes>& border_to);
/// Replaces `bytes`, and leaves `border` empty.
void write_border(BorderBytes& border, std::string& bytes);
/// Gives `part`, which is another process's, what has crossed from it: as transfers and as mail.
/// Errors: throws std::runtime_error where bytes are missing.
void read_border(std::string_view bytes, const Wiring& wiring, const Part& own, Part& part);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_PARTS_SHOWN_BYTES_H_
