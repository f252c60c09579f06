// collective_schema.h: the JSON Schema of scenarios that run a schedule from a file.
#ifndef FLITWISE_SIM_IMPORT_COLLECTIVE_SCHEMA_H_
#define FLITWISE_SIM_IMPORT_COLLECTIVE_SCHEMA_H_

#include <string>

namespace flitwise {

class Families;

std::string collective_schema(const Families& families);

}  // namespace flitwise

#endif  // FLITWISE_SIM_IMPORT_COLLECTIVE_SCHEMA_H_
