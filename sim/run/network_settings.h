// network_settings.h: what every family's network takes from the options that all scenarios share.
#ifndef FLITWISE_SIM_RUN_NETWORK_SETTINGS_H_
#define FLITWISE_SIM_RUN_NETWORK_SETTINGS_H_

#include "sim/language/scenario.h"
#include "systemc/network/engine.h"
#include "systemc/network/models/model_owner.h"
#include "systemc/network/wave_recorder.h"

namespace flitwise {

/// Sets `config`, any family's, to skip idle routers, bind checkers, record waves and take netlists
/// or not.
template <class NetworkConfig>
void set_common(const Options& options, WaveRecorder* waves, NetworkConfig& config) {
  config.idle = options.skip_idle ? IdleRouters::kSkip : IdleRouters::kEvaluate;
  config.checkers = options.checkers ? Checkers::kBound : Checkers::kNone;
  config.form = options.build == Build::kNetlist ? RouterForm::kNetlist : RouterForm::kRtl;
  config.waves = waves;
}

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_NETWORK_SETTINGS_H_
