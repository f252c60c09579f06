// message_scoreboard.cpp: each message flit by flit, as links and routers show it.
#include "tb/check/message_scoreboard.h"

#include <fmt/format.h>

#include <cstdlib>

namespace flitwise::check {
namespace {

std::string describe(RawFlit flit, FlitFormat format) {
  const FlitFields f = unpack(flit, format);
  if (f.kind == FlitKind::kData || f.kind == FlitKind::kEnd)
    return fmt::format("flit {} of message {}", f.payload, f.tag);
  if (is_control(f.kind) && format.controls_have_no_tag()) return name_of(f.kind);
  return fmt::format("{} of PE {}", name_of(f.kind), f.tag);
}

}  // namespace

MessageScoreboard::MessageScoreboard(std::vector<ExpectedMessage> expected, AddressBook addresses,
                                     PortRule ports, NodeRange own)
    : expected_(std::move(expected)),
      addresses_(std::move(addresses)),
      ports_(ports),
      own_(own),
      progress_(expected_.size()),
      sends_(addresses_.pes()),
      receives_(addresses_.pes()) {
  for (const ExpectedMessage& message : expected_) expected_total_ += message.flits;
}

void MessageScoreboard::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  for (const LinkTransfer& t : transfers)
    if (counts_ports() && is_pe(t.from)) use_port(sends_[index_of(t.from)], step, false, t);
}

void MessageScoreboard::on_arrivals(Step step, const std::vector<LinkTransfer>& arrivals) {
  handover_.start_step(step);
  for (const LinkTransfer& t : arrivals) {
    if (counts_ports() && is_pe(t.to)) use_port(receives_[index_of(t.to)], step, true, t);
    if (is_pe(t.to) && addresses_.tree_of(t.to, unpack(t.flit, addresses_.format()).destination))
      handover_.arrives(t.to, t.flit);
  }
}

// Seen from the links alone, so that a router that fails to report a violation is caught.
void MessageScoreboard::use_port(PortUse& use, Step step, bool receives,
                                 const LinkTransfer& transfer) {
  if (use.step != step) use = {step, 0};
  if (++use.flits != 2) return;
  ++seen_on_links_;
  note_second({step, receives, transfer.from, transfer.to});
}

void MessageScoreboard::note_second(const SecondUse& use) {
  if (!first_seen_ || use.key() < first_seen_->key()) first_seen_ = use;
}

void MessageScoreboard::on_edge(Step step, const Network& network, const Injector& injector) {
  for (const Violation& violation : network.violations()) count(violation);
  for (const InjectionConflict& conflict : injector.conflicts()) {
    port_violation(fmt::format("step {}: PE {} has two flits for {}: {} is sent, {} is lost",
                               conflict.step, conflict.node,
                               ports_ == PortRule::kOnePerPe ? "its one port" : "one of its ports",
                               describe(conflict.sent, addresses_.format()),
                               describe(conflict.lost, addresses_.format())));
  }
  check_handover(step, network);
  const Step received = step - network.delivery_delay();
  for (const Delivery& delivery : network.deliveries()) check_delivery(received, delivery);
}

void MessageScoreboard::count(const Violation& violation) {
  if (violation.kind == ViolationKind::kSecondSend ||
      violation.kind == ViolationKind::kSecondReceive)
    ++reported_;
  report(violation);
}

void MessageScoreboard::check_handover(Step step, const Network& network) {
  for (const Handover::Difference& d :
       handover_.differences(network.deliveries(), network.delivery_delay())) {
    flit_error(fmt::format(d.is_delivered
                               ? "step {}: the router of PE {} delivers {}, which no link brought"
                               : "step {}: the router of PE {} does not deliver {}",
                           step, d.node, describe(d.flit, addresses_.format())));
  }
}

void MessageScoreboard::check_delivery(Step step, const Delivery& delivery) {
  const FlitFields f = unpack(delivery.flit, addresses_.format());
  if (f.kind != FlitKind::kData && f.kind != FlitKind::kEnd) return;
  const auto wrong = [&](const std::string& what) {
    flit_error(fmt::format("step {}: PE {} receives {}{}", step, delivery.node,
                           describe(delivery.flit, addresses_.format()), what));
  };
  if (f.tag >= expected_.size() || expected_[f.tag].flits == 0)
    return wrong(", a message that was never to be sent");
  const ExpectedMessage& message = expected_[f.tag];
  Progress& progress = progress_[f.tag];
  if (delivery.node != message.to) return wrong(fmt::format(", which is for PE {}", message.to));
  const Flits due = progress.received + 1;
  if (f.payload != due) return wrong(fmt::format(", but flit {} is due", due));
  const Flits packet = message.packet == 0 ? message.flits : message.packet;
  const bool is_head = (due - 1) % packet == 0;
  const bool is_last = due == message.flits;
  if (!is_head && step != progress.last_step + message.every)
    wrong(fmt::format(", {} steps after the flit before it", step - progress.last_step));
  if (f.head != is_head || f.tail != (is_last || due % packet == 0))
    wrong(", with a wrong head or tail mark");
  if ((f.kind == FlitKind::kEnd) != (is_last && message.end_mark))
    wrong(", where an END mark is wrong or missing");
  progress = {due, step};
  ++delivered_;
}

void MessageScoreboard::close() {
  for (std::size_t i = 0; i < expected_.size(); ++i) {
    if (!own_.holds(expected_[i].to)) continue;
    const Flits missing = expected_[i].flits - progress_[i].received;
    if (missing <= 0) continue;
    never_came(fmt::format("PE {} never receives {} of the {} flits of message {}", expected_[i].to,
                           missing, expected_[i].flits, i),
               missing);
  }
  const bool is_part = own_.end != NodeRange().end;
  if (!is_part) close_ports();
}

void MessageScoreboard::close_ports() {
  if (seen_on_links_ == reported_) return;
  std::string first;
  if (first_seen_)
    first = fmt::format(": step {}: PE {} {} twice", first_seen_->step,
                        first_seen_->receives ? first_seen_->to : first_seen_->from,
                        first_seen_->receives ? "receives" : "sends");
  router_error(fmt::format("the links show {} single-port violations, the routers report {}{}",
                           seen_on_links_, reported_, first),
               std::abs(seen_on_links_ - reported_));
}

void MessageScoreboard::write_to(std::string& bytes) const {
  write_book(bytes);
  for (const std::int64_t count : {delivered_, seen_on_links_, reported_}) bytes::put(bytes, count);
  bytes::put(bytes, first_seen_.value_or(SecondUse()));
}

void MessageScoreboard::add_from(bytes::Reader& reader) {
  add_book(reader);
  delivered_ += reader.take<Flits>();
  const auto seen = reader.take<std::int64_t>();
  seen_on_links_ += seen;
  reported_ += reader.take<std::int64_t>();
  const auto first = reader.take<SecondUse>();
  if (seen > 0) note_second(first);
}

}  // namespace flitwise::check
