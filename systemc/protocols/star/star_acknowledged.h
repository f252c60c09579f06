// star_acknowledged.h: multinode broadcast by depth-first walks that acknowledgements carry on, and
// by PEs that give up waiting for them.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_ACKNOWLEDGED_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_ACKNOWLEDGED_H_

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "systemc/protocols/star/star_multinode.h"
#include "systemc/protocols/timed_protocol.h"

namespace flitwise::protocols {

/// A PE of a multinode broadcast with acknowledgements. Each tree of each source is walked depth
/// first: a PE that has a tree's whole group of packets sends it to one child after the other, each
/// when the one before has acknowledged, and acknowledges to its parent after the last. A group
/// takes g packet steps, whether it fills them or not, an acknowledgement one.
///
/// Not fault tolerant by itself: where an acknowledgement stays away, the walk stops. With a
/// time-out the PE goes on without it, so that a dead child costs its subtree and nothing else. A
/// time-out that fits every subtree (StarTimeout without steps) keeps lockstep, whatever is dead:
/// each packet comes in the step in which it would come if nothing were. Any other breaks it where
/// somebody is passed over too soon or too late, and packets meet; then PEs take them when they
/// come.
/// Time: (g + 1)(N-1) packet steps, g = ceil(m x/(n-1)), with or without a time-out that fits.
/// Source: Fragopoulou, Akl (IEEE TC 45(2), 1996); the time-out is this project's.
class StarAcknowledged final : public StarWalker {
 public:
  StarAcknowledged(const StarSettings& settings, std::shared_ptr<const StarMultinodePlan> plan,
                   Node self, Step skew)
      : StarWalker(settings, std::move(plan), self, skew) {}
  std::vector<std::string> waiting_for() const override;

  /// Acknowledgements that this PE has gone on without, so far.
  std::int64_t time_outs() const { return time_outs_; }
  /// Whether it has a time-out of so many steps; then somebody must call `wake` (PatientProtocol).
  bool waits_for_steps() const { return settings().timeout && settings().timeout->steps; }
  /// As TimedProtocol has them.
  std::optional<Step> next_wake() const;
  void wake(Step now, Outbox& outbox);

 protected:
  void send_own(Outbox& outbox) override;
  std::optional<Step> due(const StarHead& head) const override;
  void relay(const Arrival& arrival, const StarHead& head, Outbox& outbox) override;
  bool take_control(const Arrival& arrival, Outbox& outbox) override;
  bool is_waiting_for_control() const override { return !walks_.empty(); }

 private:
  /// A walk that has come to this PE and has not left it for good.
  struct Walk {
    Node address = kNoNode;            // of this PE, in tree 2
    std::vector<std::int64_t> values;  // of the packets received, by place
    std::size_t children_served = 0;   // or being served
    Step gives_up_in = 0;              // cycle from which on an acknowledgement comes too late
  };
  using WalkName = std::pair<Node, int>;  // source, tree

  /// Continues a walk whose group has arrived, from cycle `first` on.
  void begin(WalkName name, Step now, Step first, Outbox& outbox);
  /// Goes to the next child, or back to the parent, in cycle `first`. A walk that is over is
  /// removed.
  void go_on(WalkName name, Step now, Step first, Outbox& outbox);
  /// Sends the group to all children, each when the subtree of the one before is done, and then the
  /// acknowledgement, whether acknowledgements come or not. The walk is removed.
  void go_through(WalkName name, Step now, Step first, Outbox& outbox);
  void send_group(WalkName name, const Walk& walk, const StarChild& child, Step now, Step first,
                  Outbox& outbox);
  void acknowledge(WalkName name, Node address, Step now, Step first, Outbox& outbox);
  std::string fault_of_acknowledgement(const Arrival& arrival, WalkName name) const;
  /// The child in a walk that came here which has sent this; null if it has none there.
  const StarChild* child_behind(const Arrival& arrival, WalkName name) const;
  void take_timetabled(const Arrival& arrival, WalkName name);
  void take_if_early(const Arrival& arrival, WalkName name, Outbox& outbox);
  bool has_timetable() const { return !waits_for_steps(); }
  Node neighbour_in(int tree, int dimension_in_tree_2) const;

  std::map<WalkName, Walk> walks_;
  std::set<std::pair<Step, WalkName>> alarms_;  // by the cycle in which a walk gives up
  std::int64_t time_outs_ = 0;
};

/// Carries a StarAcknowledged with a time-out of so many steps through time.
class PatientProtocol final : public TimedProtocol {
 public:
  /// Errors: throws std::invalid_argument when `inner` is no StarAcknowledged with such a time-out.
  explicit PatientProtocol(std::unique_ptr<StarPe> inner);

  void start(Outbox& outbox) override { inner_->start(outbox); }
  void receive(const Arrival& arrival, Outbox& outbox) override {
    inner_->receive(arrival, outbox);
  }
  std::optional<Step> next_wake() const override { return inner_->next_wake(); }
  void wake(Step now, Outbox& outbox) override { inner_->wake(now, outbox); }
  PeState state() const override { return inner_->state(); }
  PeState state_at(Step now) const override { return inner_->state_at(now); }
  std::vector<std::string> waiting_for() const override { return inner_->waiting_for(); }
  std::vector<std::string> complaints() const override { return inner_->complaints(); }

 private:
  std::unique_ptr<StarAcknowledged> inner_;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_ACKNOWLEDGED_H_
