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
  tell(pe, word, found ? fmt::format("is {:#x}, not {:#x}", *found, due) : "is missing");
}

void ResultTally::hold_double(std::size_t pe, Flits word, Node of) {
  ++all_;
  tell(pe, word, fmt::format("has the operand of {} twice", name(index_of(of))));
}

void ResultTally::hold_lacking(std::size_t pe, Flits word, Node of) {
  ++all_;
  tell(pe, word, fmt::format("lacks the operand of {}", name(index_of(of))));
}

void ResultTally::write_to(std::string& bytes) const {
  bytes::put(bytes, all_);
  bytes::put(bytes, wrong_);
  bytes::put_texts(bytes, problems_);
}

void ResultTally::add_from(bytes::Reader& reader) {
  all_ += reader.take<std::size_t>();
  wrong_ += reader.take<std::size_t>();
  for (std::string& problem : reader.take_texts())
    if (problems_.size() < kMostContentsTold) problems_.push_back(std::move(problem));
}

void ResultTally::tell(std::size_t pe, Flits word, const std::string& what) {
  if (wrong_++ >= kMostContentsTold) return;
  problems_.push_back(fmt::format("{}: word {} {}", name(pe), word, what));
}

std::string ResultTally::name(std::size_t pe) const {
  return pe < names_.size() ? names_[pe] : fmt::format("PE {}", pe);
}

}  // namespace flitwise::check
