// Payloads on their way: what the target sees of them, what comes back, and that all are freed.
#include <flitwise/fabric.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/fabric/fabric_bench.h"

namespace flitwise::fabric_test {
namespace {

using testing::ElementsAre;

// Counts those that are alive, clones too.
struct Counted : tlm::tlm_extension<Counted> {
  explicit Counted(int& living) : alive(living) { ++alive; }
  ~Counted() override { --alive; }
  tlm_extension_base* clone() const override { return new Counted(alive); }
  void copy_from(const tlm_extension_base&) override {}

  int& alive;
};

// A target that answers with a status of its own, in time or at once.
struct Target : sc_core::sc_module {
  tlm_utils::simple_target_socket<Target> in{"in"};
  tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;
  sc_core::sc_time work = sc_core::SC_ZERO_TIME;
  std::function<void(Payload&)> look;

  explicit Target(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    in.register_b_transport(this, &Target::take);
  }
  void take(Payload& payload, sc_core::sc_time& delay) {
    if (look) look(payload);
    payload.set_response_status(status);
    delay += work;
  }
};

TEST(FabricPayload, ReachesItsTargetAsItWasMade) {
  Pair<Pe, Target> pair;
  Bytes data = pattern(20, 3);
  Bytes enables{TLM_BYTE_ENABLED, TLM_BYTE_DISABLED};
  int alive = 0;
  bool is_seen = false;
  pair.target.look = [&](Payload& payload) {
    is_seen = true;
    EXPECT_TRUE(payload.is_write());
    EXPECT_EQ(Bytes(payload.get_data_ptr(), payload.get_data_ptr() + payload.get_data_length()),
              pattern(20, 3));
    EXPECT_EQ(payload.get_streaming_width(), 5U);
    EXPECT_EQ(payload.get_byte_enable_length(), 2U);
    EXPECT_EQ(payload.get_byte_enable_ptr()[0], TLM_BYTE_ENABLED);
    EXPECT_EQ(payload.get_byte_enable_ptr()[1], TLM_BYTE_DISABLED);
    EXPECT_EQ(payload.get_response_status(), tlm::TLM_INCOMPLETE_RESPONSE);
    EXPECT_EQ(alive, 2);
    payload.set_dmi_allowed(true);
    // A copy: what the initiator does with its own meanwhile is not seen.
    EXPECT_NE(payload.get_data_ptr(), data.data());
  };
  pair.initiator.program = [&](Pe& pe) {
    Payload payload;
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(1);
    payload.set_data_ptr(data.data());
    payload.set_data_length(20);
    payload.set_streaming_width(5);
    payload.set_byte_enable_ptr(enables.data());
    payload.set_byte_enable_length(2);
    payload.set_extension(new Counted(alive));
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    pe.out->b_transport(payload, delay);
    EXPECT_TRUE(payload.is_response_ok());
    EXPECT_FALSE(payload.is_dmi_allowed()) << "a pointer would go past the network";
    EXPECT_EQ(payload.get_address(), 1U);
    EXPECT_EQ(alive, 1) << "the target's copy is not freed";
  };
  sc_core::sc_start();

  EXPECT_TRUE(is_seen);
  EXPECT_EQ(alive, 0);
}

TEST(FabricPayload, BringsBackWhatItsTargetAnswers) {
  Pair<Pe, Target> pair;
  pair.target.status = tlm::TLM_GENERIC_ERROR_RESPONSE;
  pair.initiator.program = [](Pe& pe) {
    EXPECT_EQ(pe.write(1, pattern(20, 1)), tlm::TLM_GENERIC_ERROR_RESPONSE);
    Bytes data(20);
    EXPECT_EQ(pe.ask(tlm::TLM_READ_COMMAND, 1, data), tlm::TLM_GENERIC_ERROR_RESPONSE);
  };
  sc_core::sc_start();

  ASSERT_EQ(pair.transfers.size(), 3U);
  EXPECT_TRUE(pair.transfers[2].is_answer);
  EXPECT_EQ(pair.transfers[2].flits, 1) << "there are no data to bring";
}

TEST(FabricPayload, IsOfOneTransactionAtATime) {
  Pair<Pe, Target> pair;
  Payload payload;
  Bytes data(20);
  payload.set_write();
  payload.set_address(1);
  payload.set_data_ptr(data.data());
  payload.set_data_length(20);
  const auto write = [&] {
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    pair.initiator.out->b_transport(payload, delay);
  };
  pair.initiator.program = [&](Pe&) {
    sc_core::sc_spawn(write);
    sc_core::sc_spawn(write);
  };

  EXPECT_EQ(error_of([] { sc_core::sc_start(); }),
            "flitwise/fabric: a request with the payload of one that has not ended");
}

TEST(FabricPayload, MustHaveAResponseFromItsTarget) {
  Pair<Pe, Target> pair;
  pair.target.status = tlm::TLM_INCOMPLETE_RESPONSE;
  pair.initiator.program = [](Pe& pe) { pe.write(1, pattern(20, 1)); };

  EXPECT_EQ(error_of([] { sc_core::sc_start(); }),
            "flitwise/fabric: the target of PE 1 has set no response to the write of 20 bytes from "
            "PE 0 to PE 1");
}

TEST(FabricPayload, IsTakenTheHintOfDmiWhereItIsRefused) {
  Pair<Pe, Target> pair;
  int refusals = 0;
  const auto refused = [&](Payload& payload) {
    EXPECT_EQ(payload.get_response_status(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_FALSE(payload.is_dmi_allowed());
    ++refusals;
  };
  pair.initiator.program = [&](Pe& pe) {
    Payload payload;
    payload.set_address(7);  // nothing is bound there
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    payload.set_dmi_allowed(true);
    pe.out->b_transport(payload, delay);
    refused(payload);
    payload.set_dmi_allowed(true);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    EXPECT_EQ(pe.out->nb_transport_fw(payload, phase, delay), tlm::TLM_COMPLETED);
    refused(payload);
  };
  sc_core::sc_start();

  EXPECT_EQ(refusals, 2);
}

// A target that answers within the call, before the clock edge of the step; from a time on that it
// annotates.
struct PromptTarget : sc_core::sc_module {
  tlm_utils::simple_target_socket<PromptTarget> in{"in"};
  sc_core::sc_time later = sc_core::SC_ZERO_TIME;

  explicit PromptTarget(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    in.register_nb_transport_fw(this, &PromptTarget::take);
  }
  tlm::tlm_sync_enum take(Payload& payload, tlm::tlm_phase&, sc_core::sc_time& delay) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay = later;
    return tlm::TLM_COMPLETED;
  }
};

TEST(FabricPayload, ComesBackAStepEarlierFromATargetThatAnswersWithinTheCall) {
  Pair<Pe, PromptTarget> pair;
  double end = 0;
  pair.initiator.program = [&](Pe& self) {
    Bytes data(8);
    EXPECT_EQ(self.ask(tlm::TLM_READ_COMMAND, 1, data), tlm::TLM_OK_RESPONSE);
    end = now_in_ns();
  };
  sc_core::sc_start();

  EXPECT_EQ(end, 5);  // there in step 3, back over a link in step 4
}

TEST(FabricPayload, EndsAtTheTimeThatItsTargetAnnotates) {
  Pair<Pe, PromptTarget> pair;
  pair.target.later = ns(7);
  double end = 0;
  pair.initiator.program = [&](Pe& self) {
    EXPECT_EQ(self.write(1, {1}), tlm::TLM_OK_RESPONSE);
    end = now_in_ns();
  };
  sc_core::sc_start();

  EXPECT_EQ(end, 3 + 7);
}

TEST(FabricPayload, WaitsAtABusyTargetInTheOrderOfArrival) {
  FabricConfig config;
  config.address_bits = 8;
  Pair<Pe, Target> pair(config);
  std::vector<std::uint64_t> seen;
  pair.target.work = ns(50);
  pair.target.look = [&](Payload& payload) { seen.push_back(payload.get_address()); };
  pair.initiator.program = [](Pe& pe) {
    for (std::uint64_t i = 0; i < 5; ++i)
      sc_core::sc_spawn([&pe, i] {
        sc_core::wait(ns(static_cast<double>(i)));
        pe.write(0x100 + i, {1});
      });
  };
  sc_core::sc_start();

  EXPECT_THAT(seen, ElementsAre(0, 1, 2, 3, 4));
}

// A memory manager that counts what comes back.
struct Pool : tlm::tlm_mm_interface {
  int freed = 0;
  void free(Payload*) override { ++freed; }
};

struct Initiator : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<Initiator> out{"out"};
  Pool pool;
  Payload payload{&pool};
  Bytes data = pattern(8, 1);
  int ended = 0;

  SC_HAS_PROCESS(Initiator);
  explicit Initiator(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    out.register_nb_transport_bw(this, &Initiator::back);
    SC_METHOD(begin);
  }
  void begin() {
    payload.acquire();
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(1);
    payload.set_data_ptr(data.data());
    payload.set_data_length(8);
    payload.set_streaming_width(8);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = ns(2);
    EXPECT_EQ(out->nb_transport_fw(payload, phase, delay), tlm::TLM_ACCEPTED);
    payload.release();  // the fabric holds it until it has ended
    EXPECT_EQ(pool.freed, 0);
  }
  tlm::tlm_sync_enum back(Payload&, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase == tlm::BEGIN_RESP) {
      EXPECT_EQ(pool.freed, 0);
      ++ended;
      phase = tlm::END_RESP;
      delay = ns(3);
      return tlm::TLM_UPDATED;
    }
    return tlm::TLM_ACCEPTED;
  }
};

TEST(FabricPayload, IsHeldFromItsRequestToTheEndOfItsResponse) {
  Pair<Initiator, Target> pair;
  sc_core::sc_start();

  EXPECT_EQ(pair.initiator.ended, 1);
  EXPECT_EQ(pair.initiator.pool.freed, 1);
  EXPECT_EQ(sc_core::sc_time_stamp(), ns(5 + 3));  // from 2, a flit over a link: 2 + 1 + 2
}

}  // namespace
}  // namespace flitwise::fabric_test
