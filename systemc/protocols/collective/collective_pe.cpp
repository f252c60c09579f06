#include "systemc/protocols/collective/collective_pe.h"

#include <algorithm>

namespace flitwise::protocols {
namespace {

constexpr std::size_t kMostNamed = 3;  // of the receives that are still waited for
}  // namespace

CollectivePe::CollectivePe(std::shared_ptr<CollectiveCarriage> carriage, Node self,
                           std::vector<RankOp> program, std::unique_ptr<CellContents> contents)
    : carriage_(std::move(carriage)),
      self_(self),
      program_(std::move(program)),
      contents_(std::move(contents)),
      progress_(program_.size()),
      book_(self),
      left_(program_.size()) {
  for (std::size_t op = 0; op < program_.size(); ++op) {
    progress_[op].missing = program_[op].after.size();
    for (const RankDependency& dependency : program_[op].after)
      progress_[dependency.op].behind.emplace_back(op, dependency.on_start);
    if (program_[op].kind == RankOpKind::kReceive) receive_of_[program_[op].transfer] = op;
    if (program_[op].not_before <= 0) continue;
    ++progress_[op].missing;
    events_.push({program_[op].not_before, op, Turn::kDue});
  }
}

void CollectivePe::start(Outbox& outbox) {
  for (std::size_t op = 0; op < program_.size(); ++op)
    if (progress_[op].missing == 0) begin(op, 0, 0, outbox);
  advance(0, outbox);
}

void CollectivePe::receive(const Arrival& arrival, Outbox&) {
  last_call_ = arrival.step;
  const std::optional<std::size_t> transfer =
      carriage_->transfer_of({arrival.message, arrival.packet, self_});
  const auto found = transfer ? receive_of_.find(*transfer) : receive_of_.end();
  if (found == receive_of_.end()) {
    book_.about(arrival, "no receive of this PE is for it");
    return;
  }
  const Flits due = carriage_->flits(*transfer);
  Flits& flits = progress_[found->second].arrived;
  if (++flits > due) {
    book_.about(arrival, "all " + counted(due, "flit") + " of the transfer have come before");
    return;
  }
  if (carriage_->first_word().value_or(flits) < flits)
    contents_->come(*transfer, flits - 1, arrival.word);
  if (flits < due) return;
  if (progress_[found->second].has_started)
    events_.push({arrival.step + program_[found->second].steps, found->second, Turn::kEnd});
}

std::optional<Step> CollectivePe::next_wake() const {
  if (events_.empty()) return std::nullopt;
  return events_.top().step;
}

void CollectivePe::advance(Step now, Outbox& outbox) {
  last_call_ = std::max(last_call_, now);
  while (!events_.empty() && events_.top().step <= now) {
    const Step step = events_.top().step;
    std::vector<std::size_t> allowed;
    pass_events(step, allowed);
    std::sort(allowed.begin(), allowed.end());
    for (const std::size_t op : allowed) begin(op, step, now, outbox);
  }
}

// All that happens in `step`, and whose last dependency it was.
void CollectivePe::pass_events(Step step, std::vector<std::size_t>& allowed) {
  while (!events_.empty() && events_.top().step == step) {
    const Event event = events_.top();
    events_.pop();
    if (event.turn == Turn::kDue) {
      if (--progress_[event.op].missing == 0) allowed.push_back(event.op);
      continue;
    }
    const bool is_end = event.turn == Turn::kEnd;
    if (is_end) end(program_[event.op], step);
    // Not before it has its port: its number may be that of one that is still to leave.
    if (!is_end && program_[event.op].kind == RankOpKind::kSend)
      carriage_->begin(program_[event.op].transfer);
    for (const auto& [later, on_start] : progress_[event.op].behind)
      if (on_start != is_end && --progress_[later].missing == 0) allowed.push_back(later);
  }
}

void CollectivePe::end(const RankOp& op, Step step) {
  --left_;
  done_ = std::max(done_, step);
  if (op.kind == RankOpKind::kReceive) contents_->put(op);
  if (op.kind == RankOpKind::kCompute && !op.reads.empty()) contents_->compute(op);
}

void CollectivePe::begin(std::size_t op, Step step, Step now, Outbox& outbox) {
  progress_[op].has_started = true;
  switch (program_[op].kind) {
    case RankOpKind::kSend:
      begin_send(op, step, now, outbox);
      break;
    case RankOpKind::kCompute:
      begin_compute(op, step);
      break;
    case RankOpKind::kReceive: {
      events_.push({step, op, Turn::kStart});
      const std::size_t transfer = program_[op].transfer;
      if (progress_[op].arrived >= carriage_->flits(transfer))
        events_.push({step + program_[op].steps, op, Turn::kEnd});
      break;
    }
  }
}

void CollectivePe::begin_send(std::size_t op, Step step, Step now, Outbox& outbox) {
  const RankOp& send = program_[op];
  std::vector<Transmission> messages = carriage_->messages(send.transfer);
  CarriedWords words = contents_->take(send);
  Step& busy = port_busy_[{messages.front().port, messages.front().via}];
  busy = std::max(busy, step);
  events_.push({busy, op, Turn::kStart});
  busy += send.steps;
  for (Transmission& message : messages) {
    message.after = busy + 1 + carriage_->lead() - now;
    if (carriage_->first_word()) message.words = words;
    busy += message.length;
    outbox.send(message);
  }
  events_.push({busy, op, Turn::kEnd});
  last_flit_ = std::max(last_flit_, busy);
}

void CollectivePe::begin_compute(std::size_t op, Step step) {
  const RankOp& compute = program_[op];
  Step begins = step;
  if (compute.processor >= 0 && compute.steps > 0) {
    Step& busy = processor_busy_[compute.processor];
    begins = std::max(busy, step);
    busy = begins + compute.steps;
  }
  events_.push({begins, op, Turn::kStart});
  events_.push({begins + compute.steps, op, Turn::kEnd});
}

PeState CollectivePe::state_at(Step now) const {
  if (program_.empty()) return PeState::kDormant;
  if (now < last_flit_) return PeState::kDispatching;
  return left_ == 0 ? PeState::kDone : PeState::kCollecting;
}

std::vector<std::string> CollectivePe::waiting_for() const {
  std::vector<std::string> owed;
  std::size_t more = 0;
  const std::map<std::size_t, std::size_t> in_order(receive_of_.begin(), receive_of_.end());
  for (const auto& [transfer, op] : in_order) {
    const Flits flits = progress_[op].arrived;
    const Flits due = carriage_->flits(transfer);
    if (flits >= due) continue;
    if (owed.size() == kMostNamed)
      ++more;
    else
      owed.push_back(counted(due - flits, "flit") + " of transfer " + std::to_string(transfer) +
                     " (" + program_[op].name + ")");
  }
  if (more > 0) owed.push_back(counted(static_cast<Flits>(more), "more transfer"));
  return owed;
}

Protocols make_collective(const Collective& collective, const std::vector<Node>& pe_of, Node pes,
                          const std::shared_ptr<CollectiveCarriage>& carriage,
                          std::vector<std::unique_ptr<CellContents>> contents) {
  Protocols all(index_of(pes));
  for (std::size_t rank = 0; rank < pe_of.size(); ++rank)
    all[index_of(pe_of[rank])] = std::make_unique<CollectivePe>(
        carriage, pe_of[rank], collective.programs[rank], std::move(contents[rank]));
  for (Node pe = 0; pe < pes; ++pe)
    if (all[index_of(pe)] == nullptr)
      all[index_of(pe)] =
          std::make_unique<CollectivePe>(carriage, pe, std::vector<RankOp>(), nullptr);
  return all;
}

}  // namespace flitwise::protocols
