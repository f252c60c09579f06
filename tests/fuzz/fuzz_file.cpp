#include "tests/fuzz/fuzz_file.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace flitwise::fuzz {

FuzzFile::FuzzFile(const std::string& extension)
    : path_("/dev/shm/flitwise-fuzz-" + std::to_string(getpid()) + extension) {
  promise(std::ofstream(path_).good(), "a file in /dev/shm can be written");
}

FuzzFile::~FuzzFile() { std::remove(path_.c_str()); }

const std::string& FuzzFile::holding(const std::uint8_t* data, std::size_t size) {
  std::ofstream stream(path_, std::ios::binary | std::ios::trunc);
  stream << text_of(data, size);
  promise(stream.good(), "the input can be written");
  return path_;
}

void promise(bool is_true, const char* what) {
  if (is_true) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

}  // namespace flitwise::fuzz
