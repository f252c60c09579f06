// star_codec.cpp: packets as flits, and answers that leave while their packet comes in.
#include "systemc/pe/codecs/star_codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "systemc/network/star/star_flit.h"

namespace flitwise {
namespace {

void check_packet(const protocols::Transmission& t) {
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

// Heads have a header, the other flits number and value.
protocols::Arrival packet_arrival(Step step, Node from, Node to, RawFlit flit) {
  const LinkEvent event = to_star_event(step, from, to, flit);
  protocols::Arrival arrival = arrival_of(event, flit);
  arrival.value = event.value;
  if (!unpack(flit).head) return arrival;
  arrival.stream = kStarNoNumberInFlit;
  arrival.header = star_content(flit);
  return arrival;
}

}  // namespace

// Notes a flit that has come in; returns whether the protocol may see it.
bool StarCodec::Input::take(RawFlit flit) {
  is_damaged = !is_intact(flit);
  const FlitFields fields = unpack(flit);
  if (!is_damaged && fields.head) {
    answers.clear();  // of a packet that has lost its end
    taken = 0;
    is_lost = false;
  }
  ++taken;
  is_lost = is_lost || is_damaged;
  is_open = !is_lost && !fields.tail;
  return !is_lost;
}

std::vector<RawFlit> StarCodec::flits_of(const protocols::Transmission& t) {
  check_packet(t);
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

void StarCodec::send(const protocols::Transmission& t, RouterPort& router) {
  const std::uint32_t port = links_.port_of(t);
  const Step after = t.after - latency_.stored(t.length);
  if (after < 1)
    throw std::logic_error(fmt::format(
        "PE {}: a packet of {} flits takes {} steps to its first link, but is due {} from now",
        links_.self(), t.length, latency_.stored(t.length) + 1, t.after));
  std::vector<RawFlit> flits = flits_of(t);
  if (!is_shown_ || !input_->is_open) {
    router.write(port, after, std::move(flits));
    return;
  }
  const std::size_t now = std::min(input_->taken, flits.size());
  router.write(port, after, {flits.begin(), flits.begin() + static_cast<std::ptrdiff_t>(now)});
  input_->answers.push_back({port, after, std::move(flits), now});
}

std::optional<protocols::Arrival> StarCodec::take(Step step, std::uint64_t address, RawFlit flit) {
  const auto from = static_cast<Node>(address);
  input_ = &inputs_[links_.port_to(from)];
  is_shown_ = input_->take(flit);
  if (!is_shown_) return std::nullopt;
  return packet_arrival(step, from, links_.self(), flit);
}

void StarCodec::follow(RouterPort& router) {
  is_shown_ = false;
  for (Answer& answer : input_->answers) {
    if (answer.sent >= std::min(input_->taken, answer.flits.size())) continue;
    const RawFlit damage = input_->is_damaged ? 1 : 0;
    router.write(answer.port, answer.after, {answer.flits[answer.sent++] ^ damage});
  }
}

}  // namespace flitwise
