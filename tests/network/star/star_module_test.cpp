// PEs, SystemC and real star routers together.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "systemc/network/network_module.h"
#include "systemc/network/star/star_flit.h"
#include "systemc/network/star/star_routers.h"
#include "systemc/pe/codecs/star_codec.h"
#include "systemc/pe/processing_element.h"
#include "tests/network/star/star_runs.h"

namespace flitwise {
namespace {

using protocols::Arrival;
using protocols::Outbox;
using protocols::Transmission;
using test::with_flits;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Transmission hop(const StarGraph& graph, Node from, int dimension, Flits flits, Step after) {
  Transmission packet;
  packet.message = from;
  packet.via = graph.neighbour(from, dimension);
  packet.length = flits;
  packet.after = after;
  packet.header = test::star_route_head(2, {dimension});
  packet.stream = 12;
  packet.value = 345;
  return packet;
}

// Sends at the start, notes what arrives and answers heads.
class Noting final : public protocols::PeProtocol {
 public:
  std::vector<Transmission> first;
  std::function<std::vector<Transmission>(const Arrival&)> answer_to_head;
  std::vector<Arrival> arrivals;

  void start(Outbox& outbox) override {
    for (const Transmission& packet : first) outbox.send(packet);
  }
  void receive(const Arrival& arrival, Outbox& outbox) override {
    arrivals.push_back(arrival);
    if (arrival.index != 1 || !answer_to_head) return;
    for (const Transmission& packet : answer_to_head(arrival)) outbox.send(packet);
  }
  protocols::PeState state() const override { return protocols::PeState::kDormant; }
  std::vector<std::string> waiting_for() const override { return {}; }
};

class Bench {
 public:
  explicit Bench(const StarNetworkConfig& config) {
    ModelLibrary models;
    StarNetwork made = assemble_star(graph, config, models);
    taps_ = std::move(made.taps);
    counters = std::move(made.counters);
    NetworkModule::Config module;
    module.addresses = std::vector<std::uint32_t>(static_cast<std::size_t>(graph.size()));
    module.max_steps = 1000;
    module.tap = taps_.get();
    network = std::make_unique<NetworkModule>("network", module, std::move(made.network));
    for (Node v = 0; v < graph.size(); ++v) add_pe(v);
  }

  Noting& pe(Node v) { return *notings_[static_cast<std::size_t>(v)]; }

  const StarGraph graph{4};
  std::unique_ptr<const StarCounters> counters;
  std::unique_ptr<NetworkModule> network;

 private:
  void add_pe(Node v) {
    auto protocol = std::make_unique<Noting>();
    notings_.push_back(protocol.get());
    ProcessingElement::Config config;
    config.step = network->step_time();
    std::vector<Node> neighbours;
    for (int d = 2; d <= graph.order(); ++d) neighbours.push_back(graph.neighbour(v, d));
    config.codec = std::make_unique<StarCodec>(PeLinks(v, std::move(neighbours)));
    pes_.push_back(std::make_unique<ProcessingElement>(("pe" + std::to_string(v)).c_str(),
                                                       std::move(config), std::move(protocol)));
    pes_.back()->to_router.bind(network->from_pes);
    network->to_pes.bind(pes_.back()->from_router);
  }

