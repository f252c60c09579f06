// stream.h: packets that follow each other through one pair of ports, and how fast they come out.
#ifndef FLITWISE_TB_KIT_PHASES_STREAM_H_
#define FLITWISE_TB_KIT_PHASES_STREAM_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "tb/kit/session.h"

namespace flitwise::kit {

/// A way through the router at the session's place.
struct Route {
  int in = kPe;
  int lane = 0;
  int out = kPe;
  Place to;
};

/// All pairs of ports that dimension order allows, with each lane.
std::vector<Route> routes_of(Session& session);
/// One that goes straight, where there is one.
std::optional<Route> first_route(Session& session);

/// What came out of an output while a stream ran.
struct StreamResult {
  std::uint64_t flits = 0;   ///< within the window
  std::uint64_t cycles = 0;  ///< of the window
  std::uint32_t lanes = 0;   ///< of the output that were in use
};

/// Sends packets of one length without a pause for `window` cycles, after as many to come into
/// step.
StreamResult run_stream(Session& session, const Route& route, std::uint32_t length,
                        const Reception& reception, std::uint64_t window);

/// Cycles from packet to packet of such a stream with receivers that stall nothing; empty where it
/// is no whole number.
std::optional<std::uint64_t> period_of(Session& session, const Route& route, std::uint32_t length);

/// Cycles that `flits` flits in the midst of one worm take, from the one numbered `first`. Empty
/// where they do not come.
std::optional<std::uint64_t> worm_time(Session& session, const Route& route,
                                       const Reception& reception, std::uint32_t first,
                                       std::uint32_t flits);

}  // namespace flitwise::kit

#endif  // FLITWISE_TB_KIT_PHASES_STREAM_H_
