#include "sim/torus/torus_build.h"

#include "sim/network_settings.h"
#include "sim/torus/torus_words.h"

namespace flitwise {

TorusNetwork make_torus_network(const Scenario& scenario, WaveRecorder* waves,
                                ModelLibrary& models) {
  const TorusScenario& on_torus = torus_of(scenario);
  TorusNetworkConfig config;
  config.lanes = on_torus.options.lanes;
  config.depth = on_torus.options.depth;
  config.rule = on_torus.options.strict_lanes ? LaneRule::kStrict : LaneRule::kAnyLane;
  config.order = on_torus.order;
  set_common(scenario.options, waves, config);
  const Torus torus(on_torus.sides);
  return scenario.options.build == Build::kAssembled ? assemble_torus(torus, config, models)
                                                     : elaborate_torus(torus, config, models);
}

}  // namespace flitwise
