// perfetto.h: a run as a trace of Perfetto, the viewer of ui.perfetto.dev.
#ifndef FLITWISE_SIM_REPORT_PERFETTO_H_
#define FLITWISE_SIM_REPORT_PERFETTO_H_

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

/// The bytes of a `.pftrace` file, a protocol buffer: a track for every PE, switch and link that
/// was used, with a slice for every message, which a flow links from track to track, and three
/// counters. Step t lasts from t ns to t + 1 ns, as in waves. Pre: the result has its events.
std::string perfetto_trace(const Scenario& scenario, const Result& result);

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_PERFETTO_H_
