#include "tb/check/leaf_scoreboard.h"

#include <fmt/format.h>

#include <algorithm>

namespace flitwise::check {
namespace {

std::string describe(RawFlit flit) {
  const FlitFields f = unpack(flit);
  return fmt::format("flit {} of leaf {}'s message", f.payload, f.tag);
}

}  // namespace

LeafScoreboard::LeafScoreboard(Node leaves, const std::vector<LeafDue>& dues)
    : leaves_(leaves), dues_(static_cast<std::size_t>(leaves) * static_cast<std::size_t>(leaves)) {
  std::size_t flits = 0;
  for (const LeafDue& one : dues) {
    due(one.leaf, one.source) = {one.flits, flits};
    flits += static_cast<std::size_t>(one.flits);
  }
  received_.resize(flits, false);
}

void LeafScoreboard::complain(std::string sentence) {
  if (problems_.size() < kMaxProblems) {
    problems_.push_back(std::move(sentence));
  } else {
    ++more_problems_;
  }
}

std::vector<std::string> LeafScoreboard::problems() const {
  std::vector<std::string> problems = problems_;
  if (more_problems_ > 0) problems.push_back(fmt::format("and {} more", more_problems_));
  return problems;
}

// What is for another leaf the interface must drop and report.
void LeafScoreboard::on_transfers(Step, const std::vector<LinkTransfer>& transfers) {
  arriving_.clear();
  for (const LinkTransfer& t : transfers)
    if (t.to < leaves_ && is_for(t.flit, static_cast<std::uint32_t>(t.to)))
      arriving_.emplace_back(t.to, t.flit);
}

void LeafScoreboard::on_edge(Step step, const Network& network, const Injector& injector) {
  for (const Violation& violation : network.violations()) count(violation);
  for (const InjectionConflict& conflict : injector.conflicts()) {
    ++port_violations_;
    complain(fmt::format("step {}: leaf {} has two flits for its one link: {} is sent, {} is lost",
                         conflict.step, conflict.node, describe(conflict.sent),
                         describe(conflict.lost)));
  }
  check_handover(step, network.deliveries());
  for (const Delivery& delivery : network.deliveries()) check_delivery(step, delivery);
}

void LeafScoreboard::count(const Violation& violation) {
  if (violation.kind == ViolationKind::kCollision)
    ++collisions_;
  else
    ++router_errors_;
  complain(violation.text());
}

// A PE sees its flits on the link, the interface hands them over at the edge: both must agree.
void LeafScoreboard::check_handover(Step step, const std::vector<Delivery>& deliveries) {
  for (const Delivery& delivery : deliveries) {
    const auto found =
        std::find(arriving_.begin(), arriving_.end(), std::pair(delivery.node, delivery.flit));
    if (found != arriving_.end()) {
      arriving_.erase(found);
      continue;
    }
    ++flit_errors_;
    complain(fmt::format("step {}: leaf {} delivers {}, which no link brought", step, delivery.node,
                         describe(delivery.flit)));
  }
  for (const auto& [leaf, flit] : arriving_) {
    ++flit_errors_;
    complain(fmt::format("step {}: leaf {} does not deliver {}", step, leaf, describe(flit)));
  }
  arriving_.clear();
}

void LeafScoreboard::check_delivery(Step step, const Delivery& delivery) {
  const FlitFields f = unpack(delivery.flit);
  const auto wrong = [&](const char* what) {
    ++flit_errors_;
    complain(fmt::format("step {}: leaf {} receives {}{}", step, delivery.node,
                         describe(delivery.flit), what));
  };
  const auto source = static_cast<Node>(f.tag);
  if (source >= leaves_ || due(delivery.node, source).flits == 0)
    return wrong(", of which nothing is due there");
  const Due& expected = due(delivery.node, source);
  if (f.payload < 1 || static_cast<Flits>(f.payload) > expected.flits)
    return wrong(", which is not that long");
  const std::size_t at = expected.first + f.payload - 1;
  if (received_[at]) return wrong(" a second time");
  received_[at] = true;
  ++delivered_;
}

void LeafScoreboard::close() {
  for (Node leaf = 0; leaf < leaves_; ++leaf) {
    for (Node source = 0; source < leaves_; ++source) {
      const Due& expected = due(leaf, source);
      const auto first = received_.begin() + static_cast<std::ptrdiff_t>(expected.first);
      const Flits missing = std::count(first, first + expected.flits, false);
      if (missing == 0) continue;
      flit_errors_ += missing;
      complain(fmt::format("leaf {} never receives {} of the {} flits of leaf {}'s message", leaf,
                           missing, expected.flits, source));
    }
  }
}

}  // namespace flitwise::check
