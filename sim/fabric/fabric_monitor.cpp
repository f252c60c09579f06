// fabric_monitor.cpp: figures counted at links and PEs, and the verdict on them.
#include <flitwise/fabric_monitor.h>
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sim/fabric/fabric_transactions.h"

namespace flitwise {
namespace {

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
      "a fabric has no figure '{}' that could be expected; these are there: {}", name, known));
}

// Of one expectation over transfers: how many keep it, and the first that does not.
struct Tally {
  std::int64_t all = 0;
  std::int64_t kept = 0;
  std::string measured;
  std::string predicted;
};

}  // namespace

std::string FabricCheck::text() const {
  return fmt::format("{} {}: measured {}, predicted {} ({})", ok ? "ok  " : "FAIL", name, measured,
                     predicted, source);
}

std::string FabricVerdict::text() const {
  std::string text;
  for (const FabricCheck& check : checks) text += check.text() + "\n";
  for (const std::string& message : messages) text += message + "\n";
  const char* const outcome = exit_status == 0 ? "pass" : exit_status == 1 ? "FAIL" : "NO END";
  return text + fmt::format("{}: {} transfers of {} flits, the last in step {}\n", outcome,
                            transfers, flits, finish);
}

// What is counted while the simulation runs.
class FabricMonitor::Book final : private NetworkObserver {
 public:
  explicit Book(FabricTransactions& fabric);

  void expect(const std::string& name, const std::string& source,
              std::function<FabricCheck(const FabricVerdict&)> check);
  void expect_each(const std::string& name,
                   std::function<std::optional<std::int64_t>(const FabricTransfer&)> predicted,
                   const std::string& source);
  FabricVerdict verdict() const;

 private:
  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step step, const Network& network, const Injector& injector) override;
  void count(const FabricTransfer& transfer);
  void complain(std::string sentence);

  FabricTransactions& fabric_;
  FabricVerdict so_far_;
  std::int64_t complaints_ = 0;
  std::vector<std::string> names_;  // of the expectations
  std::vector<std::function<FabricCheck(const FabricVerdict&)>> checks_;
};

FabricMonitor::Book::Book(FabricTransactions& fabric) : fabric_(fabric) {
  fabric_.watch([this](const FabricTransfer& transfer) { count(transfer); });
  fabric_.host().add(*this);
}

void FabricMonitor::Book::expect(const std::string& name, const std::string& source,
                                 std::function<FabricCheck(const FabricVerdict&)> check) {
  if (source.empty())
    throw std::invalid_argument(fmt::format("expectation '{}' needs a source", name));
  if (std::find(names_.begin(), names_.end(), name) != names_.end())
    throw std::invalid_argument(fmt::format("there are two expectations '{}'", name));
  names_.push_back(name);
  checks_.push_back(std::move(check));
}

void FabricMonitor::Book::expect_each(
    const std::string& name,
    std::function<std::optional<std::int64_t>(const FabricTransfer&)> predicted,
    const std::string& source) {
  auto tally = std::make_shared<Tally>();
  expect(name, source, [tally, name, source](const FabricVerdict&) {
    const std::string share = fmt::format("{} of {} transfers", tally->kept, tally->all);
    if (tally->kept == tally->all) return FabricCheck{name, share, share, true, source};
    return FabricCheck{name, fmt::format("{} ({} agree)", tally->measured, share), tally->predicted,
                       false, source};
  });
  fabric_.watch([tally, predicted = std::move(predicted)](const FabricTransfer& transfer) {
    const std::optional<std::int64_t> step = predicted(transfer);
    if (!step) return;
    ++tally->all;
    tally->kept += *step == transfer.delivered;
    if (*step == transfer.delivered || !tally->predicted.empty()) return;
    const std::string which =
        fmt::format("{} of {} flits from PE {} to PE {}", transfer.is_answer ? "answer" : "request",
                    transfer.flits, transfer.from, transfer.to);
    tally->measured = fmt::format("{}: step {}", which, transfer.delivered);
    tally->predicted = fmt::format("{}: step {}", which, *step);
  });
}

