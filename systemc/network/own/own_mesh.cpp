// own_mesh.cpp: wires from router to router, and PEs at their ends.
#include "systemc/network/own/own_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "systemc/network/own/wrapper_model.h"

namespace flitwise::own {
namespace {

constexpr std::uint32_t kPeLane = 0;
// Of registers that clear behind the last flit.
constexpr int kEdgesToClear = 16;

std::uint32_t link_latency(const RouterDescription& router) {
  return router.latency ? static_cast<std::uint32_t>(router.latency->link) : 1;
}

std::uint64_t all_lanes(std::uint32_t lanes) { return (std::uint64_t{1} << lanes) - 1; }

template <class Visit>
void for_each_lane(std::uint64_t lanes, Visit visit) {
  for (; lanes != 0; lanes &= lanes - 1) visit(static_cast<std::uint32_t>(__builtin_ctzll(lanes)));
}

}  // namespace

OwnMesh::OwnMesh(const TorusWiring& wiring, const RouterDescription& router,
                 const NetworkConfig& config, ModelLibrary& models,
                 std::shared_ptr<MessageLengths> lengths)
    : wiring_(wiring),
      router_(router),
      owner_(config.waves),
      sites_(index_of(wiring.size()) * router.ports_of_pe()),
      passage_(wiring, router.flit, std::move(lengths)),
      in_flight_(link_latency(router)) {
  lists_arrivals_ = link_latency(router) > 1;
  make_routers(config, models);
  connect();
  for (Site& site : sites_)
    if (has_credits()) site.credits = router_.queue;
}

void OwnMesh::make_routers(const NetworkConfig& config, ModelLibrary& models) {
  const ModelFlavour flavour =
      config.waves != nullptr ? ModelFlavour::kTraced : ModelFlavour::kPlain;
  wires_.reserve(index_of(wiring_.size()));
  const ModelTable* table = nullptr;  // of all places, or of this one
  for (Node v = 0; v < wiring_.size(); ++v) {
    const MeshPlace place = place_of(v);
    if (table == nullptr || router_.coordinates == CoordinatePins::kParameters)
      table = &wrapper_table(models, router_, request_for(router_, flavour, place));
    const ModelInstance& model = owner_.make(
        *table, fmt::format("pe{} router", v),
        [&](const ModelInstance& instance) { RouterWires(instance, router_).set_place(place); });
    wires_.emplace_back(model, router_);
    wires_.back().reset();
    expect_running(owner_, router_);
    for (std::uint32_t port = 0; port < router_.ports_of_pe(); ++port)
      wires_.back().set_ready(port, all_lanes(router_.lanes));
    wires_.back().settle();
  }
}

MeshPlace OwnMesh::place_of(Node v) const {
  MeshPlace place;
  int* const coordinates[] = {&place.x, &place.y, &place.z};
  for (int d = 0; d < wiring_.torus().dimensions(); ++d) {
    *coordinates[d] = wiring_.torus().coordinate(v, d);
    if (!wiring_.is_mesh()) place.sides[index_of(d)] = wiring_.torus().side(d);
  }
  return place;
}

std::uint32_t OwnMesh::wrapper_port(std::uint32_t port) const {
  const std::uint32_t own = router_.ports_of_pe();
  if (port < own) return own == 1 ? port : static_cast<std::uint32_t>(wiring_.torus_channel(port));
  return own + static_cast<std::uint32_t>(wiring_.torus_channel(port - own));
}

// Dimension order[i] of the wrapper is dimension i of routing.
std::uint32_t OwnMesh::router_port(std::uint32_t port) const {
  const std::uint32_t own = router_.ports_of_pe();
  if (port < own && own == 1) return port;
  const std::uint32_t channel = port < own ? port : port - own;
  const auto place =
      std::find(wiring_.order().begin(), wiring_.order().end(), static_cast<int>(channel / 2));
  const auto dimension = static_cast<std::uint32_t>(place - wiring_.order().begin());
  return port - channel + 2 * dimension + channel % 2;
}

std::uint64_t OwnMesh::across(const LinkEnd& link, std::uint64_t lanes) const {
  return link.swaps_classes ? swapped_classes(lanes, router_.lanes) : lanes;
}

void OwnMesh::connect() {
  const std::uint32_t own = router_.ports_of_pe();
  for (Node v = 0; v < wiring_.size(); ++v)
    for (Channel c = 0; c < wiring_.torus().channels(); ++c) {
      const std::uint32_t port = own + static_cast<std::uint32_t>(c);
      const Node far = wiring_.neighbour(v, router_port(port) - own);
      if (far == kNoNode) {
        unlinked_.emplace_back(v, port);
        continue;
      }
      // The far end of +x is -x.
      const std::uint32_t far_port = own + (static_cast<std::uint32_t>(c) ^ 1U);
      LinkEnd link{v, far, port, far_port, {}, false, false, {}};
      link.on_way.resize(link_latency(router_) - 1);
      link.swaps_classes = router_.lanes_per_class > 0 && wiring_.torus().wraps(v, c);
      if (has_credits()) link.unpaid.assign(router_.lanes, 0);
      links_.push_back(std::move(link));
    }
  settle_ready();
}

bool OwnMesh::accepts(Node node, std::uint32_t port) const {
  if (port >= router_.ports_of_pe()) throw std::logic_error("OwnMesh: no such port of the PE");
  const Site& site = sites_[index_of(node) * router_.ports_of_pe() + wrapper_port(port)];
  if (site.offer) return false;
  if (!has_credits()) return true;
  return site.credits > 0;
}

void OwnMesh::inject(Node node, std::uint32_t port, RawFlit flit) {
  if (!accepts(node, port)) throw std::logic_error("OwnMesh: the port takes no flit now");
  Site& entry = site(node, wrapper_port(port));
  entry.offer = passage_.enter(node, flit, port);
  ++inside_;
  if (!has_credits()) return;
  --entry.credits;
  ++owed_;
}

void OwnMesh::clock(Step step) {
  transfers_.clear();
  deliveries_.clear();
  violations_.clear();
  arrivals_.clear();
  owner_.set_step(step);
  drive_pes();
  if (!has_credits()) expect_promises();
  const bool takes_some = take_offers();
  for (RouterWires& router : wires_) {
    router.cycle();
    expect_running(owner_, router_);
  }
  router_cycles_ += wiring_.size();
  pass_links();
  if (has_credits())
    collect_credits(step);
  else
    settle_ready();
  collect_transfers(step);
  if (lists_arrivals_) land();
  collect_deliveries(step);
  report_unlinked(step);
  const bool has_moved = takes_some || !transfers_.empty() || !deliveries_.empty();
  still_edges_ = has_moved ? 0 : still_edges_ + 1;
}

void OwnMesh::drive_pes() {
  for_each_site([&](Node v, std::uint32_t port) {
    Site& entry = site(v, port);
    RouterWires& router = wires_[index_of(v)];
    if (entry.offer)
      router.set_flit(port, kPeLane, *entry.offer);
    else
      router.set_no_flit(port);
    if (!has_credits()) return;
    router.set_credit(port, entry.credit_now);
    owed_ -= __builtin_popcountll(entry.credit_now);
    entry.credit_now = std::exchange(entry.credit_next, 0);
  });
}

// What crosses the links was said after the last edge, before PEs answered it.
void OwnMesh::expect_promises() {
  if (router_.ready_is_combinational)
    settle_ready();
  else
    for_each_site([&](Node v, std::uint32_t port) {
      if (site(v, port).offer) wires_[index_of(v)].settle();
    });
  for (const LinkEnd& link : links_) {
    const int lane = wires_[index_of(link.from)].lane_out(link.port);
    if (lane < 0) continue;
    if (is_ready(link, static_cast<std::uint32_t>(lane)) != link.is_taken)
      throw std::runtime_error(fmt::format(
          "{}: the ready wire of port {} at {} follows what the PE offers in the same cycle: its "
          "description must say ready: combinational, or cut: true",
          router_.name, name_of_port(router_, link.far_port), wiring_.torus().name(link.to)));
  }
}

bool OwnMesh::is_ready(const LinkEnd& link, std::uint32_t lane) const {
  return (across(link, wires_[index_of(link.to)].ready_out(link.far_port)) >> lane & 1U) != 0;
}

bool OwnMesh::take_offers() {
  bool takes_some = false;
  for_each_site([&](Node v, std::uint32_t port) {
    Site& entry = site(v, port);
    if (!entry.offer) return;
    if (!has_credits() && !wires_[index_of(v)].ready_out(port, kPeLane)) return;
    entry.offer.reset();
    takes_some = true;
  });
  return takes_some;
}

// After an edge: outputs to the inputs behind them, and PEs' inputs without what was taken.
void OwnMesh::pass_links() {
  for (LinkEnd& link : links_) {
    pass_flit(link);
    if (!has_credits()) continue;
    const RouterWires& to = wires_[index_of(link.to)];
    if (link.swaps_classes)
      to.pass_back_swapped_to(link.far_port, wires_[index_of(link.from)], link.port);
    else
      to.pass_back_to(link.far_port, wires_[index_of(link.from)], link.port);
  }
  for_each_site([&](Node v, std::uint32_t port) {
    if (!site(v, port).offer) wires_[index_of(v)].set_no_flit(port);
  });
}

// Over a link of w steps the far end has on its input what was sent w - 1 edges before. Credits go
// back at once: what their way takes is in the router's loop.
void OwnMesh::pass_flit(LinkEnd& link) {
  const RouterWires& from = wires_[index_of(link.from)];
  RouterWires& to = wires_[index_of(link.to)];
  if (link.on_way.empty()) {
    if (link.swaps_classes)
      from.pass_flit_swapped_to(link.port, to, link.far_port);
    else
      from.pass_flit_to(link.port, to, link.far_port);
    return;
  }
  const Wires& oldest = link.on_way.front();
  to.set_flit(link.far_port, 0, oldest.flit);
  to.set_valid(link.far_port, across(link, oldest.valid));
  link.on_way.pop_front();
  link.on_way.push_back({from.flit_out(link.port), from.valid_out(link.port)});
}

bool OwnMesh::pass_ready_back() {
  bool has_changed = false;
  for (const LinkEnd& link : links_) {
    RouterWires& from = wires_[index_of(link.from)];
    const std::uint64_t ready = across(link, wires_[index_of(link.to)].ready_out(link.far_port));
    has_changed = has_changed || from.ready_in(link.port) != ready;
    from.set_ready(link.port, ready);
  }
  return has_changed;
}

// Ready wires that follow others go on from router to router: over the longest way at most.
void OwnMesh::settle_ready() {
  const int most = router_.ready_is_combinational ? 2 * wiring_.size() + 2 : 1;
  for (int round = 0; round < most; ++round) {
    for (RouterWires& router : wires_) router.settle();
    if (!pass_ready_back()) return;
  }
  if (!router_.ready_is_combinational) return;
  for (RouterWires& router : wires_) router.settle();
  if (pass_ready_back())
    throw std::runtime_error(
        fmt::format("{}: ready wires go round in a circle and do not settle", router_.name));
}

void OwnMesh::collect_credits(Step step) {
  for (LinkEnd& link : links_) {
    const std::uint64_t lanes = across(link, wires_[index_of(link.to)].credit_out(link.far_port));
    for_each_lane(lanes, [&](std::uint32_t lane) {
      if (lane >= link.unpaid.size() || link.unpaid[lane] == 0)
        return report(step, link.to, ViolationKind::kCreditTwice, link.far_port);
      --link.unpaid[lane];
      --owed_;
    });
  }
  for_each_site([&](Node v, std::uint32_t port) {
    std::uint32_t& credits = site(v, port).credits;
    for_each_lane(wires_[index_of(v)].credit_out(port), [&](std::uint32_t lane) {
      if (lane != kPeLane || credits >= router_.queue)
        return report(step, v, ViolationKind::kCreditTwice, port);
      ++credits;
      --owed_;
    });
  });
}

// The lane of what an output shows; none if that is nothing or nonsense.
std::uint32_t OwnMesh::lane_on(Step step, Node node, std::uint32_t port) {
  const RouterWires& router = wires_[index_of(node)];
  const int lane = router.lane_out(port);
  if (lane < 0 && router.valid_out(port) != 0) report(step, node, ViolationKind::kAltered, port);
  return lane < 0 ? router_.lanes : static_cast<std::uint32_t>(lane);
}

void OwnMesh::collect_transfers(Step step) {
  for (LinkEnd& link : links_) {
    link.is_taken = false;
    const std::uint32_t lane = lane_on(step, link.from, link.port);
    if (lane == router_.lanes) continue;
    if (!has_credits() && !is_ready(link, lane)) continue;
    link.is_taken = true;
    if (has_credits()) {
      ++link.unpaid[lane];
      ++owed_;
    }
    const std::optional<RawFlit> flit =
        passage_.on_link(wires_[index_of(link.from)].flit_out(link.port), link.to, lane);
    if (flit)
      transfers_.push_back({link.from, link.to, *flit, router_port(link.port)});
    else
      report(step, link.from, ViolationKind::kAltered, link.port);
  }
}

void OwnMesh::land() {
  for (const LinkTransfer& transfer : transfers_) in_flight_.hold(transfer, link_latency(router_));
  for (const LinkTransfer& transfer : in_flight_.take_arrivals()) arrivals_.push_back(transfer);
}

void OwnMesh::collect_deliveries(Step step) {
  for_each_site([&](Node v, std::uint32_t port) {
    const std::uint32_t lane = lane_on(step, v, port);
    if (lane == router_.lanes) return;
    if (has_credits()) {
      site(v, port).credit_next |= std::uint64_t{1} << lane;
      ++owed_;
    }
    const std::optional<RawFlit> flit = passage_.leave(wires_[index_of(v)].flit_out(port), v);
    if (!flit) return report(step, v, ViolationKind::kAltered, port);
    deliveries_.push_back({v, *flit, router_port(port)});
    --inside_;
  });
}

void OwnMesh::report_unlinked(Step step) {
  for (const auto& [node, port] : unlinked_)
    if (wires_[index_of(node)].valid_out(port) != 0)
      report(step, node, ViolationKind::kNoRoute, port);
}

void OwnMesh::report(Step step, Node node, ViolationKind kind, std::uint32_t port) {
  Violation violation;
  violation.step = step;
  violation.node = node;
  violation.kind = kind;
  (kind == ViolationKind::kCreditTwice ? violation.inputs : violation.outputs)
      .emplace_back(name_of_port(router_, port));
  violation.place = fmt::format("PE {} {}", node, wiring_.torus().name(node));
  violations_.push_back(std::move(violation));
}

bool OwnMesh::is_quiet() const {
  const bool is_offered = std::any_of(sites_.begin(), sites_.end(),
                                      [](const Site& site) { return site.offer.has_value(); });
  return inside_ <= 0 && owed_ <= 0 && !is_offered && still_edges_ >= kEdgesToClear;
}

namespace {

// Those that fill all queues and registers.
std::int64_t most_under_way(const TorusWiring& wiring, const RouterDescription& router) {
  std::int64_t inputs = std::int64_t{wiring.size()} * wiring.pe_ports();
  for (Node v = 0; v < wiring.size(); ++v)
    for (std::uint32_t c = 0; c < wiring.channels(); ++c) inputs += wiring.has_link(v, c) ? 1 : 0;
  const Step registers = router.latency ? router.latency->hop() : 1;
  return inputs * (std::int64_t{router.lanes} * router.queue + registers);
}

const char* noun_for_side(const TorusWiring& wiring, int dimension) {
  if (!wiring.is_mesh()) return "nodes along it";
  return dimension == 0 ? "columns" : "rows";
}

}  // namespace

std::string refusal_of(const TorusWiring& wiring, const RouterDescription& router) {
  const Torus& torus = wiring.torus();
  if (torus.dimensions() != router.dimensions())
    return fmt::format("has flits with {} coordinate{} of the destination, and {} sides are given",
                       router.dimensions(), router.dimensions() == 1 ? "" : "s",
                       torus.dimensions());
  if (router.coordinates == CoordinatePins::kParameters && torus.size() > kMostPlacedModels)
    return fmt::format(
        "has coordinates as parameters, so that each of {} nodes would be verilated apart: at most "
        "{} are, or coordinates: inputs",
        torus.size(), kMostPlacedModels);
  const Bits fields[] = {router.flit.x, router.flit.y, router.flit.z};
  for (int d = 0; d < torus.dimensions(); ++d) {
    const std::uint32_t width = fields[d].width - (router.flit.is_relative ? 1 : 0);
    if ((torus.side(d) - 1) >> width != 0)
      return fmt::format("has flits whose {} has {} bits, too few for {} {}", "xyz"[d],
                         fields[d].width, torus.side(d), noun_for_side(wiring, d));
  }
  const std::uint32_t payload =
      std::min(router.flit.payload.head.width, router.flit.payload.body.width);
  const std::int64_t flits = most_under_way(wiring, router);
  if (payload < FlitPassage::kMostNumberBits && flits > std::int64_t{1} << payload)
    return fmt::format(
        "has payloads of {} bits, which tell {} flits from each other, and {} may be under way",
        payload, std::int64_t{1} << payload, flits);
  return {};
}

}  // namespace flitwise::own
