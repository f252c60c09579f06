// fabric_monitor.cpp: transfers counted, and held against what was expected of each; and where the
// flits of transfers have stayed, in networks that may lose some.
#include <flitwise/fabric_monitor.h>
#include <fmt/format.h>

#include <map>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/fabric/fabric_transactions.h"
#include "sim/fabric/run_book.h"
#include "sim/fabric/transfer_network.h"
#include "sim/text/report_text.h"
#include "tb/check/recorder.h"

namespace flitwise {

/// Counts the flits of every transfer under way into each node and out of it: flits need not say
/// which of their transfer they are. Networks that hold flits back lose none: there it counts none.
class FlitPlaces final : private NetworkObserver {
 public:
  /// Both outlive it.
  FlitPlaces(RouterHost& host, const TransferNetwork& transfers);

  /// To be called when a transfer has arrived.
  void forget(const FabricTransfer& transfer) { seen_.erase(&transfer); }
  /// A sentence a node on the way that flits went into and did not leave: "flits of NAME that ...".
  std::vector<std::string> describe(const FabricTransfer& transfer, const std::string& name) const;

 private:
  struct Passage {
    Flits in = 0;  // from links and from the PE
    Flits out = 0;
    Step last = 0;  // in which one came
  };

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step step, const Network& network, const Injector& injector) override;
  void see(Step step, Node from, Node to, RawFlit flit);

  RouterHost& host_;
  const TransferNetwork& transfers_;
  const check::Recorder::DecodeFlit decode_;
  const bool follows_;
  std::unordered_map<const FabricTransfer*, std::map<Node, Passage>> seen_;
};

FlitPlaces::FlitPlaces(RouterHost& host, const TransferNetwork& transfers)
    : host_(host),
      transfers_(transfers),
      decode_(host.machine().event_reader()),
      follows_(!host.module().network().has_back_pressure()) {
  if (follows_) host_.add(*this);
}

void FlitPlaces::see(Step step, Node from, Node to, RawFlit flit) {
  const LinkEvent event = decode_(step, from, to, flit);
  protocols::Arrival arrival;
  arrival.message = event.message;
  arrival.packet = static_cast<std::uint32_t>(event.value);
  const Transfer* const transfer = transfers_.transfer_of(to, arrival);
  if (transfer == nullptr) return;
  std::map<Node, Passage>& passages = seen_[&transfer->record];
  Passage& into = passages[to];
  ++into.in;
  into.last = step;
  if (from != to) ++passages[from].out;
}

void FlitPlaces::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  for (const LinkTransfer& transfer : transfers)
    see(step, transfer.from, transfer.to, transfer.flit);
}

void FlitPlaces::on_edge(Step step, const Network&, const Injector& injector) {
  for (const Injection& injection : injector.injections())
    see(step, injection.node, injection.node, injection.flit);
}

std::vector<std::string> FlitPlaces::describe(const FabricTransfer& transfer,
                                              const std::string& name) const {
  std::vector<std::string> sentences;
  const auto found = seen_.find(&transfer);
  if (found == seen_.end()) return sentences;
  for (const auto& [node, passage] : found->second)
    if (node != transfer.to && passage.in > passage.out)
      sentences.push_back(
          fmt::format("flits of {} that went into {} and did not leave it: {}, the last in step {}",
                      name, host_.name_of(node), passage.in - passage.out, passage.last));
  return sentences;
}

namespace {

constexpr std::size_t kMostWaiting = 20;

// Of one expectation over transfers: how many keep it, and the first that does not.
struct Tally {
  std::size_t asked = 0;  // of how many transfers
  std::int64_t all = 0;   // how many it says something of
  std::int64_t kept = 0;
  std::string measured;
  std::string predicted;
  std::string thrown;  // by its function, the first time
};

// The way that is under way: "the answer to the read of 4 bytes from PE 0 to PE 1".
std::string way_of(const Transaction& transaction) {
  return (transaction.record.is_answer ? "the answer to " : "") + transaction.name();
}

void shorten(std::vector<std::string>& sentences) {
  if (sentences.size() <= kMostWaiting) return;
  const std::size_t more = sentences.size() - kMostWaiting;
  sentences.resize(kMostWaiting);
  sentences.push_back(fmt::format("and {} more", more));
}

}  // namespace

class FabricMonitor::Book final {
 public:
  explicit Book(FabricTransactions& fabric);
  /// One that the fabric keeps.
  static std::shared_ptr<Book> of(FabricTransactions& fabric);

