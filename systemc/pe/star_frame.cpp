#include "systemc/pe/star_frame.h"

#include <stdexcept>

#include "systemc/network/star/star_flit.h"
#include "systemc/pe/field_check.h"

namespace flitwise {
namespace {

void check(const protocols::Transmission& t) {
  if ((t.kind != FlitKind::kData && t.kind != FlitKind::kFlood) || t.end_mark)
    throw std::logic_error("a star graph carries data and floods only");
  if (t.length < 1 || t.length > Flits{1} << kStarPlaceBits)
    throw std::logic_error("a packet of a star graph has 1 to 16 flits");
  require_fits("the header of a packet", static_cast<std::int64_t>(t.header),
               (std::int64_t{1} << kStarContentBits) - 1);
  if (t.length == 1) return;  // all content is the header
  require_fits("the number of a packet", t.stream, (1 << kStarNumberBits) - 1);
  require_fits("the value of a packet", t.value, (1 << kStarValueBits) - 1);
}

}  // namespace

std::vector<RawFlit> star_flits_of(const protocols::Transmission& t) {
  check(t);
  std::vector<RawFlit> flits;
  FlitFields fields;
  fields.kind = t.kind;
  fields.tag = static_cast<std::uint32_t>(t.message);
  for (Flits place = 0; place < t.length; ++place) {
    fields.head = place == 0;
    fields.tail = place == t.length - 1;
    flits.push_back(
        star_flit(fields, fields.head ? t.header : star_body(t.stream, place, t.value)));
  }
  return flits;
}

protocols::Arrival star_arrival(Step step, Node from, Node to, RawFlit flit) {
  const LinkEvent event = to_star_event(step, from, to, flit);
  const FlitFields fields = unpack(flit);
  protocols::Arrival arrival;
  arrival.step = step;
  arrival.kind = event.kind;
  arrival.from = from;
  arrival.message = event.message;
  arrival.index = event.index;
  arrival.is_last = fields.tail;
  arrival.value = event.value;
  arrival.stream = fields.head ? kStarNoNumberInFlit : event.stream;
  arrival.header = fields.head ? star_content(flit) : 0;
  return arrival;
}

}  // namespace flitwise
