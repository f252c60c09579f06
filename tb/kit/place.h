// place.h: the ports of a router of a 2-D mesh or torus, and where dimension order leads.
#ifndef FLITWISE_TB_KIT_PLACE_H_
#define FLITWISE_TB_KIT_PLACE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/network/own/router_description.h"
#include "systemc/topology/torus/torus_latency.h"

namespace flitwise::kit {

inline constexpr int kPorts = 5;
inline constexpr int kPe = 0;
inline constexpr int kPlusX = 1;
inline constexpr int kMinusX = 2;
inline constexpr int kPlusY = 3;
inline constexpr int kMinusY = 4;

/// "PE", "+x", "-x", "+y", "-y".
const char* port_name(int port);
/// The same of a router of a family; of trees "PE", "parent", "child 0", ...
std::string port_name(own::Family family, int port);
/// The port of a neighbour that a link from `port` leads to; the PE's is its own.
int opposite(int port);

struct Place {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  bool operator==(const Place& other) const { return x == other.x && y == other.y; }
  bool operator<(const Place& other) const { return x != other.x ? x < other.x : y < other.y; }
};

/// "(3, 4)".
std::string text_of(Place place);
/// The same of a family; of trees, whose places have their numbers in x, "PE 3".
std::string text_of(own::Family family, Place place);

using Passage = RouterPassage;
inline constexpr int kPassages = 4;
/// "straight", "turn", "inject", "eject".
const char* name_of(Passage passage);
/// Errors: none; PE to PE counts as eject.
Passage passage_of(int in, int out);

/// A mesh with places (0, 0) to (side_x - 1, side_y - 1) and dimension-order routing, or a torus,
/// whose ways are the shorter ones, of two as long +.
struct Mesh {
  std::uint32_t side_x = 8;
  std::uint32_t side_y = 8;
  bool y_first = false;
  bool wraps = false;  ///< a torus

  /// The port by which a flit for `to` must leave the router at `at`.
  int way(Place at, Place to) const;
  /// Whether the port of the router at `at` has a neighbour; the PE's always has.
  bool has_port(Place at, int port) const;
  /// Errors: none; empty where there is no neighbour.
  std::optional<Place> neighbour(Place at, int port) const;
  /// Whether the link from the port is the one that closes its ring.
  bool crosses_dateline(Place at, int port) const;
  /// Signed hops from one place to another along x, and along y.
  int hops_x(Place from, Place to) const;
  int hops_y(Place from, Place to) const;
  /// Whether a flit for `to` can come in by `in` at `at` after the rules of the order. PEs send
  /// nothing to themselves, and nothing turns back.
  bool may_come(Place at, int in, Place to) const;
  /// All destinations of flits that come in by `in`, in order of x, then y.
  std::vector<Place> destinations(Place at, int in) const;
  /// The nearest of them that leaves by `out`; empty where the order forbids the pair.
  std::optional<Place> destination(Place at, int in, int out) const;
};

}  // namespace flitwise::kit

#endif  // FLITWISE_TB_KIT_PLACE_H_
