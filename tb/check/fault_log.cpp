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

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The digits that the text begins with, without leading zeros.
std::string_view number_at(std::string_view text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::size_t first = std::min(text.find_first_not_of('0'), end);
  return text.substr(first, end - first);
}

// As texts compare, but "PE 9" comes before "PE 10".
bool comes_before(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const std::string_view of_a = number_at(a);
      const std::string_view of_b = number_at(b);
      if (of_a.size() != of_b.size()) return of_a.size() < of_b.size();
      if (of_a != of_b) return of_a < of_b;
      a.remove_prefix(std::min(a.find_first_not_of("0123456789"), a.size()));
      b.remove_prefix(std::min(b.find_first_not_of("0123456789"), b.size()));
    } else {
      if (a.front() != b.front()) return a.front() < b.front();
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  return a.empty() && !b.empty();
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

// Monitors name the step that went wrong, which may be the one behind the step they are in. Who
// complains first within a step must not matter.
void FaultLog::complain(std::string sentence) {
  std::pair<Step, std::string> problem(step_of(sentence), std::move(sentence));
  const auto place = std::upper_bound(problems_.begin(), problems_.end(), problem,
                                      [](const auto& wanted, const auto& other) {
                                        if (wanted.first != other.first)
                                          return wanted.first < other.first;
                                        return comes_before(wanted.second, other.second);
                                      });
  problems_.insert(place, std::move(problem));
  if (problems_.size() <= kMaxProblems) return;
  problems_.pop_back();
  ++more_problems_;
}

void FaultLog::write_book(std::string& bytes) const {
  for (const std::int64_t count : {flit_errors_, missing_flits_, collisions_, port_violations_,
                                   router_errors_, more_problems_})
    bytes::put(bytes, count);
  std::vector<std::string> sentences;
  for (const auto& [step, sentence] : problems_) sentences.push_back(sentence);
  bytes::put_texts(bytes, sentences);
}

// The first of all sentences are among the first of each book.
void FaultLog::add_book(bytes::Reader& reader) {
  for (std::int64_t* count : {&flit_errors_, &missing_flits_, &collisions_, &port_violations_,
                              &router_errors_, &more_problems_})
    *count += reader.take<std::int64_t>();
  for (std::string& sentence : reader.take_texts()) complain(std::move(sentence));
}

std::vector<std::string> FaultLog::problems() const {
  std::vector<std::string> problems;
  for (const auto& [step, sentence] : problems_) problems.push_back(sentence);
  if (more_problems_ > 0) problems.push_back(fmt::format("and {} more", more_problems_));
  return problems;
}

}  // namespace flitwise::check
