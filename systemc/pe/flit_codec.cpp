// flit_codec.cpp: which port leads where.
#include "systemc/pe/flit_codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace flitwise {

std::uint32_t PeLinks::port_to(Node neighbour) const {
  if (neighbour == kNoNode) return 0;
  const auto found = std::find(neighbours_.begin(), neighbours_.end(), neighbour);
  if (found == neighbours_.end())
    throw std::logic_error(fmt::format("PE {} has no port to PE {}", self_, neighbour));
  return static_cast<std::uint32_t>(found - neighbours_.begin());
}

std::uint32_t PeLinks::port_of(const protocols::Transmission& transmission) const {
  const bool has_port = transmission.port != protocols::Transmission::kViaDecides;
  return has_port ? transmission.port : port_to(transmission.via);
}

}  // namespace flitwise
