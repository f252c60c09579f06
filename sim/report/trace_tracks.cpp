#include "sim/report/trace_tracks.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "sim/run/family/family.h"

namespace flitwise {
namespace {

// A message's END mark belongs to it.
bool is_of_message(FlitKind kind) { return kind == FlitKind::kData || kind == FlitKind::kEnd; }

// What flits of one message have in common on all links: kind, message, and the value where it is
// part of its name.
using MessageKey = std::tuple<FlitKind, Node, std::int64_t, Flits>;

class Names {
 public:
  explicit Names(const Family& family) : family_(family) {}

  MessageKey key_of(const LinkEvent& event) const {
    const FlitKind kind = is_of_message(event.kind) ? FlitKind::kData : event.kind;
    const bool has_value = !family_.value_name(kind).empty() && event.kind == kind;
    return {kind, event.message, has_value ? event.value : 0,
            kind == FlitKind::kCertificate ? event.stream : 0};
  }

  std::string name_of_key(const MessageKey& key) const {
    const auto& [kind, message, value, stream] = key;
    const std::string value_name = family_.value_name(kind);
    const char* word = kind == FlitKind::kData ? "message" : flitwise::name_of(kind);
    std::string name = fmt::format("{} {}", word, message);
    if (!value_name.empty()) name += fmt::format(", {} {}", value_name, value);
    if (kind == FlitKind::kCertificate) name += fmt::format(", stream {}", stream);
    return name;
  }

 private:
  const Family& family_;
};

// Steps that a flit is on a link after the one in which it is sent.
class Wires {
 public:
  explicit Wires(const Scenario& scenario) : steps_(family_of(scenario).link_steps(scenario)) {}
  Step beyond_one(const LinkEvent& event) const {
    return steps_ ? steps_(event.from, event.to) - 1 : 0;
  }

