// traffic_aftermath.h: what a run of traffic on a torus leaves behind, put together by hand.
#ifndef FLITWISE_TESTS_SIM_LANGUAGE_TRAFFIC_AFTERMATH_H_
#define FLITWISE_TESTS_SIM_LANGUAGE_TRAFFIC_AFTERMATH_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/families/registry.h"
#include "sim/families/torus/torus_work.h"
#include "sim/families/torus/traffic_ledger.h"
#include "tests/check/scripted_network.h"

namespace flitwise::test {

inline constexpr Step kShut = 5;  ///< port 0 of PEs takes nothing in it, where receivers stall

/// What the ports of a run have shown: as it stands, what theory says of packets of 1 or 3 flits at
/// a rate of 0.1 on a 4 x 4 torus in 1,000 steps, and nothing is wrong with it.
struct Shown {
  Flits offered = 1'600;
  Flits accepted = 1'600;
  std::int64_t packets = 1'000;  ///< that are measured
  std::int64_t hops = 2'133;     ///< of all of them
  Flits flits = 2'000;
  Step late = 0;   ///< the packet that meets no other
  Step early = 0;  ///< one that does
  Step into_pe = kShut - 1;
  std::vector<std::uint32_t> arriving{0, 1};  ///< of two packets of one way, born in this order
};

/// The monitors of a run that have seen just that, and what the checks say of it.
class Aftermath {
 public:
  /// Shape: `text` is a scenario of traffic on a torus of 4 x 4 nodes.
  Aftermath(const std::string& text, const Shown& shown)
      : scenario_(torus_of(read_scenario_text(text, "scenario.yaml").scenario.value())),
        receivers_([](Node, Step step) { return step == kShut ? 1U : 0U; }) {
    show_rates(shown);
    for (std::int64_t k = 0; k < shown.packets; ++k)  // sums are all that counts
      meter_.on_arrived(life(k, 0, k == 0 ? shown.flits : 0, k == 0 ? shown.hops : 0));
    show_latencies(shown);
    show_order(shown);
    network_.show(receivers_, shown.into_pe - 1, {}, {{1, flit(0, 0, 0), 0}});
  }

  std::vector<check::Check> checks() const {
    return traffic_checks(
        {scenario_, prediction_, meter_, receivers_, scoreboard_, undisturbed_, {}});
  }

 private:
  static check::ExpectedPacket packet(std::int64_t number, Node from = 0) {
    check::ExpectedPacket packet;
    packet.number = number;
    packet.from = from;
    packet.to = from + 1;
    packet.born = 1;
    packet.hops[0] = 1;
    return packet;
  }
  static check::PacketLife life(std::int64_t number, Node from, Flits flits, std::int64_t crossed) {
    check::PacketLife life;
    life.packet = packet(number, from);
    life.packet.flits = flits;
    life.departed = 1;
    life.crossed = static_cast<int>(crossed);
    life.arrived = 2;
    return life;
  }
  static RawFlit flit(std::uint32_t number, std::uint32_t lane, std::uint32_t hops) {
    FlitFields fields;
    fields.kind = FlitKind::kData;
    fields.head = fields.tail = true;
    fields.destination = lane << kPacketBits | number;
    fields.payload = hops;
    return pack(fields);
  }

  // A packet of a node to itself is accepted as soon as it is born.
  void show_rates(const Shown& shown) {
    check::ExpectedPacket local = packet(0);
    local.to = local.from;
    local.flits = std::min(shown.offered, shown.accepted);
    meter_.on_born(local);
    check::ExpectedPacket left = packet(1);
    left.flits = shown.offered - local.flits;
    meter_.on_born(left);
    const auto more = static_cast<std::size_t>(shown.accepted - local.flits);
    network_.show(meter_, 1, {}, std::vector<Delivery>(more, {1, flit(0, 0, 0), 0}));
  }

  // One packet alone, and two that meet.
  void show_latencies(const Shown& shown) {
    std::vector<check::PacketLife> lives{life(0, 0, 1, 1), life(0, 2, 1, 1), life(1, 2, 1, 1)};
    lives[0].arrived += shown.late;
    lives[1].arrived -= shown.early;
    for (const check::PacketLife& life : lives) undisturbed_.on_born(life.packet);
    for (const check::PacketLife& life : lives) undisturbed_.on_arrived(life);
  }

  // Each has a lane, so that they can overtake each other.
  void show_order(const Shown& shown) {
    for (const std::uint32_t number : {0U, 1U}) {
      network_.injector().add(0, 0, 1 + number, {flit(number, 0, 1)});
      step(number);
    }
    Step now = 2;
    for (const std::uint32_t number : shown.arriving)
      step(now++, {{0, 1, flit(number, number, 0), 4}}, {{1, flit(number, number, 0), 0}});
    EXPECT_THAT(scoreboard_.problems(), testing::IsEmpty());
  }
  void step(Step now, std::vector<LinkTransfer> transfers = {},
            std::vector<Delivery> deliveries = {}) {
    network_.injector().inject_due(now, network_);
    network_.show(scoreboard_, now, std::move(transfers), std::move(deliveries));
  }

  const TorusScenario scenario_;
  const TrafficPrediction prediction_ = predict_traffic(scenario_);
  const TorusWiring wiring_{Torus(scenario_.sides), scenario_.order};
  testing_support::ScriptedNetwork network_;
  check::TrafficMeter meter_{measuring_window(scenario_)};
  check::StalledReceivers receivers_;
  check::UndisturbedPackets undisturbed_{wiring_, [](const auto&, Step) { return 1 + 1; }};
  std::int64_t next_ = 0;
  check::TrafficScoreboard scoreboard_{
      wiring_,
      2,
      [this](Node node) {
        return node == 0 && next_ < 2 ? std::optional(packet(next_++)) : std::nullopt;
      },
      {}};
};

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SIM_LANGUAGE_TRAFFIC_AFTERMATH_H_
