#include "tb/kit/place.h"

#include <fmt/format.h>

#include <cstdlib>

namespace flitwise::kit {
namespace {

int along(int hops, int plus, int minus) {
  if (hops > 0) return plus;
  return hops < 0 ? minus : kPe;
}

// Round a ring the shorter way, of two as long +.
int hops_along(std::uint32_t from, std::uint32_t to, std::uint32_t side, bool wraps) {
  const int hops = static_cast<int>(to) - static_cast<int>(from);
  if (!wraps) return hops;
  const auto ring = static_cast<int>(side);
  const int ahead = (hops + ring) % ring;
  return 2 * ahead <= ring ? ahead : ahead - ring;
}

}  // namespace

const char* port_name(int port) {
  constexpr const char* kNames[kPorts] = {"PE", "+x", "-x", "+y", "-y"};
  return port >= 0 && port < kPorts ? kNames[port] : "-";
}

std::string port_name(own::Family family, int port) {
  constexpr auto kBesideChildren = static_cast<int>(own::kPortsBesideChildren);
  if (family != own::Family::kTree || port <= kPe) return port_name(port);
  return port < kBesideChildren ? "parent" : fmt::format("child {}", port - kBesideChildren);
}

int opposite(int port) {
  constexpr int kOpposites[kPorts] = {kPe, kMinusX, kPlusX, kMinusY, kPlusY};
  return kOpposites[port];
}

std::string text_of(Place place) { return fmt::format("({}, {})", place.x, place.y); }

std::string text_of(own::Family family, Place place) {
  return family == own::Family::kTree ? fmt::format("PE {}", place.x) : text_of(place);
}

const char* name_of(Passage passage) {
  constexpr const char* kNames[kPassages] = {"straight", "turn", "inject", "eject"};
  return kNames[static_cast<int>(passage)];
}

Passage passage_of(int in, int out) {
  if (out == kPe) return Passage::kEject;
  if (in == kPe) return Passage::kInject;
  return out == opposite(in) ? Passage::kStraight : Passage::kTurn;
}

int Mesh::hops_x(Place from, Place to) const { return hops_along(from.x, to.x, side_x, wraps); }

int Mesh::hops_y(Place from, Place to) const { return hops_along(from.y, to.y, side_y, wraps); }

int Mesh::way(Place at, Place to) const {
  const int by_x = along(hops_x(at, to), kPlusX, kMinusX);
  const int by_y = along(hops_y(at, to), kPlusY, kMinusY);
  const int first = y_first ? by_y : by_x;
  return first != kPe ? first : y_first ? by_x : by_y;
}

bool Mesh::crosses_dateline(Place at, int port) const {
  if (!wraps) return false;
  return (port == kPlusX && at.x + 1 == side_x) || (port == kMinusX && at.x == 0) ||
         (port == kPlusY && at.y + 1 == side_y) || (port == kMinusY && at.y == 0);
}

std::optional<Place> Mesh::neighbour(Place at, int port) const {
  const bool is_along_x = port == kPlusX || port == kMinusX;
  if (port == kPe || (is_along_x ? side_x : side_y) == 1) return std::nullopt;
  if (crosses_dateline(at, port)) {
    if (is_along_x) return Place{at.x == 0 ? side_x - 1 : 0, at.y};
    return Place{at.x, at.y == 0 ? side_y - 1 : 0};
  }
  if (port == kPlusX && at.x + 1 < side_x) return Place{at.x + 1, at.y};
  if (port == kMinusX && at.x > 0) return Place{at.x - 1, at.y};
  if (port == kPlusY && at.y + 1 < side_y) return Place{at.x, at.y + 1};
  if (port == kMinusY && at.y > 0) return Place{at.x, at.y - 1};
  return std::nullopt;
}

bool Mesh::has_port(Place at, int port) const {
  return port == kPe || neighbour(at, port).has_value();
}

bool Mesh::may_come(Place at, int in, Place to) const {
  if (!has_port(at, in) || to.x >= side_x || to.y >= side_y) return false;
  if (in == kPe) return !(to == at);
  return way(*neighbour(at, in), to) == opposite(in);  // who keeps the order has sent it here
}

std::vector<Place> Mesh::destinations(Place at, int in) const {
  std::vector<Place> found;
  for (std::uint32_t x = 0; x < side_x; ++x)
    for (std::uint32_t y = 0; y < side_y; ++y)
      if (may_come(at, in, {x, y})) found.push_back({x, y});
  return found;
}

std::optional<Place> Mesh::destination(Place at, int in, int out) const {
  std::optional<Place> best;
  const auto distance = [this](Place a, Place b) {
    return std::abs(hops_x(a, b)) + std::abs(hops_y(a, b));
  };
  for (const Place to : destinations(at, in))
    if (way(at, to) == out && (!best || distance(at, to) < distance(at, *best))) best = to;
  return best;
}

}  // namespace flitwise::kit
