#include "sim/families/torus/torus_network_run.h"

#include <utility>

#include "sim/families/torus/language/torus_words.h"
#include "sim/families/torus/traffic_setup.h"
#include "sim/run/network_settings.h"

namespace flitwise {

TorusNetworkRun::TorusNetworkRun(const Scenario& scenario)
    : scenario_(scenario),
      on_torus_(torus_of(scenario)),
      wiring_(Torus(on_torus_.sides), on_torus_.order),
      recorder_(to_torus_event),
      models_(ModelLibrary::terminal_config()) {}

std::unique_ptr<Network> TorusNetworkRun::make_network(WaveRecorder* waves) {
  TorusNetworkConfig config;
  config.lanes = on_torus_.options.lanes;
  config.depth = on_torus_.options.depth;
  config.rule = on_torus_.options.strict_lanes ? LaneRule::kStrict : LaneRule::kAnyLane;
  config.order = on_torus_.order;
  if (on_torus_.traffic) config.stalled_ports = stalled_ports(on_torus_);
  set_common(scenario_.options, waves, config);
  TorusNetwork made = scenario_.options.build == Build::kElaborated
                          ? elaborate_torus(wiring_.torus(), config, models_)
                          : assemble_torus(wiring_.torus(), config, models_);
  stalls_ = std::move(made.stalls);
  worms_ = std::move(made.worms);
  return std::move(made.network);
}

}  // namespace flitwise
