#include "tb/check/collective/result_tally.h"

#include <fmt/format.h>

#include <utility>

namespace flitwise::check {

Check contents_check(std::size_t all, std::size_t wrong, const std::string& how_often) {
  return {"contents", fmt::format("{} of {} words", all - wrong, all),
          fmt::format("{} of {} words", all, all), wrong == 0,
          "every result has the value of its operands, each of which is in it " + how_often};
}

ResultTally::ResultTally(std::vector<std::string> names) : names_(std::move(names)) {}

void ResultTally::hold(std::size_t pe, Flits word, const std::optional<std::uint32_t>& found,
                       std::uint32_t due) {
  ++all_;
  if (found == due) return;
  if (wrong_++ >= kMostContentsTold) return;
  const std::string name = pe < names_.size() ? names_[pe] : fmt::format("PE {}", pe);
  problems_.push_back(found
                          ? fmt::format("{}: word {} is {:#x}, not {:#x}", name, word, *found, due)
                          : fmt::format("{}: word {} is missing", name, word));
}

}  // namespace flitwise::check
