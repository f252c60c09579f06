// collective_pe.h: a PE that runs one rank's program of a collective operation.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_COLLECTIVE_PE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_COLLECTIVE_PE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "systemc/protocols/collective/cell_contents.h"
#include "systemc/protocols/collective/collective_carriage.h"
#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/timed_protocol.h"
#include "systemc/topology/collective.h"

namespace flitwise::protocols {

/// Runs a program as its dependencies and its timetable allow.
///
/// Time:  an operation whose last dependency is met in step s may act from s on: a send's first
///        flit leaves in step s + 1 or, where its port is busy, later. A port's sends leave in the
///        order in which they are allowed to, and of one step in that of the program. A send is
///        done when the PE has handed its last flit over; what holds it back behind that, in
///        networks with back pressure, the PE does not see.
class CollectivePe final : public TimedProtocol {
 public:
  /// `carriage` is one for all PEs of a run.
  CollectivePe(std::shared_ptr<CollectiveCarriage> carriage, Node self, std::vector<RankOp> program,
               std::unique_ptr<CellContents> contents);

  void start(Outbox& outbox) override;
  void receive(const Arrival& arrival, Outbox& outbox) override;
  std::optional<Step> next_wake() const override;
  void wake(Step now, Outbox& outbox) override { advance(now, outbox); }
  bool acts_on_arrivals() const override { return true; }

  PeState state() const override { return state_at(last_call_); }
  PeState state_at(Step now) const override;
  std::vector<std::string> waiting_for() const override;
  std::vector<std::string> complaints() const override { return book_.all(); }

  /// The last step in which one of its operations was done.
  Step done() const { return done_; }

 private:
  struct Progress {
    std::size_t missing = 0;  // dependencies that are not met
    bool has_started = false;
    Flits arrived = 0;                                 // of a receive
    std::vector<std::pair<std::size_t, bool>> behind;  // who depends on it: its start, else its end
  };
  enum class Turn : std::uint8_t { kDue, kStart, kEnd };  // of an operation
  struct Event {
    Step step;
    std::size_t op;
    Turn turn;

    friend bool operator>(const Event& a, const Event& b) {
      return std::tie(a.step, a.op, a.turn) > std::tie(b.step, b.op, b.turn);
    }
  };
  using Port = std::pair<std::uint32_t, Node>;

  void advance(Step now, Outbox& outbox);
  void pass_events(Step step, std::vector<std::size_t>& allowed);
  void begin(std::size_t op, Step step, Step now, Outbox& outbox);
  void begin_send(std::size_t op, Step step, Step now, Outbox& outbox);
  void begin_compute(std::size_t op, Step step);
  void end(const RankOp& op, Step step);

  const std::shared_ptr<CollectiveCarriage> carriage_;
  const Node self_;
  std::vector<RankOp> program_;
  const std::unique_ptr<CellContents> contents_;
  std::vector<Progress> progress_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::unordered_map<std::size_t, std::size_t> receive_of_;  // transfer: operation
  std::map<Port, Step> port_busy_;                           // last step
  std::map<int, Step> processor_busy_;
  ComplaintBook book_;
  std::size_t left_ = 0;  // operations that are not done
  Step last_call_ = 0;
  Step last_flit_ = 0;
  Step done_ = 0;
};

/// The PEs of a run, entry v is PE v's; those without a rank have nothing to do.
/// Shape: `pe_of` names a PE for each rank, none twice; `contents` has an entry a rank.
Protocols make_collective(const Collective& collective, const std::vector<Node>& pe_of, Node pes,
                          const std::shared_ptr<CollectiveCarriage>& carriage,
                          std::vector<std::unique_ptr<CellContents>> contents);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_COLLECTIVE_PE_H_
