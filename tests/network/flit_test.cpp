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
  EXPECT_EQ(numbers.at("LagWidth"), FlitFormat().lag());
  EXPECT_EQ(numbers.at("StreamWidth"), FlitFormat().stream());
  EXPECT_EQ(numbers.at("MostAddressWidth"), FlitFormat::kMostAddress);
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
  certify(fields, FlitFormat().largest_lag(), FlitFormat().largest_stream(), {});
  const LinkEvent event = to_event(3, 7, 2, pack(fields));

  EXPECT_EQ(event, (LinkEvent{3, 7, 2, FlitKind::kCertificate, 7, 1, 8191, 262143}));
}

// Of trees, by the width of addresses: 13 to 20.
class FlitOfWidth : public testing::TestWithParam<int> {
 protected:
  const FlitFormat format_ = format_of_addresses(std::int64_t{1} << GetParam());
};

TEST_P(FlitOfWidth, HasFieldsThatDoNotOverlapAndComeBackAtTheirLimits) {
  const auto with = [&](std::uint32_t destination, std::uint32_t tag, std::uint32_t payload) {
    return pack({FlitKind::kIdle, false, false, destination, tag, payload}, format_);
  };
  const RawFlit base = with(0, 0, 0);
  const RawFlit destination = with(format_.largest_address(), 0, 0) ^ base;
  const RawFlit tag = with(0, format_.largest_tag(), 0) ^ base;
  const RawFlit payload = with(0, 0, format_.largest_payload()) ^ base;
  EXPECT_EQ(destination + tag + payload, (RawFlit{1} << 57) - 1);

  for (const RawFlit flit : {base | destination, base | tag, base | payload}) {
    const FlitFields f = unpack(flit, format_);
    EXPECT_EQ(f.destination, (flit & destination) != 0 ? format_.largest_address() : 0U);
    EXPECT_EQ(f.tag, (flit & tag) != 0 ? format_.largest_tag() : 0U);
    EXPECT_EQ(f.payload, (flit & payload) != 0 ? format_.largest_payload() : 0U);
    EXPECT_FALSE(f.head || f.tail);
  }
}

TEST_P(FlitOfWidth, IsTheEventOfItsKindWithEveryValueAtItsLimits) {
  const auto last = static_cast<Node>(format_.largest_address());
  FlitFields fields;
  for (const std::uint32_t number : {1U, format_.largest_payload()})
    for (const FlitKind kind : {FlitKind::kData, FlitKind::kEnd}) {
      fields = {kind, number == 1, kind == FlitKind::kEnd, 0, format_.largest_tag(), number};
      EXPECT_EQ(to_tree_event(3, 1, 2, pack(fields, format_), format_),
                (LinkEvent{3, 1, 2, kind, last, number, 0, 0}));
    }
  // Their tag is the PE that gets them, or that sends the certificate.
  for (const std::int64_t value : {std::int64_t{0}, std::int64_t{1}, format_.largest_control()})
    for (const FlitKind kind : {FlitKind::kTap, FlitKind::kToken, FlitKind::kOrder}) {
      fields = {kind, true, true, format_.largest_address(), format_.largest_tag(), 0};
      say(fields, value, format_);
      EXPECT_EQ(said_by(fields, format_), value);
      EXPECT_EQ(to_tree_event(3, 5, last, pack(fields, format_), format_),
                (LinkEvent{3, 5, last, kind, last, 1, value, 0}));
      EXPECT_EQ(unpack(pack(fields, format_), format_).destination, format_.largest_address());
    }
  for (const std::int64_t lag : {std::int64_t{0}, format_.largest_lag()})
    for (const Flits stream : {Flits{0}, Flits{1}, format_.largest_stream()}) {
      fields = {FlitKind::kCertificate, true, true, 0, format_.largest_tag(), 0};
      certify(fields, lag, stream, format_);
      EXPECT_EQ(to_tree_event(3, last, 5, pack(fields, format_), format_),
                (LinkEvent{3, last, 5, FlitKind::kCertificate, last, 1, lag, stream}));
    }
}

