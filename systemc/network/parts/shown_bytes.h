// shown_bytes.h: what a part has shown at an edge, as bytes for other processes.
#ifndef FLITWISE_SYSTEMC_NETWORK_PARTS_SHOWN_BYTES_H_
#define FLITWISE_SYSTEMC_NETWORK_PARTS_SHOWN_BYTES_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "systemc/network/parts/part.h"
#include "systemc/network/parts/wiring.h"

namespace flitwise {

/// What ranks know of each other's nodes: all that these have shown, or what crosses to their own.
enum class Sight : std::uint8_t { kAll, kOwn };

/// What counts of a rank, whatever the others see.
struct RankState {
  std::int64_t inside = 0;    ///< with credits: flits injected there and not delivered there
  int failures = 0;           ///< of assertions so far
  bool has_moved = false;     ///< at this edge
  bool has_injected = false;  ///< likewise: a PE has handed over a flit
};

/// Replaces `bytes`. A flit or a delivery takes 16 bytes, credits of a lane 8.
void write_shown(const Part& part, const Wiring& wiring, Sight sight, const RankState& state,
                 std::string& bytes);

/// Gives `part`, which is another process's, what that one has written; returns its state. The
/// part's mail is for `own` alone: what goes to other processes they read themselves.
/// Errors: throws std::runtime_error where bytes are missing.
RankState read_shown(std::string_view bytes, const Wiring& wiring, Sight sight, const Part& own,
                     Part& part);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_PARTS_SHOWN_BYTES_H_
