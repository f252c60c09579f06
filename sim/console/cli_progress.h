// cli_progress.h: one line on the terminal that shows how far a long run is.
#ifndef FLITWISE_SIM_CONSOLE_CLI_PROGRESS_H_
#define FLITWISE_SIM_CONSOLE_CLI_PROGRESS_H_

#include <chrono>
#include <functional>
#include <ostream>
#include <string>

#include "systemc/topology/types.h"

namespace flitwise {

/// Shows nothing before `kPatience`, and nothing at all where there is no terminal. The line is
/// cleared when the object dies.
class Progress {
 public:
  using Clock = std::function<std::chrono::steady_clock::time_point()>;

  Progress(std::string name, std::ostream& stream, bool is_terminal,
           Clock clock = std::chrono::steady_clock::now);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  void update(Step now, Step expected);

 private:
  const std::string name_;
  std::ostream& stream_;
  const bool is_terminal_;
  const Clock clock_;
  const std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_CONSOLE_CLI_PROGRESS_H_
