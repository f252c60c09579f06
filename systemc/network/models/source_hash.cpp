// source_hash.cpp: reads sources and hashes them.
#include "systemc/network/models/source_hash.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "systemc/network/models/model_error.h"

namespace flitwise {

std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

std::string content_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(stream), {}};
  if (!stream || std::filesystem::is_directory(file))
    throw ModelError(fmt::format("cannot read the source {}", file));
  return content;
}

std::string file_line(const std::string& file) {
  return fmt::format("file {} {:016x}\n", std::filesystem::path(file).filename().string(),
                     hash_of(content_of(file)));
}

}  // namespace flitwise
