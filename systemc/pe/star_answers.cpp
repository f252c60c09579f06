#include "systemc/pe/star_answers.h"

#include <algorithm>
#include <utility>

#include "systemc/network/star/star_flit.h"

namespace flitwise {

bool StarAnswers::take(RawFlit flit) {
  is_damaged_ = !is_intact(flit);
  const FlitFields fields = unpack(flit);
  if (!is_damaged_ && fields.head) {
    answers_.clear();  // of a packet that has lost its end
    taken_ = 0;
    is_lost_ = false;
  }
  ++taken_;
  is_lost_ = is_lost_ || is_damaged_;
  is_open_ = !is_lost_ && !fields.tail;
  return !is_lost_;
}

std::vector<RawFlit> StarAnswers::begin(std::uint32_t port, Step after,
                                        std::vector<RawFlit> flits) {
  const auto now = static_cast<std::ptrdiff_t>(std::min(taken_, flits.size()));
  std::vector<RawFlit> first(flits.begin(), flits.begin() + now);
  answers_.push_back({port, after, std::move(flits), first.size()});
  return first;
}

std::vector<StarAnswerFlit> StarAnswers::next() {
  std::vector<StarAnswerFlit> due;
  for (Answer& answer : answers_) {
    if (answer.sent >= std::min(taken_, answer.flits.size())) continue;
    const RawFlit damage = is_damaged_ ? 1 : 0;
    due.push_back({answer.port, answer.after, answer.flits[answer.sent++] ^ damage});
  }
  return due;
}

}  // namespace flitwise
