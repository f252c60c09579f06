#include "tb/kit/session.h"

#include <algorithm>

namespace flitwise::kit {

Session::Session(const own::RouterDescription& router, const DeviceFactory& make,
                 const KitOptions& options)
    : router_(&router), make_(make), options_(&options), mesh_(mesh_for(router)) {}

Bench& Session::bench(Place at) {
  Placed& placed = benches_[at];
  if (!placed.bench) {
    placed.device = make_(at, seed(0));
    placed.bench = std::make_unique<Bench>(*router_, mesh_, at, *placed.device, findings_);
  }
  return *placed.bench;
}

Place Session::main_place() const {
  return {std::min(1U, mesh_.side_x - 1), std::min(1U, mesh_.side_y - 1)};
}

bool Session::wants(int clause) const {
  return options_->clauses.empty() || options_->clauses.count(clause) != 0;
}

std::uint32_t Session::longest(std::uint32_t most) const {
  if (router_->flit.is_single) return 1;
  if (!router_->flit.length) return most;
  const own::LengthField& field = *router_->flit.length;
  const std::uint64_t values = std::uint64_t{1} << std::min(field.bits.width, 31U);
  const std::uint64_t flits = values - (field.counts == own::LengthCount::kAll ? 1 : 0);
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(most, flits));
}

std::optional<std::uint64_t> Session::declared_latency(Passage passage) const {
  if (!router_->latency) return std::nullopt;
  return static_cast<std::uint64_t>(router_->latency->router.of(passage));
}

std::optional<std::uint64_t> Session::declared_body_wait() const {
  if (!router_->latency || !router_->latency->router.is_uniform()) return std::nullopt;
  return static_cast<std::uint64_t>(router_->latency->body_wait);
}

Mesh mesh_for(const own::RouterDescription& router) {
  constexpr std::uint32_t kLargest = 8;
  const auto side = [&](const own::Bits& bits) {
    const std::uint32_t width = bits.width - (router.flit.is_relative ? 1 : 0);
    return width >= 3 ? kLargest : 1U << width;
  };
  Mesh mesh;
  mesh.side_x = side(router.flit.x);
  mesh.side_y = side(router.flit.y);
  mesh.y_first = router.routing == own::Routing::kYx;
  if (router.family != own::Family::kTorus) return mesh;
  // A ring of an odd side and one of an even one, small enough for all of it to be tried.
  mesh.wraps = true;
  mesh.side_x = std::min(mesh.side_x, 5U);
  mesh.side_y = std::min(mesh.side_y, 6U);
  return mesh;
}

}  // namespace flitwise::kit
