#include "sim/studies/line_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <sstream>
#include <utility>

#include "sim/text/atomic_file.h"

namespace flitwise {

LineFile::LineFile(const std::string& path, std::string writer)
    : path_(path), writer_(std::move(writer)) {
  if (is_special_file(path)) {
    errno = EINVAL;
    fail("keep results in");
  }
  open(O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC);
}

LineFile::~LineFile() { ::close(descriptor_); }

void LineFile::open(int flags) {
  descriptor_ = ::open(path_.c_str(), flags, 0666);
  if (descriptor_ < 0) fail((flags & O_CREAT) != 0 ? "create" : "open");
  try {
    lock();
  } catch (...) {
    ::close(std::exchange(descriptor_, -1));
    throw;
  }
}

// A lock of this process alone: simulations that outlive it by a moment do not hold it.
void LineFile::lock() const {
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (::fcntl(descriptor_, F_SETLK, &whole) == 0) return;
  if (errno == EACCES || errno == EAGAIN)
    throw OutputError(path_ + ": error: another " + writer_ + " writes this file");
  fail("lock");
}

void LineFile::clear() {
  if (::ftruncate(descriptor_, 0) != 0) fail("empty");
}

std::size_t LineFile::read(const Accept& accept) {
  std::string content;
  std::array<char, 1 << 16> chunk{};
  for (ssize_t n = 0; (n = ::read(descriptor_, chunk.data(), chunk.size())) != 0;) {
    if (n < 0) fail("read");
    content.append(chunk.data(), static_cast<std::size_t>(n));
  }
  std::size_t dropped = 0;
  std::string kept;
  std::istringstream lines(content);
  for (std::string line; std::getline(lines, line);) {
    const bool is_torn = lines.eof();  // no newline behind it
    if (!is_torn && accept(line))
      kept += line + "\n";
    else
      ++dropped;
  }
  if (kept.size() != content.size()) mend(content, kept);
  return dropped;
}

// A kill while the file is mended must lose nothing: a torn end is cut off, and what has bad lines
// in its midst is written anew beside it.
void LineFile::mend(const std::string& content, const std::string& kept) {
  if (content.compare(0, kept.size(), kept) == 0) {
    if (::ftruncate(descriptor_, static_cast<off_t>(kept.size())) != 0) fail("mend");
    return;
  }
  write_file(path_, kept);
  ::close(descriptor_);
  open(O_RDWR | O_APPEND | O_CLOEXEC);
}

void LineFile::append(const std::string& line) {
  const std::string whole = line + "\n";
  std::size_t done = 0;
  while (done < whole.size()) {
    const ssize_t n = ::write(descriptor_, whole.data() + done, whole.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("write");
    done += static_cast<std::size_t>(n);
  }
  if (::fdatasync(descriptor_) != 0) fail("write");
}

void LineFile::fail(const char* deed) const {
  throw OutputError(path_ + ": error: cannot " + deed + " this file: " + std::strerror(errno));
}

}  // namespace flitwise