void FabricMonitor::Book::count(const FabricTransfer& transfer) {
  ++so_far_.transfers;
  so_far_.flits += transfer.flits;
  so_far_.finish = transfer.delivered;
  if (transfer.delivered < transfer.least)
    complain(fmt::format(
        "a transfer of {} flits from PE {} to PE {} came in step {}, and it cannot before step {}",
        transfer.flits, transfer.from, transfer.to, transfer.delivered, transfer.least));
}

void FabricMonitor::Book::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  if (transfers.empty()) return;
  so_far_.quiesce = step;
  so_far_.flit_hops += static_cast<std::int64_t>(transfers.size());
}

void FabricMonitor::Book::on_edge(Step, const Network& network, const Injector&) {
  for (const Violation& violation : network.violations()) {
    ++so_far_.violations;
    complain(violation.text());
  }
}

void FabricMonitor::Book::complain(std::string sentence) {
  constexpr std::size_t kMostTold = 20;
  ++complaints_;
  if (so_far_.messages.size() < kMostTold) so_far_.messages.push_back(std::move(sentence));
}

FabricVerdict FabricMonitor::Book::verdict() const {
  FabricVerdict verdict = so_far_;
  const Network& network = fabric_.host().module().network();
  verdict.router_evaluations = network.router_cycles();
  const std::vector<std::string>& strays = fabric_.transfers().strays();
  const auto told = static_cast<std::int64_t>(verdict.messages.size());
  if (complaints_ > told)
    verdict.messages.push_back(fmt::format("and {} more", complaints_ - told));
  verdict.messages.insert(verdict.messages.end(), strays.begin(), strays.end());
  const int assertions = network.assertion_failures();
  if (assertions > 0)
    verdict.messages.push_back(fmt::format("{} assertions of the RTL failed", assertions));
  verdict.pending = static_cast<std::int64_t>(fabric_.pending().size());
  if (verdict.pending > 0) {
    verdict.messages.push_back(fmt::format("{} transactions have not ended", verdict.pending));
    for (std::string& sentence : fabric_.host().module().describe_flits_on_links())
      verdict.messages.push_back(std::move(sentence));
  }
  bool is_met = true;
  for (const auto& check : checks_) {
    verdict.checks.push_back(check(verdict));
    is_met = is_met && verdict.checks.back().ok;
  }
  const bool is_wrong = complaints_ > 0 || !strays.empty() || assertions > 0;
  verdict.exit_status = is_wrong ? 1 : verdict.pending > 0 ? 3 : is_met ? 0 : 1;
  return verdict;
}

FabricMonitor::FabricMonitor(Fabric& fabric)
    : book_(std::make_unique<Book>(*fabric.transactions_)) {}

FabricMonitor::~FabricMonitor() = default;

void FabricMonitor::expect(const std::string& figure, std::int64_t predicted,
                           const std::string& source) {
  std::int64_t FabricVerdict::*const value = figure_of(figure);
  book_->expect(figure, source, [figure, value, predicted, source](const FabricVerdict& verdict) {
    const std::int64_t measured = verdict.*value;
    return FabricCheck{figure, std::to_string(measured), std::to_string(predicted),
                       measured == predicted, source};
  });
}

void FabricMonitor::expect(const std::string& name, std::function<std::int64_t()> measured,
                           std::int64_t predicted, const std::string& source) {
  book_->expect(name, source,
                [name, measured = std::move(measured), predicted, source](const FabricVerdict&) {
                  const std::int64_t value = measured();
                  return FabricCheck{name, std::to_string(value), std::to_string(predicted),
                                     value == predicted, source};
                });
}

void FabricMonitor::expect_each(
    const std::string& name,
    std::function<std::optional<std::int64_t>(const FabricTransfer&)> predicted,
    const std::string& source) {
  book_->expect_each(name, std::move(predicted), source);
}

FabricVerdict FabricMonitor::verdict() const { return book_->verdict(); }

}  // namespace flitwise
