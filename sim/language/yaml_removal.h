// yaml_removal.h: keys that the command line takes away.
#ifndef FLITWISE_SIM_LANGUAGE_YAML_REMOVAL_H_
#define FLITWISE_SIM_LANGUAGE_YAML_REMOVAL_H_

#include "sim/language/scenario_yaml.h"

namespace flitwise {

/// Whether an entry only says that `--set KEY=null` removes a key that was not there. `find` does
/// not see it, and check_keys does, which refuses a misspelt one.
inline bool is_removal(const YamlEntry& entry) {
  const Place& place = entry.value.place;
  return entry.value.kind == YamlKind::kNull && place.text && !place.text->setting.empty();
}

}  // namespace flitwise

#endif  // FLITWISE_SIM_LANGUAGE_YAML_REMOVAL_H_
