// hypercube_machine.cpp: addresses are labels, whose subtrees are intervals.
#include "hypercube_machine.h"

#include <flitwise/pe.h>

#include <cstdint>

namespace hypercube_flitwise {
namespace {

using flitwise::AddressBook;
using flitwise::AddressRange;
using flitwise::MultiportSite;
using flitwise::TreeSeat;

// Link k is that over dimension k.
MultiportSite site_of(const Cube& cube, Node v) {
  const auto label = static_cast<std::uint32_t>(cube.label(v));
  const int up = cube.dimension_up(v);
  MultiportSite site;
  for (int k = 0; k < cube.dimensions(); ++k) {
    const std::uint32_t bit = 1U << k;
    site.neighbours.push_back(cube.neighbour(v, k));
    site.down.push_back({k < up ? AddressRange{label + bit, label + 2 * bit} : AddressRange{}});
  }
  const bool is_root = v == cube.root();
  site.seats.push_back({label, is_root ? TreeSeat::kNoLink : static_cast<std::uint32_t>(up)});
  return site;
}

std::vector<MultiportSite> sites_of(const Cube& cube) {
  std::vector<MultiportSite> sites;
  for (Node v = 0; v < cube.nodes(); ++v) sites.push_back(site_of(cube, v));
  return sites;
}

AddressBook addresses_of(const Cube& cube) {
  std::vector<std::uint32_t> addresses;
  for (Node v = 0; v < cube.nodes(); ++v)
    addresses.push_back(static_cast<std::uint32_t>(cube.label(v)));
  return addresses;
}

}  // namespace

CubeMachine::CubeMachine(const Cube& cube)
    : sites_(sites_of(cube)), addresses_(addresses_of(cube)) {}

std::unique_ptr<flitwise::FlitCodec> CubeMachine::codec(Node pe) const {
  const std::vector<Node>& neighbours = sites_[flitwise::index_of(pe)].neighbours;
  return std::make_unique<flitwise::AddressCodec>(flitwise::PeLinks(pe, neighbours), addresses_);
}

std::unique_ptr<flitwise::Network> CubeMachine::build(const flitwise::Options& options,
                                                      flitwise::WaveRecorder* waves) {
  flitwise::NetworkConfig config;
  flitwise::set_common(options, waves, config);
  return flitwise::assemble_multiport(sites_, {0}, config);
}

}  // namespace hypercube_flitwise
