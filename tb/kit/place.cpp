#include "tb/kit/place.h"

#include <fmt/format.h>

namespace flitwise::kit {
namespace {

int along(std::uint32_t from, std::uint32_t to, int plus, int minus) {
  if (to > from) return plus;
  return to < from ? minus : kPe;
}

std::uint32_t distance(Place a, Place b) {
  const auto apart = [](std::uint32_t p, std::uint32_t q) { return p > q ? p - q : q - p; };
  return apart(a.x, b.x) + apart(a.y, b.y);
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

int Mesh::way(Place at, Place to) const {
  const int by_x = along(at.x, to.x, kPlusX, kMinusX);
  const int by_y = along(at.y, to.y, kPlusY, kMinusY);
  const int first = y_first ? by_y : by_x;
  return first != kPe ? first : y_first ? by_x : by_y;
}

std::optional<Place> Mesh::neighbour(Place at, int port) const {
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
  for (const Place to : destinations(at, in))
    if (way(at, to) == out && (!best || distance(at, to) < distance(at, *best))) best = to;
  return best;
}

}  // namespace flitwise::kit
