#include "systemc/protocols/torus/torus_traffic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace flitwise::protocols {
namespace {

template <typename Value>
[[noreturn]] void refuse(const std::string& rule, const Value& value) {
  std::ostringstream text;
  text << rule << ", got " << value;
  throw std::invalid_argument(text.str());
}

}  // namespace

const char* name_of(TrafficPattern pattern) {
  constexpr std::array<const char*, 6> kNames{"uniform", "transpose", "bit-complement",
                                              "tornado", "neighbour", "hot-spot"};
  return kNames.at(static_cast<std::size_t>(pattern));
}

TorusTraffic::TorusTraffic(Torus torus, bool is_mesh, PePorts ports, HalfWays half_ways,
                           TrafficPlan plan)
    : torus_(std::move(torus)),
      is_mesh_(is_mesh),
      ports_(ports),
      half_ways_(half_ways),
      plan_(std::move(plan)) {
  check_rate_and_lengths();
  check_hot_spots();
  check_pattern();
}

void TorusTraffic::check_rate_and_lengths() {
  if (plan_.lengths.empty()) throw std::invalid_argument("packets must have a length, got none");
  double flits = 0;
  for (const PacketLength& length : plan_.lengths) {
    if (length.flits < 1) refuse("a packet must have at least 1 flit", length.flits);
    if (!(length.weight > 0) || !std::isfinite(length.weight))
      refuse("the weight of a length must be above 0", length.weight);
    flits += static_cast<double>(length.flits) * length.weight;
    total_weight_ += length.weight;
  }
  mean_length_ = flits / total_weight_;
  if (!(plan_.rate >= 0 && plan_.rate <= mean_length_)) {
    std::ostringstream rule;
    rule << "the rate must be from 0 to the mean length of a packet, " << mean_length_
         << " flits per node and cycle";
    refuse(rule.str(), plan_.rate);
  }
}

void TorusTraffic::check_hot_spots() const {
  const bool is_hot = plan_.pattern == TrafficPattern::kHotSpot;
  if (!is_hot && (!plan_.hot_spots.empty() || plan_.hot_share != 0))
    throw std::invalid_argument(std::string("only the pattern hot-spot has hot spots, got ") +
                                name_of(plan_.pattern));
  if (!is_hot) return;
  if (plan_.hot_spots.empty()) throw std::invalid_argument("hot-spot must name a node, got none");
  for (const Node v : plan_.hot_spots)
    if (v < 0 || v >= torus_.size())
      refuse("a hot spot must be a node, 0 to " + std::to_string(torus_.size() - 1), v);
  if (!(plan_.hot_share >= 0 && plan_.hot_share <= 1))
    refuse("the share of hot spots must be from 0 to 1", plan_.hot_share);
}

void TorusTraffic::check_pattern() const {
  if (!is_drawn() && plan_.self == SelfTraffic::kYes)
    throw std::invalid_argument(
        std::string("only uniform and hot-spot traffic can include the node itself, got ") +
        name_of(plan_.pattern));
  std::vector<int> reversed = torus_.sides();
  std::reverse(reversed.begin(), reversed.end());
  if (plan_.pattern == TrafficPattern::kTranspose && reversed != torus_.sides())
    refuse("transpose needs sides that read the same backwards", text_of(torus_.sides()));
  if (plan_.pattern == TrafficPattern::kTornado && is_mesh_)
    throw std::invalid_argument("tornado goes round rings, and a mesh has none");
  for (Node v = 0; v < torus_.size(); ++v)
    if (sends(v)) return;
  throw std::invalid_argument(std::string("no node sends to another by ") + name_of(plan_.pattern) +
                              " on sides " + text_of(torus_.sides()));
}

bool TorusTraffic::is_drawn() const {
  return plan_.pattern == TrafficPattern::kUniform || plan_.pattern == TrafficPattern::kHotSpot;
}

bool TorusTraffic::sends(Node from) const {
  if (is_drawn()) return torus_.size() > 1 || plan_.self == SelfTraffic::kYes;
  return fixed_destination(from) != from;
}

Node TorusTraffic::fixed_destination(Node from) const {
  const Coordinates x = torus_.coordinates(from);
  Coordinates to(x.size());
  for (std::size_t d = 0; d < x.size(); ++d) {
    const int n = torus_.sides()[d];
    if (plan_.pattern == TrafficPattern::kTranspose) to[d] = x[x.size() - 1 - d];
    if (plan_.pattern == TrafficPattern::kBitComplement) to[d] = n - 1 - x[d];
    if (plan_.pattern == TrafficPattern::kTornado) to[d] = (x[d] + (n + 1) / 2 - 1) % n;
    if (plan_.pattern == TrafficPattern::kNeighbour) to[d] = (x[d] + 1) % n;
  }
  return torus_.node(to);
}

Node TorusTraffic::draw_uniform(Node from, TrafficRandom& random) const {
  const auto nodes = static_cast<std::uint64_t>(torus_.size());
  if (plan_.self == SelfTraffic::kYes) return static_cast<Node>(random.below(nodes));
  const auto other = static_cast<Node>(random.below(nodes - 1));
  return other < from ? other : other + 1;
}

Node TorusTraffic::draw_destination(Node from, TrafficRandom& random) const {
  if (!is_drawn()) return fixed_destination(from);
  if (plan_.pattern == TrafficPattern::kHotSpot && random.fraction() < plan_.hot_share) {
    const Node hot = plan_.hot_spots[random.below(plan_.hot_spots.size())];
    if (hot != from || plan_.self == SelfTraffic::kYes) return hot;
  }
  return draw_uniform(from, random);
}

Flits TorusTraffic::draw_length(TrafficRandom& random) const {
  if (plan_.lengths.size() == 1) return plan_.lengths[0].flits;
  double left = random.fraction() * total_weight_;
  for (const PacketLength& length : plan_.lengths) {
    left -= length.weight;
    if (left < 0) return length.flits;
  }
  return plan_.lengths.back().flits;  // rounding
}

Hops TorusTraffic::draw_hops(Node from, Node to, TrafficRandom& random) const {
  Hops hops;
  hops.reserve(index_of(torus_.dimensions()));
  for (int d = 0; d < torus_.dimensions(); ++d) {
    const int n = torus_.side(d);
    if (is_mesh_) {
      hops.push_back(torus_.coordinate(to, d) - torus_.coordinate(from, d));
      continue;
    }
    const int up = (torus_.coordinate(to, d) - torus_.coordinate(from, d) + n) % n;
    const bool is_tie = 2 * up == n;
    const bool is_drawn = is_tie && half_ways_ == HalfWays::kDrawn;
    const bool goes_up = is_drawn ? random.below(2) == 0 : 2 * up <= n;
    hops.push_back(goes_up ? up : up - n);
  }
  return hops;
}

}  // namespace flitwise::protocols
