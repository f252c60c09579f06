// atomic_file.h: output files that appear whole or not at all.
#ifndef FLITWISE_SIM_TEXT_ATOMIC_FILE_H_
#define FLITWISE_SIM_TEXT_ATOMIC_FILE_H_

#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>

namespace flitwise {

/// A file that cannot be written; the message names it and says why.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The absolute name of the file that writing to `path` creates or replaces: all symbolic links are
/// followed, also to files that are not there yet. The path itself for links in a circle.
std::string resolved_path(const std::string& path);

/// Whether `path` is there and is neither a regular file nor a directory: a device or a pipe.
bool is_special_file(const std::string& path);

/// Writes beside the wanted file and renames when all is written: whoever reads the file sees the
/// old contents or the complete new ones, also when this process is killed.
///
/// A target that exists and is not a regular file (a device, a pipe) is written directly, and a
/// symbolic link keeps being one: the file that it points to is replaced or created.
class AtomicFile {
 public:
  /// Errors: throws OutputError when the file cannot be created.
  explicit AtomicFile(const std::string& path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  /// Removes what was written unless `commit` was called.
  ~AtomicFile();

  /// Errors: throws OutputError, for example when the disk is full.
  void write(std::string_view text);
  /// Makes the file visible under its name.
  /// Errors: throws OutputError; then the old file is as it was.
  void commit();

  /// Where the contents lie until `commit`, for a writer that opens the file by name.
  const std::string& temporary_path() const { return temporary_; }

 private:
  [[noreturn]] void fail(const char* deed) const;

  std::string path_;
  std::string target_;  // path_ with symbolic links resolved
  std::string temporary_;
  bool direct_ = false;
  std::FILE* file_ = nullptr;
};

/// Writes a whole file.
/// Errors: as AtomicFile.
void write_file(const std::string& path, std::string_view text);

}  // namespace flitwise

#endif  // FLITWISE_SIM_TEXT_ATOMIC_FILE_H_
