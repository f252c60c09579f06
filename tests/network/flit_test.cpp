#include "systemc/network/flit.h"

#include <gtest/gtest.h>

namespace flitwise {
namespace {

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

}  // namespace
}  // namespace flitwise
