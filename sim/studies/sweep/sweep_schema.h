// sweep_schema.h: the JSON Schema of sweep files.
#ifndef FLITWISE_SIM_STUDIES_SWEEP_SWEEP_SCHEMA_H_
#define FLITWISE_SIM_STUDIES_SWEEP_SWEEP_SCHEMA_H_

#include <string>

namespace flitwise {

/// The schema of sweep files (draft 7). What the reader accepts fits it; the keys of scenarios,
/// which `base` and `vary` name, are beyond it.
std::string sweep_schema_text();

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SWEEP_SWEEP_SCHEMA_H_
