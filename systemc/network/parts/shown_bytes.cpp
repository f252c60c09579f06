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
  std::int64_t inside;
  std::int32_t failures;
  bool has_active, has_moved, has_injected, is_padding;
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

void take_transfers(Reader& bytes, std::uint32_t count, const Wiring& wiring, Sight sight,
                    const Part& own, Part::Shown& shown) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto flit = bytes.take<FlitBytes>();
    const LinkTarget& target = wiring.targets(flit.node)[flit.lane];
    const bool comes_here = own.holds(target.node);
    if (sight == Sight::kAll || comes_here)
      shown.transfers.push_back({flit.node, target.node, flit.flit, flit.lane});
    if (!wiring.has_slow_links() && comes_here)
      shown.flits.push_back({target.in, target.node, flit.flit});
  }
}

// Credits that take several steps are on their way on every rank, as is known to all.
void take_credits(Reader& bytes, std::uint32_t count, const Wiring& wiring, const Part& own,
                  Part::Shown& shown) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto credit = bytes.take<CreditBytes>();
    const CreditTarget& target = wiring.tables().credit_targets[credit.place];
    if (wiring.has_slow_credits() || own.holds(target.node))
      shown.credits.push_back({target, static_cast<unsigned char>(credit.credits), credit.place});
  }
}

}  // namespace

void write_shown(const Part& part, const Wiring& wiring, Sight sight, const RankState& state,
                 std::string& bytes) {
  const Part::Shown& shown = part.shown;
  const bool tells_all = sight == Sight::kAll;
  const auto count = [](const auto& items) { return static_cast<std::uint32_t>(items.size()); };
  const auto count_if_all = [&](const auto& items) { return tells_all ? count(items) : 0U; };
  bytes.clear();
  put(bytes,
      HeadBytes{shown.evaluated, state.inside, state.failures, part.has_active(), state.has_moved,
                state.has_injected, false, tells_all ? count(shown.transfers) : count(shown.flits),
                count_if_all(shown.deliveries), count(shown.credits), count_if_all(shown.returned),
                count_if_all(shown.violations), count(shown.prints)});
  for (const LinkTransfer& transfer : shown.transfers)
    if (tells_all || wiring.targets(transfer.from)[transfer.lane].is_cut)
      put(bytes, FlitBytes{transfer.from, transfer.lane, transfer.flit});
  if (tells_all)
    for (const Delivery& delivery : shown.deliveries)
      put(bytes, FlitBytes{delivery.node, delivery.port, delivery.flit});
  for (const CreditMail& mail : shown.credits)
    put(bytes, CreditBytes{static_cast<std::uint32_t>(mail.place), mail.credits});
  if (tells_all) {
    for (const ReturnedCredits& port : shown.returned)
      put(bytes, CreditBytes{static_cast<std::uint32_t>(port.place), port.credits});
    for (const Violation& violation : shown.violations) put_violation(bytes, violation);
  }
  bytes += shown.prints;
}

RankState read_shown(std::string_view said, const Wiring& wiring, Sight sight, const Part& own,
                     Part& part) {
  Reader bytes(said);
  Part::Shown& shown = part.shown;
  const auto head = bytes.take<HeadBytes>();
  shown.evaluated = head.evaluated;
  take_transfers(bytes, head.transfers, wiring, sight, own, shown);
  for (std::uint32_t i = 0; i < head.deliveries; ++i) {
    const auto flit = bytes.take<FlitBytes>();
    shown.deliveries.push_back({flit.node, flit.flit, flit.lane});
  }
  take_credits(bytes, head.credits, wiring, own, shown);
  for (std::uint32_t i = 0; i < head.returned; ++i) {
    const auto port = bytes.take<CreditBytes>();
    shown.returned.push_back({port.place, port.credits});
  }
  for (std::uint32_t i = 0; i < head.violations; ++i)
    shown.violations.push_back(take_violation(bytes));
  shown.prints = bytes.take(head.prints);
  part.set_active(head.has_active);
  return {head.inside, head.failures, head.has_moved, head.has_injected};
}

}  // namespace flitwise
