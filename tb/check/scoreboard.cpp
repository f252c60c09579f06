#include "tb/check/scoreboard.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace flitwise::check {
namespace {

std::string describe(RawFlit flit) {
  const FlitFields f = unpack(flit);
  if (f.kind == FlitKind::kData || f.kind == FlitKind::kEnd)
    return fmt::format("flit {} of message {}", f.payload, f.tag);
  return fmt::format("{} of PE {}", name_of(f.kind), f.tag);
}

}  // namespace

Scoreboard::Scoreboard(std::vector<ExpectedMessage> expected, AddressBook addresses, PortRule ports)
    : expected_(std::move(expected)),
      addresses_(std::move(addresses)),
      ports_(ports),
      progress_(expected_.size()),
      sends_(addresses_.pes()),
      receives_(addresses_.pes()) {
  for (const ExpectedMessage& message : expected_) expected_total_ += message.flits;
}

void Scoreboard::complain(std::string sentence) {
  if (problems_.size() < kMaxProblems) {
    problems_.push_back(std::move(sentence));
  } else {
    ++more_problems_;
  }
}

std::vector<std::string> Scoreboard::problems() const {
  std::vector<std::string> problems = problems_;
  if (more_problems_ > 0) problems.push_back(fmt::format("and {} more", more_problems_));
  return problems;
}

void Scoreboard::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  if (ports_ == PortRule::kOnePerPe) check_ports(step, transfers);
  arriving_.clear();
  for (const LinkTransfer& t : transfers) {
    if (is_pe(t.to) && addresses_.tree_of(t.to, unpack(t.flit).destination))
      arriving_.emplace_back(t.to, t.flit);
  }
}

void Scoreboard::use_port(PortUse& use, Step step, const char* verb, Node pe) {
  if (use.step != step) use = {step, 0};
  if (++use.flits != 2) return;
  if (seen_on_links_++ == 0) first_seen_ = fmt::format("step {}: PE {} {} twice", step, pe, verb);
}

// Seen from the links alone, so that a router that fails to report a violation is caught.
void Scoreboard::check_ports(Step step, const std::vector<LinkTransfer>& transfers) {
  for (const LinkTransfer& t : transfers) {
    if (is_pe(t.from)) use_port(sends_[static_cast<std::size_t>(t.from)], step, "sends", t.from);
    if (is_pe(t.to)) use_port(receives_[static_cast<std::size_t>(t.to)], step, "receives", t.to);
  }
}

void Scoreboard::on_edge(Step step, const Network& network, const Injector& injector) {
  for (const Violation& violation : network.violations()) count(violation);
  for (const InjectionConflict& conflict : injector.conflicts()) {
    ++port_violations_;
    complain(fmt::format("step {}: PE {} has two flits for {}: {} is sent, {} is lost",
                         conflict.step, conflict.node,
                         ports_ == PortRule::kOnePerPe ? "its one port" : "one of its ports",
                         describe(conflict.sent), describe(conflict.lost)));
  }
  check_handover(step, network.deliveries());
  for (const Delivery& delivery : network.deliveries()) check_delivery(step, delivery);
}

void Scoreboard::count(const Violation& violation) {
  switch (violation.kind) {
    case ViolationKind::kCollision:
      ++collisions_;
      break;
    case ViolationKind::kSecondSend:
    case ViolationKind::kSecondReceive:
      ++reported_;
      ++port_violations_;
      break;
    case ViolationKind::kNoRoute:
    case ViolationKind::kBrokenWorm:
    case ViolationKind::kWaited:
    case ViolationKind::kOverflow:
      ++router_errors_;
      break;
  }
  complain(violation.text());
}

// A PE sees its flits on the link, the router hands them over at the edge: both must agree.
void Scoreboard::check_handover(Step step, const std::vector<Delivery>& deliveries) {
  const auto matches = [](const std::pair<Node, RawFlit>& a, const Delivery& d) {
    return a.first == d.node && a.second == d.flit;
  };
  for (const Delivery& delivery : deliveries) {
    const auto found = std::find_if(arriving_.begin(), arriving_.end(), [&](const auto& arrival) {
      return matches(arrival, delivery);
    });
    if (found != arriving_.end()) {
      arriving_.erase(found);
      continue;
    }
    ++flit_errors_;
    complain(fmt::format("step {}: the router of PE {} delivers {}, which no link brought", step,
                         delivery.node, describe(delivery.flit)));
  }
  for (const auto& [node, flit] : arriving_) {
    ++flit_errors_;
    complain(fmt::format("step {}: the router of PE {} does not deliver {}", step, node,
                         describe(flit)));
  }
  arriving_.clear();
}

void Scoreboard::check_delivery(Step step, const Delivery& delivery) {
  const FlitFields f = unpack(delivery.flit);
  if (f.kind != FlitKind::kData && f.kind != FlitKind::kEnd) return;
  const auto wrong = [&](const std::string& what) {
    ++flit_errors_;
    complain(fmt::format("step {}: PE {} receives {}{}", step, delivery.node,
                         describe(delivery.flit), what));
  };
  if (f.tag >= expected_.size() || expected_[f.tag].flits == 0)
    return wrong(", a message that was never to be sent");
  const ExpectedMessage& message = expected_[f.tag];
  Progress& progress = progress_[f.tag];
  if (delivery.node != message.to) return wrong(fmt::format(", which is for PE {}", message.to));
  const Flits due = progress.received + 1;
  if (f.payload != due) return wrong(fmt::format(", but flit {} is due", due));
  if (due > 1 && step != progress.last_step + 1)
    wrong(fmt::format(", {} steps after the flit before it", step - progress.last_step));
  const bool is_last = due == message.flits;
  if (f.head != (due == 1) || f.tail != is_last) wrong(", with a wrong head or tail mark");
  if ((f.kind == FlitKind::kEnd) != (is_last && message.end_mark))
    wrong(", where an END mark is wrong or missing");
  progress = {due, step};
  ++delivered_;
}

void Scoreboard::close() {
  for (std::size_t i = 0; i < expected_.size(); ++i) {
    const Flits missing = expected_[i].flits - progress_[i].received;
    if (missing <= 0) continue;
    flit_errors_ += missing;
    complain(fmt::format("PE {} never receives {} of the {} flits of message {}", expected_[i].to,
                         missing, expected_[i].flits, i));
  }
  if (seen_on_links_ != reported_) {
    complain(fmt::format("the links show {} single-port violations, the routers report {}{}{}",
                         seen_on_links_, reported_, first_seen_.empty() ? "" : ": ", first_seen_));
    router_errors_ += std::abs(seen_on_links_ - reported_);
  }
}

}  // namespace flitwise::check
