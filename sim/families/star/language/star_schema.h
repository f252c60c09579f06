// star_schema.h: the JSON Schema of scenarios on star graphs.
#ifndef FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_SCHEMA_H_
#define FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_SCHEMA_H_

#include <string>

namespace flitwise {

std::string star_schema();

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_SCHEMA_H_
