#include "tb/theory/collective/collective_timing.h"

#include <algorithm>
#include <map>
#include <queue>
#include <stdexcept>
#include <utility>

#include "tb/theory/events.h"

namespace flitwise::theory {
namespace {

// Plays the events of all ranks in the order of their steps. What is there at first in a step lets
// operations begin, whose starts and ends in the same step let others begin behind them, in rounds;
// in each those of a rank go in the order of its program.
class Play {
 public:
  Play(const Collective& collective, const WayOf& way_of)
      : collective_(collective), way_of_(way_of), progress_(collective.programs.size()) {
    const std::size_t transfers = collective.transfers.size();
    timing_.leaves.resize(transfers);
    timing_.arrivals.resize(transfers);
    receives_.resize(transfers);
    list_transfers();
    for (Node rank = 0; rank < collective.ranks(); ++rank) prepare(rank);
  }

  CollectiveTiming run() {
    while (!events_.empty() || !arriving_.empty()) {
      const Step now = next_step();
      for (; !arriving_.empty() && arriving_.top().first == now; arriving_.pop())
        arrive(arriving_.top().second, now);
      while (is_due(now)) {
        std::vector<OpId> allowed = pass_events(now);
        std::sort(allowed.begin(), allowed.end());
        for (const OpId& id : allowed) begin(id, now);
      }
    }
    check_all_done();
    return std::move(timing_);
  }

 private:
  using OpId = std::pair<std::size_t, std::size_t>;       // rank, operation
  using Arriving = std::pair<Step, std::size_t>;          // a transfer's last flit
  enum class Turn : std::uint8_t { kDue, kStart, kEnd };  // of an operation
  struct Event {
    Step step = 0;
    OpId id;
    Turn turn = Turn::kDue;

    friend bool operator>(const Event& a, const Event& b) { return a.step > b.step; }
  };
  struct Progress {
    std::size_t missing = 0;  // dependencies, and the timetable's step
    bool has_begun = false;
    bool has_ended = false;
    std::vector<std::pair<std::size_t, bool>> behind;  // who waits for it: for its start, else end
  };
  struct Receive {
    OpId id;
    bool has_arrived = false;
  };
  struct Port {
    Step busy = 0;   // last step of its PE's side
    Step rests = 0;  // of its router's, for the next head
  };

  static void require(bool holds, const std::string& rule) {
    if (!holds) throw std::invalid_argument(rule);
  }

  const RankOp& op(const OpId& id) const { return collective_.programs[id.first][id.second]; }
  Progress& progress(const OpId& id) { return progress_[id.first][id.second]; }
  bool is_due(Step now) const { return !events_.empty() && events_.top().step == now; }

  Step next_step() const {
    if (events_.empty()) return arriving_.top().first;
    if (arriving_.empty()) return events_.top().step;
    return std::min(events_.top().step, arriving_.top().first);
  }

  void list_transfers() {
    std::vector<int> sends(receives_.size()), receives(receives_.size());
    for (std::size_t rank = 0; rank < collective_.programs.size(); ++rank)
      for (std::size_t i = 0; i < collective_.programs[rank].size(); ++i) {
        const RankOp& op = collective_.programs[rank][i];
        if (op.kind == RankOpKind::kCompute) continue;
        require(op.transfer < receives_.size(), "an operation names a transfer that there is not");
        const CollectiveTransfer& transfer = collective_.transfers[op.transfer];
        const bool is_send = op.kind == RankOpKind::kSend;
        require(
            index_of(is_send ? transfer.from : transfer.to) == rank,
            "transfer " + std::to_string(op.transfer) + " is not of rank " + std::to_string(rank));
        ++(is_send ? sends : receives)[op.transfer];
        if (!is_send) receives_[op.transfer].id = {rank, i};
      }
    for (std::size_t t = 0; t < receives_.size(); ++t)
      require(sends[t] == 1 && receives[t] == 1,
              "transfer " + std::to_string(t) + " has not one send and one receive");
  }

