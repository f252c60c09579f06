// yaml_json.h: YAML values as JSON and as short texts.
#ifndef FLITWISE_SIM_LANGUAGE_YAML_JSON_H_
#define FLITWISE_SIM_LANGUAGE_YAML_JSON_H_

#include <optional>
#include <string>

#include "sim/language/scenario_yaml.h"

namespace flitwise {

/// The value as JSON on one line. Plain scalars that look like numbers of JSON, true, false and
/// null are what they look like; all others are texts.
std::string yaml_to_json(const YamlNode& value);

/// The value as a person would write it on one line: "8", "constant", "[4, 4]", "{each: 1}"; "none"
/// for null.
std::string yaml_text(const YamlNode& value);

/// The number that a plain scalar is; empty where it is none.
std::optional<double> yaml_number(const YamlNode& value);

}  // namespace flitwise

#endif  // FLITWISE_SIM_LANGUAGE_YAML_JSON_H_
