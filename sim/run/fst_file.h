// fst_file.h: a file of waves, and whether it is whole.
#ifndef FLITWISE_SIM_RUN_FST_FILE_H_
#define FLITWISE_SIM_RUN_FST_FILE_H_

#include <string>

#include "sim/text/atomic_file.h"

namespace flitwise {

/// Whether an FST file ends where its last block does, and has a header, the geometry and the
/// hierarchy of its signals. Writers of FST do not notice a full disk.
bool is_whole_fst(const std::string& path);

/// Where a writer of waves writes by name; it becomes the wanted file when it is whole.
class FstFile {
 public:
  /// Errors: throws OutputError when the file cannot be created, and for a device or a pipe, which
  ///         the writer would remove.
  explicit FstFile(const std::string& path);
  FstFile(const FstFile&) = delete;
  FstFile& operator=(const FstFile&) = delete;
  /// Removes what was written unless `commit` was called.
  ~FstFile();

  const std::string& temporary_path() const { return file_.temporary_path(); }
  /// Errors: throws OutputError, also for waves that are cut off; then the old file is as it was.
  void commit();

 private:
  const std::string path_;
  AtomicFile file_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FST_FILE_H_
