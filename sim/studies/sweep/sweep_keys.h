// sweep_keys.h: which keys a sweep may vary: none whose value another key would replace.
#ifndef FLITWISE_SIM_STUDIES_SWEEP_SWEEP_KEYS_H_
#define FLITWISE_SIM_STUDIES_SWEEP_SWEEP_KEYS_H_

#include <string>
#include <vector>

#include "sim/language/scenario_yaml.h"
#include "sim/studies/sweep/sweep.h"

namespace flitwise {

/// A key that is varied, and all its values.
struct VariedKey {
  std::string key;
  Place place;
  std::vector<YamlNode> values;
};

/// Points take their values in the order of the keys, so a later key may add to the value of an
/// earlier one (`network: [{shape: path}, {shape: random}]`, then `network.pes`), but must not
/// replace any of it.
/// Errors: throws ConfigError, which names both.
void check_varied_key(const VariedKey& varied, const std::vector<VariedKey>& earlier);

/// A setting changes the scenario before its keys are varied, and has no effect on what they set.
/// Shape: `sweep` has its axes. Errors: adds a ConfigError for each setting without effect.
void check_settings(const std::vector<Setting>& settings, const Sweep& sweep, ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SWEEP_SWEEP_KEYS_H_
