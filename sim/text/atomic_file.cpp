// atomic_file.cpp: written beside the wanted file, then renamed.
#include "sim/text/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace flitwise {
namespace {

namespace fs = std::filesystem;

// The temporary file keeps the extension: writers of waves choose their format by it.
std::string temporary_name(const std::string& target) {
  const fs::path path(target);
  const std::string name = "." + path.stem().string() + "." + std::to_string(::getpid()) + ".tmp" +
                           path.extension().string();
  return (path.parent_path() / name).string();
}

}  // namespace

std::string resolved_path(const std::string& path) {
  constexpr int kMostLinks = 40;  // as many as the kernel follows
  std::error_code error;
  fs::path place = fs::absolute(path, error);
  // Links that lead nowhere yet are followed by hand: what they point to is to be created.
  for (int i = 0; i < kMostLinks && !error && fs::is_symlink(fs::symlink_status(place, error)); ++i)
    place = place.parent_path() / fs::read_symlink(place, error);
  const fs::path real = fs::weakly_canonical(place, error);
  return error ? path : real.string();
}

bool is_special_file(const std::string& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

AtomicFile::AtomicFile(const std::string& path)
    : path_(path), target_(resolved_path(path)), direct_(is_special_file(path)) {
  std::error_code ignored;
  if (fs::is_directory(target_, ignored)) {
    errno = EISDIR;
    fail("create");
  }
  if (fs::is_symlink(fs::symlink_status(target_, ignored))) {
    errno = ELOOP;
    fail("create");
  }
  // An existing file that is read-only stays as it is, although renaming could replace it.
  if (!direct_ && fs::exists(target_, ignored) && ::access(target_.c_str(), W_OK) != 0)
    fail("replace");
  temporary_ = direct_ ? target_ : temporary_name(target_);
  const int flags = O_WRONLY | O_CLOEXEC | (direct_ ? 0 : O_CREAT | O_TRUNC);
  const int descriptor = ::open(temporary_.c_str(), flags, 0666);
  if (descriptor < 0) fail("create");
  file_ = ::fdopen(descriptor, "w");
  if (file_ == nullptr) {
    ::close(descriptor);
    fail("create");
  }
}

AtomicFile::~AtomicFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  if (!direct_) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail("write");
}

void AtomicFile::commit() {
  // A full disk shows at the latest here: in flushing or in reaching the disk.
  if (std::fflush(file_) != 0) fail("write");
  if (!direct_ && ::fsync(::fileno(file_)) != 0) fail("write");
  if (!direct_ && std::rename(temporary_.c_str(), target_.c_str()) != 0) fail("replace");
  std::FILE* const written = file_;
  file_ = nullptr;
  if (std::fclose(written) != 0) fail("write");
}

void AtomicFile::fail(const char* deed) const {
  throw OutputError(path_ + ": error: cannot " + deed + " this file: " + std::strerror(errno));
}

void write_file(const std::string& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace flitwise
