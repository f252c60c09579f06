// fst_file.cpp: the blocks of an FST file, passed over one by one; its file beside it.
#include "sim/run/fst_file.h"

#include <unistd.h>

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

// The FST library removes what is there before it writes: on a device that would be fatal.
const std::string& checked_path(const std::string& path) {
  if (is_special_file(path))
    throw OutputError(path + ": error: is a device or a pipe; waves need a regular file");
  return path;
}

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

FstFile::FstFile(const std::string& path) : path_(checked_path(path)), file_(path) {}

FstFile::~FstFile() {
  // The writer keeps the hierarchy in a file of its own until it ends well.
  ::unlink((temporary_path() + ".hier").c_str());
}

void FstFile::commit() {
  if (!is_whole_fst(temporary_path()))
    throw OutputError(
        path_ + ": error: cannot write this file: the waves are cut off; the disk may be full");
  file_.commit();
}

}  // namespace flitwise
