#include "systemc/protocols/receiver_stall.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <stdexcept>
#include <vector>

namespace flitwise::protocols {
namespace {

constexpr Step kSteps = 20'000;

int stalls_in(const ReceiverStall& stall, Node node, std::uint32_t port) {
  int stalls = 0;
  for (Step step = 1; step <= kSteps; ++step) stalls += stall.stalls(node, port, step) ? 1 : 0;
  return stalls;
}

TEST(ReceiverStall, HappensAsOftenAsAskedForAtEveryPort) {
  for (const double probability : {0.01, 0.1, 0.5, 0.9, 0.999}) {
    const ReceiverStall stall(probability, 3);
    const double sigma = std::sqrt(kSteps * probability * (1 - probability));
    for (Node node = 0; node < 20; ++node)
      for (std::uint32_t port = 0; port < 6; ++port)
        EXPECT_NEAR(stalls_in(stall, node, port), kSteps * probability, 5 * sigma)
            << node << " " << port;
  }
}

TEST(ReceiverStall, NeverHappensWithoutAProbability) {
  EXPECT_EQ(stalls_in(ReceiverStall(0, 3), 1, 2), 0);
}

// Of two independent ports both stall in a quarter of all steps, and of two steps in a row too.
TEST(ReceiverStall, IsIndependentOfPortNodeStepAndSeed) {
  const ReceiverStall stall(0.5, 3);
  const ReceiverStall other(0.5, 4);
  std::vector<int> both(5);
  for (Step step = 1; step <= kSteps; ++step) {
    if (!stall.stalls(7, 1, step)) continue;
    both[0] += stall.stalls(7, 2, step) ? 1 : 0;
    both[1] += stall.stalls(8, 1, step) ? 1 : 0;
    both[2] += stall.stalls(7, 1, step + 1) ? 1 : 0;
    both[3] += other.stalls(7, 1, step) ? 1 : 0;
    both[4] += stall.stalls(0, 7, step) ? 1 : 0;
  }
  const double sigma = std::sqrt(kSteps * 0.25 * 0.75);
  for (const int count : both) EXPECT_NEAR(count, 0.25 * kSteps, 5 * sigma);
}

TEST(ReceiverStall, IsAFunctionOfItsSeedAndPlace) {
  const ReceiverStall stall(0.3, 5);
  const ReceiverStall same(0.3, 5);
  for (Step step = 100; step > 0; --step)
    for (Node node = 0; node < 4; ++node) {
      const std::uint32_t ports = stall.stalled_ports(node, 8, step);
      EXPECT_EQ(ports, same.stalled_ports(node, 8, step));
      EXPECT_EQ(ports & 0b111U, same.stalled_ports(node, 3, step));
      for (std::uint32_t port = 0; port < 8; ++port)
        EXPECT_EQ((ports >> port & 1U) != 0, same.stalls(node, port, step));
    }
}

TEST(ReceiverStall, RefusesWhatIsNoProbabilityOrNeverEnds) {
  for (const double wrong : {-0.1, 1.0, 1.5, std::nan("")})
    EXPECT_THROW(ReceiverStall(wrong, 1), std::invalid_argument) << wrong;
}

}  // namespace
}  // namespace flitwise::protocols
