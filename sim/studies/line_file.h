// line_file.h: a file of lines that grows while the runs of a study end.
#ifndef FLITWISE_SIM_STUDIES_LINE_FILE_H_
#define FLITWISE_SIM_STUDIES_LINE_FILE_H_

#include <cstddef>
#include <functional>
#include <string>

namespace flitwise {

/// A file to which each line is appended as soon as it is there: whenever the program is killed,
/// the file holds all lines so far, and at most its last one is torn. A lock, which ends with the
/// process, keeps a second writer out.
class LineFile {
 public:
  /// Whether a line is one of this file's.
  using Accept = std::function<bool(const std::string& line)>;

  /// Opens or makes the file. `writer` is what writes it: "sweep".
  /// Errors: throws OutputError when the file cannot be opened or another process writes it.
  LineFile(const std::string& path, std::string writer);
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;
  ~LineFile();

  /// Drops all lines.
  /// Errors: throws OutputError.
  void clear();
  /// Shows every whole line, without its end, and drops from the file a torn last one and those
  /// that are not accepted. Returns how many these are.
  /// Errors: throws OutputError.
  std::size_t read(const Accept& accept);
  /// Adds a line; returns when it is on disk.
  /// Errors: throws OutputError, for example when the disk is full.
  void append(const std::string& line);

 private:
  void open(int flags);
  void lock() const;
  void mend(const std::string& content, const std::string& kept);
  [[noreturn]] void fail(const char* deed) const;

  const std::string path_;
  const std::string writer_;
  int descriptor_ = -1;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_LINE_FILE_H_
