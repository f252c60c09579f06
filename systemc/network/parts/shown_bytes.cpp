#include "systemc/network/parts/shown_bytes.h"

#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace flitwise {
namespace {

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

template <class Item>
void put(std::string& bytes, const Item& item) {
  bytes.append(reinterpret_cast<const char*>(&item), sizeof item);
}

void put_text(std::string& bytes, std::string_view text) {
  put(bytes, static_cast<std::uint32_t>(text.size()));
  bytes += text;
}

void put_texts(std::string& bytes, const std::vector<std::string>& texts) {
  put(bytes, static_cast<std::uint32_t>(texts.size()));
  for (const std::string& text : texts) put_text(bytes, text);
}

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

class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : left_(bytes) {}

  std::string_view take(std::size_t size) {
    if (size > left_.size())
      throw std::runtime_error("what another rank has said of its routers is cut off");
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }
  template <class Item>
  Item take() {
    Item item;
    std::memcpy(&item, take(sizeof item).data(), sizeof item);
    return item;
  }
  std::string take_text() { return std::string(take(take<std::uint32_t>())); }
  std::vector<std::string> take_texts() {
    std::vector<std::string> texts(take<std::uint32_t>());
    for (std::string& text : texts) text = take_text();
    return texts;
  }

 private:
  std::string_view left_;
};

Violation take_violation(Bytes& bytes) {
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

void take_transfers(Bytes& bytes, std::uint32_t count, const Wiring& wiring, const Part& own,
                    Part::Shown& shown) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto flit = bytes.take<FlitBytes>();
    const LinkTarget& target = wiring.targets(flit.node)[flit.lane];
    shown.transfers.push_back({flit.node, target.node, flit.flit, flit.lane});
    if (!wiring.has_slow_links() && own.holds(target.node))
      shown.flits.push_back({target.in, target.node, flit.flit});
  }
}

// Credits that take several steps are on their way on every rank, as is known to all.
void take_credits(Bytes& bytes, std::uint32_t count, const Wiring& wiring, const Part& own,
                  Part::Shown& shown) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto credit = bytes.take<CreditBytes>();
    const CreditTarget& target = wiring.tables().credit_targets[credit.place];
    if (wiring.has_slow_credits() || own.holds(target.node))
      shown.credits.push_back({target, static_cast<unsigned char>(credit.credits), credit.place});
  }
}

}  // namespace

void write_shown(const Part& part, int failures, std::string& bytes) {
  const Part::Shown& shown = part.shown;
  const auto count = [](const auto& items) { return static_cast<std::uint32_t>(items.size()); };
  bytes.clear();
  put(bytes, HeadBytes{shown.evaluated, failures, part.has_active() ? 1U : 0U,
                       count(shown.transfers), count(shown.deliveries), count(shown.credits),
                       count(shown.returned), count(shown.violations), count(shown.prints)});
  for (const LinkTransfer& transfer : shown.transfers)
    put(bytes, FlitBytes{transfer.from, transfer.lane, transfer.flit});
  for (const Delivery& delivery : shown.deliveries)
    put(bytes, FlitBytes{delivery.node, delivery.port, delivery.flit});
  for (const CreditMail& mail : shown.credits)
    put(bytes, CreditBytes{static_cast<std::uint32_t>(mail.place), mail.credits});
  for (const ReturnedCredits& port : shown.returned)
    put(bytes, CreditBytes{static_cast<std::uint32_t>(port.place), port.credits});
  for (const Violation& violation : shown.violations) put_violation(bytes, violation);
  bytes += shown.prints;
}

int read_shown(std::string_view said, const Wiring& wiring, const Part& own, Part& part) {
  Bytes bytes(said);
  Part::Shown& shown = part.shown;
  const auto head = bytes.take<HeadBytes>();
  shown.evaluated = head.evaluated;
  take_transfers(bytes, head.transfers, wiring, own, shown);
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
  part.set_active(head.has_active != 0);
  return head.failures;
}

}  // namespace flitwise
