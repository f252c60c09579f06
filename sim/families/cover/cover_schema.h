// cover_schema.h: the JSON Schema of scenarios over several trees at once.
#ifndef FLITWISE_SIM_FAMILIES_COVER_COVER_SCHEMA_H_
#define FLITWISE_SIM_FAMILIES_COVER_COVER_SCHEMA_H_

#include <string>

namespace flitwise {

std::string cover_schema();

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_COVER_COVER_SCHEMA_H_
