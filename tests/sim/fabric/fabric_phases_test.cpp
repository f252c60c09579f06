// Exclusion rules of the base protocol: one request at a target, one response at an initiator.
#include <flitwise/fabric.h>
#include <flitwise/fabric_monitor.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

#include "tests/sim/fabric/fabric_bench.h"

namespace flitwise::fabric_test {
namespace {

using testing::ElementsAre;

// Takes 20 ns for a request, ends it, and responds 5 ns later.
struct UnhurriedTarget : sc_core::sc_module {
  tlm_utils::simple_target_socket<UnhurriedTarget> in{"in"};
  std::vector<double> requests;
  bool is_requested = false;

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
      send(payload, tlm::END_REQ);
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

// Sends writes as soon as it may and takes 15 ns to end each response.
struct UnhurriedInitiator : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<UnhurriedInitiator> out{"out"};
  std::size_t writes = 0;
  bool ends_responses = true;
  bool is_responded = false;
  std::vector<double> responses;

  SC_HAS_PROCESS(UnhurriedInitiator);
  explicit UnhurriedInitiator(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    out.register_nb_transport_bw(this, &UnhurriedInitiator::back);
    SC_METHOD(next);
  }
  void next() {
    if (payloads_.size() == writes) return;
    Payload& payload = payloads_.emplace_back();
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(1);
    payload.set_data_ptr(data_.data());
    payload.set_data_length(8);
    payload.set_streaming_width(8);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    EXPECT_EQ(out->nb_transport_fw(payload, phase, delay), tlm::TLM_ACCEPTED);
  }
  tlm::tlm_sync_enum back(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
    if (phase == tlm::END_REQ) {
      next();
      return tlm::TLM_ACCEPTED;
    }
    EXPECT_FALSE(is_responded) << "a response before the end of the one before";
    is_responded = true;
    responses.push_back(now_in_ns());
    if (!ends_responses) return tlm::TLM_ACCEPTED;
    sc_core::sc_spawn([this, &payload] {
      sc_core::wait(ns(15));
      is_responded = false;
      tlm::tlm_phase end = tlm::END_RESP;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      EXPECT_EQ(out->nb_transport_fw(payload, end, delay), tlm::TLM_COMPLETED);
    });
    return tlm::TLM_ACCEPTED;
  }

 private:
  std::deque<Payload> payloads_;
  Bytes data_ = Bytes(8);
};

TEST(FabricPhases, GiveATargetOneRequestAtATime) {
  Fabric fabric("fabric", FabricNetwork::from_text(kTorus));
  UnhurriedInitiator initiator("initiator");
  UnhurriedTarget target("target");
  initiator.out.bind(fabric.from_pe[0]);
  fabric.to_pe[1].bind(target.in);
  initiator.writes = 3;
  sc_core::sc_start();

  EXPECT_THAT(target.requests, ElementsAre(3, 23, 43));
  EXPECT_THAT(initiator.responses, ElementsAre(28, 48, 68));
}

TEST(FabricPhases, GiveAnInitiatorOneResponseAtATime) {
  Fabric fabric("fabric", FabricNetwork::from_text(kTorus));
  UnhurriedInitiator initiator("initiator");
  Pe target("target");
  initiator.out.bind(fabric.from_pe[0]);
  fabric.to_pe[1].bind(target.in);
  target.out.bind(fabric.from_pe[1]);
  initiator.writes = 3;
  sc_core::sc_start();

  // The writes have come in steps 3, 4 and 5.
  EXPECT_THAT(initiator.responses, ElementsAre(3, 18, 33));
}

TEST(FabricPhases, NameAnInitiatorThatDoesNotEndItsResponses) {
  Fabric fabric("fabric", FabricNetwork::from_text(kTorus));
  FabricMonitor monitor(fabric);
  UnhurriedInitiator initiator("initiator");
  Pe target("target");
  initiator.out.bind(fabric.from_pe[0]);
  fabric.to_pe[1].bind(target.in);
  target.out.bind(fabric.from_pe[1]);
  initiator.writes = 3;
  initiator.ends_responses = false;
  sc_core::sc_start();

  EXPECT_THAT(initiator.responses, ElementsAre(3));
  const FabricVerdict verdict = monitor.verdict();
  EXPECT_EQ(verdict.exit_status, 3);
  EXPECT_EQ(verdict.pending, 3);
  EXPECT_THAT(verdict.messages,
              ElementsAre("PE 0 has not sent the END_RESP of a response; 2 wait behind it"));
}

}  // namespace
}  // namespace flitwise::fabric_test
