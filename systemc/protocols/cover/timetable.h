// timetable.h: a gather in which every PE knows from the start when to send.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COVER_TIMETABLE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COVER_TIMETABLE_H_

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/tree/local_facts.h"

namespace flitwise::protocols {

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
