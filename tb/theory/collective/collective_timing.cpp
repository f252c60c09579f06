#include "tb/theory/collective/collective_timing.h"

#include <algorithm>
#include <map>
#include <queue>
#include <stdexcept>
#include <utility>

namespace flitwise::theory {
namespace {

// Plays the events of all ranks in the order of their steps. An event of one step can make others
// of that step; what takes a port or a processor then goes in the order of programs.
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
    while (!events_.empty()) {
      const Step now = events_.top().step;
      do {
        pass_events(now);
        for (const OpId& id : in_order(computes_)) compute(id, now);
      } while (is_due(now));
      for (const OpId& id : in_order(sends_)) send(id, now);
    }
    check_all_done();
    return std::move(timing_);
  }

 private:
  using OpId = std::pair<std::size_t, std::size_t>;  // rank, operation
  struct Event {
    Step step = 0;
    OpId id;
    bool is_end = false;

    friend bool operator>(const Event& a, const Event& b) { return a.step > b.step; }
  };
  struct Progress {
    std::size_t missing = 0;  // dependencies
    Step earliest = 0;
    bool has_started = false;
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

  bool is_due(Step now) const { return !events_.empty() && events_.top().step == now; }

  void pass_events(Step now) {
    while (is_due(now)) {
      const Event event = events_.top();
      events_.pop();
      event.is_end ? end(event) : start(event);
    }
  }

  static std::vector<OpId> in_order(std::vector<OpId>& allowed) {
    std::sort(allowed.begin(), allowed.end());
    return std::exchange(allowed, {});
  }

  const RankOp& op(const OpId& id) const { return collective_.programs[id.first][id.second]; }
  Progress& progress(const OpId& id) { return progress_[id.first][id.second]; }
  OpTimes& times(const OpId& id) { return timing_.ops[id.first][id.second]; }

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
      progress[i].missing = program[i].after.size();
      progress[i].earliest = program[i].not_before;
      for (const RankDependency& d : program[i].after)
        progress[d.op].behind.emplace_back(i, d.on_start);
      if (program[i].after.empty())
        events_.push({std::max<Step>(0, program[i].not_before), {index_of(rank), i}, false});
    }
  }

  void meet(const OpId& id, bool of_start, Step now) {
    for (const auto& [next, waits_for_start] : progress(id).behind) {
      if (waits_for_start != of_start) continue;
      Progress& waiting = progress({id.first, next});
      if (--waiting.missing == 0)
        events_.push({std::max(now, waiting.earliest), {id.first, next}, false});
    }
  }

  void start(const Event& event) {
    progress(event.id).has_started = true;
    times(event.id).start = event.step;
    meet(event.id, true, event.step);
    if (op(event.id).kind == RankOpKind::kSend) return sends_.push_back(event.id);
    if (op(event.id).kind == RankOpKind::kCompute) return computes_.push_back(event.id);
    const Receive& receive = receives_[op(event.id).transfer];
    if (receive.has_arrived)
      end_receive(event.id, std::max(event.step, timing_.arrivals[op(event.id).transfer]));
  }

  // An end of a receive is its arrival where it has been told of none.
  void end(const Event& event) {
    const RankOp& ended = op(event.id);
    Progress& own = progress(event.id);
    if (ended.kind == RankOpKind::kReceive && !receives_[ended.transfer].has_arrived) {
      receives_[ended.transfer].has_arrived = true;
      if (own.has_started) end_receive(event.id, event.step);
      return;
    }
    own.has_ended = true;
    times(event.id).end = event.step;
    timing_.done = std::max(timing_.done, event.step);
    meet(event.id, false, event.step);
  }

  void end_receive(const OpId& id, Step complete) {
    events_.push({complete + op(id).steps, id, true});
  }

  void compute(const OpId& id, Step now) {
    Step from = now;
    if (op(id).processor >= 0) {
      Step& busy = processors_[{id.first, op(id).processor}];
      from = std::max(from, busy);
      busy = from + op(id).steps;
    }
    events_.push({from + op(id).steps, id, true});
  }

  void send(const OpId& id, Step now) {
    const std::size_t transfer = op(id).transfer;
    const TransferWay way = way_of_(transfer);
    Port& port = ports_[{id.first, way.port}];
    Step leaves = std::max(now, port.busy) + op(id).steps;
    port.busy = leaves + way.steps();
    events_.push({port.busy, id, true});
    leaves = std::max(leaves, port.rests);
    port.rests = leaves + way.steps() + way.port_rest;
    timing_.leaves[transfer] = leaves;
    timing_.arrivals[transfer] = leaves + way.delivery + way.steps() - 1;
    timing_.finish = std::max(timing_.finish, timing_.arrivals[transfer]);
    for (const Passage& passage : way.passages)
      if (passage.place.kind == PlaceKind::kLink)
        timing_.quiesce = std::max(timing_.quiesce, leaves + passage.step + way.steps() - 1);
    events_.push({timing_.arrivals[transfer], receives_[transfer].id, true});
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
  std::vector<OpId> computes_, sends_;  // that have started in the step that is played
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

std::vector<TransferEvent> transfer_events(const CollectiveTiming& timing, const WayOf& way_of) {
  std::vector<TransferEvent> events;
  for (std::size_t t = 0; t < timing.leaves.size(); ++t) {
    const TransferWay way = way_of(t);
    for (const Passage& passage : way.passages) {
      if (passage.place.kind != PlaceKind::kLink) continue;
      for (Flits i = 0; i < way.flits; ++i)
        events.push_back({timing.leaves[t] + passage.step + i / way.rate, passage.place.from,
                          passage.place.to, t, i + 1});
    }
  }
  std::sort(events.begin(), events.end());
  return events;
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
      break;
  }
  return "the port by which " + name_of(place.to, names) + " receives";
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
  if (meeting.first == meeting.second)
    return step + name(meeting.second) + " finds no room behind " + place +
           ", whose queue is too short for it";
  return step + name(meeting.second) + " finds no room behind " + place + " with " +
         name(meeting.first) + " before it";
}

}  // namespace flitwise::theory
