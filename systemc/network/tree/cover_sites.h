// cover_sites.h: the routers of a grid that several trees cover.
#ifndef FLITWISE_SYSTEMC_NETWORK_TREE_COVER_SITES_H_
#define FLITWISE_SYSTEMC_NETWORK_TREE_COVER_SITES_H_

#include <cstdint>
#include <vector>

#include "systemc/network/address_book.h"
#include "systemc/network/tree/multiport_routers.h"
#include "systemc/topology/cover/cover.h"

namespace flitwise {

/// First address of each tree: those of one tree follow those of the one before. Two trees of
/// Graph::kMostNodes nodes, or four of half as many, fill the destination field of a flit exactly.
std::vector<std::uint32_t> first_addresses(const Cover& cover);

/// Addresses that all trees take together.
std::int64_t address_count(const Cover& cover);

/// Addresses of all nodes in all trees: within a tree in depth-first order.
AddressBook cover_addresses(const Cover& cover);

/// One node per node of the grid, whose links 0 to 3 lead north, south, west and east; at the
/// border of a mesh some are not there.
std::vector<MultiportSite> multiport_sites(const Cover& cover);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_TREE_COVER_SITES_H_
