#include "sim/report/perfetto.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <protozero/pbf_builder.hpp>
#include <utility>
#include <vector>

#include "sim/report/trace_tracks.h"
#include "sim/run/waves/wave_files.h"

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
