#include "tb/check/fault_log.h"

#include <fmt/format.h>

#include <utility>

namespace flitwise::check {

void FaultLog::report(const Violation& violation) {
  switch (violation.kind) {
    case ViolationKind::kCollision:
      ++collisions_;
      break;
    case ViolationKind::kSecondSend:
    case ViolationKind::kSecondReceive:
      ++port_violations_;
      break;
    case ViolationKind::kNoRoute:
    case ViolationKind::kBrokenWorm:
    case ViolationKind::kWaited:
    case ViolationKind::kOverflow:
      ++router_errors_;
      break;
  }
  complain(violation.text());
}

void FaultLog::flit_error(std::string sentence, Flits flits) {
  flit_errors_ += flits;
  complain(std::move(sentence));
}

void FaultLog::port_violation(std::string sentence) {
  ++port_violations_;
  complain(std::move(sentence));
}

void FaultLog::router_error(std::string sentence, std::int64_t times) {
  router_errors_ += times;
  complain(std::move(sentence));
}

void FaultLog::complain(std::string sentence) {
  if (problems_.size() < kMaxProblems)
    problems_.push_back(std::move(sentence));
  else
    ++more_problems_;
}

std::vector<std::string> FaultLog::problems() const {
  std::vector<std::string> problems = problems_;
  if (more_problems_ > 0) problems.push_back(fmt::format("and {} more", more_problems_));
  return problems;
}

}  // namespace flitwise::check
