#include "systemc/network/flit.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "systemc/network/collective/combine_flit.h"
#include "systemc/network/fat_tree/fat_tree_routers.h"
#include "systemc/protocols/pe_protocol.h"

namespace flitwise {
namespace {

// Numbers that `rtl/noc_pkg.sv` gives to names, one a line: "Name = 13;", "Name = 4'd2,".
std::map<std::string, int> numbers_in_package() {
  std::ifstream file(FLITWISE_SOURCE_DIR "/rtl/noc_pkg.sv");
  std::map<std::string, int> numbers;
  for (std::string line; std::getline(file, line);) {
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos) continue;
    std::istringstream words(line.substr(0, equals));
    std::string name;
    for (std::string word; words >> word;) name = word;
    const std::size_t sized = line.find("'d", equals);
    const std::size_t number =
        line.find_first_of("0123456789", sized == std::string::npos ? equals : sized);
    if (number != std::string::npos && line.find_first_not_of(" ", equals + 1) <= number)
      numbers[name] = std::atoi(line.c_str() + number);
  }
  return numbers;
}

TEST(Flit, HasTheWidthsOfTheRtl) {
  auto numbers = numbers_in_package();

  EXPECT_EQ(numbers.at("AddressWidth"), kAddressBits);
  EXPECT_EQ(numbers.at("TagWidth"), 13);
  EXPECT_EQ(numbers.at("KindWidth"), 4);
  EXPECT_EQ(numbers.at("LagWidth") + numbers.at("StreamWidth"), kPayloadBits);
  EXPECT_EQ(numbers.at("LagWidth"), kLagBits);
  EXPECT_EQ(numbers.at("StreamWidth"), kStreamBits);
}

TEST(Flit, HasTheKindsOfTheRtl) {
  auto numbers = numbers_in_package();

  EXPECT_EQ(numbers.at("Idle"), static_cast<int>(FlitKind::kIdle));
  EXPECT_EQ(numbers.at("Data"), static_cast<int>(FlitKind::kData));
  EXPECT_EQ(numbers.at("End"), static_cast<int>(FlitKind::kEnd));
  EXPECT_EQ(numbers.at("Tap"), static_cast<int>(FlitKind::kTap));
  EXPECT_EQ(numbers.at("Token"), static_cast<int>(FlitKind::kToken));
  EXPECT_EQ(numbers.at("Certificate"), static_cast<int>(FlitKind::kCertificate));
  EXPECT_EQ(numbers.at("Order"), static_cast<int>(FlitKind::kOrder));
  EXPECT_EQ(numbers.at("Flood"), static_cast<int>(FlitKind::kFlood));
  EXPECT_EQ(numbers.at("Copies"), static_cast<int>(FlitKind::kCopies));
  EXPECT_EQ(numbers.at("Combine"), static_cast<int>(FlitKind::kCombine));
  EXPECT_EQ(numbers.at("Result"), static_cast<int>(FlitKind::kResult));
  EXPECT_EQ(numbers.at("Merge"), static_cast<int>(FlitKind::kMerge));
}

TEST(Flit, ViolationsHaveTheBitsOfTheRtl) {
  auto numbers = numbers_in_package();

  EXPECT_EQ(numbers.at("Collision"), static_cast<int>(ViolationKind::kCollision));
  EXPECT_EQ(numbers.at("SecondSend"), static_cast<int>(ViolationKind::kSecondSend));
  EXPECT_EQ(numbers.at("SecondReceive"), static_cast<int>(ViolationKind::kSecondReceive));
  EXPECT_EQ(numbers.at("NoRoute"), static_cast<int>(ViolationKind::kNoRoute));
  EXPECT_EQ(numbers.at("BrokenWorm"), static_cast<int>(ViolationKind::kBrokenWorm));
  EXPECT_EQ(numbers.at("Waited"), static_cast<int>(ViolationKind::kWaited));
  EXPECT_EQ(numbers.at("Overflow"), static_cast<int>(ViolationKind::kOverflow));
  EXPECT_EQ(numbers.at("Mismatch"), static_cast<int>(ViolationKind::kMismatch));
  EXPECT_EQ(numbers.at("UpFirst"), static_cast<int>(InputPolicy::kUpFirst));
  EXPECT_EQ(numbers.at("LocalFirst"), static_cast<int>(InputPolicy::kLocalFirst));
  EXPECT_EQ(numbers.at("RoundRobin"), static_cast<int>(InputPolicy::kRoundRobin));
  EXPECT_EQ(numbers.at("RandomOrder"), static_cast<int>(InputPolicy::kRandom));
}

TEST(Flit, StatesOfPesHaveTheNumbersThatWavesShow) {
  using protocols::PeState;
  auto numbers = numbers_in_package();

  EXPECT_EQ(numbers.at("Dormant"), static_cast<int>(PeState::kDormant));
  EXPECT_EQ(numbers.at("Polling"), static_cast<int>(PeState::kPolling));
  EXPECT_EQ(numbers.at("Certified"), static_cast<int>(PeState::kCertified));
  EXPECT_EQ(numbers.at("Scheduled"), static_cast<int>(PeState::kScheduled));
  EXPECT_EQ(numbers.at("Relaying"), static_cast<int>(PeState::kRelaying));
  EXPECT_EQ(numbers.at("Dispatching"), static_cast<int>(PeState::kDispatching));
  EXPECT_EQ(numbers.at("Collecting"), static_cast<int>(PeState::kCollecting));
  EXPECT_EQ(numbers.at("Done"), static_cast<int>(PeState::kDone));
}

TEST(Flit, KeepsEveryFieldAtItsLargestValue) {
  FlitFields fields;
  fields.kind = FlitKind::kOrder;
  fields.head = true;
  fields.tail = true;
  fields.destination = 0x1FFF;
  fields.tag = 0x1FFF;
  fields.payload = 0x7FFFFFFF;
  const FlitFields back = unpack(pack(fields));

  EXPECT_EQ(back.kind, FlitKind::kOrder);
  EXPECT_TRUE(back.head);
  EXPECT_TRUE(back.tail);
  EXPECT_EQ(back.destination, 0x1FFFU);
  EXPECT_EQ(back.tag, 0x1FFFU);
  EXPECT_EQ(back.payload, 0x7FFFFFFFU);
}

TEST(Flit, FieldsDoNotOverlap) {
  FlitFields only;
  only.kind = FlitKind::kIdle;
  const RawFlit base = pack(only);
  FlitFields f = only;
  f.kind = static_cast<FlitKind>(0xF);
  const RawFlit kind = pack(f) ^ base;
  f = only;
  f.head = true;
  const RawFlit head = pack(f) ^ base;
  f = only;
  f.tail = true;
  const RawFlit tail = pack(f) ^ base;
  f = only;
  f.destination = 0x1FFF;
  const RawFlit destination = pack(f) ^ base;
  f = only;
  f.tag = 0x1FFF;
  const RawFlit tag = pack(f) ^ base;
  f = only;
  f.payload = 0x7FFFFFFF;
  const RawFlit payload = pack(f) ^ base;

  EXPECT_EQ(base + kind + head + tail + destination + tag + payload, ~RawFlit{0});
}

TEST(Flit, AnEmptyLaneIsNoFlit) {
  EXPECT_FALSE(is_valid(0));
  EXPECT_TRUE(is_valid(pack({})));
}

TEST(Flit, ACertificateCarriesLagAndStreamAtTheirLimits) {
  FlitFields fields;
  fields.kind = FlitKind::kCertificate;
  fields.tag = 7;
  fields.payload = certificate_payload(kMaxLag, kMaxStream);
  const LinkEvent event = to_event(3, 7, 2, pack(fields));

  EXPECT_EQ(event, (LinkEvent{3, 7, 2, FlitKind::kCertificate, 7, 1, 8191, 262143}));
}

TEST(Flit, ADataFlitCarriesItsNumberAndAnOrderItsValue) {
  FlitFields fields;
  fields.kind = FlitKind::kData;
  fields.tag = 5;
  fields.payload = 12;

  EXPECT_EQ(to_event(1, 0, 1, pack(fields)), (LinkEvent{1, 0, 1, FlitKind::kData, 5, 12, 0, 0}));
  fields.kind = FlitKind::kOrder;
  EXPECT_EQ(to_event(1, 0, 1, pack(fields)), (LinkEvent{1, 0, 1, FlitKind::kOrder, 5, 1, 12, 0}));
}

TEST(Flit, FloodsAndCopiesCountTheirFlitsAndCopiesShowTheirDigits) {
  FlitFields fields;
  fields.kind = FlitKind::kCopies;
  fields.tag = 5;
  fields.destination = 0b101;
  fields.payload = 2;

  EXPECT_EQ(to_event(1, 0, 1, pack(fields)), (LinkEvent{1, 0, 1, FlitKind::kCopies, 5, 2, 5, 0}));
  fields.kind = FlitKind::kFlood;
  fields.destination = 0;
  EXPECT_EQ(to_event(1, 0, 1, pack(fields)), (LinkEvent{1, 0, 1, FlitKind::kFlood, 5, 2, 0, 0}));
  EXPECT_STREQ(name_of(FlitKind::kFlood), "flood");
  EXPECT_STREQ(name_of(FlitKind::kCopies), "copies");
}

TEST(Flit, OperandsAndResultsShowTreeWordAndItsNumber) {
  const RawFlit operand = to_raw(CombineFlit{FlitKind::kCombine, CombineOp::kXor, 3, 8191, 77});
  const RawFlit result = to_raw(CombineFlit{FlitKind::kResult, CombineOp::kMax, 15, 0, 0x7fffffff});

  EXPECT_EQ(unpack(operand).destination, 0b101'0011U);
  EXPECT_EQ(to_event(1, 0, 1, operand), (LinkEvent{1, 0, 1, FlitKind::kCombine, 3, 8192, 77, 0}));
  EXPECT_EQ(to_event(2, 1, 0, result),
            (LinkEvent{2, 1, 0, FlitKind::kResult, 15, 1, 0x7fffffff, 0}));
  EXPECT_EQ(combine_flit(operand).op, CombineOp::kXor);
  EXPECT_EQ(combine_flit(result).op, CombineOp::kMax);
  EXPECT_STREQ(name_of(FlitKind::kCombine), "combine");
  EXPECT_STREQ(name_of(FlitKind::kResult), "result");
}

TEST(Flit, FlitsThatMergeShowTheirLeafWordAndItsNumber) {
  const RawFlit flit = to_raw(MergeFlit{CombineOp::kMin, 8191, 1023, 5});

  EXPECT_EQ(unpack(flit).tag, 0b001'11'1111'1111U);
  EXPECT_EQ(to_event(1, 0, 1, flit), (LinkEvent{1, 0, 1, FlitKind::kMerge, 8191, 1024, 5, 0}));
  EXPECT_EQ(merge_flit(flit).op, CombineOp::kMin);
  EXPECT_EQ(merge_flit(flit).number, 1023U);
  EXPECT_STREQ(name_of(FlitKind::kMerge), "merge");
}

TEST(Flit, DataInAFatTreeShowTheirDestination) {
  FlitFields fields;
  fields.kind = FlitKind::kData;
  fields.tag = 5;
  fields.destination = 6;
  fields.payload = 1;

  EXPECT_EQ(to_fat_tree_event(1, 0, 8, pack(fields)),
            (LinkEvent{1, 0, 8, FlitKind::kData, 5, 1, 6, 0}));
}

TEST(Flit, FloodsAndCopiesAreForWhateverLeafTheyReach) {
  FlitFields fields;
  fields.destination = 6;
  for (const FlitKind kind : {FlitKind::kFlood, FlitKind::kCopies}) {
    fields.kind = kind;
    EXPECT_TRUE(is_for(pack(fields), 3));
  }
  for (const FlitKind kind : {FlitKind::kCombine, FlitKind::kResult}) {
    fields.kind = kind;
    EXPECT_FALSE(is_for(pack(fields), 6));
  }
  fields.kind = FlitKind::kData;
  EXPECT_TRUE(is_for(pack(fields), 6));
  EXPECT_FALSE(is_for(pack(fields), 3));
}

}  // namespace
}  // namespace flitwise