  std::unique_ptr<StarTaps> taps_;
  std::vector<Noting*> notings_;
  std::vector<std::unique_ptr<ProcessingElement>> pes_;
};

// PE 0 sends to its neighbour, whose PE passes the packet on from its head on, and so on.
std::vector<Node> chain(Bench& bench, Flits flits, const std::vector<int>& dimensions) {
  std::vector<Node> way{0};
  for (const int d : dimensions) way.push_back(bench.graph.neighbour(way.back(), d));
  bench.pe(0).first = {hop(bench.graph, 0, dimensions[0], flits, flits)};
  for (std::size_t k = 1; k < dimensions.size(); ++k)
    bench.pe(way[k]).answer_to_head = [&bench, flits, v = way[k],
                                       d = dimensions[k]](const Arrival& arrival) {
      Transmission packet = hop(bench.graph, v, d, flits, flits);
      packet.message = arrival.message;
      return std::vector<Transmission>{packet};
    };
  return way;
}

void expect_a_packet_step_a_link(std::uint32_t flits) {
  Bench bench(with_flits(flits));
  const auto step = static_cast<Step>(flits);
  const std::vector<Node> way = chain(bench, step, {2, 3, 4, 2, 3});
  sc_core::sc_start();
  for (std::size_t k = 1; k < way.size(); ++k) {
    const std::vector<Arrival>& arrivals = bench.pe(way[k]).arrivals;
    ASSERT_THAT(arrivals, SizeIs(flits));
    for (Flits index = 1; index <= step; ++index) {
      const Arrival& arrival = arrivals[static_cast<std::size_t>(index) - 1];
      EXPECT_EQ(arrival.step, step * static_cast<Step>(k) + index - 1);
      EXPECT_EQ(arrival.from, way[k - 1]);
      EXPECT_EQ(arrival.message, 0);
      EXPECT_EQ(arrival.kind, FlitKind::kData);
      EXPECT_EQ(arrival.index, index);
      EXPECT_EQ(arrival.is_last, index == step);
      EXPECT_EQ(arrival.stream, index == 1 ? kStarNoNumberInFlit : 12);
      EXPECT_EQ(arrival.value, index == 1 ? 0 : 345);
      EXPECT_EQ(arrival.header, 0U);  // its one port removed
    }
  }
  EXPECT_EQ(bench.network->stopped_at(), std::nullopt);
  EXPECT_EQ(bench.network->network().assertion_failures(), 0);
  EXPECT_EQ(bench.counters->crc_errors(), 0);
}

TEST(StarModule, APePassesAPacketOnInTheNextStep) { expect_a_packet_step_a_link(1); }
TEST(StarModule, APePassesAPacketOnFlitByFlitAsItComes) { expect_a_packet_step_a_link(4); }

TEST(StarModule, APacketDamagedBehindItsHeadIsNotPassedOn) {
  StarNetworkConfig config = with_flits(4);
  config.faults.bits = {{0, 2, 6, 33}};  // the third flit
  Bench bench(config);
  const std::vector<Node> way = chain(bench, 4, {2, 3, 4});
  bench.pe(0).first.push_back(hop(bench.graph, 0, 2, 4, 8));  // the next one is
  sc_core::sc_start();
  ASSERT_THAT(bench.pe(way[1]).arrivals, SizeIs(2 + 4));
  EXPECT_EQ(bench.pe(way[1]).arrivals[1].index, 2);
  EXPECT_EQ(bench.pe(way[1]).arrivals[2].index, 1);
  ASSERT_THAT(bench.pe(way[2]).arrivals, SizeIs(4));
  EXPECT_EQ(bench.pe(way[2]).arrivals[0].step, 12);
  EXPECT_THAT(bench.pe(way[3]).arrivals, SizeIs(4));
  EXPECT_EQ(bench.counters->crc_errors(way[1]), 2U);  // from the link and from the PE
  EXPECT_EQ(bench.counters->crc_errors(), 2);
  EXPECT_EQ(bench.network->network().assertion_failures(), 0);
}

TEST(StarModule, APacketWhoseHeadIsDamagedReachesNoPe) {
  StarNetworkConfig config = with_flits(3);
  config.faults.bits = {{0, 2, 3, 58}};
  Bench bench(config);
  const std::vector<Node> way = chain(bench, 3, {2, 3});
  sc_core::sc_start();
  EXPECT_THAT(bench.pe(way[1]).arrivals, IsEmpty());
  EXPECT_THAT(bench.pe(way[2]).arrivals, IsEmpty());
  EXPECT_EQ(bench.counters->crc_errors(), 1);
}

TEST(StarModule, APacketReachesNoPeOnItsWay) {
  Bench bench(with_flits(2));
  Transmission packet = hop(bench.graph, 0, 2, 2, 2);
  packet.header = test::star_route_head(2, {2, 3, 4});
  bench.pe(0).first = {packet};
  sc_core::sc_start();
  const Node last = bench.graph.neighbour(bench.graph.neighbour(bench.graph.neighbour(0, 2), 3), 4);
  for (Node v = 0; v < bench.graph.size(); ++v)
    EXPECT_THAT(bench.pe(v).arrivals, SizeIs(v == last ? 2 : 0)) << "PE " << v;
}

TEST(StarModule, ABroadcastHeadCarriesTheReceiversAddress) {
  Bench bench(with_flits(1));
  Transmission packet = hop(bench.graph, 0, 3, 1, 5);
  packet.kind = FlitKind::kFlood;
  packet.header = test::star_flood_head(bench.graph, 3, 9);
  bench.pe(0).first = {packet};
  sc_core::sc_start();
  int reached = 0;
  for (Node v = 0; v < bench.graph.size(); ++v) {
    for (const Arrival& arrival : bench.pe(v).arrivals) {
      ++reached;
      EXPECT_EQ(arrival.stream, kStarNoNumberInFlit);
      for (int q = 1; q <= 4; ++q)
        EXPECT_EQ((arrival.header >> (3 * (q - 1)) & 7U) + 1,
                  static_cast<unsigned>(bench.graph.symbol(v, q)));
      EXPECT_EQ(arrival.header >> 24, 9U);
      EXPECT_EQ(arrival.header >> 21 & 7U, 1U);
    }
  }
  EXPECT_EQ(reached, 23);
  ASSERT_THAT(bench.pe(bench.graph.neighbour(0, 3)).arrivals, SizeIs(1));
  EXPECT_EQ(bench.pe(bench.graph.neighbour(0, 3)).arrivals[0].step, 5);
}

TEST(StarModule, RefusesAPacketThatIsDueBeforeItCanBeInTheRouter) {
  Bench bench(with_flits(4));
  bench.pe(0).first = {hop(bench.graph, 0, 2, 4, 3)};
  try {
    sc_core::sc_start();
    FAIL() << "must throw";
  } catch (const std::exception& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("PE 0: a packet of 4 flits takes 4 steps to its "
                                                   "first link, but is due 3 from now"));
  }
}

TEST(StarFrame, RefusesWhatDoesNotFitAFlit) {
  const StarGraph graph(4);
  const auto refused = [&](const std::function<void(Transmission&)>& change) {
    Transmission packet = hop(graph, 0, 2, 2, 2);
    change(packet);
    return packet;
  };
  EXPECT_THROW(StarCodec::flits_of(refused([](Transmission& t) { t.header = 1ULL << 36; })),
               std::range_error);
  EXPECT_THROW(StarCodec::flits_of(refused([](Transmission& t) { t.stream = 4096; })),
               std::range_error);
  EXPECT_THROW(StarCodec::flits_of(refused([](Transmission& t) { t.value = 16384; })),
               std::range_error);
  EXPECT_THROW(StarCodec::flits_of(refused([](Transmission& t) { t.length = 17; })),
               std::logic_error);
  EXPECT_THROW(StarCodec::flits_of(refused([](Transmission& t) { t.end_mark = true; })),
               std::logic_error);
  EXPECT_THROW(StarCodec::flits_of(refused([](Transmission& t) { t.kind = FlitKind::kToken; })),
               std::logic_error);
  EXPECT_THAT(StarCodec::flits_of(refused([](Transmission&) {})), SizeIs(2));
}

}  // namespace
}  // namespace flitwise
