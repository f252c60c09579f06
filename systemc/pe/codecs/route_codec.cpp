// route_codec.cpp: heads with the signed hops left, all flits with their message's number.
#include "systemc/pe/codecs/route_codec.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "systemc/topology/torus/torus.h"

namespace flitwise {

std::vector<RawFlit> RouteCodec::flits_of(const protocols::Transmission& t, FlitFormat format) {
  if (t.kind != FlitKind::kData || t.end_mark)
    throw std::logic_error("tori and meshes carry data messages only");
  require_fits("the number of a message", t.packet, (1 << kPacketBits) - 1);
  const int way = std::min(format.way(Torus::kMostDimensions), format.payload());
  require_fits("a way", t.route, (std::int64_t{1} << way) - 1);
  require_fits("a flit number", t.first + t.length - 1, format.largest_payload());
  expect_words(t);
  std::vector<RawFlit> flits(static_cast<std::size_t>(t.length));
  FlitFields fields;
  fields.kind = t.kind;
  fields.destination = t.packet;
  fields.tag = static_cast<std::uint32_t>(t.message);
  for (Flits k = 0; k < t.length; ++k) {
    fields.head = k == 0;
    fields.tail = k == t.length - 1;
    fields.payload = fields.head ? t.route : number_or_word(t, k);
    flits[static_cast<std::size_t>(k)] = pack(fields, format);
  }
  return flits;
}

void RouteCodec::send(const protocols::Transmission& t, RouterPort& router) {
  router.write(links_.port_of(t), t.after, flits_of(t, format_));
}

std::optional<protocols::Arrival> RouteCodec::take(Step step, std::uint64_t address, RawFlit flit) {
  const Node from =
      links_.ports() == 1 ? static_cast<Node>(unpack(flit, format_).tag) : links_.at(address ^ 1U);
  const LinkEvent event = to_torus_event(step, from, links_.self(), flit, format_);
  protocols::Arrival arrival = arrival_of(event, flit);
  arrival.word = unpack(flit, format_).payload;
  arrival.packet = packet_of(flit);
  return arrival;
}

}  // namespace flitwise
