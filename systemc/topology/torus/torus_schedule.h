// torus_schedule.h: a broadcast schedule on a torus, as data.
//
// What a schedule says, not whether it is right: generators, importers and checkers all speak this
// type. Reading and writing files of it is in torus_schedule_file.h.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_TORUS_TORUS_SCHEDULE_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_TORUS_TORUS_SCHEDULE_H_

#include <optional>
#include <string>
#include <vector>

#include "systemc/topology/torus/torus.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// One message: the whole broadcast text from `from` to the node that `hops` lead to.
struct TorusMessage {
  Node from = kNoNode;
  Hops hops;  ///< signed, one entry per dimension

  friend bool operator==(const TorusMessage& a, const TorusMessage& b) {
    return a.from == b.from && a.hops == b.hops;
  }
};

/// Messages that are sent in the same step.
using TorusStep = std::vector<TorusMessage>;

/// A one-to-all broadcast.
///
/// With `starts` empty, steps follow each other with a barrier between them or each node at its own
/// pace; the schedule does not say. With `starts`, the heads of steps[s] leave in cycle starts[s].
struct TorusSchedule {
  std::vector<int> sides;        ///< as Torus
  DimensionOrder order;          ///< in which paths use the dimensions; empty: ascending
  Node source = 0;               ///< the node that has the text at first
  std::string scheme;            ///< what made the schedule, "peel" for example; may be empty
  std::optional<Flits> flits;    ///< length of the text, at least 1; none: any
  std::vector<TorusStep> steps;  ///< may be empty: a torus of one node
  std::vector<Step> starts;      ///< none, or one per step, increasing, from 1

  friend bool operator==(const TorusSchedule& a, const TorusSchedule& b);
};

/// The order in which paths use the dimensions, never empty.
DimensionOrder routing_order(const TorusSchedule& schedule);

/// Messages of all steps.
std::int64_t message_count(const TorusSchedule& schedule);

/// Links of the longest path of each step.
std::vector<int> longest_paths(const TorusSchedule& schedule);

/// The same schedule drawn around another source.
/// Errors: throws TopologyError for sides that are no torus, and a node that is not in it.
TorusSchedule with_source(TorusSchedule schedule, Node source);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_TORUS_TORUS_SCHEDULE_H_
