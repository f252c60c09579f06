// run_book.cpp: the verdict, from what was counted.
#include "sim/fabric/run_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sim/text/report_text.h"

namespace flitwise {
namespace {

constexpr std::size_t kMostComplaints = 20;

struct VerdictFigure {
  const char* name;
  std::int64_t FabricVerdict::*value;
};
constexpr VerdictFigure kFigures[] = {
    {"finish", &FabricVerdict::finish},       {"quiesce", &FabricVerdict::quiesce},
    {"transfers", &FabricVerdict::transfers}, {"flits", &FabricVerdict::flits},
    {"flit_hops", &FabricVerdict::flit_hops}, {"pending", &FabricVerdict::pending}};

std::int64_t FabricVerdict::*figure_of(const std::string& name) {
  std::string known;
  for (const VerdictFigure& figure : kFigures) {
    if (name == figure.name) return figure.value;
    known += (known.empty() ? "" : ", ") + std::string(figure.name);
  }
  throw std::invalid_argument(fmt::format(
      "there is no figure '{}' that could be expected; these are there: {}", name, known));
}

// Whether something can be read in it, and it keeps to its line of the verdict.
bool is_line(const std::string& text) {
  return text.find_first_not_of(" \t") != std::string::npos &&
         text.find_first_of("\n\r") == std::string::npos;
}

FabricCheck compared(const std::string& name, std::int64_t measured, std::int64_t predicted,
                     const std::string& source) {
  return {name, std::to_string(measured), std::to_string(predicted), measured == predicted, source};
}

}  // namespace

std::string thrown_by(const std::function<void()>& call) {
  try {
    call();
    return {};
  } catch (const sc_core::sc_unwind_exception&) {
    throw;  // the kernel ends a process by it
  } catch (const std::exception& error) {
    return fmt::format("'{}'", escaped(error.what()));
  } catch (...) {
    return "what is no std::exception";
  }
}

std::string FabricCheck::text() const {
  return fmt::format("{} {}: measured {}, predicted {} ({})", ok ? "ok  " : "FAIL", name, measured,
                     predicted, source);
}

std::string FabricVerdict::text() const {
  std::string text;
  for (const FabricCheck& check : checks) text += check.text() + "\n";
  for (const std::string& message : messages) text += message + "\n";
  const char* const outcome = exit_status == 0 ? "pass" : exit_status == 1 ? "FAIL" : "NO END";
  return text + fmt::format("{}: {} of {}, the last in step {}\n", outcome,
                            counted(transfers, "transfer"), counted(flits, "flit"), finish);
}

RunBook::RunBook(RouterHost& host) : host_(host) { host.add(*this); }

void RunBook::expect(const std::string& name, const std::string& source, Judge judge) {
  if (!is_line(name))
    throw std::invalid_argument("the name of an expectation must be a line of text");
  if (!is_line(source))
    throw std::invalid_argument(
        fmt::format("expectation '{}' needs a source, a line of text", name));
  if (std::find(names_.begin(), names_.end(), name) != names_.end())
    throw std::invalid_argument(fmt::format("there are two expectations '{}'", name));
  names_.push_back(name);
  judges_.push_back(std::move(judge));
}

void RunBook::expect(const std::string& figure, std::int64_t predicted, const std::string& source) {
  expect(figure, source,
         [figure, value = figure_of(figure), predicted, source](const FabricVerdict& verdict) {
           return compared(figure, verdict.*value, predicted, source);
         });
}

void RunBook::expect(const std::string& name, std::function<std::int64_t()> measured,
                     std::int64_t predicted, const std::string& source) {
  if (!measured)
    throw std::invalid_argument(fmt::format("expectation '{}' needs a function", name));
  expect(name, source,
         [name, measured = std::move(measured), predicted, source](const FabricVerdict&) {
           std::int64_t value = 0;
           const std::string thrown = thrown_by([&] { value = measured(); });
           if (thrown.empty()) return compared(name, value, predicted, source);
           return FabricCheck{name, "nothing: its function threw " + thrown,
                              std::to_string(predicted), false, source};
         });
}

void RunBook::complain(std::string sentence) {
  ++complaints_;
  if (so_far_.messages.size() < kMostComplaints) so_far_.messages.push_back(std::move(sentence));
}

void RunBook::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  if (transfers.empty()) return;
  so_far_.quiesce = step;
  so_far_.flit_hops += static_cast<std::int64_t>(transfers.size());
}

void RunBook::on_edge(Step, const Network& network, const Injector&) {
  for (const Violation& violation : network.violations()) {
    ++so_far_.violations;
    complain(violation.text());
  }
}

FabricVerdict RunBook::verdict(const std::vector<std::string>& wrong, std::int64_t pending,
                               const std::vector<std::string>& waiting) const {
  FabricVerdict verdict = so_far_;
  std::vector<std::string>& messages = verdict.messages;
  const NetworkModule& module = host_.module();
  verdict.router_evaluations = module.network().router_cycles();
  const auto told = static_cast<std::int64_t>(messages.size());
  if (complaints_ > told) messages.push_back(fmt::format("and {} more", complaints_ - told));
  messages.insert(messages.end(), wrong.begin(), wrong.end());
  const int assertions = module.network().assertion_failures();
  if (assertions > 0)
    messages.push_back(fmt::format("{} assertions of the RTL failed", assertions));
  verdict.pending = pending;
  messages.insert(messages.end(), waiting.begin(), waiting.end());
  if (host_.now() == 0)
    messages.push_back("no step has been simulated, so that nothing has been shown");
  if (const std::optional<Step> step = module.stopped_at()) {
    messages.push_back(module.is_deadlocked()
                           ? fmt::format("every flit waits for another since step {}", *step)
                           : fmt::format("stopped after step {} by options.max_steps", *step));
    for (std::string& sentence : module.describe_flits_on_links())
      messages.push_back(std::move(sentence));
  }
  bool is_met = true;
  for (const Judge& judge : judges_) {
    verdict.checks.push_back(judge(verdict));
    is_met = is_met && verdict.checks.back().ok;
  }
  const bool is_wrong = complaints_ > 0 || !wrong.empty() || assertions > 0;
  const bool is_over = pending == 0 && !module.stopped_at() && host_.now() > 0;
  verdict.exit_status = is_wrong ? 1 : !is_over ? 3 : is_met ? 0 : 1;
  return verdict;
}

}  // namespace flitwise