TEST_P(FlitOfWidth, OfControlIsAboutThePeThatItsTagOrItsLinkNames) {
  const bool has_tag = GetParam() == 13;
  FlitFields fields;
  fields.tag = 77;
  for (const FlitKind kind : {FlitKind::kTap, FlitKind::kToken, FlitKind::kOrder}) {
    fields.kind = kind;
    EXPECT_EQ(message_of(5, 6, unpack(pack(fields, format_), format_), format_), has_tag ? 77 : 6);
  }
  fields.kind = FlitKind::kCertificate;
  EXPECT_EQ(message_of(5, 6, unpack(pack(fields, format_), format_), format_), has_tag ? 77 : 5);
  for (const FlitKind kind : {FlitKind::kData, FlitKind::kEnd}) {
    fields.kind = kind;
    EXPECT_EQ(message_of(5, 6, unpack(pack(fields, format_), format_), format_), 77);
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, FlitOfWidth, testing::Range(13, 21),
                         [](const auto& width) { return std::to_string(width.param); });

// Bits of flits that stand in traces and in tests of the RTL.
TEST(Flit, LiesWhereItHasAlwaysLainIn13BitsAndElsewhereInMore) {
  FlitFields data{FlitKind::kData, true, false, 0x1234, 0x0ABC, 0x12345678};
  EXPECT_EQ(pack(data), 0x8D23'455E'1234'5678U);
  EXPECT_EQ(pack(data, format_of_addresses(8192)), pack(data));
  FlitFields certificate{FlitKind::kCertificate, true, true, 0x0001, 0x0002, 0};
  certify(certificate, 3, 5, format_of_addresses(8192));
  EXPECT_EQ(certificate.tag, 2U);
  EXPECT_EQ(pack(certificate), 0xAE00'1001'0000'A003U);
  // {address 20, tag 20, payload 17}: a stream of 5 and a lag of 3 take the lower 37 bits.
  const FlitFormat widest = format_of_addresses(1 << 20);
  data = {FlitKind::kData, true, false, 0x81234, 0x90ABC, 0x15678};
  EXPECT_EQ(pack(data, widest), 0x8D02'4692'1579'5678U);
  certificate = {FlitKind::kCertificate, true, true, 0x00001, 0x00002, 0};
  certify(certificate, 3, 5, widest);
  EXPECT_EQ(pack(certificate, widest), 0xAE00'0020'000A'0003U);
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

  EXPECT_EQ(to_fat_tree_event(1, 0, 8, pack(fields), {}),
            (LinkEvent{1, 0, 8, FlitKind::kData, 5, 1, 6, 0}));

  const FlitFormat wide = format_of_addresses(1 << 20);
  fields.tag = 524'289;
  fields.destination = 1'048'575;
  EXPECT_EQ(to_fat_tree_event(1, 0, 8, pack(fields, wide), wide),
            (LinkEvent{1, 0, 8, FlitKind::kData, 524'289, 1, 1'048'575, 0}));
}

TEST(Flit, FloodsAndCopiesAreForWhateverLeafTheyReach) {
  FlitFields fields;
  fields.destination = 6;
  for (const FlitKind kind : {FlitKind::kFlood, FlitKind::kCopies}) {
    fields.kind = kind;
    EXPECT_TRUE(is_for(pack(fields), 3, {}));
  }
  for (const FlitKind kind : {FlitKind::kCombine, FlitKind::kResult}) {
    fields.kind = kind;
    EXPECT_FALSE(is_for(pack(fields), 6, {}));
  }
  fields.kind = FlitKind::kData;
  EXPECT_TRUE(is_for(pack(fields), 6, {}));
  EXPECT_FALSE(is_for(pack(fields), 3, {}));
}

}  // namespace
}  // namespace flitwise
