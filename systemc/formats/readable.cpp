#include "systemc/formats/readable.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace flitwise {

std::string what_is_no_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return "is a directory";
  const bool is_from_shell = path.rfind("/dev/", 0) == 0 || path.rfind("/proc/", 0) == 0;
  return !is_from_shell && std::filesystem::is_fifo(path, ignored) ? "is a pipe" : "";
}

std::string text_of_file(const std::string& path, const std::string& kind, std::size_t mebibytes,
                         const std::function<void(const std::string&)>& fail) {
  const std::string other = what_is_no_file(path);
  if (!other.empty()) fail(other + ", not a " + kind);
  std::ifstream stream(path, std::ios::binary);
  if (!stream) fail(std::string("cannot be read: ") + std::strerror(errno));
  const std::size_t most = mebibytes << 20;
  std::string text;
  std::array<char, 1 << 16> chunk{};
  while (text.size() <= most && !stream.eof()) {
    stream.read(chunk.data(), chunk.size());
    text.append(chunk.data(), static_cast<std::size_t>(stream.gcount()));
    if (stream.bad()) fail("cannot be read to its end");
  }
  if (text.size() > most) fail("is larger than " + std::to_string(mebibytes) + " MiB");
  return text;
}

}  // namespace flitwise
