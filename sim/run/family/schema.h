// schema.h: the JSON Schema of scenarios.
#ifndef FLITWISE_SIM_RUN_FAMILY_SCHEMA_H_
#define FLITWISE_SIM_RUN_FAMILY_SCHEMA_H_

#include <string>

namespace flitwise {

class Families;

/// The schema of the families' scenarios (draft 7), by their kinds of networks. Rules that JSON
/// Schema cannot say are the reader's alone: what it accepts fits the schema, and not all that fits
/// is accepted.
std::string schema_text(const Families& families);

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FAMILY_SCHEMA_H_
