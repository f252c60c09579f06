// What is said of a rule of the wires that is broken.
#include <gtest/gtest.h>

#include "tb/kit/wire_breach.h"

namespace flitwise::kit::wire_breach_test {

struct Case {
  own::RouterDescription router;
  WireScene scene;
  std::optional<KitFlit> last;

  explicit Case(own::LinkProtocol link) {
    router.link = link;
    router.queue = 4;
    scene.router = &router;
    scene.port = kPlusX;
    scene.name_of = [](const FlitBits& bits) { return "flit " + std::to_string(bits[0]); };
    scene.last_left = [this](int) { return last; };
  }

  std::string said(int clause) const {
    const Breach breach = breach_on_wires(clause, scene);
    return std::to_string(breach.lane) + "|" + breach.text + "|" + breach.expected + "|" +
           breach.seen;
  }
};

TEST(BreachOnWires, SaysWhichOfferWasTakenBackOrChanged) {
  Case one(own::LinkProtocol::kReady);
  one.scene.out_before.valid = 2;
  one.scene.out_before.flit[0] = 7;
  EXPECT_EQ(one.said(kHold),
            "1|+x, lane 1: an offer is taken back|valid until ready takes flit 7|no valid");
  one.scene.out.valid = 1;
  EXPECT_EQ(one.said(kHold),
            "1|+x, lane 1: an offer is taken back|valid until ready takes flit 7|valid of lane 0");
  one.scene.out.valid = 2;
  one.scene.out.flit[0] = 8;
  EXPECT_EQ(one.said(kHold), "1|+x, lane 1: a flit changes before it is taken|flit 7|flit 8");
}

TEST(BreachOnWires, SaysWhichLanesAreValidAtOnce) {
  Case one(own::LinkProtocol::kReady);
  one.scene.out.valid = 5;
  EXPECT_EQ(one.said(kHold),
            "0|+x shows flits of several lanes at once|valid of one lane at most|valid of lanes 0 "
            "and 2");
}

TEST(BreachOnWires, SaysWhichCreditsAreInUse) {
  Case one(own::LinkProtocol::kCredit);
  one.scene.out.valid = 1;
  EXPECT_EQ(one.said(kHold),
            "0|+x, lane 0: a flit leaves without a credit|none: all 4 credits of the lane are in "
            "use|flit 0");
}

TEST(BreachOnWires, SaysWhoseCreditIsTooManyOrMissing) {
  Case one(own::LinkProtocol::kCredit);
  EXPECT_EQ(one.said(kCredits),
            "-1|+x: a credit is missing, and all flits have left|all credits home|fewer");
  one.scene.out.credit = 2;
  EXPECT_EQ(one.said(kCredits),
            "1|+x, lane 1: a credit is returned for no flit|a credit for each flit taken|one more");
}

TEST(BreachOnWires, SaysWhichFlitIsDueInsideAPacket) {
  Case one(own::LinkProtocol::kReady);
  one.scene.out.valid = 1;
  one.scene.out.flit[0] = 9;
  EXPECT_EQ(one.said(kWhole), "0|+x, lane 0: a flit that is no head follows no head|a head|flit 9");
  KitFlit last;
  last.packet = 3;
  last.length = 5;
  last.index = 1;
  one.last = last;
  EXPECT_EQ(one.said(kWhole),
            "0|+x, lane 0: a head stands inside another packet|flit 3 of 5 of packet 3|flit 9");
}

TEST(BreachOnWires, SaysWhatComesOutOfARouterThatIsEmpty) {
  Case one(own::LinkProtocol::kCredit);
  one.scene.out.valid = 1;
  EXPECT_EQ(one.said(kQuiet),
            "0|+x shows a flit though nothing is inside|no flit|on lane 0 flit 0");
  one.scene.out.valid = 0;
  one.scene.out.credit = 1;
  EXPECT_EQ(one.said(kQuiet),
            "0|+x returns a credit though nothing came in|no credit|one of lane 0");
}

}  // namespace flitwise::kit::wire_breach_test
