#include "sim/text/version_text.h"

#include <fmt/format.h>

#include <systemc>

#include "sim/version.h"

namespace flitwise {

std::string version_text(const std::string& commit) {
  const std::string systemc = sc_core::sc_release();
  return fmt::format("flitwise {}{}\n{}\nSystemC {}\n{}", kVersion,
                     commit.empty() ? "" : fmt::format(" (commit {})", commit), kVerilatorVersion,
                     systemc.substr(0, systemc.find('-')), kCompilerVersion);
}

}  // namespace flitwise
