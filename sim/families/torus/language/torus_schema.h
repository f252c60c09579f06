// torus_schema.h: the JSON Schema of scenarios on tori.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_SCHEMA_H_
#define FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_SCHEMA_H_

#include <string>

namespace flitwise {

std::string torus_schema();

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_SCHEMA_H_
