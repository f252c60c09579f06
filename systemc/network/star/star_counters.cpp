#include "systemc/network/star/star_counters.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace flitwise {
namespace {

template <class Count>
Count load(const unsigned char* bytes) {
  Count count = 0;
  std::memcpy(&count, bytes, sizeof count);
  return count;
}

// Of all routers, for one of their 32-bit counters.
std::int64_t sum_of(const std::vector<StarCounterPins>& pins,
                    const unsigned char* StarCounterPins::*counter) {
  std::int64_t sum = 0;
  for (const StarCounterPins& at : pins) sum += load<std::uint32_t>(at.*counter);
  return sum;
}

}  // namespace

StarCounters::StarCounters(std::vector<StarCounterPins> pins, int ports,
                           std::shared_ptr<const std::int64_t> bit_errors)
    : pins_(std::move(pins)), ports_(ports), bit_errors_(std::move(bit_errors)) {}

std::uint32_t StarCounters::max_stored(Node node, int port) const {
  return load<std::uint16_t>(pins_[static_cast<std::size_t>(node)].max_stored +
                             sizeof(std::uint16_t) * static_cast<std::size_t>(port));
}

std::uint32_t StarCounters::max_stored() const {
  std::uint32_t most = 0;
  for (Node v = 0; v < static_cast<Node>(pins_.size()); ++v)
    for (int port = 0; port < ports_; ++port) most = std::max(most, max_stored(v, port));
  return most;
}

std::uint32_t StarCounters::crc_errors(Node node) const {
  return load<std::uint32_t>(pins_[static_cast<std::size_t>(node)].crc_errors);
}

std::int64_t StarCounters::crc_errors() const {
  return sum_of(pins_, &StarCounterPins::crc_errors);
}

std::uint32_t StarCounters::misdirected(Node node) const {
  return load<std::uint32_t>(pins_[static_cast<std::size_t>(node)].misdirected);
}

std::int64_t StarCounters::misdirected() const {
  return sum_of(pins_, &StarCounterPins::misdirected);
}

}  // namespace flitwise
