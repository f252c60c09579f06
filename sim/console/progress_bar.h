// progress_bar.h: one line on the terminal that shows how far many runs are, and when they will
// end.
#ifndef FLITWISE_SIM_CONSOLE_PROGRESS_BAR_H_
#define FLITWISE_SIM_CONSOLE_PROGRESS_BAR_H_

#include <chrono>
#include <cstddef>
#include <functional>
#include <ostream>
#include <string>

namespace flitwise {

/// Least time between two drawings of a line on the terminal.
inline constexpr std::chrono::milliseconds kBetweenUpdates{100};
/// Empties the line of the terminal in which the cursor is.
inline constexpr const char* kClearLine = "\r\033[K";

/// Shows nothing where there is no terminal. The line is cleared when the object dies.
class ProgressBar {
 public:
  using Clock = std::function<std::chrono::steady_clock::time_point()>;

  ProgressBar(std::string name, std::size_t total, std::ostream& stream, bool is_terminal,
              Clock clock = std::chrono::steady_clock::now);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar();

  enum class Passed : bool { kNo, kYes };
  /// One more is done. Counts for the time that is left.
  void finish_one(Passed passed);
  /// Draws the line, at most ten times a second.
  void show(std::size_t running);

 private:
  std::string line(std::size_t running) const;

  const std::string name_;
  const std::size_t total_;
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

#endif  // FLITWISE_SIM_CONSOLE_PROGRESS_BAR_H_
