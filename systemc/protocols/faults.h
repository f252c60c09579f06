// faults.h: PEs that break their protocol on purpose, to see a run fail.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_FAULTS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_FAULTS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "systemc/protocols/pe_protocol.h"
#include "systemc/topology/collective.h"

namespace flitwise::protocols {

/// Which messages an EarlyProtocol sends early.
enum class Haste : std::uint8_t {
  kEveryMessage,  ///< every data message
  kFirstMessage,  ///< of data, flood and copies the first one that can leave earlier, no other
};

/// Sends messages `by` steps earlier than the protocol within it decides, all of its data or the
/// first message alone; control flits keep their steps. No message leaves earlier than its router
/// can send it after the decision: a step later, or as many as the router takes.
///
/// `state_at` is that of the inner protocol, which does not know of the fault.
class EarlyProtocol final : public PeProtocol {
 public:
  /// Errors: throws std::invalid_argument when `by` < 1 or `inner` is null.
  EarlyProtocol(std::unique_ptr<PeProtocol> inner, Step by, Haste haste = Haste::kEveryMessage,
                Step router_latency = 1);

  void start(Outbox& outbox) override;
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override { return inner_->state(); }
  PeState state_at(Step now) const override { return inner_->state_at(now); }
  std::vector<std::string> waiting_for() const override { return inner_->waiting_for(); }
  /// Those of the protocol within, and one for each decision that could not be made earlier: a
  /// fault that changes nothing must not pass for one that was survived.
  std::vector<std::string> complaints() const override;
  /// One if no message could leave so early as it should.
  std::vector<std::string> remarks() const override;

 private:
  class Hurry;

  std::unique_ptr<PeProtocol> inner_;
  Step by_;
  Haste haste_;
  Step router_latency_;
  Step most_ = 0;  // steps that a message has been early
  std::vector<std::string> without_effect_;
};

/// Takes everything in and never sends.
class MuteProtocol final : public PeProtocol {
 public:
  /// Errors: throws std::invalid_argument when `inner` is null.
  explicit MuteProtocol(std::unique_ptr<PeProtocol> inner);

  void start(Outbox& outbox) override;
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override { return inner_->state(); }
  PeState state_at(Step now) const override { return inner_->state_at(now); }
  std::vector<std::string> waiting_for() const override { return inner_->waiting_for(); }
  std::vector<std::string> complaints() const override { return inner_->complaints(); }

 private:
  std::unique_ptr<PeProtocol> inner_;
};

/// Put such a fault around PE `pe` of all. Errors: as the constructors.
void make_early(Protocols& all, Node pe, Step by, Haste haste = Haste::kEveryMessage,
                Step router_latency = 1);
void make_mute(Protocols& all, Node pe);

/// The same of a program: its sends begin `by` steps before `starts`, when the program would let
/// them, whatever has come by then. Where that is before the first step, what is left of `by` is
/// taken off their overhead.
///
/// Shape:   `starts` has an entry per operation.
/// Returns: the most steps that a send is early; 0: it has none, or all leave in the first step.
Step make_early(std::vector<RankOp>& program, const std::vector<Step>& starts, Step by);

/// Its sends begin `by` steps behind `starts` at the earliest. Shape: `starts` as of make_early.
void make_late(std::vector<RankOp>& program, const std::vector<Step>& starts, Step by);

/// Before anything else, what the cell holds is combined with itself: an operand that counts twice.
void make_double(std::vector<RankOp>& program, Cell cell);

/// Does nothing at all: the PE of a node that is dead from the start.
class DeadProtocol final : public PeProtocol {
 public:
  void start(Outbox&) override {}
  void receive(const Arrival&, Outbox&) override {}
  PeState state() const override { return PeState::kDormant; }
  std::vector<std::string> waiting_for() const override { return {}; }
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_FAULTS_H_
