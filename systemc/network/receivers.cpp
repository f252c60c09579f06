#include "systemc/network/receivers.h"

#include <algorithm>
#include <utility>

namespace flitwise {

Receivers::Receivers(StalledPorts stalled, std::size_t nodes, std::uint32_t ports,
                     std::uint32_t hidden_edges, std::uint32_t out_stages)
    : stalled_(std::move(stalled)),
      ports_(ports),
      hidden_edges_(hidden_edges),
      out_stages_(out_stages) {
  if (!may_stall()) return;
  shut_.assign(nodes, (1U << ports) - 1);
  still_to_open_ = nodes;
}

void Receivers::drive(Node node, Step step, unsigned char* pins, std::size_t first) const {
  const std::uint32_t stalled = stalled_(node, step + 1 + out_stages_);
  for (std::uint32_t port = 0; port < ports_; ++port) {
    const std::size_t bit = first + port;
    const auto mask = static_cast<unsigned char>(1U << (bit % 8));
    const bool is_stalled = (stalled >> port & 1U) != 0;
    pins[bit / 8] =
        static_cast<unsigned char>(is_stalled ? pins[bit / 8] | mask : pins[bit / 8] & ~mask);
  }
}

// While nothing moves nothing that can be seen changes in any router, so that one free edge is as
// good as another.
void Receivers::note_edge(Step step, bool has_moved) {
  if (has_moved)
    note_motion();
  else
    note_rest(step);
}

void Receivers::note_motion() {
  if (rest_edges_ > 0) std::fill(shut_.begin(), shut_.end(), (1U << ports_) - 1);
  rest_edges_ = 0;
  still_edges_ = 0;
  open_edges_ = 0;
  still_to_open_ = shut_.size();
}

void Receivers::note_rest(Step step) {
  ++rest_edges_;
  ++still_edges_;
  if (still_to_open_ == 0) {
    ++open_edges_;
  } else if (rest_edges_ + out_stages_ > hidden_edges_) {
    still_to_open_ = 0;
    for (std::size_t node = 0; node < shut_.size(); ++node) {
      shut_[node] &= stalled_(static_cast<Node>(node), step + 1 + out_stages_);
      still_to_open_ += shut_[node] != 0 ? 1 : 0;
    }
  }
}

}  // namespace flitwise
