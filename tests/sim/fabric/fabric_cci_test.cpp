// Keys of networks as parameters of CCI, against a stand-in for CCI (cci_stand_in).
#include <flitwise/cci.h>
#include <flitwise/fabric.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/support/refusal.h"

namespace flitwise::fabric_cci_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

const std::vector<FabricKey> kKeys{{"network.kind", "torus"}, {"network.sides", {4, 4}}};

void preset(const std::string& name, const std::string& value) {
  cci::cci_get_broker().set_preset_cci_value(name, cci::cci_value(value));
}

struct Top : sc_core::sc_module {
  CciFabricParameters keys{"fabric", kKeys};
  Fabric fabric{"fabric", keys.network()};
  explicit Top(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}
};

TEST(CciFabricParameters, AreCalledAsTheFabricAndTheKeysAre) {
  const Top top("top");

  EXPECT_EQ(top.fabric.pes(), 16U);
  EXPECT_STREQ(top.fabric.name(), "top.fabric");
  EXPECT_THAT(cci::the_broker().parameters,
              ElementsAre(Pair("top.fabric.network.kind", "torus"),
                          Pair("top.fabric.network.sides", "[4, 4]")));
}

TEST(CciFabricParameters, AreReplacedByPresetsBeforeTheNetworkIsMade) {
  preset("top.fabric.network.sides", "[2, 3]");
  const Top top("top");

  EXPECT_EQ(top.fabric.pes(), 6U);
}

TEST(CciFabricParameters, AreThereOutsideOfModulesToo) {
  preset("fabric.network.sides", "[5]");
  const CciFabricParameters keys("fabric", kKeys);
  const Fabric fabric("fabric", keys.network());

  EXPECT_EQ(fabric.pes(), 5U);
}

TEST(CciFabricParameters, AreHeldAgainstTheRulesOfScenarios) {
  preset("fabric.network.sides", "[4, 65]");
  const CciFabricParameters keys("fabric", kKeys);

  EXPECT_THAT(test::refusal_of([&] { keys.network(); }),
              HasSubstr("'65' must be a whole number from 1 to 64"));
}

}  // namespace
}  // namespace flitwise::fabric_cci_test
