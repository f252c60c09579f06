// A message that has its start is kept, on every link of its way, as the step in which its first
// flit is there. What it forbids a later message is an interval; the least start is found by going
// through the intervals in order.
#include "tb/theory/cover/shared_links.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "tb/theory/lengths.h"

namespace flitwise::theory {
namespace {

struct Passage {
  Step first = 0;  // step of the first flit
  Flits flits = 0;
};

/// Starts from `after` + 1 to `until` - 1 are forbidden.
struct Forbidden {
  Step after = 0;
  Step until = 0;
};

/// Nodes of the way from `v` up, without the root: each stands for the link into it from above.
std::vector<Node> climb(const Cover& cover, TreeIndex t, Node v) {
  std::vector<Node> nodes;
  for (; v != cover.root(); v = cover.parents(t)[index_of(v)]) nodes.push_back(v);
  return nodes;
}

Step least_allowed(std::vector<Forbidden> intervals) {
  std::sort(intervals.begin(), intervals.end(),
            [](const Forbidden& a, const Forbidden& b) { return a.after < b.after; });
  Step start = 1;
  for (const Forbidden& interval : intervals)
    if (interval.after < start) start = std::max(start, interval.until);
  return start;
}

}  // namespace

std::vector<std::optional<Step>> starts_past_each_other(const Cover& cover,
                                                        const std::vector<Flits>& lengths,
                                                        const Allocation& allocation) {
  struct Message {
    std::vector<Node> way;
    Node to = kNoNode;
  };
  std::vector<Message> messages;
  for (Node v = 0; v < cover.size(); ++v)
    if (lengths[index_of(v)] > 0) messages.push_back({climb(cover, allocation[index_of(v)], v), v});
  std::sort(messages.begin(), messages.end(), [](const Message& a, const Message& b) {
    return std::tuple(b.way.size(), a.to) < std::tuple(a.way.size(), b.to);
  });

  std::vector<std::optional<Step>> starts(lengths.size());
  // By the two ends of the link.
  std::unordered_map<std::int64_t, std::vector<Passage>> passages;
  for (const Message& message : messages) {
    const std::vector<Node>& parents = cover.parents(allocation[index_of(message.to)]);
    const auto on_link_into = [&](Node v) -> std::vector<Passage>& {
      return passages[std::int64_t{parents[index_of(v)]} * cover.size() + v];
    };
    const Flits flits = lengths[index_of(message.to)];
    const auto hops = static_cast<Step>(message.way.size());
    std::vector<Forbidden> intervals;
    for (Step up = 0; up < hops; ++up) {
      const Step k = hops - 1 - up;
      for (const Passage& b : on_link_into(message.way[index_of(static_cast<Node>(up))]))
        intervals.push_back({b.first - k - flits, b.first - k + b.flits});
    }
    const Step start = least_allowed(std::move(intervals));
    starts[index_of(message.to)] = start;
    for (Step up = 0; up < hops; ++up)
      on_link_into(message.way[index_of(static_cast<Node>(up))])
          .push_back({start + hops - 1 - up, flits});
  }
  return starts;
}

Timetable timetable_from_the_end(const Cover& cover, const std::vector<Flits>& lengths,
                                 const Allocation& allocation) {
  const std::vector<std::optional<Step>> from_end =
      starts_past_each_other(cover, lengths, allocation);
  std::vector<Step> lasts(lengths.size(), 0);  // from the first flit's first link until home
  Timetable table;
  for (Node v = 0; v < cover.size(); ++v) {
    const std::size_t i = index_of(v);
    if (!from_end[i]) continue;
    const auto hops = static_cast<Step>(climb(cover, allocation[i], v).size());
    lasts[i] = lengths[i] + hops - 2;
    table.last = std::max(table.last, *from_end[i] + lasts[i]);
  }
  table.home.resize(lengths.size());
  table.first.resize(lengths.size());
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (!from_end[i]) continue;
    table.home[i] = table.last + 1 - *from_end[i];
    table.first[i] = *table.home[i] - lasts[i];
  }
  return table;
}

}  // namespace flitwise::theory
