#include "tb/check/fault_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <string_view>
#include <utility>

namespace flitwise::check {
namespace {

constexpr Step kNoStep = std::numeric_limits<Step>::max();

// Of "step 12: ...".
Step step_of(const std::string& sentence) {
  constexpr std::string_view kWord = "step ";
  if (sentence.compare(0, kWord.size(), kWord) != 0) return kNoStep;
  Step step = kNoStep;
  const char* digits = sentence.data() + kWord.size();
  const bool is_number =
      std::from_chars(digits, sentence.data() + sentence.size(), step).ec == std::errc();
  return is_number ? step : kNoStep;
}

}  // namespace

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
    case ViolationKind::kMismatch:
    case ViolationKind::kAltered:
    case ViolationKind::kCreditTwice:
    case ViolationKind::kDropped:
      ++router_errors_;
      break;
  }
  complain(violation.text());
}

void FaultLog::report_ports(const Network& network, const Injector& injector) {
  for (const Violation& violation : network.violations()) report(violation);
  report_conflicts(injector);
}

void FaultLog::report_conflicts(const Injector& injector) {
  for (const InjectionConflict& conflict : injector.conflicts())
    port_violation(fmt::format("step {}: PE {} has two flits for port {}; one is lost",
                               conflict.step, conflict.node, conflict.port));
}

void FaultLog::flit_error(std::string sentence, Flits flits) {
  flit_errors_ += flits;
  complain(std::move(sentence));
}

void FaultLog::never_came(std::string sentence, Flits flits) {
  missing_flits_ += flits;
  flit_error(std::move(sentence), flits);
}

void FaultLog::port_violation(std::string sentence) {
  ++port_violations_;
  complain(std::move(sentence));
}

void FaultLog::router_error(std::string sentence, std::int64_t times) {
  router_errors_ += times;
  complain(std::move(sentence));
}

// Monitors name the step that went wrong, which may be the one behind the step they are in.
void FaultLog::complain(std::string sentence) {
  const Step step = step_of(sentence);
  const auto place =
      std::upper_bound(problems_.begin(), problems_.end(), step,
                       [](Step wanted, const auto& problem) { return wanted < problem.first; });
  problems_.emplace(place, step, std::move(sentence));
  if (problems_.size() <= kMaxProblems) return;
  problems_.pop_back();
  ++more_problems_;
}

std::vector<std::string> FaultLog::problems() const {
  std::vector<std::string> problems;
  for (const auto& [step, sentence] : problems_) problems.push_back(sentence);
  if (more_problems_ > 0) problems.push_back(fmt::format("and {} more", more_problems_));
  return problems;
}

}  // namespace flitwise::check