  void prepare(Node rank) {
    const auto& program = collective_.programs[index_of(rank)];
    auto& progress = progress_[index_of(rank)];
    progress.resize(program.size());
    timing_.ops.emplace_back(program.size());
    for (std::size_t i = 0; i < program.size(); ++i) {
      progress[i].missing += program[i].after.size();
      for (const RankDependency& d : program[i].after)
        progress[d.op].behind.emplace_back(i, d.on_start);
      if (!program[i].after.empty() && program[i].not_before <= 0) continue;
      ++progress[i].missing;
      events_.push({std::max<Step>(0, program[i].not_before), {index_of(rank), i}, Turn::kDue});
    }
  }

  // All events of now, and what they let begin.
  std::vector<OpId> pass_events(Step now) {
    std::vector<OpId> allowed;
    const auto meet = [&](const OpId& id) {
      if (--progress(id).missing == 0) allowed.push_back(id);
    };
    while (is_due(now)) {
      const Event event = events_.top();
      events_.pop();
      if (event.turn == Turn::kDue) {
        meet(event.id);
        continue;
      }
      const bool is_start = event.turn == Turn::kStart;
      note(event, is_start);
      for (const auto& [next, waits_for_start] : progress(event.id).behind)
        if (waits_for_start == is_start) meet({event.id.first, next});
    }
    return allowed;
  }

  void note(const Event& event, bool is_start) {
    OpTimes& times = timing_.ops[event.id.first][event.id.second];
    (is_start ? times.start : times.end) = event.step;
    if (is_start) return;
    progress(event.id).has_ended = true;
    timing_.done = std::max(timing_.done, event.step);
  }

  void arrive(std::size_t transfer, Step now) {
    Receive& receive = receives_[transfer];
    receive.has_arrived = true;
    if (progress(receive.id).has_begun) end_in(op(receive.id).steps, receive.id, now);
  }

  void end_in(Step steps, const OpId& id, Step now) { events_.push({now + steps, id, Turn::kEnd}); }

  void begin(const OpId& id, Step now) {
    progress(id).has_begun = true;
    switch (op(id).kind) {
      case RankOpKind::kSend:
        return send(id, now);
      case RankOpKind::kCompute:
        return compute(id, now);
      case RankOpKind::kReceive:
        break;
    }
    events_.push({now, id, Turn::kStart});
    if (receives_[op(id).transfer].has_arrived) end_in(op(id).steps, id, now);
  }

  void compute(const OpId& id, Step now) {
    Step from = now;
    if (op(id).processor >= 0 && op(id).steps > 0) {
      Step& busy = processors_[{id.first, op(id).processor}];
      from = std::max(from, busy);
      busy = from + op(id).steps;
    }
    events_.push({from, id, Turn::kStart});
    end_in(op(id).steps, id, from);
  }

  void send(const OpId& id, Step now) {
    const std::size_t transfer = op(id).transfer;
    const TransferWay way = way_of_(transfer);
    Port& port = ports_[{id.first, way.port}];
    port.busy = std::max(now, port.busy);
    events_.push({port.busy, id, Turn::kStart});
    Step leaves = port.busy + op(id).steps;
    port.busy = leaves + way.steps();
    events_.push({port.busy, id, Turn::kEnd});
    leaves = std::max(leaves, port.rests);
    port.rests = leaves + way.steps() + way.port_rest;
    timing_.leaves[transfer] = leaves;
    timing_.arrivals[transfer] = leaves + way.delivery + way.steps() - 1;
    timing_.finish = std::max(timing_.finish, timing_.arrivals[transfer]);
    for (const Passage& passage : way.passages)
      if (passage.place.kind == PlaceKind::kLink)
        timing_.quiesce = std::max(timing_.quiesce, leaves + passage.step + way.steps() - 1);
    arriving_.push({timing_.arrivals[transfer], transfer});
  }

  void check_all_done() const {
    for (std::size_t rank = 0; rank < progress_.size(); ++rank)
      for (std::size_t i = 0; i < progress_[rank].size(); ++i)
        require(progress_[rank][i].has_ended, "operation " + std::to_string(i) + " of rank " +
                                                  std::to_string(rank) +
                                                  " waits in a circle, or for one that does");
  }

