#include "tb/check/fat_tree/leaf_scoreboard.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace flitwise::check {
LeafScoreboard::LeafScoreboard(Node leaves, std::vector<LeafDue> dues, int links, FlitFormat format)
    : leaves_(leaves), links_(links), format_(format), dues_before_(index_of(leaves) + 1) {
  std::sort(dues.begin(), dues.end(), [](const LeafDue& a, const LeafDue& b) {
    return std::tie(a.leaf, a.source) < std::tie(b.leaf, b.source);
  });
  std::size_t flits = 0;
  for (const LeafDue& one : dues) {
    dues_.push_back({one.source, one.flits, flits});
    ++dues_before_[index_of(one.leaf) + 1];
    flits += static_cast<std::size_t>(one.flits);
  }
  std::partial_sum(dues_before_.begin(), dues_before_.end(), dues_before_.begin());
  received_.resize(flits, false);
}

const LeafScoreboard::Due* LeafScoreboard::find(Node leaf, Node source) const {
  const Due* first = dues_.data() + dues_before_[index_of(leaf)];
  const Due* last = dues_.data() + dues_before_[index_of(leaf) + 1];
  const Due* due = std::lower_bound(
      first, last, source, [](const Due& one, Node wanted) { return one.source < wanted; });
  return due != last && due->source == source ? due : nullptr;
}

std::string LeafScoreboard::describe(RawFlit flit) const {
  const FlitFields f = unpack(flit, format_);
  return fmt::format("flit {} of leaf {}'s message", f.payload, f.tag);
}

// What is for another leaf the interface must drop and report.
void LeafScoreboard::on_arrivals(Step step, const std::vector<LinkTransfer>& arrivals) {
  handover_.start_step(step);
  for (const LinkTransfer& t : arrivals)
    if (t.to < leaves_ && is_for(t.flit, static_cast<std::uint32_t>(t.to), format_))
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
  const FlitFields f = unpack(delivery.flit, format_);
  const auto wrong = [&](const char* what) {
    flit_error(fmt::format("step {}: leaf {} receives {}{}", step, delivery.node,
                           describe(delivery.flit), what));
  };
  const Due* due = find(delivery.node, static_cast<Node>(f.tag));
  if (due == nullptr || due->flits == 0) return wrong(", of which nothing is due there");
  if (f.payload < 1 || static_cast<Flits>(f.payload) > due->flits)
    return wrong(", which is not that long");
  const std::size_t at = due->first + f.payload - 1;
  if (received_[at]) return wrong(" a second time");
  received_[at] = true;
  ++delivered_;
}

void LeafScoreboard::close() {
  for (Node leaf = 0; leaf < leaves_; ++leaf) {
    for (std::size_t k = dues_before_[index_of(leaf)]; k < dues_before_[index_of(leaf) + 1]; ++k) {
      const Due& due = dues_[k];
      const auto first = received_.begin() + static_cast<std::ptrdiff_t>(due.first);
      const Flits missing = std::count(first, first + due.flits, false);
      if (missing == 0) continue;
      never_came(fmt::format("leaf {} never receives {} of the {} flits of leaf {}'s message", leaf,
                             missing, due.flits, due.source),
                 missing);
    }
  }
}

}  // namespace flitwise::check
