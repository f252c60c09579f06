#include "sim/studies/sweep/sweep_store.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>

#include "sim/console/report_file.h"

namespace flitwise {

SweepStore::SweepStore(const std::string& path, Earlier earlier)
    : path_(path),
      earlier_path_(std::filesystem::path(path).replace_extension(".earlier.jsonl").string()) {
  if (is_special_file(path)) {
    errno = EINVAL;
    fail("keep results in");
  }
  descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail("create");
  try {
    lock();
    if (earlier == Earlier::kDrop) {
      if (::ftruncate(descriptor_, 0) != 0) fail("empty");
      ::unlink(earlier_path_.c_str());
    }
    read_earlier();  // first: of two rows of a point, the other file has the later one
    read_rows();
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

SweepStore::~SweepStore() { ::close(descriptor_); }

// A lock of this process alone: simulations that outlive it by a moment do not hold it.
void SweepStore::lock() const {
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (::fcntl(descriptor_, F_SETLK, &whole) == 0) return;
  if (errno == EACCES || errno == EAGAIN)
    throw OutputError(path_ + ": error: another sweep writes this file");
  fail("lock");
}

void SweepStore::read_rows() {
  std::string content;
  std::array<char, 1 << 16> chunk{};
  for (ssize_t n = 0; (n = ::read(descriptor_, chunk.data(), chunk.size())) != 0;) {
    if (n < 0) fail("read");
    content.append(chunk.data(), static_cast<std::size_t>(n));
  }
  std::string kept;
  std::istringstream lines(content);
  for (std::string line; std::getline(lines, line);) {
    const bool is_torn = lines.eof();  // no newline behind it
    std::optional<SweepRow> row;
    if (!is_torn) row = parse_row(line);
    if (!row) {
      ++dropped_;
      continue;
    }
    kept += line + "\n";
    take(std::move(*row));
  }
  if (kept.size() != content.size()) mend(content, kept);
}

// What died, by a signal or for lack of memory, may end well the next time.
void SweepStore::take(SweepRow row) {
  if (row.broke_off)
    rows_.erase(row.key);
  else
    rows_.insert_or_assign(row.key, std::move(row));
}

void SweepStore::read_earlier() {
  std::ifstream lines(earlier_path_);
  for (std::string line; std::getline(lines, line);)
    if (std::optional<SweepRow> row = parse_row(line)) take(std::move(*row));
}

// Each file is whole at any time, and a row between the two steps is in both.
std::size_t SweepStore::finish(const std::vector<SweepRow>& rows) {
  std::string lines;
  for (const SweepRow& row : rows) {
    lines += row.line + "\n";
    rows_.erase(row.key);
  }
  std::string others;
  for (const auto& [key, row] : rows_) others += row.line + "\n";
  if (others.empty())
    ::unlink(earlier_path_.c_str());
  else
    write_file(earlier_path_, others);
  write_file(path_, lines);
  return rows_.size();
}

// A kill while the file is mended must lose nothing: a torn end is cut off, and what has bad lines
// in its midst is written anew beside it.
void SweepStore::mend(const std::string& content, const std::string& kept) {
  if (content.compare(0, kept.size(), kept) == 0) {
    if (::ftruncate(descriptor_, static_cast<off_t>(kept.size())) != 0) fail("mend");
    return;
  }
  write_file(path_, kept);
  ::close(descriptor_);
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_APPEND | O_CLOEXEC);
  if (descriptor_ < 0) fail("open");
  lock();
}

const SweepRow* SweepStore::find(const std::string& key) const {
  const auto found = rows_.find(key);
  return found == rows_.end() ? nullptr : &found->second;
}

void SweepStore::append(const SweepRow& row) {
  const std::string line = row.line + "\n";
  std::size_t done = 0;
  while (done < line.size()) {
    const ssize_t n = ::write(descriptor_, line.data() + done, line.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("write");
    done += static_cast<std::size_t>(n);
  }
  if (::fdatasync(descriptor_) != 0) fail("write");
  rows_.insert_or_assign(row.key, row);
}

void SweepStore::fail(const char* deed) const {
  throw OutputError(path_ + ": error: cannot " + deed + " this file: " + std::strerror(errno));
}

}  // namespace flitwise