  const Collective& collective_;
  const WayOf& way_of_;
  std::vector<std::vector<Progress>> progress_;
  std::vector<Receive> receives_;  // by transfer
  std::map<std::pair<std::size_t, std::uint32_t>, Port> ports_;
  std::map<std::pair<std::size_t, int>, Step> processors_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::priority_queue<Arriving, std::vector<Arriving>, std::greater<>> arriving_;
  CollectiveTiming timing_;
};

// A message's steps at one place.
struct Visit {
  Step first = 0;
  Step last = 0;
  Flits flits = 1;
  Flits rate = 1;
  std::size_t transfer = 0;

  friend bool operator<(const Visit& a, const Visit& b) {
    return std::tie(a.first, a.transfer) < std::tie(b.first, b.transfer);
  }

  // Flits in steps up to and with `step`.
  Flits until(Step step) const {
    return step < first ? 0 : std::min(flits, (step - first + 1) * rate);
  }
  Flits within(Step from, Step to) const { return until(to) - until(from - 1); }
};

// The first meeting at one place; `visits` in their order.
class Crossing {
 public:
  Crossing(const Place& place, const PlaceLimits& limits, const std::vector<Visit>& visits)
      : place_(place), limits_(limits), visits_(visits) {}

  std::optional<Meeting> first() {
    for (std::size_t i = 0; i < visits_.size(); ++i) {
      if (first_ && first_->step <= visits_[i].first) break;
      forget_before(visits_[i].first);
      recent_.push_back(i);
      check_step(i);
      check_rest(i);
      check_room(i);
    }
    return first_;
  }

 private:
  const Visit& latest() const { return visits_[recent_.back()]; }

  void forget_before(Step step) {
    const Step memory = std::max(limits_.gap, limits_.window);
    recent_.erase(std::remove_if(recent_.begin(), recent_.end(),
                                 [&](std::size_t i) { return visits_[i].last + memory < step; }),
                  recent_.end());
  }

  // In the way of a new visit at `step`: the earliest of those with flits from `from` on.
  void meet(MeetingKind kind, Step step, Step from) {
    if (first_ && first_->step <= step) return;
    const auto in_way = std::find_if(recent_.begin(), recent_.end(), [&](std::size_t i) {
      return visits_[i].within(from, step) > 0;
    });
    first_ = Meeting{kind, step, place_, visits_[*in_way].transfer, latest().transfer};
  }

  Flits sum(Step from, Step to) const {
    Flits flits = 0;
    for (const std::size_t i : recent_) flits += visits_[i].within(from, to);
    return flits;
  }

  void check_step(std::size_t i) {
    const Step step = visits_[i].first;
    if (sum(step, step) > limits_.flits) meet(MeetingKind::kSameStep, step, step);
  }

  void check_rest(std::size_t i) {
    if (limits_.gap == 0) return;
    const Step step = visits_[i].first;
    for (const std::size_t before : recent_)
      if (before != i && visits_[before].last + limits_.gap >= step)
        meet(MeetingKind::kTooClose, step, step - limits_.gap);
  }

  // Flits in a window become more for as many steps behind a first flit only.
  void check_room(std::size_t i) {
    if (limits_.window == 0 || limits_.slots >= limits_.window * limits_.flits) return;
    const Step first = visits_[i].first;
    for (Step step = first; step < first + limits_.window; ++step) {
      if (sum(step - limits_.window + 1, step) <= limits_.slots) continue;
      return meet(MeetingKind::kNoRoom, step, step - limits_.window + 1);
    }
  }

