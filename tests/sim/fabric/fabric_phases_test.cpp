// Exclusion rules of the base protocol: one request at a target, one response at an initiator.
#include <flitwise/fabric.h>
#include <flitwise/fabric_monitor.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/fabric/fabric_bench.h"

namespace flitwise::fabric_test {
namespace {

using testing::ElementsAre;

// Takes 20 ns for a request, ends it, and responds 5 ns later.
struct UnhurriedTarget : sc_core::sc_module {
  tlm_utils::simple_target_socket<UnhurriedTarget> in{"in"};
  std::vector<double> requests;
  bool is_requested = false;
  int ends = 1;  // of a request

  explicit UnhurriedTarget(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    in.register_nb_transport_fw(this, &UnhurriedTarget::take);
  }
  tlm::tlm_sync_enum take(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
    if (phase != tlm::BEGIN_REQ) return tlm::TLM_COMPLETED;
    EXPECT_FALSE(is_requested) << "a request before the end of the one before";
    is_requested = true;
    requests.push_back(now_in_ns());
    payload.acquire();
    sc_core::sc_spawn([this, &payload] {
      sc_core::wait(ns(20));
      is_requested = false;
      for (int i = 0; i < ends; ++i) send(payload, tlm::END_REQ);
      sc_core::wait(ns(5));
      payload.set_response_status(tlm::TLM_OK_RESPONSE);
      send(payload, tlm::BEGIN_RESP);
      payload.release();
    });
    return tlm::TLM_ACCEPTED;
  }
  void send(Payload& payload, tlm::tlm_phase phase) {
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    in->nb_transport_bw(payload, phase, delay);
  }
};

// Sends three writes as soon as it may and takes 15 ns to end each response.
struct UnhurriedInitiator : NonBlocking {
  bool is_responded = false;

  explicit UnhurriedInitiator(const sc_core::sc_module_name& name) : NonBlocking(name) {
    addresses = {1, 1, 1};
    on_response = [this](Payload& payload, tlm::tlm_phase&) {
      EXPECT_FALSE(is_responded) << "a response before the end of the one before";
      is_responded = true;
      sc_core::sc_spawn([this, &payload] {
        sc_core::wait(ns(15));
        is_responded = false;
        EXPECT_EQ(send(payload, tlm::END_RESP), tlm::TLM_COMPLETED);
      });
      return tlm::TLM_ACCEPTED;
    };
  }
};

TEST(FabricPhases, GiveATargetOneRequestAtATime) {
  Pair<UnhurriedInitiator, UnhurriedTarget> pair;
  sc_core::sc_start();

  EXPECT_THAT(pair.target.requests, ElementsAre(3, 23, 43));
  EXPECT_THAT(pair.initiator.ended, ElementsAre(28, 48, 68));
}

TEST(FabricPhases, ReportATargetThatEndsARequestTwice) {
  Pair<UnhurriedInitiator, UnhurriedTarget> pair;
  pair.target.ends = 2;

  EXPECT_EQ(error_of([] { sc_core::sc_start(); }),
            "flitwise/fabric: a target ended a request that it had ended before");
}

TEST(FabricPhases, GiveAnInitiatorOneResponseAtATime) {
  Pair<UnhurriedInitiator, Pe> pair;
  sc_core::sc_start();

  // The writes have come in steps 3, 4 and 5.
  EXPECT_THAT(pair.initiator.ended, ElementsAre(3, 18, 33));
}

TEST(FabricPhases, NameAnInitiatorThatDoesNotEndItsResponses) {
  Pair<NonBlocking, Pe> pair;
  pair.initiator.addresses = {1, 1, 1};
  pair.initiator.on_response = [](Payload&, tlm::tlm_phase&) { return tlm::TLM_ACCEPTED; };
  sc_core::sc_start();

  EXPECT_THAT(pair.initiator.ended, ElementsAre(3));
  const FabricVerdict verdict = pair.monitor.verdict();
  EXPECT_EQ(verdict.exit_status, 3);
  EXPECT_EQ(verdict.pending, 3);
  EXPECT_THAT(verdict.messages,
              ElementsAre("PE 0 has not sent the END_RESP of a response; 2 wait behind it"));
}

const char* const kWrongAnswer =
    "flitwise/fabric: an initiator answered a phase as none of the base protocol does";

TEST(FabricPhases, ReportAnInitiatorThatAnswersAResponseWithAPhaseOfItsOwn) {
  Pair<NonBlocking, Pe> pair;
  pair.initiator.addresses = {1};
  pair.initiator.on_response = [](Payload&, tlm::tlm_phase& phase) {
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  };

  EXPECT_EQ(error_of([] { sc_core::sc_start(); }), kWrongAnswer);
}

TEST(FabricPhases, ReportAnInitiatorThatAnswersTheEndOfItsRequest) {
  Pair<NonBlocking, Pe> pair;
  pair.initiator.addresses = {1};
  pair.initiator.on_end_request = [](tlm::tlm_phase& phase) {
    phase = tlm::END_RESP;
    return tlm::TLM_UPDATED;
  };

  EXPECT_EQ(error_of([] { sc_core::sc_start(); }), kWrongAnswer);
}

}  // namespace
}  // namespace flitwise::fabric_test
