// The stand-in network is itself under test here: a check that sees nothing would prove nothing.
#include "tests/protocols/tree/ideal_network.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace flitwise::protocols::test::ideal_network_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Sends a fixed list at the start, and notes what arrives.
class Script final : public PeProtocol {
 public:
  explicit Script(std::vector<Transmission> sends) : sends_(std::move(sends)) {}
  void start(Outbox& outbox) override {
    for (const Transmission& send : sends_) outbox.send(send);
  }
  void receive(const Arrival&, Outbox&) override {}
  PeState state() const override { return PeState::kDone; }
  std::vector<std::string> waiting_for() const override { return {}; }

 private:
  std::vector<Transmission> sends_;
};

Transmission data(Node message, Node destination, Step after, Flits length) {
  Transmission transmission;
  transmission.destination = destination;
  transmission.message = message;
  transmission.after = after;
  transmission.length = length;
  return transmission;
}

Transmission via(Node link, Transmission transmission) {
  transmission.via = link;
  return transmission;
}

Record run_script(const Tree& tree, const std::vector<std::vector<Transmission>>& script,
                  Ports ports = Ports::kSingle) {
  Protocols protocols;
  for (const auto& sends : script) protocols.push_back(std::make_unique<Script>(sends));
  return run_on(tree, std::move(protocols), ports);
}

const Tree kFork({-1, 0, 1, 1});  // 0 above 1, 1 above 2 and 3

TEST(IdealNetwork, MovesAFlitOneLinkAStep) {
  const Record run = run_script(kFork, {{}, {}, {data(2, 0, 3, 2)}, {}});

  std::vector<std::tuple<Step, Node, Node, Flits>> moves;
  for (const LinkEvent& e : run.events) moves.emplace_back(e.step, e.from, e.to, e.index);
  EXPECT_THAT(moves, ElementsAre(std::make_tuple(3, 2, 1, 1), std::make_tuple(4, 2, 1, 2),
                                 std::make_tuple(4, 1, 0, 1), std::make_tuple(5, 1, 0, 2)));
  EXPECT_EQ(run.finish, 5);
  EXPECT_EQ(run.faults(), "");
}

TEST(IdealNetwork, SeesTwoFlitsOnOneLink) {
  const Record run = run_script(kFork, {{}, {data(1, 0, 2, 1)}, {data(2, 0, 1, 1)}, {}});

  EXPECT_THAT(run.collisions, ElementsAre("step 2, link 1-0"));
}

TEST(IdealNetwork, SeesAPeThatReceivesTwice) {
  const Record run = run_script(kFork, {{}, {}, {data(2, 0, 1, 1)}, {data(3, 1, 1, 1)}});

  EXPECT_THAT(run.port_faults, ElementsAre("step 1, link 3-1: second receive"));
  EXPECT_THAT(run.collisions, IsEmpty());
}

TEST(IdealNetwork, SeesAPeThatSendsTwice) {
  const Record run = run_script(kFork, {{}, {data(1, 0, 1, 1), data(1, 2, 1, 1)}, {}, {}});

  EXPECT_THAT(run.port_faults, ElementsAre("step 1, link 1-2: second send"));
}

TEST(IdealNetwork, RefusesAMessageThatLeavesNow) {
  const Record run = run_script(kFork, {{}, {data(1, 0, 0, 1)}, {}, {}});

  EXPECT_THAT(run.refused, ElementsAre(HasSubstr("after 0")));
  EXPECT_THAT(run.events, IsEmpty());
}

TEST(IdealNetwork, LetsAMultiportPeUseAllLinksAtOnce) {
  const Record run = run_script(
      kFork,
      {{}, {via(0, data(1, 0, 1, 1)), via(2, data(1, 2, 1, 1))}, {}, {via(1, data(3, 1, 1, 1))}},
      Ports::kMulti);

  EXPECT_EQ(run.events.size(), 3U);
  EXPECT_EQ(run.faults(), "");
}

TEST(IdealNetwork, SeesTwoFlitsOnOneLinkOfAMultiportPe) {
  const Record run = run_script(
      kFork, {{}, {via(0, data(1, 0, 2, 1))}, {via(1, data(2, 0, 1, 1))}, {}}, Ports::kMulti);

  EXPECT_THAT(run.collisions, ElementsAre("step 2, link 1-0"));
}

TEST(IdealNetwork, RefusesAMultiportPeThatNamesNoLinkOrAWrongOne) {
  const Record run =
      run_script(kFork, {{}, {data(1, 0, 1, 1), via(2, data(1, 0, 1, 1))}, {}, {}}, Ports::kMulti);

  EXPECT_THAT(run.refused, ElementsAre("PE 1 after 1 length 1", "PE 1 after 1 length 1 via 2"));
}

TEST(IdealNetwork, RefusesASinglePortPeThatNamesALink) {
  const Record run = run_script(kFork, {{}, {via(0, data(1, 0, 1, 1))}, {}, {}});

  EXPECT_THAT(run.refused, ElementsAre("PE 1 after 1 length 1 via 0"));
}

}  // namespace
}  // namespace flitwise::protocols::test::ideal_network_test
