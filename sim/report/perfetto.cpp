#include "sim/report/perfetto.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <protozero/pbf_builder.hpp>
#include <tuple>
#include <utility>

#include "sim/report/wave_files.h"
#include "sim/run/family/family.h"

namespace flitwise {
namespace {

// The fields of Perfetto's messages that are written, by their numbers in its .proto files.
enum class Trace : protozero::pbf_tag_type { kPacket = 1 };
enum class Packet : protozero::pbf_tag_type {
  kTimestamp = 8,  // ns
  kSequence = 10,
  kTrackEvent = 11,
  kTrackDescriptor = 60
};
enum class Track : protozero::pbf_tag_type {
  kUuid = 1,
  kName = 2,
  kParent = 5,
  kCounter = 8,
  kChildOrdering = 11,
  kRank = 12
};
enum class Counter : protozero::pbf_tag_type { kUnitName = 6 };
enum class Event : protozero::pbf_tag_type {
  kAnnotation = 4,
  kType = 9,
  kTrack = 11,
  kName = 23,
  kCounterValue = 30,
  kFlow = 47
};
enum class Annotation : protozero::pbf_tag_type { kInteger = 4, kName = 10 };

constexpr std::int32_t kSliceBegin = 1;
constexpr std::int32_t kSliceEnd = 2;
constexpr std::int32_t kCounterEvent = 4;
constexpr std::int32_t kByRank = 3;  // EXPLICIT
constexpr std::uint32_t kOnlySequence = 1;

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

// One message on one link, and the index of its last flit so far.
struct LinkSlice {
  Node from = kNoNode;
  Node to = kNoNode;
  const MessageKey* key = nullptr;
  TraceSlice slice;
  Flits index = 0;
};

using Places = std::map<MessageKey, std::size_t>;

// Slices of all links by their beginnings. A flit belongs to the slice of its message on its link
// if its index is the next one.
std::vector<LinkSlice> link_slices(const Names& names, const std::vector<LinkEvent>& events,
                                   Places& places) {
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
                      event.index});
  }
  return slices;
}

// A message in a node: what comes in begins a slice, what goes out is of the one before it.
void add_to_node(const LinkSlice& link, bool comes_in, std::map<MessageKey, std::size_t>& latest,
                 std::vector<TraceSlice>& slices) {
  const auto known = latest.find(*link.key);
  if (comes_in || known == latest.end()) {
    latest[*link.key] = slices.size();
    slices.push_back(link.slice);
    return;
  }
  TraceSlice& slice = slices[known->second];
  slice.last = std::max(slice.last, link.slice.last);
  slice.flits = std::max(slice.flits, link.slice.flits);
}

