#include "tb/check/fat_tree/leaf_scoreboard.h"

#include <fmt/format.h>

#include <algorithm>

namespace flitwise::check {
namespace {

std::string describe(RawFlit flit) {
  const FlitFields f = unpack(flit);
  return fmt::format("flit {} of leaf {}'s message", f.payload, f.tag);
}

}  // namespace

LeafScoreboard::LeafScoreboard(Node leaves, const std::vector<LeafDue>& dues, int links)
    : leaves_(leaves),
      links_(links),
      dues_(static_cast<std::size_t>(leaves) * static_cast<std::size_t>(leaves)) {
  std::size_t flits = 0;
  for (const LeafDue& one : dues) {
    due(one.leaf, one.source) = {one.flits, flits};
    flits += static_cast<std::size_t>(one.flits);
  }
  received_.resize(flits, false);
}

// What is for another leaf the interface must drop and report.
void LeafScoreboard::on_arrivals(Step step, const std::vector<LinkTransfer>& arrivals) {
  handover_.start_step(step);
  for (const LinkTransfer& t : arrivals)
    if (t.to < leaves_ && is_for(t.flit, static_cast<std::uint32_t>(t.to)))
      handover_.arrives(t.to, t.flit);
}

void LeafScoreboard::on_edge(Step step, const Network& network, const Injector& injector) {
  for (const Violation& violation : network.violations()) report(violation);
  for (const InjectionConflict& conflict : injector.conflicts()) {
    port_violation(fmt::format("step {}: leaf {} has two flits for its {}: {} is sent, {} is lost",
                               conflict.step, conflict.node,
                               links_ == 1 ? "one link" : fmt::format("link {}", conflict.port),
                               describe(conflict.sent), describe(conflict.lost)));
  }
  check_handover(step, network.deliveries());
  for (const Delivery& delivery : network.deliveries()) check_delivery(step, delivery);
}

void LeafScoreboard::check_handover(Step step, const std::vector<Delivery>& deliveries) {
  for (const Handover::Difference& d : handover_.differences(deliveries)) {
    flit_error(fmt::format(d.is_delivered ? "step {}: leaf {} delivers {}, which no link brought"
                                          : "step {}: leaf {} does not deliver {}",
                           step, d.node, describe(d.flit)));
  }
}

void LeafScoreboard::check_delivery(Step step, const Delivery& delivery) {
  const FlitFields f = unpack(delivery.flit);
  const auto wrong = [&](const char* what) {
    flit_error(fmt::format("step {}: leaf {} receives {}{}", step, delivery.node,
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
      never_came(fmt::format("leaf {} never receives {} of the {} flits of leaf {}'s message", leaf,
                             missing, expected.flits, source),
                 missing);
    }
  }
}

}  // namespace flitwise::check
