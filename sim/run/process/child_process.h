// child_process.h: processes that die with their parent, and the pipes that they answer through.
#ifndef FLITWISE_SIM_RUN_PROCESS_CHILD_PROCESS_H_
#define FLITWISE_SIM_RUN_PROCESS_CHILD_PROCESS_H_

#include <sys/types.h>

#include <array>
#include <string>

namespace flitwise {

/// Exit status of a child that could not do its work.
inline constexpr int kThrew = 70;
/// Likewise of one whose router model could not be made.
inline constexpr int kHadNoModel = 71;

struct Pipe {
  static constexpr std::size_t kRead = 0;
  static constexpr std::size_t kWrite = 1;

  /// Errors: throws std::system_error.
  Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe();

  void close_end(std::size_t which);

  std::array<int, 2> end{-1, -1};
};

/// Writes all bytes; ends this process with kThrew when nobody reads them. For children.
void write_all(int descriptor, const std::string& bytes);

/// Makes the kernel end this process when its parent, `parent`, ends, even if that is killed. For
/// children, first of all.
void die_with(pid_t parent);

/// A process that does not outlive this object, however the object's scope is left.
class ChildProcess {
 public:
  explicit ChildProcess(pid_t id) : id_(id) {}
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  /// Waits for its end; returns the status of waitpid.
  /// Errors: throws std::system_error.
  int wait();

 private:
  pid_t id_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_PROCESS_CHILD_PROCESS_H_
