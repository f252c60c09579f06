// report_error.h: errors for people, coloured as compilers do.
#ifndef FLITWISE_SIM_REPORT_REPORT_ERROR_H_
#define FLITWISE_SIM_REPORT_REPORT_ERROR_H_

#include <string>

#include "sim/language/scenario_error.h"
#include "sim/report/report_table.h"

namespace flitwise {

/// "PLACE: error: ..." with the place in bold and the word in red; any other text as it is.
std::string painted_error(const std::string& text, Colour colour);

/// The error's line and, where there is one, the line of the input with a caret below.
std::string error_text(const ConfigError& error, Colour colour);

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_REPORT_ERROR_H_
