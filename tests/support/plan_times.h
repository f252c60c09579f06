// plan_times.h: when everything of a collective plan happens on a network in which nothing waits.
#ifndef FLITWISE_TESTS_SUPPORT_PLAN_TIMES_H_
#define FLITWISE_TESTS_SUPPORT_PLAN_TIMES_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "systemc/topology/collective.h"

namespace flitwise::test {

/// Something that takes one flit a step, or `capacity` flits: a link, a PE's way in or out.
struct PlanResource {
  std::int64_t number = 0;
  Step delay = 0;  ///< a message's first flit is there so many steps after its first link
  int capacity = 1;
};

/// How one transfer is carried.
struct PlanWay {
  std::int64_t port = 0;  ///< of the sender's: sends of one port take turns
  Step hops = 1;  ///< links to the receiver, the one from the PE not counted if it costs none
  std::vector<PlanResource> resources;
  Flits flits_a_word = 1;  ///< of a packet, where a word goes in one
};

/// What a run of a plan comes to.
struct PlanTimes {
  Step done = 0;             ///< at its end the last operation is over
  Step finish = 0;           ///< last reception of a flit
  std::vector<Step> starts;  ///< by transfer, when its send has its port; -1: never
  /// A sentence for each resource and step with too many flits, at most ten; and for each send that
  /// starts later than `not_before` says, if there is such a rule.
  std::vector<std::string> complaints;
};

/// What plans promise of their sends.
enum class PlanPace : std::uint8_t {
  kOwn,        ///< they start when they can
  kTimetable,  ///< all start in the step that their program names
};

/// Runs the programs as RankOp says: an operation whose dependencies are met in step s starts in
/// step max(s, not_before), a send when its port is free; its flit i (from 0) is on its first link
/// in step start + steps + 1 + i.
PlanTimes plan_times(const Collective& schedule,
                     const std::function<PlanWay(const CollectiveTransfer&)>& way_of,
                     PlanPace pace);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SUPPORT_PLAN_TIMES_H_
