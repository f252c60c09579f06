// What PEs of a star graph say about flits that should not be.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/star/star_packet.h"
#include "systemc/protocols/star/star_protocols.h"
#include "tests/protocols/star/star_network.h"

namespace flitwise::protocols::test {
namespace {

class Nowhere final : public Outbox {
 public:
  void send(const Transmission&) override {}
};

/// PE 2 of an S_3, all of whose packets of PE 0 have two flits. In tree 2 it is the first node, in
/// tree 3, which is 0 - 5 - 3 - 1 - 4 - 2, the last.
class Listener {
 public:
  explicit Listener(StarPes pes) : pe_(std::move(pes[2])) { pe_->start(nowhere_); }

  void hear(const Arrival& arrival) { pe_->receive(arrival, nowhere_); }
  void hear_packet(Arrival head, Flits number) {
    hear(head);
    head.index = 2;
    head.is_last = true;
    head.stream = number;
    ++head.step;
    hear(head);
  }
  /// Whether exactly one complaint has been made, with this reason.
  testing::AssertionResult has_only(const std::string& why) const {
    const std::vector<std::string> all = pe_->complaints();
    if (all.size() == 1 && all[0].size() >= why.size() &&
        all[0].compare(all[0].size() - why.size(), why.size(), why) == 0)
      return testing::AssertionSuccess();
    return testing::AssertionFailure() << testing::PrintToString(all);
  }
  std::vector<std::string> complaints() const { return pe_->complaints(); }

