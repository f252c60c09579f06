#include "systemc/formats/readable.h"

#include <filesystem>

namespace flitwise {

std::string what_is_no_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return "is a directory";
  const bool is_from_shell = path.rfind("/dev/", 0) == 0 || path.rfind("/proc/", 0) == 0;
  return !is_from_shell && std::filesystem::is_fifo(path, ignored) ? "is a pipe" : "";
}

}  // namespace flitwise
