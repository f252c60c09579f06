// address_codec.cpp: a payload says the flit's number, or what a control flit carries.
#include "systemc/pe/codecs/address_codec.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace flitwise {
namespace {

// Writes what it is into the payload.
void add_payload(const protocols::Transmission& t, Flits index, FlitFormat format,
                 FlitFields& fields) {
  switch (t.kind) {
    case FlitKind::kTap:
    case FlitKind::kToken:
    case FlitKind::kOrder:
      require_fits("the value of a tap, token or order", t.value, format.largest_control());
      return say(fields, t.value, format);
    case FlitKind::kCertificate:
      require_fits("a certified lag", t.value, format.largest_lag());
      require_fits("a certified stream length", t.stream, format.largest_stream());
      return certify(fields, t.value, t.stream, format);
    case FlitKind::kData:
    case FlitKind::kEnd:
    case FlitKind::kFlood:
    case FlitKind::kCopies:
      require_fits("a flit number", index, format.largest_payload());
      fields.payload = number_or_word(t, index - t.first);
      return;
    case FlitKind::kCombine:
    case FlitKind::kResult:
    case FlitKind::kMerge:
    case FlitKind::kIdle:
      fields.payload = 0;
  }
}

}  // namespace

std::uint32_t AddressCodec::destination_field(const protocols::Transmission& t,
                                              const AddressBook& addresses) {
  if (t.kind == FlitKind::kFlood) return 0;
  if (t.kind == FlitKind::kCopies) {
    require_fits("the digits of a copy", t.copies, addresses.format().largest_address());
    return t.copies;
  }
  if (!addresses.has(t.destination, t.tree))
    throw std::logic_error(
        fmt::format("there is no PE {} in tree {} to send to", t.destination, t.tree));
  return addresses.of(t.destination, t.tree);
}

std::vector<RawFlit> AddressCodec::flits_of(const protocols::Transmission& t,
                                            std::uint32_t destination, FlitFormat format) {
  expect_words(t, format);
  std::vector<RawFlit> flits(static_cast<std::size_t>(t.length));
  FlitFields fields;
  fields.destination = destination;
  fields.tag = static_cast<std::uint32_t>(t.message);
  for (Flits k = 0; k < t.length; ++k) {
    const bool is_last = k == t.length - 1;
    fields.head = k == 0 && t.has_head;
    fields.tail = is_last && t.has_tail;
    fields.kind = is_last && t.end_mark ? FlitKind::kEnd : t.kind;
    add_payload(t, t.first + k, format, fields);
    flits[static_cast<std::size_t>(k)] = pack(fields, format);
  }
  return flits;
}

void AddressCodec::send(const protocols::Transmission& t, RouterPort& router) {
  const std::uint32_t destination = destination_field(t, addresses_);
  const std::uint32_t port = links_.port_of(t);
  std::vector<RawFlit> flits = flits_of(t, destination, addresses_.format());
  if (t.every == 1) {
    router.write(port, t.after, std::move(flits));
    return;
  }
  // The router takes a message at one flit a step: slower ones go to it flit by flit.
  for (std::size_t k = 0; k < flits.size(); ++k)
    router.write(port, t.after + static_cast<Step>(k) * t.every, {flits[k]});
}

std::optional<protocols::Arrival> AddressCodec::take(Step step, std::uint64_t address,
                                                     RawFlit flit) {
  const FlitFormat format = addresses_.format();
  const LinkEvent event =
      to_tree_event(step, static_cast<Node>(address), links_.self(), flit, format);
  protocols::Arrival arrival = arrival_of(event, flit, format);
  arrival.tree =
      addresses_.tree_of(links_.self(), unpack(flit, format).destination).value_or(kNoTree);
  arrival.value = event.value;
  return arrival;
}

}  // namespace flitwise
