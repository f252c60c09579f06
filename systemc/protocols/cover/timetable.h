// timetable.h: when each message starts over a cover, if its trees share links, too; and the PEs of
// a gather in which every PE knows that from the start.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COVER_TIMETABLE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COVER_TIMETABLE_H_

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/tree/tree_pe.h"
#include "systemc/topology/cover/cover.h"
#include "systemc/topology/cover/cover_allocation.h"
#include "systemc/topology/types.h"

namespace flitwise::protocols {

/// Steps in which messages start so that no two flits want one link in one step.
///
/// A flit that leaves the root in step t is on the k-th link of its way in step t + k - 1, and
/// nothing holds it up: whoever knows the trees knows where it is. The root books the links of one
/// message after the other, farthest destination first and equal ones by number: each starts in the
/// first step from which all links of its way are free for all its flits. On trees that share no
/// link, that is farthest first without a pause on every link of the root.
///
/// Shape:  one entry per node, that of a null message 0. Lengths and allocation fit the cover.
std::vector<Step> starts_on_shared_links(const Cover& cover, const std::vector<Flits>& lengths,
                                         const Allocation& allocation);

/// Steps in which messages start on their way to the root: that scatter, run backwards.
///
/// Let T be its last step. What was on a link in step s is on it the other way in step T + 1 - s,
/// so no two flits meet here either. The last flit of a message, which came home to its PE last,
/// leaves it first.
///
/// Shape:  as above.
std::vector<Step> starts_of_timetable(const Cover& cover, const std::vector<Flits>& lengths,
                                      const Allocation& allocation);

/// A PE of a gather by timetable: sends its message in its step. Nobody calls it, nothing is sent
/// to it.
class TimetableSender final : public PeProtocol {
 public:
  /// Shape: `start` is the step of the first flit on the first link, of no use without a message.
  TimetableSender(const LocalFacts& facts, Step start);

  void start(Outbox& outbox) override;
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override { return state_at(0); }
  PeState state_at(Step now) const override;
  std::vector<std::string> waiting_for() const override { return {}; }
  std::vector<std::string> complaints() const override { return book_.all(); }

 private:
  LocalFacts facts_;
  Step start_;
  ComplaintBook book_;
};

/// What a timetable says of a message at the root.
struct TimetableEntry {
  Node via = kNoNode;  ///< the neighbour whose link brings it
  Step first = 0;      ///< step in which its first flit is there; the others follow step by step
  Flits length = 0;
};

/// The root of a gather by timetable: takes in every message in its steps.
class TimetableRoot final : public PeProtocol {
 public:
  /// Shape: an entry for every nonnull message, by the PE that sends it.
  TimetableRoot(Node self, std::map<Node, TimetableEntry> timetable);

  void start(Outbox&) override {}
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override;
  std::vector<std::string> waiting_for() const override;
  std::vector<std::string> complaints() const override { return book_.all(); }

 private:
  struct Message {
    TimetableEntry due;
    std::vector<bool> has_come;
    Flits missing = 0;
  };

  void take(Message& message, const Arrival& arrival);

  std::map<Node, Message> messages_;  // by the PE that sends it
  std::size_t open_;                  // messages with flits to come
  bool has_begun_ = false;
  ComplaintBook book_;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COVER_TIMETABLE_H_
