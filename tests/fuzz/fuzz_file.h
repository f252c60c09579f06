// fuzz_file.h: what the fuzz targets share.
#ifndef FLITWISE_TESTS_FUZZ_FUZZ_FILE_H_
#define FLITWISE_TESTS_FUZZ_FUZZ_FILE_H_

#include <cstddef>
#include <cstdint>
#include <string>

namespace flitwise::fuzz {

/// The input as text.
inline std::string text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// A file of this process in memory, for readers that take a path.
class FuzzFile {
 public:
  /// Errors: aborts when there is no such file to be had.
  explicit FuzzFile(const std::string& extension);
  FuzzFile(const FuzzFile&) = delete;
  FuzzFile& operator=(const FuzzFile&) = delete;
  ~FuzzFile();

  /// The path of the file, which then holds the input alone.
  const std::string& holding(const std::uint8_t* data, std::size_t size);

 private:
  std::string path_;
};

/// Aborts, which the fuzzer reports as a crash, unless `is_true`: what a reader promises.
void promise(bool is_true, const char* what);

}  // namespace flitwise::fuzz

#endif  // FLITWISE_TESTS_FUZZ_FUZZ_FILE_H_
