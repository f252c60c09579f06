// trace_tracks.h: what a trace of a run shows: slices of messages on links and in nodes, and
// counters.
#ifndef FLITWISE_SIM_REPORT_TRACE_TRACKS_H_
#define FLITWISE_SIM_REPORT_TRACE_TRACKS_H_

#include <string>
#include <vector>

#include "sim/language/scenario.h"
#include "sim/run/figures/result.h"

namespace flitwise {

/// A message on a link or in a node: `flits` of it that follow each other by their indices, from
/// the step of the first to that of the last.
struct TraceSlice {
  Step first = 0;
  Step last = 0;
  Flits flits = 0;
  std::string name;       ///< "message 5"; "tap 3, value 2"
  std::size_t place = 0;  ///< of the message, by which it is the same in all tracks
};

/// Slices of one link or node. Shape: `lanes` hold slices that do not overlap, in order; there are
/// as many as messages at once.
struct TraceTrack {
  Node node = kNoNode;  ///< the link's sender
  Node to = kNoNode;    ///< kNoNode for a node's track
  std::vector<std::vector<TraceSlice>> lanes;
};

/// Flits per step: entry t is that of step t.
struct TraceCounters {
  std::vector<Flits> on_links;  ///< that cross a link
  std::vector<Flits> stored;    ///< that are in a node and go on in a later step
  std::vector<Flits> stalled;   ///< of those, that came in an earlier one and do not go on in this
};

/// The tracks of all links that were used and of all nodes, links by their ends, nodes by number.
/// A message is in a node from the step in which its first flit comes in, or leaves its source, to
/// that of its last.
/// Shape: `events` are in the order of steps; `nodes` counts PEs and switches.
std::vector<TraceTrack> trace_tracks(const Scenario& scenario, const std::vector<LinkEvent>& events,
                                     Node nodes);

TraceCounters trace_counters(const Scenario& scenario, const std::vector<LinkEvent>& events);

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_TRACE_TRACKS_H_
