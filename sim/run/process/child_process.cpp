#include "sim/run/process/child_process.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace flitwise {

Pipe::Pipe() {
  if (pipe(end.data()) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
}

Pipe::~Pipe() {
  close_end(kRead);
  close_end(kWrite);
}

void Pipe::close_end(std::size_t which) {
  if (end[which] >= 0) close(end[which]);
  end[which] = -1;
}

void write_all(int descriptor, const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t n = write(descriptor, bytes.data() + done, bytes.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) _exit(kThrew);
    done += static_cast<std::size_t>(n);
  }
}

// The parent may have died before the kernel was asked.
void die_with(pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) _exit(kThrew);
}

ChildProcess::~ChildProcess() {
  if (id_ < 0) return;
  ::kill(id_, SIGKILL);
  int ignored = 0;
  while (waitpid(id_, &ignored, 0) < 0 && errno == EINTR) continue;
}

int ChildProcess::wait() {
  int status = 0;
  while (waitpid(id_, &status, 0) < 0)
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "waitpid");
  id_ = -1;
  return status;
}

}  // namespace flitwise
