#include "systemc/protocols/combining/merge_pe.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "systemc/protocols/collective/cell_contents.h"

namespace flitwise::protocols {
namespace {

CarriedWords one_word(std::uint32_t word) {
  return std::make_shared<const std::vector<std::uint32_t>>(1, word);
}

}  // namespace

MergePe::MergePe(Node self, const MergePlan& plan, std::vector<std::uint32_t> operands,
                 WordArithmetic arithmetic)
    : self_(self),
      plan_(plan),
      operands_(std::move(operands)),
      arithmetic_(arithmetic),
      results_(operands_.size()),
      book_(self),
      sum_(operands_[index_of(self)]) {}

void MergePe::start(Outbox& outbox) {
  for (const MergeSend& send : plan_.sends[index_of(self_)]) {
    Transmission message;
    message.kind = FlitKind::kMerge;
    message.destination = send.word;
    message.message = send.word;
    message.first = send.word + 1;
    message.after = send.step;
    message.words = one_word(operands_[index_of(send.word)]);
    outbox.send(message);
  }
}

void MergePe::receive(const Arrival& arrival, Outbox& outbox) {
  last_call_ = arrival.step;
  if (arrival.kind == FlitKind::kMerge)
    take_sum(arrival, outbox);
  else
    take_result(arrival);
}

void MergePe::take_sum(const Arrival& arrival, Outbox& outbox) {
  constexpr Flits kMergeNumbers = 1 << 10;  // that flits can say
  if (arrival.index != self_ % kMergeNumbers + 1)
    return book_.about(arrival, "the word of " + pe_name(self_) + " comes here, and no other");
  ++sums_;
  sum_ = combined(arithmetic_, sum_, arrival.word);
  if (has_result()) results_[index_of(self_)] = sum_;
  if (sums_ == plan_.partials[index_of(self_)]) broadcast(outbox);
}

void MergePe::broadcast(Outbox& outbox) const {
  if (plan_.broadcast.empty()) return;
  for (const Dispatch& dispatch : plan_.broadcast[index_of(self_)]) {
    Transmission message;
    message.kind = dispatch.kind;
    message.copies = dispatch.copies;
    message.message = dispatch.message;
    message.after = std::max<Step>(1, dispatch.step - last_call_);
    message.words = one_word(sum_);
    outbox.send(message);
  }
}

void MergePe::take_result(const Arrival& arrival) {
  Arrival named = arrival;
  named.from = arrival.message;
  if (arrival.kind != FlitKind::kCopies || plan_.broadcast.empty())
    return book_.about(named, "a leaf expects operands of its word only");
  if (index_of(arrival.message) >= results_.size())
    return book_.about(named, "there is no leaf of that number");
  std::optional<std::uint32_t>& result = results_[index_of(arrival.message)];
  if (arrival.message == self_ || result) return book_.about(named, "this result has come before");
  result = arrival.word;
}

PeState MergePe::state_at(Step now) const {
  const std::vector<MergeSend>& sends = plan_.sends[index_of(self_)];
  if (now < sends.front().step) return PeState::kScheduled;
  if (now < sends.back().step) return PeState::kDispatching;
  return waiting_for().empty() ? PeState::kDone : PeState::kCollecting;
}

std::vector<std::string> MergePe::waiting_for() const {
  std::vector<std::string> owed;
  if (!has_result())
    owed.push_back(counted(plan_.partials[index_of(self_)] - sums_, "sum") + " of its word");
  if (plan_.broadcast.empty()) return owed;
  const auto missing = std::count(results_.begin(), results_.end(), std::nullopt);
  const Flits of_others = missing - (has_result() ? 0 : 1);
  if (of_others > 0) owed.push_back(counted(of_others, "result") + " of others");
  return owed;
}

}  // namespace flitwise::protocols
