// soak_log.h: how far a soak has come, kept in a folder so that it can go on.
#ifndef FLITWISE_TESTS_SOAK_SOAK_LOG_H_
#define FLITWISE_TESTS_SOAK_SOAK_LOG_H_

#include <cstdint>
#include <string>

namespace flitwise::soak {

/// What a campaign has done.
struct Progress {
  std::int64_t next = 0;  ///< the first instance that has not run
  std::int64_t passed = 0;
  std::int64_t failed = 0;
  std::int64_t refused = 0;  ///< draws that are no scenarios
  std::int64_t packets = 0;  ///< that arrived, of traffic
  std::int64_t flits = 0;    ///< handed to PEs
  double seconds = 0;
};

/// The log of one campaign under one seed: DIRECTORY/campaign-seed.log and the scenarios that
/// failed beside it.
class SoakLog {
 public:
  /// Errors: throws std::runtime_error when the folder cannot be made or another process has it.
  SoakLog(std::string directory, std::string campaign, std::uint64_t seed, std::string build);

  ~SoakLog();
  SoakLog(const SoakLog&) = delete;
  SoakLog& operator=(const SoakLog&) = delete;

  /// What was saved last by the same build; nothing done if nothing was.
  /// Errors: throws std::runtime_error for a file that is no log.
  Progress load();
  /// Whether what load found was saved by another build; the next save then keeps it as .old.
  bool is_of_another_build() const { return is_of_another_build_; }
  /// Errors: throws std::runtime_error when it cannot be written.
  void save(const Progress& progress);
  /// Keeps a scenario that failed; returns the file's path.
  std::string keep(const std::string& text, std::int64_t index) const;

 private:
  const std::string directory_;
  const std::string stem_;
  const std::string build_;
  bool is_of_another_build_ = false;
  int lock_ = -1;  // a file that is locked while this lives
};

}  // namespace flitwise::soak

#endif  // FLITWISE_TESTS_SOAK_SOAK_LOG_H_
