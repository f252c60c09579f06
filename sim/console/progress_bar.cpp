#include "sim/console/progress_bar.h"

#include <fmt/format.h>

#include <utility>

#include "sim/text/report_text.h"

namespace flitwise {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kWidth = 24;

}  // namespace

std::string duration_text(std::chrono::seconds time) {
  const auto seconds = time.count();
  if (seconds < 60) return fmt::format("{} s", seconds);
  if (seconds < 3600) return fmt::format("{} min {} s", seconds / 60, seconds % 60);
  return fmt::format("{} h {} min", seconds / 3600, seconds / 60 % 60);
}

ProgressBar::ProgressBar(std::string name, std::size_t total, std::ostream& stream,
                         bool is_terminal, Clock clock)
    : name_(cut_to_width(name, 32)),
      total_(total),
      stream_(stream),
      is_terminal_(is_terminal),
      clock_(std::move(clock)),
      start_(clock_()),
      next_(start_) {}

ProgressBar::~ProgressBar() {
  if (is_shown_) stream_ << kClearLine << std::flush;
}

void ProgressBar::finish_one(Passed passed) {
  ++done_;
  if (passed == Passed::kNo) ++failed_;
}

void ProgressBar::show(std::size_t running) {
  if (!is_terminal_) return;
  const auto now = clock_();
  if (now < next_) return;
  next_ = now + kBetweenUpdates;
  is_shown_ = true;
  stream_ << kClearLine << line(running) << std::flush;
}

std::string ProgressBar::line(std::size_t running) const {
  const std::size_t full = total_ == 0 ? kWidth : kWidth * done_ / total_;
  std::string text = fmt::format("{} [{}{}] {}/{}, {} running", name_, std::string(full, '#'),
                                 std::string(kWidth - full, '.'), done_, total_, running);
  if (failed_ > 0) text += fmt::format(", {} failed", failed_);
  if (done_ == 0 || done_ == total_) return text;
  const auto spent = clock_() - start_;
  const auto left = spent / done_ * (total_ - done_);
  return text + ", about " + duration_text(std::chrono::duration_cast<std::chrono::seconds>(left)) +
         " left";
}

}  // namespace flitwise
