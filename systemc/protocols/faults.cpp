#include "systemc/protocols/faults.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace flitwise::protocols {
namespace {

std::unique_ptr<PeProtocol> require(std::unique_ptr<PeProtocol> inner) {
  if (!inner) throw std::invalid_argument("a faulty PE needs a protocol to break");
  return inner;
}

class Silence final : public Outbox {
 public:
  void send(const Transmission&) override {}
};

}  // namespace

/// Passes transmissions on, data earlier than decided.
class EarlyProtocol::Hurry final : public Outbox {
 public:
  Hurry(Outbox& outbox, Step by, Step least, Haste haste, Step& most)
      : outbox_(outbox), by_(by), least_(least), haste_(haste), most_(most) {}

  void send(const Transmission& transmission) override {
    Transmission earlier = transmission;
    if (is_to_hurry(transmission.kind)) {
      earlier.after = std::max(least_, transmission.after - by_);
      const Step early = transmission.after - earlier.after;
      has_data_ = true;
      has_hurried_ = has_hurried_ || early > 0;
      most_ = std::max(most_, early);
    }
    outbox_.send(earlier);
  }

  bool was_in_vain() const { return has_data_ && !has_hurried_; }

 private:
  bool is_to_hurry(FlitKind kind) const {
    if (haste_ == Haste::kEveryMessage) return kind == FlitKind::kData;
    const bool is_message =
        kind == FlitKind::kData || kind == FlitKind::kFlood || kind == FlitKind::kCopies;
    return is_message && most_ == 0;
  }

  Outbox& outbox_;
  Step by_;
  Step least_;  // steps to the first one in which the router can send it
  Haste haste_;
  Step& most_;  // of all decisions
  bool has_data_ = false;
  bool has_hurried_ = false;
};

EarlyProtocol::EarlyProtocol(std::unique_ptr<PeProtocol> inner, Step by, Haste haste,
                             Step router_latency)
    : inner_(require(std::move(inner))), by_(by), haste_(haste), router_latency_(router_latency) {
  if (by < 1)
    throw std::invalid_argument("an early PE must be at least 1 step early, got " +
                                std::to_string(by));
}

void EarlyProtocol::start(Outbox& outbox) {
  Hurry hurry(outbox, by_, 1, haste_, most_);
  inner_->start(hurry);
  if (hurry.was_in_vain())
    without_effect_.push_back("the PE that should send early sends in the first step already");
}

void EarlyProtocol::receive(const Arrival& arrival, Outbox& outbox) {
  Hurry hurry(outbox, by_, router_latency_, haste_, most_);
  inner_->receive(arrival, hurry);
  if (hurry.was_in_vain())
    without_effect_.push_back("step " + std::to_string(arrival.step) +
                              ": the PE that should send early sends in the next step already");
}

std::vector<std::string> EarlyProtocol::complaints() const {
  std::vector<std::string> all = inner_->complaints();
  all.insert(all.end(), without_effect_.begin(), without_effect_.end());
  return all;
}

std::vector<std::string> EarlyProtocol::remarks() const {
  std::vector<std::string> all = inner_->remarks();
  if (most_ > 0 && most_ < by_)
    all.push_back("sends " + std::to_string(most_) + (most_ == 1 ? " step" : " steps") +
                  " early, not " + std::to_string(by_) +
                  ": no message leaves before it can be decided on");
  return all;
}

MuteProtocol::MuteProtocol(std::unique_ptr<PeProtocol> inner) : inner_(require(std::move(inner))) {}

void MuteProtocol::start(Outbox&) {
  Silence silence;
  inner_->start(silence);
}

void MuteProtocol::receive(const Arrival& arrival, Outbox&) {
  Silence silence;
  inner_->receive(arrival, silence);
}

void make_early(Protocols& all, Node pe, Step by, Haste haste, Step router_latency) {
  auto& protocol = all[index_of(pe)];
  protocol = std::make_unique<EarlyProtocol>(std::move(protocol), by, haste, router_latency);
}

void make_mute(Protocols& all, Node pe) {
  auto& protocol = all[index_of(pe)];
  protocol = std::make_unique<MuteProtocol>(std::move(protocol));
}

Step make_early(std::vector<RankOp>& program, const std::vector<Step>& starts, Step by) {
  Step most = 0;
  for (std::size_t op = 0; op < program.size(); ++op) {
    RankOp& send = program[op];
    if (send.kind != RankOpKind::kSend) continue;
    const Step sooner = std::min(by, starts[op]);
    const Step shorter = std::min(by - sooner, send.steps);
    send.not_before = starts[op] - sooner;
    send.steps -= shorter;
    send.after.clear();
    most = std::max(most, sooner + shorter);
  }
  return most;
}

void make_late(std::vector<RankOp>& program, const std::vector<Step>& starts, Step by) {
  for (std::size_t op = 0; op < program.size(); ++op)
    if (program[op].kind == RankOpKind::kSend) program[op].not_before = starts[op] + by;
}

void make_double(std::vector<RankOp>& program, Cell cell) {
  RankOp twice;
  twice.kind = RankOpKind::kCompute;
  twice.processor = -1;
  twice.reads = twice.writes = twice.operands = {cell};
  for (RankOp& op : program) op.after.push_back({program.size(), false});
  program.push_back(std::move(twice));
}

}  // namespace flitwise::protocols
