#include "systemc/protocols/receiver_stall.h"

#include <sstream>
#include <stdexcept>

#include "systemc/protocols/torus/torus_traffic.h"

namespace flitwise::protocols {
namespace {

constexpr std::uint64_t kOtherStreams = 0x5354414C4C454421;  // any but what seeds are likely to be

}  // namespace

ReceiverStall::ReceiverStall(double probability, std::uint64_t seed)
    : below_(0), seed_(mixed(seed ^ kOtherStreams)) {
  if (!(probability >= 0 && probability < 1)) {
    std::ostringstream text;
    text << "the probability of a stall must be from 0 up to, and without, 1, got " << probability;
    throw std::invalid_argument(text.str());
  }
  below_ = static_cast<std::uint64_t>(probability * 0x1.0p53);
}

// Entry `step` of the SplitMix64 stream of a place.
bool ReceiverStall::stalls(Node node, std::uint32_t port, Step step) const {
  const std::uint64_t place = static_cast<std::uint64_t>(node) * kMostPorts + port;
  const std::uint64_t stream = mixed(seed_ + place);
  return mixed(stream + static_cast<std::uint64_t>(step) * kSplitMixStep) >> 11 < below_;
}

std::uint32_t ReceiverStall::stalled_ports(Node node, std::uint32_t ports, Step step) const {
  std::uint32_t stalled = 0;
  for (std::uint32_t port = 0; port < ports; ++port)
    stalled |= static_cast<std::uint32_t>(stalls(node, port, step)) << port;
  return stalled;
}

}  // namespace flitwise::protocols
