#include "systemc/network/parts/shown_bytes.h"

#include <cstdint>

#include "systemc/network/parts/bytes.h"

namespace flitwise {
namespace {

using bytes::put;
using bytes::put_text;
using bytes::put_texts;
using bytes::Reader;

struct FlitBytes {
  std::int32_t node;
  std::uint32_t lane;
  RawFlit flit;
};

struct CreditBytes {
  std::uint32_t place;
  std::uint32_t credits;
};

struct HeadBytes {
  std::int64_t evaluated;
  std::int32_t failures;
  std::uint32_t has_active;
  std::uint32_t transfers, deliveries, credits, returned, violations, prints;
};

void put_violation(std::string& bytes, const Violation& violation) {
  put(bytes, violation.step);
  put(bytes, violation.node);
  put(bytes, violation.kind);
  put_texts(bytes, violation.inputs);
  put_texts(bytes, violation.outputs);
  put_text(bytes, violation.place);
  put(bytes, violation.after);
  put(bytes, static_cast<std::uint32_t>(violation.input_lanes.size()));
  for (const std::uint32_t lane : violation.input_lanes) put(bytes, lane);
}

Violation take_violation(Reader& bytes) {
  Violation violation;
  violation.step = bytes.take<Step>();
  violation.node = bytes.take<Node>();
  violation.kind = bytes.take<ViolationKind>();
  violation.inputs = bytes.take_texts();
  violation.outputs = bytes.take_texts();
  violation.place = bytes.take_text();
  violation.after = bytes.take<Step>();
  violation.input_lanes.resize(bytes.take<std::uint32_t>());
  for (std::uint32_t& lane : violation.input_lanes) lane = bytes.take<std::uint32_t>();
  return violation;
}

void take_transfer(const FlitBytes& flit, const Wiring& wiring, const Part& own,
                   Part::Shown& shown) {
  const LinkTarget& target = wiring.targets(flit.node)[flit.lane];
  shown.transfers.push_back({flit.node, target.node, flit.flit, flit.lane});
  if (!wiring.has_slow_links() && own.holds(target.node))
    shown.flits.push_back({target.in, target.node, flit.flit});
}

// Credits that take several steps are on their way on every rank, as is known to all.
void take_credit(const CreditBytes& credit, const Wiring& wiring, const Part& own,
                 Part::Shown& shown) {
  const CreditTarget& target = wiring.tables().credit_targets[credit.place];
  if (wiring.has_slow_credits() || own.holds(target.node))
    shown.credits.push_back({target, static_cast<unsigned char>(credit.credits), credit.place});
}

FlitBytes bytes_of(const LinkTransfer& transfer) {
  return {transfer.from, transfer.lane, transfer.flit};
}

CreditBytes bytes_of(const CreditMail& mail) {
  return {static_cast<std::uint32_t>(mail.place), mail.credits};
}

}  // namespace

void write_shown(const Part& part, int failures, std::string& bytes) {
  const Part::Shown& shown = part.shown;
  const auto count = [](const auto& items) { return static_cast<std::uint32_t>(items.size()); };
  bytes.clear();
  put(bytes, HeadBytes{shown.evaluated, failures, part.has_active() ? 1U : 0U,
                       count(shown.transfers), count(shown.deliveries), count(shown.credits),
                       count(shown.returned), count(shown.violations), count(shown.prints)});
  for (const LinkTransfer& transfer : shown.transfers) put(bytes, bytes_of(transfer));
  for (const Delivery& delivery : shown.deliveries)
    put(bytes, FlitBytes{delivery.node, delivery.port, delivery.flit});
  for (const CreditMail& mail : shown.credits) put(bytes, bytes_of(mail));
  for (const ReturnedCredits& port : shown.returned)
    put(bytes, CreditBytes{static_cast<std::uint32_t>(port.place), port.credits});
  for (const Violation& violation : shown.violations) put_violation(bytes, violation);
  bytes += shown.prints;
}

int read_shown(std::string_view said, const Wiring& wiring, const Part& own, Part& part) {
  Reader bytes(said);
  Part::Shown& shown = part.shown;
  const auto head = bytes.take<HeadBytes>();
  shown.evaluated = head.evaluated;
  for (std::uint32_t i = 0; i < head.transfers; ++i)
    take_transfer(bytes.take<FlitBytes>(), wiring, own, shown);
  for (std::uint32_t i = 0; i < head.deliveries; ++i) {
    const auto flit = bytes.take<FlitBytes>();
    shown.deliveries.push_back({flit.node, flit.flit, flit.lane});
  }
  for (std::uint32_t i = 0; i < head.credits; ++i)
    take_credit(bytes.take<CreditBytes>(), wiring, own, shown);
  for (std::uint32_t i = 0; i < head.returned; ++i) {
    const auto port = bytes.take<CreditBytes>();
    shown.returned.push_back({port.place, port.credits});
  }
  for (std::uint32_t i = 0; i < head.violations; ++i)
    shown.violations.push_back(take_violation(bytes));
  shown.prints = bytes.take(head.prints);
  part.set_active(head.has_active != 0);
  return head.failures;
}

void write_border(const Part& part, const Wiring& wiring, const NodeParts& parts,
                  std::vector<BorderBytes>& border_to) {
  for (const LinkTransfer& transfer : part.shown.transfers)
    if (wiring.targets(transfer.from)[transfer.lane].is_cut)
      put(border_to[parts.part_of(transfer.to)].flits, bytes_of(transfer));
  for (const CreditMail& mail : part.shown.credits)
    put(border_to[parts.part_of(mail.target.node)].credits, bytes_of(mail));
}

void write_border(BorderBytes& border, std::string& bytes) {
  bytes.clear();
  put_text(bytes, border.flits);
  bytes += border.credits;
  border.flits.clear();
  border.credits.clear();
}

void read_border(std::string_view said, const Wiring& wiring, const Part& own, Part& part) {
  Reader bytes(said);
  for (Reader flits(bytes.take(bytes.take<std::uint32_t>())); !flits.is_done();)
    take_transfer(flits.take<FlitBytes>(), wiring, own, part.shown);
  while (!bytes.is_done()) take_credit(bytes.take<CreditBytes>(), wiring, own, part.shown);
}

}  // namespace flitwise
