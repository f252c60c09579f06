// timetable.cpp: links are booked message by message; PEs keep to their steps.
#include "systemc/protocols/cover/timetable.h"

#include <algorithm>
#include <map>
#include <utility>

#include "systemc/protocols/tree/scatter.h"

namespace flitwise::protocols {
namespace {

using Link = std::pair<Node, Node>;  // from, to

// Steps in which one link is taken: [begin, end) by begin, none overlap.
class Bookings {
 public:
  // First step from `wanted` on from which the link is free for `flits` steps.
  Step first_free(Step wanted, Flits flits) const {
    auto booking = taken_.upper_bound(wanted);
    if (booking != taken_.begin()) --booking;
    for (; booking != taken_.end() && booking->first < wanted + flits; ++booking)
      if (booking->second > wanted) wanted = booking->second;
    return wanted;
  }
  void book(Step begin, Flits flits) { taken_[begin] = begin + flits; }

 private:
  std::map<Step, Step> taken_;
};

// Links from the root down to `v`, in order.
std::vector<Link> way_to(const PlacedTree& tree, Node v) {
  std::vector<Link> way;
  for (; v != tree.root(); v = tree.parent(v)) way.emplace_back(tree.parent(v), v);
  std::reverse(way.begin(), way.end());
  return way;
}

// First step from which every link of the way is free, each a step later than the one before it.
Step first_start(const std::vector<Link>& way, Flits flits, std::map<Link, Bookings>& links) {
  Step start = 1;
  for (bool is_free = false; !is_free;) {
    is_free = true;
    Step delay = 0;
    for (const Link& link : way) {
      const Step free = links[link].first_free(start + delay, flits);
      if (free != start + delay) is_free = false;
      start = free - delay;
      ++delay;
    }
  }
  return start;
}

// Links between each sender of a message and the root; 0 for the others.
std::vector<Step> depths_of(const Cover& cover, const std::vector<Flits>& lengths,
                            const Allocation& allocation) {
  std::vector<Step> depths(lengths.size(), 0);
  for (std::size_t v = 0; v < lengths.size(); ++v)
    if (lengths[v] > 0) depths[v] = cover.tree(allocation[v]).depth(static_cast<Node>(v));
  return depths;
}

}  // namespace

std::vector<Step> starts_on_shared_links(const Cover& cover, const std::vector<Flits>& lengths,
                                         const Allocation& allocation) {
  std::vector<Step> starts(lengths.size(), 0);
  std::map<Link, Bookings> links;
  for (const Node node : farthest_first_order(depths_of(cover, lengths, allocation), lengths)) {
    const auto v = index_of(node);
    const std::vector<Link> way = way_to(cover.tree(allocation[v]), node);
    starts[v] = first_start(way, lengths[v], links);
    Step begin = starts[v];
    for (const Link& link : way) links[link].book(begin++, lengths[v]);
  }
  return starts;
}

std::vector<Step> starts_of_timetable(const Cover& cover, const std::vector<Flits>& lengths,
                                      const Allocation& allocation) {
  const std::vector<Step> starts = starts_on_shared_links(cover, lengths, allocation);
  const std::vector<Step> depths = depths_of(cover, lengths, allocation);
  std::vector<Step> home(lengths.size(), 0);  // step of the scatter's last flit to each node
  for (std::size_t v = 0; v < lengths.size(); ++v)
    if (lengths[v] > 0) home[v] = starts[v] + lengths[v] - 1 + depths[v] - 1;
  const Step last = *std::max_element(home.begin(), home.end());
  std::vector<Step> backwards(lengths.size(), 0);
  for (std::size_t v = 0; v < lengths.size(); ++v)
    if (lengths[v] > 0) backwards[v] = last + 1 - home[v];
  return backwards;
}

TimetableSender::TimetableSender(const LocalFacts& facts, Step start)
    : facts_(facts), start_(start), book_(facts.self) {}

void TimetableSender::start(Outbox& outbox) {
  if (facts_.length == 0) return;
  Transmission message;
  message.destination = facts_.root;
  message.via = facts_.parent;
  message.message = facts_.self;
  message.length = facts_.length;
  message.after = start_;
  outbox.send(message);
}

void TimetableSender::receive(const Arrival& arrival, Outbox&) {
  book_.about(arrival, "in a gather by timetable only the root expects anything");
}

PeState TimetableSender::state_at(Step now) const {
  if (facts_.length == 0) return PeState::kDone;
  if (now < start_) return PeState::kScheduled;
  return now < start_ + facts_.length - 1 ? PeState::kDispatching : PeState::kDone;
}

TimetableRoot::TimetableRoot(Node self, std::map<Node, TimetableEntry> timetable)
    : open_(timetable.size()), book_(self) {
  for (const auto& [origin, due] : timetable)
    messages_[origin] = {due, std::vector<bool>(static_cast<std::size_t>(due.length), false),
                         due.length};
}

void TimetableRoot::receive(const Arrival& arrival, Outbox&) {
  const auto message = messages_.find(arrival.message);
  if (arrival.kind != FlitKind::kData)
    book_.about(arrival, "the root of a gather by timetable expects data only");
  else if (message == messages_.end())
    book_.about(arrival, "no such message is in the timetable");
  else
    take(message->second, arrival);
}

void TimetableRoot::take(Message& message, const Arrival& arrival) {
  const TimetableEntry& due = message.due;
  if (arrival.index < 1 || arrival.index > due.length) {
    book_.about(arrival, "expected " + counted(due.length, "flit") + " in all");
    return;
  }
  const auto flit = static_cast<std::size_t>(arrival.index - 1);
  if (message.has_come[flit]) {
    book_.about(arrival, "has come before");
    return;
  }
  has_begun_ = true;
  message.has_come[flit] = true;
  if (--message.missing == 0) --open_;
  const Step step = due.first + arrival.index - 1;
  if (arrival.step != step) book_.about(arrival, "due in step " + std::to_string(step));
  if (arrival.from != due.via) book_.about(arrival, "due from " + pe_name(due.via));
  if (const auto mark = fault_of_last_mark(arrival, due.length)) book_.about(arrival, *mark);
}

PeState TimetableRoot::state() const {
  if (open_ == 0) return PeState::kDone;
  return has_begun_ ? PeState::kCollecting : PeState::kDormant;
}

std::vector<std::string> TimetableRoot::waiting_for() const {
  std::vector<std::string> needs;
  for (const auto& [origin, message] : messages_)
    if (message.missing > 0) needs.push_back(flits_owed(message.missing, origin));
  return needs;
}

}  // namespace flitwise::protocols