  const Place& place_;
  const PlaceLimits& limits_;
  const std::vector<Visit>& visits_;
  std::vector<std::size_t> recent_;
  std::optional<Meeting> first_;
};

struct PlaceVisits {
  PlaceLimits limits;
  std::vector<Visit> visits;
};

bool is_earlier(const Meeting& a, const Meeting& b) {
  return a.step != b.step ? a.step < b.step : a.place < b.place;
}

void find_meeting(const Collective& collective, const WayOf& way_of, CollectiveTiming& timing) {
  std::map<Place, PlaceVisits> places;
  std::int64_t passages = 0;
  for (std::size_t t = 0; t < collective.transfers.size(); ++t) {
    const TransferWay way = way_of(t);
    passages += static_cast<std::int64_t>(way.passages.size());
    if (passages > kMostPassages) {
      timing.is_too_large = true;
      return;
    }
    for (const Passage& passage : way.passages) {
      PlaceVisits& place = places[passage.place];
      place.limits = passage.limits;
      const Step first = timing.leaves[t] + passage.step;
      place.visits.push_back({first, first + way.steps() - 1, way.flits, way.rate, t});
    }
  }
  for (auto& [place, passing] : places) {
    std::sort(passing.visits.begin(), passing.visits.end());
    const std::optional<Meeting> first = Crossing(place, passing.limits, passing.visits).first();
    if (first && (!timing.meeting || is_earlier(*first, *timing.meeting))) timing.meeting = first;
  }
}

}  // namespace

CollectiveTiming time_collective(const Collective& collective, const WayOf& way_of) {
  CollectiveTiming timing = Play(collective, way_of).run();
  find_meeting(collective, way_of, timing);
  return timing;
}

void visit_transfer_events(const CollectiveTiming& timing, const WayOf& way_of,
                           const std::function<void(const TransferEvent& event)>& take) {
  for (std::size_t t = 0; t < timing.leaves.size(); ++t) {
    const TransferWay way = way_of(t);
    for (const Passage& passage : way.passages) {
      if (passage.place.kind != PlaceKind::kLink) continue;
      for (Flits i = 0; i < way.flits; ++i)
        take({timing.leaves[t] + passage.step + i / way.rate, passage.place.from, passage.place.to,
              t, i + 1});
    }
  }
}

std::vector<TransferEvent> transfer_events(const CollectiveTiming& timing, const WayOf& way_of) {
  return sorted_events<TransferEvent>(
      [&](const auto& take) { visit_transfer_events(timing, way_of, take); });
}

namespace {

std::string name_of(Node node, const std::vector<std::string>& names) {
  return index_of(node) < names.size() ? names[index_of(node)] : "PE " + std::to_string(node);
}

std::string text_of(const Place& place, const std::vector<std::string>& names) {
  switch (place.kind) {
    case PlaceKind::kLink:
      return "the link from " + name_of(place.from, names) + " to " + name_of(place.to, names);
    case PlaceKind::kInjection:
      return "the way in from " + name_of(place.from, names);
    case PlaceKind::kEjection:
      return "the way out to " + name_of(place.to, names);
    case PlaceKind::kSendPort:
      return "the port by which " + name_of(place.from, names) + " sends";
    case PlaceKind::kReceivePort:
      return "the port by which " + name_of(place.to, names) + " receives";
    case PlaceKind::kQueue:
      break;
  }
  return "the queue for the link from " + name_of(place.from, names) + " to " +
         name_of(place.to, names);
}

}  // namespace

std::string text_of(const Meeting& meeting, const Collective& collective,
                    const std::vector<std::string>& names) {
  const auto name = [&](std::size_t transfer) {
    return "transfer " + std::to_string(transfer) + " (" + collective.transfers[transfer].name +
           ")";
  };
  const std::string place = text_of(meeting.place, names);
  const std::string step = "in step " + std::to_string(meeting.step) + " ";
  switch (meeting.kind) {
    case MeetingKind::kSameStep:
      return step + name(meeting.first) + " and " + name(meeting.second) + " want " + place;
    case MeetingKind::kTooClose:
      return step + name(meeting.second) + " wants " + place + ", and " + name(meeting.first) +
             " has passed it too short a time before";
    case MeetingKind::kNoRoom:
      break;
  }
  const std::string no_room = step + name(meeting.second) + " finds no room " +
                              (meeting.place.kind == PlaceKind::kQueue ? "in " : "behind ") + place;
  if (meeting.first == meeting.second) return no_room + ", too short a queue for it";
  return no_room + " with " + name(meeting.first) + " before it";
}

}  // namespace flitwise::theory