 private:
  const std::function<Step(Node, Node)> steps_;
};

// One message on one link as it is sent, the steps that its flits are on it after that, and the
// index of its last flit so far.
struct LinkSlice {
  Node from = kNoNode;
  Node to = kNoNode;
  const MessageKey* key = nullptr;
  TraceSlice slice;
  Step more = 0;
  Flits index = 0;
};

using Places = std::map<MessageKey, std::size_t>;

// Slices of all links by their beginnings. A flit belongs to the slice of its message on its link
// if its index is the next one.
std::vector<LinkSlice> link_slices(const Names& names, const Wires& wires,
                                   const std::vector<LinkEvent>& events, Places& places) {
  std::vector<LinkSlice> slices;
  std::map<std::tuple<Node, Node, MessageKey>, std::size_t> latest;
  for (const LinkEvent& event : events) {
    const MessageKey key = names.key_of(event);
    const auto [known, is_new] = latest.emplace(std::tuple(event.from, event.to, key), 0);
    LinkSlice* before = is_new ? nullptr : &slices[known->second];
    if (before != nullptr && event.index == before->index + 1) {
      before->slice.last = event.step;
      ++before->slice.flits;
      before->index = event.index;
      continue;
    }
    known->second = slices.size();
    const auto place = places.emplace(key, places.size() + 1).first;
    slices.push_back({event.from,
                      event.to,
                      &place->first,
                      {event.step, event.step, 1, names.name_of_key(key), place->second},
                      wires.beyond_one(event),
                      event.index});
  }
  return slices;
}

TraceSlice moved(TraceSlice slice, Step steps) {
  slice.first += steps;
  slice.last += steps;
  return slice;
}

// A message in a node: what comes in begins a slice, what goes out is of the one before it.
void add_to_node(const LinkSlice& link, bool comes_in, std::map<MessageKey, std::size_t>& latest,
                 std::vector<TraceSlice>& slices) {
  const auto known = latest.find(*link.key);
  if (comes_in || known == latest.end()) {
    latest[*link.key] = slices.size();
    slices.push_back(comes_in ? moved(link.slice, link.more) : link.slice);
    return;
  }
  TraceSlice& slice = slices[known->second];
  slice.last = std::max(slice.last, link.slice.last);
  slice.flits = std::max(slice.flits, link.slice.flits);
}

// Slices in as few lanes as there are at once.
std::vector<std::vector<TraceSlice>> in_lanes(std::vector<TraceSlice> slices) {
  std::stable_sort(slices.begin(), slices.end(),
                   [](const TraceSlice& a, const TraceSlice& b) { return a.first < b.first; });
  std::vector<std::vector<TraceSlice>> lanes;
  for (const TraceSlice& slice : slices) {
    const auto free = std::find_if(lanes.begin(), lanes.end(), [&](const auto& lane) {
      return lane.back().last < slice.first;
    });
    if (free == lanes.end())
      lanes.push_back({slice});
    else
      free->push_back(slice);
  }
  return lanes;
}

// The steps in which a flit comes into a node, and those in which it leaves it.
struct Visits {
  std::vector<Step> in;
  std::vector<Step> out;
};

// Where a counter changes: sums of these are its values.
void add_difference(Step from, Step to, std::vector<Flits>& differences) {
  ++differences[static_cast<std::size_t>(from)];
  --differences[static_cast<std::size_t>(to)];
}

// A flit is stored from the step in which it comes in until it leaves for the last time before it
// comes again, and stalled in the steps between in which it does not leave.
void add_stays(const Visits& visits, TraceCounters& differences) {
  auto next = visits.out.begin();
  for (std::size_t i = 0; i < visits.in.size(); ++i) {
    const Step in = visits.in[i];
    const auto begin = std::upper_bound(next, visits.out.end(), in);
    next = i + 1 < visits.in.size() ? std::upper_bound(begin, visits.out.end(), visits.in[i + 1])
                                    : visits.out.end();
    if (begin == next) continue;
    const Step last = *std::prev(next);
    add_difference(in, last, differences.stored);
    add_difference(in + 1, last, differences.stalled);
    for (auto leaves = begin; leaves != next; ++leaves) {
      const bool is_first = leaves == begin || *std::prev(leaves) != *leaves;
      if (is_first && *leaves < last) add_difference(*leaves + 1, *leaves, differences.stalled);
    }
  }
}

}  // namespace

std::vector<TraceTrack> trace_tracks(const Scenario& scenario, const std::vector<LinkEvent>& events,
                                     Node nodes) {
  const Names names(family_of(scenario));
  Places places;
  const std::vector<LinkSlice> links = link_slices(names, Wires(scenario), events, places);
  std::map<std::pair<Node, Node>, std::vector<TraceSlice>> by_link;
  std::vector<std::vector<TraceSlice>> by_node(static_cast<std::size_t>(nodes));
  std::vector<std::map<MessageKey, std::size_t>> latest(static_cast<std::size_t>(nodes));
  const auto add = [&](const LinkSlice& link, bool comes_in) {
    const auto node = static_cast<std::size_t>(comes_in ? link.to : link.from);
    add_to_node(link, comes_in, latest[node], by_node[node]);
  };
  for (auto begin = links.begin(); begin != links.end();) {
    const auto end = std::find_if(begin, links.end(), [&](const LinkSlice& link) {
      return link.slice.first != begin->slice.first;
    });
    // What comes in goes out in a later step.
    for (auto link = begin; link != end; ++link) add(*link, false);
    for (auto link = begin; link != end; ++link) add(*link, true);
    for (auto link = begin; link != end; ++link) {
      std::vector<TraceSlice>& slices = by_link[{link->from, link->to}];
      slices.push_back(link->slice);
      slices.back().last += link->more;
    }
    begin = end;
  }
  std::vector<TraceTrack> tracks;
  for (Node node = 0; node < nodes; ++node)
    tracks.push_back({node, kNoNode, in_lanes(by_node[static_cast<std::size_t>(node)])});
  for (const auto& [ends, slices] : by_link)
    tracks.push_back({ends.first, ends.second, in_lanes(slices)});
  return tracks;
}

TraceCounters trace_counters(const Scenario& scenario, const std::vector<LinkEvent>& events) {
  const Names names(family_of(scenario));
  const Wires wires(scenario);
  TraceCounters counters;
  // One more than the last step with a flit, so that all end at zero.
  Step last = events.empty() ? -1 : 0;
  for (const LinkEvent& event : events) last = std::max(last, event.step + wires.beyond_one(event));
  const auto steps = static_cast<std::size_t>(last + 2);
  for (auto* counter : {&counters.on_links, &counters.stored, &counters.stalled})
    counter->assign(steps, 0);
  std::map<std::tuple<Node, MessageKey, Flits>, Visits> flits;
  for (const LinkEvent& event : events) {
    const Step arrival = event.step + wires.beyond_one(event);
    for (Step step = event.step; step <= arrival; ++step)
      ++counters.on_links[static_cast<std::size_t>(step)];
    const MessageKey key = names.key_of(event);
    flits[{event.from, key, event.index}].out.push_back(event.step);
    flits[{event.to, key, event.index}].in.push_back(arrival);
  }
  for (const auto& [flit, visits] : flits) add_stays(visits, counters);
  for (auto* counter : {&counters.stored, &counters.stalled})
    std::partial_sum(counter->begin(), counter->end(), counter->begin());
  return counters;
}

}  // namespace flitwise