// Slices in as few lanes as there are at once. Shape: sorted by their beginnings.
std::vector<std::vector<TraceSlice>> in_lanes(const std::vector<TraceSlice>& slices) {
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

class Writer {
 public:
  // Returns the track's number. Shape: `parent` 0 for none.
  std::uint64_t add_track(const std::string& name, std::uint64_t parent, const char* unit = "") {
    const std::uint64_t number = ++tracks_;
    std::string text;
    protozero::pbf_builder<Track> track(text);
    track.add_uint64(Track::kUuid, number);
    track.add_string(Track::kName, name);
    if (parent != 0) track.add_uint64(Track::kParent, parent);
    track.add_enum(Track::kChildOrdering, kByRank);
    track.add_int32(Track::kRank, static_cast<std::int32_t>(number));
    if (*unit != '\0') {
      protozero::pbf_builder<Counter> counter(track, Track::kCounter);
      counter.add_string(Counter::kUnitName, unit);
    }
    append_packet(Packet::kTrackDescriptor, text, 0, descriptors_);
    return number;
  }

  void add_slices(std::uint64_t track, const std::vector<TraceSlice>& slices) {
    for (const TraceSlice& slice : slices) {
      std::string begin = event(kSliceBegin, track);
      protozero::pbf_builder<Event> more(begin);
      more.add_string(Event::kName, slice.name);
      more.add_fixed64(Event::kFlow, slice.place);
      {
        protozero::pbf_builder<Annotation> flits(more, Event::kAnnotation);
        flits.add_string(Annotation::kName, "flits");
        flits.add_int64(Annotation::kInteger, slice.flits);
      }
      events_.emplace_back(slice.first, begin);
      events_.emplace_back(slice.last + 1, event(kSliceEnd, track));
    }
  }

  // A value where it changes.
  void add_counter(std::uint64_t track, const std::vector<Flits>& values) {
    Flits before = -1;
    for (std::size_t step = 0; step < values.size(); ++step) {
      if (values[step] == before) continue;
      before = values[step];
      std::string text = event(kCounterEvent, track);
      protozero::pbf_builder<Event>(text).add_int64(Event::kCounterValue, before);
      events_.emplace_back(static_cast<Step>(step), text);
    }
  }

  // All tracks, then the events by time; those of one time stay in their tracks' order.
  std::string text() {
    std::stable_sort(events_.begin(), events_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::string text = descriptors_;
    for (const auto& [step, content] : events_)
      append_packet(Packet::kTrackEvent, content, step, text);
    return text;
  }

 private:
  static std::string event(std::int32_t type, std::uint64_t track) {
    std::string text;
    protozero::pbf_builder<Event> event(text);
    event.add_enum(Event::kType, type);
    event.add_uint64(Event::kTrack, track);
    return text;
  }

  static void append_packet(Packet field, const std::string& content, Step step,
                            std::string& text) {
    protozero::pbf_builder<Trace> trace(text);
    protozero::pbf_builder<Packet> packet(trace, Trace::kPacket);
    packet.add_uint64(Packet::kTimestamp, static_cast<std::uint64_t>(step));
    packet.add_uint32(Packet::kSequence, kOnlySequence);
    packet.add_message(field, content);
  }

  std::string descriptors_;
  std::vector<std::pair<Step, std::string>> events_;
  std::uint64_t tracks_ = 0;
};

std::string numbered(const std::string& name, std::size_t lane) {
  return lane == 0 ? name : fmt::format("{} ({})", name, lane + 1);
}

// Of all nodes that have a name or a link.
std::vector<std::string> labels_of(const Scenario& scenario, const std::vector<LinkEvent>& events) {
  std::vector<std::string> labels = node_names(scenario);
  for (const LinkEvent& event : events)
    for (Node node = static_cast<Node>(labels.size()); node <= std::max(event.from, event.to);
         ++node)
      labels.push_back(fmt::format("node {}", node));
  return labels;
}

}  // namespace

std::vector<TraceTrack> trace_tracks(const Scenario& scenario, const std::vector<LinkEvent>& events,
                                     Node nodes) {
  const Names names(family_of(scenario));
  Places places;
  const std::vector<LinkSlice> links = link_slices(names, events, places);
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
    for (auto link = begin; link != end; ++link)
      by_link[{link->from, link->to}].push_back(link->slice);
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
  TraceCounters counters;
  // One more than the last step with a flit, so that all end at zero.
  const std::size_t steps = events.empty() ? 1 : static_cast<std::size_t>(events.back().step) + 2;
  for (auto* counter : {&counters.on_links, &counters.stored, &counters.stalled})
    counter->assign(steps, 0);
  std::map<std::tuple<Node, MessageKey, Flits>, Visits> flits;
  for (const LinkEvent& event : events) {
    ++counters.on_links[static_cast<std::size_t>(event.step)];
    const MessageKey key = names.key_of(event);
    flits[{event.from, key, event.index}].out.push_back(event.step);
    flits[{event.to, key, event.index}].in.push_back(event.step);
  }
  for (const auto& [flit, visits] : flits) add_stays(visits, counters);
  for (auto* counter : {&counters.stored, &counters.stalled})
    std::partial_sum(counter->begin(), counter->end(), counter->begin());
  return counters;
}

std::string perfetto_trace(const Scenario& scenario, const Result& result) {
  const std::vector<std::string> labels = labels_of(scenario, result.events);
  const auto label = [&](Node node) { return labels[static_cast<std::size_t>(node)]; };
  Writer writer;
  const std::uint64_t pes = writer.add_track("PEs", 0);
  const std::uint64_t switches =
      static_cast<std::size_t>(result.pes) < labels.size() ? writer.add_track("switches", 0) : 0;
  const std::uint64_t links = writer.add_track("links", 0);
  for (const TraceTrack& track :
       trace_tracks(scenario, result.events, static_cast<Node>(labels.size()))) {
    const bool is_link = track.to != kNoNode;
    const std::string name =
        is_link ? fmt::format("{} -> {}", label(track.node), label(track.to)) : label(track.node);
    const std::uint64_t parent = is_link ? links : track.node < result.pes ? pes : switches;
    const std::size_t lanes = std::max<std::size_t>(track.lanes.size(), 1);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::uint64_t number = writer.add_track(numbered(name, lane), parent);
      if (lane < track.lanes.size()) writer.add_slices(number, track.lanes[lane]);
    }
  }
  const TraceCounters counters = trace_counters(scenario, result.events);
  writer.add_counter(writer.add_track("flits on links", 0, "flits"), counters.on_links);
  writer.add_counter(writer.add_track("stored flits", 0, "flits"), counters.stored);
  writer.add_counter(writer.add_track("stalled flits", 0, "flits"), counters.stalled);
  return writer.text();
}

}  // namespace flitwise
