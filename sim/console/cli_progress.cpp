#include "sim/console/cli_progress.h"

#include <fmt/format.h>

#include <utility>

#include "sim/console/progress_bar.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 500ms;

}  // namespace

Progress::Progress(std::string name, std::ostream& stream, bool is_terminal, Clock clock)
    : name_(cut_to_width(name, 40)),
      stream_(stream),
      is_terminal_(is_terminal),
      clock_(std::move(clock)),
      start_(clock_()),
      next_(start_ + kPatience) {}

Progress::~Progress() {
  // The simulation may run, and have shown its progress, in a child process: only the time that has
  // passed tells whether there is a line to clear.
  if (is_terminal_ && clock_() >= start_ + kPatience) stream_ << kClearLine << std::flush;
}

void Progress::update(Step now, Step expected) {
  if (!is_terminal_) return;
  const auto time = clock_();
  if (time < next_) return;
  next_ = time + kBetweenUpdates;
  std::string text = fmt::format("{}: step {}", name_, now);
  if (expected > 0 && now <= expected)
    text += fmt::format(" of {} ({} %)", expected, now * 100 / expected);
  stream_ << kClearLine << text << std::flush;
}

}  // namespace flitwise
