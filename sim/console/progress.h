// progress.h: one line on the terminal that shows how far runs are, and when they will end.
#ifndef FLITWISE_SIM_CONSOLE_PROGRESS_H_
#define FLITWISE_SIM_CONSOLE_PROGRESS_H_

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <ostream>
#include <string>

#include "systemc/topology/types.h"

namespace flitwise {

/// The line is drawn at most ten times a second, nothing where there is no terminal, and cleared
/// when the object dies.
class Progress {
 public:
  using Clock = std::function<std::chrono::steady_clock::time_point()>;

  /// Of so many `runs`; of the steps of a single run, which is not shown while it is short, if
  /// empty.
  Progress(const std::string& name, std::optional<std::size_t> runs, std::ostream& stream,
           bool is_terminal, Clock clock = std::chrono::steady_clock::now);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// Draws how far the single run is; `expected` is the step in which it should end, 0: not known.
  void show_step(Step now, Step expected);
  /// Draws how far the runs are.
  void show_runs(std::size_t running);
  /// One more run is done. Counts for the time that is left.
  void finish_one(bool passed);

 private:
  bool is_due();
  void draw(const std::string& text);

  const std::optional<std::size_t> runs_;
  const std::string name_;
  std::ostream& stream_;
  const bool is_terminal_;
  const Clock clock_;
  const std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point next_;
  std::size_t done_ = 0;
  std::size_t failed_ = 0;
  bool is_shown_ = false;
};

/// "8 s", "1 min 20 s", "2 h 5 min".
std::string duration_text(std::chrono::seconds time);

}  // namespace flitwise

#endif  // FLITWISE_SIM_CONSOLE_PROGRESS_H_