  RunBook& run() { return run_; }
  void expect_each(const std::string& name,
                   std::function<std::optional<std::int64_t>(const FabricTransfer&)> predicted,
                   const std::string& source);
  FabricVerdict verdict() const;

 private:
  void count(const FabricTransfer& transfer);

  FabricTransactions& fabric_;
  RunBook run_;
  FlitPlaces places_;
};

FabricMonitor::Book::Book(FabricTransactions& fabric)
    : fabric_(fabric), run_(fabric.host()), places_(fabric.host(), fabric.transfers()) {
  fabric_.watch([this](const FabricTransfer& transfer) { count(transfer); });
}

std::shared_ptr<FabricMonitor::Book> FabricMonitor::Book::of(FabricTransactions& fabric) {
  fabric.host().require_start("a FabricMonitor");
  auto book = std::make_shared<Book>(fabric);
  fabric.keep(book);
  return book;
}

void FabricMonitor::Book::expect_each(
    const std::string& name,
    std::function<std::optional<std::int64_t>(const FabricTransfer&)> predicted,
    const std::string& source) {
  fabric_.host().require_start("expect_each");
  if (!predicted)
    throw std::invalid_argument(fmt::format("expectation '{}' needs a function", name));
  auto tally = std::make_shared<Tally>();
  run_.expect(name, source, [tally, name, source](const FabricVerdict&) {
    if (!tally->thrown.empty())
      return FabricCheck{name, counted(tally->asked, "transfer"),
                         "nothing: its function threw " + tally->thrown, false, source};
    if (tally->all == 0)  // what compares nothing has shown nothing
      return FabricCheck{name, "no transfer", "one at least", false, source};
    const std::string share = fmt::format("{} of {} transfers", tally->kept, tally->all);
    if (tally->kept == tally->all) return FabricCheck{name, share, share, true, source};
    return FabricCheck{name, fmt::format("{} ({} agree)", tally->measured, share), tally->predicted,
                       false, source};
  });
  fabric_.watch([tally, predicted = std::move(predicted)](const FabricTransfer& transfer) {
    ++tally->asked;
    std::optional<std::int64_t> step;
    const std::string thrown = thrown_by([&] { step = predicted(transfer); });
    if (tally->thrown.empty()) tally->thrown = thrown;
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
  FabricVerdict& counts = run_.counts();
  ++counts.transfers;
  counts.flits += transfer.flits;
  counts.finish = transfer.delivered;
  places_.forget(transfer);
  if (transfer.delivered < transfer.least)
    run_.complain(fmt::format(
        "a transfer of {} flits from PE {} to PE {} came in step {}, and it cannot before step {}",
        transfer.flits, transfer.from, transfer.to, transfer.delivered, transfer.least));
}

FabricVerdict FabricMonitor::Book::verdict() const {
  std::vector<std::string> waiting;
  const std::vector<const Transaction*> pending = fabric_.pending();
  for (const Transaction* transaction : pending) {
    waiting.push_back(fmt::format("{} has not ended", transaction->name()));
    for (std::string& sentence : places_.describe(transaction->record, way_of(*transaction)))
      waiting.push_back(std::move(sentence));
  }
  std::size_t unended = pending.size();
  const std::vector<std::size_t> open = fabric_.open_responses();
  for (std::size_t pe = 0; pe < open.size(); ++pe) {
    unended += open[pe];
    if (open[pe] > 0)
      waiting.push_back(fmt::format(
          "PE {} has not sent the END_RESP of a response; {} wait behind it", pe, open[pe] - 1));
  }
  shorten(waiting);
  return run_.verdict(fabric_.transfers().strays(), static_cast<std::int64_t>(unended), waiting);
}

FabricMonitor::FabricMonitor(Fabric& fabric) : book_(Book::of(*fabric.transactions_)) {}

FabricMonitor::~FabricMonitor() = default;

void FabricMonitor::expect(const std::string& figure, std::int64_t predicted,
                           const std::string& source) {
  book_->run().expect(figure, predicted, source);
}

void FabricMonitor::expect(const std::string& name, std::function<std::int64_t()> measured,
                           std::int64_t predicted, const std::string& source) {
  book_->run().expect(name, std::move(measured), predicted, source);
}

void FabricMonitor::expect_each(
    const std::string& name,
    std::function<std::optional<std::int64_t>(const FabricTransfer&)> predicted,
    const std::string& source) {
  book_->expect_each(name, std::move(predicted), source);
}

FabricVerdict FabricMonitor::verdict() const { return book_->verdict(); }

}  // namespace flitwise
