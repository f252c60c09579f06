#include "sim/console/progress.h"

#include <fmt/format.h>

#include <utility>

#include "sim/text/report_text.h"

namespace flitwise {
namespace {

using namespace std::chrono_literals;

constexpr auto kBetweenUpdates = 100ms;
constexpr auto kPatience = 500ms;  // with a single run
constexpr std::size_t kWidth = 24;
constexpr const char* kClearLine = "\r\033[K";

}  // namespace

std::string duration_text(std::chrono::seconds time) {
  const auto seconds = time.count();
  if (seconds < 60) return fmt::format("{} s", seconds);
  if (seconds < 3600) return fmt::format("{} min {} s", seconds / 60, seconds % 60);
  return fmt::format("{} h {} min", seconds / 3600, seconds / 60 % 60);
}

Progress::Progress(const std::string& name, std::optional<std::size_t> runs, std::ostream& stream,
                   bool is_terminal, Clock clock)
    : runs_(runs),
      name_(cut_to_width(name, runs ? 32 : 40)),
      stream_(stream),
      is_terminal_(is_terminal),
      clock_(std::move(clock)),
      start_(clock_()),
      next_(runs ? start_ : start_ + kPatience) {}

Progress::~Progress() {
  // A single run may go on, and have shown its progress, in a child process: only the time that has
  // passed tells whether there is a line to clear.
  const bool may_be_shown = runs_ ? is_shown_ : clock_() >= start_ + kPatience;
  if (is_terminal_ && may_be_shown) stream_ << kClearLine << std::flush;
}

void Progress::show_step(Step now, Step expected) {
  if (!is_due()) return;
  std::string text = fmt::format("{}: step {}", name_, now);
  if (expected > 0 && now <= expected)
    text += fmt::format(" of {} ({} %)", expected, now * 100 / expected);
  draw(text);
}

void Progress::show_runs(std::size_t running) {
  if (!is_due()) return;
  const std::size_t total = runs_.value_or(0);
  const std::size_t full = total == 0 ? kWidth : kWidth * done_ / total;
  std::string text = fmt::format("{} [{}{}] {}/{}, {} running", name_, std::string(full, '#'),
                                 std::string(kWidth - full, '.'), done_, total, running);
  if (failed_ > 0) text += fmt::format(", {} failed", failed_);
  if (done_ > 0 && done_ < total) {
    const auto left = (clock_() - start_) / done_ * (total - done_);
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
    text += ", about " + duration_text(seconds) + " left";
  }
  draw(text);
}

void Progress::finish_one(bool passed) {
  ++done_;
  if (!passed) ++failed_;
}

bool Progress::is_due() {
  const auto now = clock_();
  if (!is_terminal_ || now < next_) return false;
  next_ = now + kBetweenUpdates;
  return true;
}

void Progress::draw(const std::string& text) {
  is_shown_ = true;
  stream_ << kClearLine << text << std::flush;
}

}  // namespace flitwise
