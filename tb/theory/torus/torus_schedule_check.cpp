#include "tb/theory/torus/torus_schedule_check.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <unordered_map>

namespace flitwise::theory {
namespace {

constexpr Step kUninformed = std::numeric_limits<Step>::max();

class Checker {
 public:
  Checker(const TorusSchedule& schedule, CycleModel model)
      : schedule_(schedule),
        torus_(schedule.sides),
        order_(routing_order(schedule)),
        model_(model),
        use_(torus_, order_, model_, model_.flits),
        informed_(index_of(torus_.size()), kUninformed) {
    torus_.check_order(order_);
    torus_.check_node(schedule.source);
    informed_[index_of(schedule.source)] = 0;
  }

  ScheduleVerdict check() {
    for (std::size_t s = 0; s < schedule_.steps.size(); ++s) check_step(s);
    if (timed()) check_times();
    for (Node v = 0; v < torus_.size(); ++v) {
      if (informed_[index_of(v)] == kUninformed)
        add(ScheduleRule::kAllReached, 0, "node " + torus_.name(v) + " is not reached");
    }
    return std::move(verdict_);
  }

 private:
  bool timed() const { return !schedule_.starts.empty(); }

  void add(ScheduleRule rule, int step, const std::string& text) {
    const std::string where = step == 0 ? "" : "step " + std::to_string(step) + ": ";
    verdict_.faults.push_back({rule, step, where + text});
  }

  std::string name(const TorusMessage& message) const {
    return torus_.name(message.from) + " hops " + text_of(message.hops);
  }

  void check_step(std::size_t s) {
    std::unordered_map<std::int64_t, const TorusMessage*> user;  // by channel
    for (const TorusMessage& message : schedule_.steps[s]) {
      ++verdict_.messages;
      if (!has_good_hops(message, static_cast<int>(s) + 1)) continue;
      check_sender(message, s);
      if (timed())
        remember(message, s);
      else
        check_channels(message, static_cast<int>(s) + 1, user);
      deliver(message, s);
    }
  }

  bool has_good_hops(const TorusMessage& message, int step) {
    torus_.check_node(message.from);
    if (message.hops.size() != schedule_.sides.size()) torus_.check_hops(message.hops);
    if (path_length(message.hops) == 0) {
      add(ScheduleRule::kSomeHops, step, "message " + name(message) + " goes nowhere");
      return false;
    }
    for (int d = 0; d < torus_.dimensions(); ++d) {
      if (std::abs(message.hops[index_of(d)]) < torus_.side(d)) continue;
      add(ScheduleRule::kFewHops, step,
          "message " + name(message) + " must have less than " + std::to_string(torus_.side(d)) +
              " hops in dimension " + std::to_string(d));
      return false;
    }
    return true;
  }

  void check_sender(const TorusMessage& message, std::size_t s) {
    const Step since = informed_[index_of(message.from)];
    const Step needed = timed() ? schedule_.starts[s] - 1 - model_.send_overhead
                                : static_cast<Step>(s);  // a step s informs at s + 1
    if (since <= needed) return;
    add(ScheduleRule::kSenderInformed, static_cast<int>(s) + 1,
        "node " + torus_.name(message.from) + " sends but " +
            (since == kUninformed ? "has not got the text"
             : timed()            ? "has the text only after cycle " + std::to_string(since)
                                  : "gets the text in this very step"));
  }

  void check_channels(const TorusMessage& message, int step,
                      std::unordered_map<std::int64_t, const TorusMessage*>& user) {
    for (const TorusLink& link : torus_.path(message.from, message.hops, order_)) {
      const auto [entry, is_free] = user.emplace(torus_.link_index(link), &message);
      if (is_free) continue;
      add(ScheduleRule::kChannelOnce, step,
          "channel " + torus_.name(link) + " is used twice, by messages " + name(*entry->second) +
              " and " + name(message));
    }
  }

