// own_router_keys.cpp: numbers of own routers, and what cannot be with them.
#include "sim/families/torus/own_router_keys.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/families/torus/torus_machine.h"
#include "sim/router/router_key.h"
#include "sim/text/report_text.h"
#include "systemc/network/own/own_mesh.h"
#include "tb/theory/torus/worm_timing.h"

namespace flitwise::language {

void take_numbers(WormScenario& worms) {
  const own::RouterDescription& router = *worms.router;
  const own::RouterLatency latency = router.latency.value_or(own::RouterLatency());
  worms.options.lanes = router.lanes;
  worms.options.depth = router.queue;
  worms.options.strict_lanes = router.lanes_per_class > 0;
  worms.options.latency = {};
  worms.options.latency.pipeline.declared = DeclaredWaits{
      latency.head_wait, latency.body_wait, latency.router.most() - 1 - latency.head_wait,
      latency.router.is_uniform() ? std::nullopt : std::optional(latency.router)};
  worms.options.latency.credit = latency.credit;
  if (latency.link > 1) worms.options.latency.link.assign(worms.sides.size(), latency.link);
}

std::string unfit_router(const WormScenario& worms) {
  const own::RouterDescription& router = *worms.router;
  if (const std::string lacking = lacks_numbers(router); !lacking.empty()) return lacking;
  if (router.flit.is_single && router.latency->head_wait > 0)
    return "sends flits one by one, of which each would wait its head_wait: messages of several "
           "are not predicted then";
  return own::refusal_of(wiring_of(worms), router);
}

std::string too_long_to_say(const WormScenario& worms, Flits longest) {
  if (!worms.router || !worms.router->flit.length) return {};
  const auto most = static_cast<Flits>(own::longest_of(*worms.router->flit.length));
  if (longest <= most) return {};
  return fmt::format("has heads whose length says at most {}, and messages of {} are sent",
                     counted(most, "flit"), longest);
}

std::string unpredicted_packets(const WormScenario& worms, const TorusTrafficScenario& traffic) {
  if (!worms.router) return {};
  Flits longest = 1;
  for (const protocols::PacketLength& length : traffic.plan.lengths)
    longest = std::max(longest, length.flits);
  if (const std::string broken = too_long_to_say(worms, longest); !broken.empty()) return broken;
  const Step loop = theory::credit_loops(worms.sides, worms.options.latency).head;
  const Step need = std::min(longest, loop);
  if (worms.options.depth >= need) return {};
  return fmt::format(
      "has queues of {}, in which packets of {} wait for slots: traffic is predicted from {} on",
      worms.options.depth, longest, need);
}

std::string too_slow_for_plans(const WormScenario& worms, Step need, bool has_own_pace) {
  if (!worms.router || worms.options.depth >= need) return {};
  return fmt::format(
      "is too slow for steps at planned cycles: its queues of {} are less than {}, what a slot is "
      "in use for{}",
      worms.options.depth, need, has_own_pace ? "; use barrier: false" : "");
}

}  // namespace flitwise::language

namespace flitwise {

void add_router_files(const WormScenario& worms, Scenario& scenario) {
  if (!worms.router) return;
  for (std::string& own : files_of(*worms.router)) scenario.inputs.push_back(std::move(own));
}

}  // namespace flitwise