 private:
  Nowhere nowhere_;
  std::unique_ptr<StarPe> pe_;
};

StarSettings two_flits(int packets = 2) { return star_settings(3, StarRule::kQ, packets, 2, 2); }

Listener broadcast_listener() {
  return Listener(make_star_pes(StarScheme::kBroadcast, two_flits(), 0));
}
Listener scatter_listener() {
  return Listener(make_star_pes(StarScheme::kScatter, two_flits(), 0));
}
Listener acknowledged_listener() {
  return Listener(make_star_pes(StarScheme::kAcknowledged, two_flits(1)));
}

/// The head of a packet of PE 0.
Arrival head(FlitKind kind, Node from, std::uint64_t header, Step step = 2) {
  Arrival arrival;
  arrival.step = step;
  arrival.kind = kind;
  arrival.from = from;
  arrival.message = 0;
  arrival.index = 1;
  arrival.stream = kStarNoNumber;
  arrival.header = header;
  return arrival;
}

Arrival flood(Node from, Flits number, int tree) {
  return head(FlitKind::kFlood, from, flood_header(StarGraph(3), number, tree, 2));
}

/// As it is delivered, its port removed.
std::uint64_t delivered_acknowledgement(int tree) {
  return static_cast<std::uint64_t>(tree - 2) << 33 | std::uint64_t{1} << 29;
}

TEST(StarComplaints, NoneAboutWhatIsDue) {
  Listener pe = broadcast_listener();
  pe.hear_packet(flood(0, 0, 2), 0);
  pe.hear_packet(flood(4, 0, 3), 0);
  EXPECT_TRUE(pe.complaints().empty()) << testing::PrintToString(pe.complaints());
}

TEST(StarComplaints, AboutWhereAPacketComesFrom) {
  const std::vector<std::pair<Arrival, std::string>> table = {
      {flood(3, 0, 2), "did not come from a neighbour"},
      {flood(4, 0, 2), "tree 2 of PE 0 comes here from PE 0"},
      {flood(0, 0, 3), "tree 3 of PE 0 comes here from PE 4"}};
  for (const auto& [arrival, why] : table) {
    Listener pe = broadcast_listener();
    pe.hear(arrival);
    EXPECT_TRUE(pe.has_only(why));
  }
}

TEST(StarComplaints, AboutWhatAHeadSays) {
  Arrival of_another = flood(0, 0, 2);
  of_another.message = 1;
  const std::vector<std::pair<Arrival, std::string>> table = {
      {head(FlitKind::kData, 0, route_header(2, {})), "expected flood packets only"},
      {flood(0, 0, 4), "there is no tree 4"},
      {of_another, "no packets of PE 1 should come here"},
      {flood(0, 2, 2), "there is no packet 2 in tree 2"}};
  for (const auto& [arrival, why] : table) {
    Listener pe = broadcast_listener();
    pe.hear(arrival);
    EXPECT_TRUE(pe.has_only(why));
  }
}

TEST(StarComplaints, AboutAPacketThatComesTwice) {
  Listener pe = broadcast_listener();
  pe.hear_packet(flood(0, 1, 2), 1);
  pe.hear_packet(flood(0, 1, 2), 1);
  EXPECT_TRUE(pe.has_only("packet 1 in tree 2 has come before"));
}

TEST(StarComplaints, AboutFlitsOutOfOrder) {
  Listener none = broadcast_listener();
  Arrival body = flood(0, 0, 2);
  body.index = 2;
  body.is_last = true;
  body.stream = 0;
  none.hear(body);
  EXPECT_TRUE(none.has_only("belongs to no packet"));

  Listener again = broadcast_listener();
  again.hear(flood(0, 0, 2));
  again.hear(flood(0, 1, 2));
  EXPECT_TRUE(again.has_only("the packet before it has not ended"));

  Listener other = broadcast_listener();
  other.hear_packet(flood(0, 0, 2), 1);
  EXPECT_TRUE(other.has_only("of packet 1 inside packet 0"));

  Listener mixed = broadcast_listener();
  mixed.hear(flood(0, 0, 2));
  body.message = 5;
  mixed.hear(body);
  EXPECT_TRUE(mixed.has_only("inside a packet of PE 0"));
}

TEST(StarComplaints, AboutTheEndOfAPacket) {
  Listener early = broadcast_listener();
  Arrival only = flood(0, 0, 2);
  only.is_last = true;
  early.hear(only);
  EXPECT_TRUE(early.has_only("not the end of a packet of 2 flits"));

  Listener skipped =
      Listener(make_star_pes(StarScheme::kBroadcast, star_settings(3, StarRule::kQ, 2, 2, 3), 0));
  skipped.hear(flood(0, 0, 2));
  Arrival third = flood(0, 0, 2);
  third.index = 3;
  third.is_last = true;
  skipped.hear(third);
  EXPECT_TRUE(skipped.has_only("expected flit 2"));
}

TEST(StarComplaints, AboutTheNumberOfARoutedPacket) {
  const Arrival routed = head(FlitKind::kData, 0, route_header(2, {}));
  Listener unknown = scatter_listener();
  unknown.hear_packet(routed, 2);
  EXPECT_TRUE(unknown.has_only("there is no packet 2 in tree 2"));

  Listener twice = scatter_listener();
  twice.hear_packet(routed, 1);
  twice.hear_packet(routed, 1);
  EXPECT_TRUE(twice.has_only("packet 1 in tree 2 has come before"));
}

TEST(StarComplaints, AboutAcknowledgements) {
  const auto acknowledgement = [](Node from, Step step) {
    return head(FlitKind::kData, from, delivered_acknowledgement(2), step);
  };
  // The group of PE 0 comes in step 1, cycle 2, and goes on to PE 4, which acknowledges after a
  // walk over itself and three others: in step 9, cycle 18.
  const Arrival group = head(FlitKind::kData, 0, 0);

  Listener unasked = acknowledged_listener();
  unasked.hear(acknowledgement(4, 18));
  EXPECT_TRUE(unasked.has_only("acknowledges what was not sent"));

  const std::vector<std::pair<Arrival, std::string>> table = {
      {acknowledgement(0, 18), "acknowledges what another PE was sent"},
      {acknowledgement(4, 16), "acknowledgement is due in cycle 18, lockstep is broken"}};
  for (const auto& [arrival, why] : table) {
    Listener pe = acknowledged_listener();
    pe.hear_packet(group, 0);
    pe.hear(arrival);
    EXPECT_TRUE(pe.has_only(why));
  }

  Listener right = acknowledged_listener();
  right.hear_packet(group, 0);
  right.hear(acknowledgement(4, 18));
  EXPECT_TRUE(right.complaints().empty()) << testing::PrintToString(right.complaints());
}

TEST(StarComplaints, AboutAcknowledgementsBehindATimeOut) {
  const auto acknowledgement = [](Node from, Step step) {
    return head(FlitKind::kData, from, delivered_acknowledgement(2), step);
  };
  const auto patient_listener = [](std::optional<Step> steps) {
    StarSettings settings = two_flits(1);
    settings.timeout = StarTimeout{steps};
    return Listener(make_star_pes(StarScheme::kAcknowledged, settings));
  };
  const Arrival group = head(FlitKind::kData, 0, 0);
  for (const std::optional<Step> steps : {std::optional<Step>(), {5}}) {
    Listener other = patient_listener(steps);
    other.hear_packet(group, 0);
    other.hear(acknowledgement(0, 18));
    EXPECT_TRUE(other.has_only("acknowledges what it was not sent"));

    Listener right = patient_listener(steps);
    right.hear_packet(group, 0);
    right.hear(acknowledgement(4, 18));
    EXPECT_TRUE(right.complaints().empty()) << testing::PrintToString(right.complaints());
  }

  // By a timetable it comes in its step; else when it comes.
  Listener timetabled = patient_listener(std::nullopt);
  timetabled.hear_packet(group, 0);
  timetabled.hear(acknowledgement(4, 16));
  EXPECT_TRUE(timetabled.has_only("acknowledgement is due in cycle 18, lockstep is broken"));
  Listener late = patient_listener(5);
  late.hear_packet(group, 0);
  late.hear(acknowledgement(4, 40));
  EXPECT_TRUE(late.complaints().empty()) << testing::PrintToString(late.complaints());
}

}  // namespace
}  // namespace flitwise::protocols::test
