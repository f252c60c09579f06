// collective_pe.h: a PE that runs one rank's program of a collective operation.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_COLLECTIVE_PE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_COLLECTIVE_PE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "systemc/protocols/collective/collective_carriage.h"
#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/timed_protocol.h"
#include "systemc/topology/collective.h"

namespace flitwise::protocols {

/// What all PEs of a run share.
///
/// Flits have no room for the data of a chunk: what a send has taken lies in `payloads`, by
/// transfer, until the last of its flits has come.
struct CollectiveSetup {
  std::shared_ptr<const CollectiveCarriage> carriage;
  std::vector<std::vector<CellContent>> payloads;
};

/// Runs a program as its dependencies allow.
///
/// Time:  an operation whose last dependency is met in step s may act from s on: a send's first
///        flit leaves in step s + 1 or, where its port is busy, later. A port's sends leave in the
///        order in which they are allowed to, and of one step in that of the program. A send is
///        done when the PE has handed its last flit over; what holds it back behind that, in
///        networks with back pressure, the PE does not see.
class CollectivePe final : public TimedProtocol {
 public:
  /// Shape: `memory` is what the cells hold at first.
  CollectivePe(std::shared_ptr<CollectiveSetup> setup, Node self, std::vector<RankOp> program,
               std::vector<CellContent> memory);

  void start(Outbox& outbox) override;
  void receive(const Arrival& arrival, Outbox& outbox) override;
  std::optional<Step> next_wake() const override;
  void wake(Step now, Outbox& outbox) override { advance(now, outbox); }

  PeState state() const override { return state_at(last_call_); }
  PeState state_at(Step now) const override;
  std::vector<std::string> waiting_for() const override;
  std::vector<std::string> complaints() const override { return book_.all(); }

  const std::vector<CellContent>& memory() const { return memory_; }

 private:
  struct Progress {
    std::size_t missing = 0;  // dependencies that are not met
    bool has_started = false;
    std::vector<std::pair<std::size_t, bool>> behind;  // who depends on it: its start, else its end
  };
  struct Event {
    Step step;
    std::size_t op;
    bool is_end;

    friend bool operator>(const Event& a, const Event& b) {
      return std::tie(a.step, a.op, a.is_end) > std::tie(b.step, b.op, b.is_end);
    }
  };
  using Port = std::pair<std::uint32_t, Node>;

  void advance(Step now, Outbox& outbox);
  void pass_events(Step step, std::vector<std::size_t>& allowed);
  void begin(std::size_t op, Step step, Step now, Outbox& outbox);
  void begin_send(std::size_t op, Step step, Step now, Outbox& outbox);
  void begin_compute(std::size_t op, Step step);
  void write(const RankOp& op, const std::vector<CellContent>& from);

  std::shared_ptr<CollectiveSetup> setup_;
  std::vector<RankOp> program_;
  std::vector<CellContent> memory_;
  std::vector<Progress> progress_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::map<std::size_t, std::size_t> receive_of_;  // transfer: operation
  std::map<std::size_t, Flits> arrived_;           // of transfers, flits
  std::map<Port, Step> port_busy_;                 // last step
  std::map<int, Step> processor_busy_;
  ComplaintBook book_;
  std::size_t left_ = 0;  // operations that are not done
  Step last_call_ = 0;
  Step last_flit_ = 0;
};

/// The PEs of a run, entry v is PE v's; those without a rank have nothing to do.
/// Shape: `pe_of` names a PE for each rank, none twice.
Protocols make_collective(const Collective& collective, const std::vector<Node>& pe_of, Node pes,
                          const std::shared_ptr<CollectiveSetup>& setup);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_COLLECTIVE_PE_H_
