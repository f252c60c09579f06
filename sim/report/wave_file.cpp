#include "sim/report/wave_file.h"

#include <array>
#include <cstdint>
#include <fstream>

namespace flitwise {
namespace {

// Types of blocks.
constexpr unsigned kHeader = 0;
constexpr unsigned kHierarchy = 4;
constexpr unsigned kHierarchyLz4 = 6;
constexpr unsigned kHierarchyLz4Duo = 7;
constexpr unsigned kGeometry = 3;

}  // namespace

// A block is its type, a byte, and its length, eight bytes with the most significant one first,
// which counts itself and all that follows.
bool is_whole_fst(const std::string& path) {
  std::ifstream stream(path, std::ios::binary | std::ios::ate);
  const std::uint64_t size = stream ? static_cast<std::uint64_t>(stream.tellg()) : 0;
  bool has_geometry = false;
  bool has_hierarchy = false;
  std::uint64_t at = 0;
  while (at < size) {
    std::array<char, 9> start{};
    stream.seekg(static_cast<std::streamoff>(at));
    if (!stream.read(start.data(), start.size())) return false;
    const unsigned type = static_cast<unsigned char>(start[0]);
    std::uint64_t length = 0;
    for (std::size_t i = 1; i < start.size(); ++i)
      length = length << 8 | static_cast<unsigned char>(start[i]);
    if (at == 0 && type != kHeader) return false;
    if (length < 8 || length > size - at - 1) return false;
    has_geometry = has_geometry || type == kGeometry;
    has_hierarchy =
        has_hierarchy || type == kHierarchy || type == kHierarchyLz4 || type == kHierarchyLz4Duo;
    at += 1 + length;
  }
  return has_geometry && has_hierarchy;
}

}  // namespace flitwise
