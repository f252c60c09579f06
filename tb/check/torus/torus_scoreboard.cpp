#include "tb/check/torus/torus_scoreboard.h"

#include <fmt/format.h>

#include <utility>

namespace flitwise::check {
namespace {

std::string describe(const std::tuple<Node, std::uint32_t, Node>& name) {
  return fmt::format("message {} of PE {}", std::get<1>(name), std::get<0>(name));
}

}  // namespace

TorusScoreboard::TorusScoreboard(const std::vector<ExpectedWorm>& expected) {
  for (const ExpectedWorm& worm : expected) {
    const auto number = static_cast<std::uint32_t>(worm.packet) % (1U << kPacketBits);
    ++due_[{worm.from, number, worm.to}][worm.flits];
    expected_total_ += worm.flits;
  }
}

void TorusScoreboard::on_edge(Step step, const Network& network, const Injector& injector) {
  for (const Delivery& delivery : network.deliveries()) take(step, delivery);
  for (const Violation& violation : network.violations()) report(violation);
  for (const InjectionConflict& conflict : injector.conflicts()) {
    port_violation(fmt::format("step {}: PE {} has two flits for port {}; one is lost",
                               conflict.step, conflict.node, conflict.port));
  }
}

// A flit out of place is counted and the message goes on from it, so that one draws one sentence.
void TorusScoreboard::take(Step step, const Delivery& delivery) {
  const FlitFields f = unpack(delivery.flit);
  const Name name{static_cast<Node>(f.tag), packet_of(delivery.flit), delivery.node};
  const auto wrong = [&](const std::string& what) {
    flit_error(fmt::format("step {}: PE {} receives {} of {}{}", step + 1, delivery.node,
                           f.head ? "the head" : fmt::format("flit {}", f.payload), describe(name),
                           what));
  };
  const auto due = due_.find(name);
  if (due == due_.end() || due->second.empty()) return wrong(", which it is not to have");
  const auto position = open_.try_emplace(name, 0).first;
  const Flits index = ++position->second;
  if (f.head != (index == 1))
    wrong(f.head ? " before the tail of the last one" : " before its head");
  else if (!f.head && f.payload != static_cast<std::uint32_t>(index))
    wrong(fmt::format(", but flit {} is due", index));
  else
    ++delivered_;
  if (!f.tail) return;
  open_.erase(position);
  finish(step, name, index);
}

void TorusScoreboard::finish(Step step, const Name& name, Flits flits) {
  auto& lengths = due_[name];
  const auto same = lengths.find(flits);
  if (same == lengths.end()) {
    flit_error(fmt::format("step {}: PE {} receives {} flits of {}, which has {}", step + 1,
                           std::get<2>(name), flits, describe(name), lengths.begin()->first));
    return;
  }
  ++worms_;
  if (--same->second == 0) lengths.erase(same);
}

void TorusScoreboard::close() {
  for (const auto& [name, lengths] : due_) {
    for (const auto& [flits, times] : lengths) {
      never_came(fmt::format("PE {} never has all {} flits of {}", std::get<2>(name), flits,
                             describe(name)),
                 flits * times);
    }
  }
}

}  // namespace flitwise::check
