// version_text.h: what `flitwise --version` says.
#ifndef FLITWISE_SIM_TEXT_VERSION_TEXT_H_
#define FLITWISE_SIM_TEXT_VERSION_TEXT_H_

#include <string>

namespace flitwise {

/// "flitwise 0.1.0 (commit ...)" and a line for each tool that the results depend on: Verilator,
/// whose runtime is in the program, SystemC and the compiler. `commit` may be empty.
std::string version_text(const std::string& commit);

}  // namespace flitwise

#endif  // FLITWISE_SIM_TEXT_VERSION_TEXT_H_