  void deliver(const TorusMessage& message, std::size_t s) {
    Step& since = informed_[index_of(torus_.destination(message.from, message.hops))];
    if (since != kUninformed) ++verdict_.duplicates;
    const Step tail =
        timed() ? schedule_.starts[s] - 1 - model_.send_overhead + model_.delay(message.hops)
                : static_cast<Step>(s) + 1;
    since = std::min(since, tail);
  }

  void remember(const TorusMessage& message, std::size_t s) {
    use_.add(message, schedule_.starts[s] - 1);
    used_.emplace_back(&message, static_cast<int>(s) + 1);
  }

  void check_times() {
    const std::optional<ChannelConflict> conflict = use_.first_conflict();
    if (!conflict) return;
    add(ScheduleRule::kChannelOnce, used_[conflict->second].second,
        conflict->name + " is wanted twice in cycle " + std::to_string(conflict->time + 1) +
            ", by messages " + name(*used_[conflict->first].first) + " and " +
            name(*used_[conflict->second].first));
  }

  const TorusSchedule& schedule_;
  const Torus torus_;
  const DimensionOrder order_;
  const CycleModel model_;
  ChannelUse use_;
  std::vector<std::pair<const TorusMessage*, int>> used_;  // messages in `use_` with their steps
  std::vector<Step> informed_;  // steps, or cycles, after which a node can send
  ScheduleVerdict verdict_;
};

void check_starts(const TorusSchedule& schedule) {
  if (schedule.starts.empty()) return;
  if (schedule.starts.size() != schedule.steps.size())
    throw std::invalid_argument("a schedule with starts must have one per step, " +
                                std::to_string(schedule.steps.size()) + ", got " +
                                std::to_string(schedule.starts.size()));
  Step before = 0;
  for (const Step start : schedule.starts) {
    if (start <= before)
      throw std::invalid_argument("starts must increase from 1 on, got " + std::to_string(start) +
                                  " after " + std::to_string(before));
    before = start;
  }
}

}  // namespace

void ChannelUse::add(const TorusMessage& message, Step head) {
  const bool has_one_port = model_.ports == PePorts::kOne;
  if (has_one_port) claims_.push_back({way_in(message.from), head, messages_});
  for (const TorusLink& link : torus_.path(message.from, message.hops, order_)) {
    claims_.push_back({torus_.link_index(link), head, messages_});
    head += model_.latency.hop(Torus::dimension_of(link.channel));
  }
  const Node to = torus_.destination(message.from, message.hops);
  if (has_one_port) claims_.push_back({way_out(to), head, messages_});
  ++messages_;
}

std::string ChannelUse::name_of(std::int64_t link) const {
  if (link >= way_out(0))
    return "the way out to the PE of " + torus_.name(static_cast<Node>(link - way_out(0)));
  if (link >= way_in(0))
    return "the way in from the PE of " + torus_.name(static_cast<Node>(link - way_in(0)));
  return "channel " + torus_.name({static_cast<Node>(link / torus_.channels()),
                                   static_cast<Channel>(link % torus_.channels())});
}

std::optional<ChannelConflict> ChannelUse::first_conflict() const {
  std::vector<Claim> sorted = claims_;
  std::sort(sorted.begin(), sorted.end(), [](const Claim& a, const Claim& b) {
    return std::tie(a.link, a.from, a.message) < std::tie(b.link, b.from, b.message);
  });
  std::optional<ChannelConflict> first;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const Claim& a = sorted[i - 1];
    const Claim& b = sorted[i];
    if (a.link != b.link || a.from + distance_ <= b.from) continue;
    if (first && first->time <= b.from) continue;
    first = ChannelConflict{name_of(a.link), b.from, a.message, b.message};
  }
  return first;
}

ScheduleVerdict check_schedule(const TorusSchedule& schedule, const CycleModel& model) {
  CycleModel own = model;
  if (schedule.flits) own.flits = *schedule.flits;
  check_model(own, schedule.sides);
  check_starts(schedule);
  return Checker(schedule, own).check();
}

}  // namespace flitwise::theory
