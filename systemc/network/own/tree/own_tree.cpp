// own_tree.cpp: wires from router to router, and PEs beside them.
#include "systemc/network/own/tree/own_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "systemc/network/own/wrapper_model.h"
#include "systemc/network/tree/tree_routers.h"

namespace flitwise::own {
namespace {

constexpr std::uint32_t kPePort = 0;
constexpr std::uint32_t kParentPort = 1;
// Of registers that clear behind the last flit.
constexpr Step kEdgesToClear = 16;

std::uint32_t slowest_of(const TreeLatency& latency) {
  Step slowest = 1;
  for (const auto* links : {&latency.down, &latency.up})
    for (const Step steps : *links) slowest = std::max(slowest, steps);
  return static_cast<std::uint32_t>(slowest);
}

TreePlace place_of(const Tree& tree, Node pe) {
  TreePlace place{tree.address(pe), {}};
  for (const Node child : tree.children(pe))
    place.children.push_back({tree.address(child), tree.subtree_end(child) - 1});
  return place;
}

}  // namespace

OwnTree::OwnTree(const PlacedTree& tree, const TreeLatency& latency,
                 const RouterDescription& router, const NetworkConfig& config, ModelLibrary& models)
    : tree_(tree),
      router_(router),
      latency_(router.latency.value_or(RouterLatency()).router.most()),
      owner_(config.waves),
      sites_(index_of(tree.nodes())),
      passage_(router.flit),
      in_flight_(slowest_of(latency)),
      still_edges_(latency_ + kEdgesToClear) {
  latency.check(tree.tree.size());
  lists_arrivals_ = slowest_of(latency) > 1;
  make_routers(config, models);
  connect(latency);
}

void OwnTree::make_routers(const NetworkConfig& config, ModelLibrary& models) {
  const ModelFlavour flavour =
      config.waves != nullptr ? ModelFlavour::kTraced : ModelFlavour::kPlain;
  const ModelTable& table =
      tree_wrapper_table(models, router_, flavour, tree_.tree.max_child_count());
  wires_.reserve(sites_.size());
  for (Node v = 0; v < tree_.nodes(); ++v) {
    const Node pe = tree_.pe(v);
    const ModelInstance& model =
        owner_.make(table, fmt::format("pe{} router", v), [&](const ModelInstance& instance) {
          TreeWires(instance, router_).set_place(place_of(tree_.tree, pe));
        });
    wires_.emplace_back(model, router_);
    wires_.back().reset();
    Site& site = sites_[index_of(v)];
    site.address = static_cast<std::uint32_t>(tree_.tree.address(pe));
    site.port_names = lane_names(tree_, v);
    site.port_names.resize(wires_.back().ports(), "a child that is not there");
  }
}

void OwnTree::connect(const TreeLatency& latency) {
  for (Node v = 0; v < tree_.nodes(); ++v) {
    std::uint32_t port = kPortsBesideChildren;
    for (const Node child : tree_.children(v)) {
      const Node pe = tree_.pe(child);
      links_.push_back(
          {v, child, port, kParentPort, static_cast<std::uint32_t>(latency.down_to(pe))});
      links_.push_back(
          {child, v, kParentPort, port, static_cast<std::uint32_t>(latency.up_from(pe))});
      ++port;
    }
    if (v == tree_.root()) unlinked_.emplace_back(v, kParentPort);
    for (; port < wires_[index_of(v)].ports(); ++port) unlinked_.emplace_back(v, port);
  }
}

void OwnTree::inject(Node node, std::uint32_t port, RawFlit flit) {
  Site& site = sites_[index_of(node)];
  if (port != kPePort || site.offer) throw std::logic_error("OwnTree: no such port of the PE");
  site.offer = passage_.enter(flit);
  ++under_way_;
}

bool OwnTree::is_quiet() const {
  return in_flight_.count() == 0 && still_edges_ >= latency_ + kEdgesToClear &&
         std::none_of(sites_.begin(), sites_.end(),
                      [](const Site& site) { return site.offer.has_value(); });
}

void OwnTree::clock(Step step) {
  transfers_.clear();
  deliveries_.clear();
  violations_.clear();
  arrivals_.clear();
  has_moved_ = in_flight_.count() > 0;
  owner_.set_step(step);
  drive_pes();
  for (TreeWires& router : wires_) {
    router.cycle();
    expect_running(owner_, router_);
  }
  router_cycles_ += tree_.nodes();
  for (const auto& [node, port] : landed_) wires_[index_of(node)].set_no_flit(port);
  landed_.clear();
  for (const LinkEnd& link : links_) send(link, step);
  if (lists_arrivals_) land();
  collect_deliveries(step);
  report_losses(step);
  report_ports(step);
  still_edges_ = has_moved_ ? 0 : still_edges_ + 1;
}

void OwnTree::drive_pes() {
  for (std::size_t v = 0; v < sites_.size(); ++v) {
    std::optional<FlitBits>& offer = sites_[v].offer;
    wires_[v].set_wires(kPePort, offer.value_or(FlitBits{}), offer.has_value());
    has_moved_ = has_moved_ || offer;
    offer.reset();
  }
}

// What an output shows after an edge lies at the input behind the link before the next one.
void OwnTree::send(const LinkEnd& link, Step step) {
  const TreeWires& router = wires_[index_of(link.from)];
  const bool is_valid = router.valid_out(link.port);
  OnLink sent{&link, {link.from, link.to, 0, link.port}, false, router.flit_out(link.port)};
  if (is_valid) {
    has_moved_ = true;
    const std::string& name = sites_[index_of(link.from)].port_names[link.port];
    const std::optional<RawFlit> flit = passage_.on_link(sent.bits);
    sent.is_known = flit.has_value();
    if (sent.is_known) {
      sent.transfer.flit = *flit;
      transfers_.push_back(sent.transfer);
      sites_[index_of(link.from)].sends.push_back(name);
    } else {
      report(step, link.from, ViolationKind::kAltered, {}, {name});
    }
  }
  // Wires are wires: what they show without valid is there, too.
  if (link.latency == 1) wires_[index_of(link.to)].set_wires(link.far_port, sent.bits, is_valid);
  if (!is_valid) return;
  if (lists_arrivals_)
    in_flight_.hold(sent, link.latency);
  else
    receive(sent);
}

void OwnTree::land() {
  for (const OnLink& flit : in_flight_.take_arrivals()) {
    receive(flit);
    if (flit.is_known) arrivals_.push_back(flit.transfer);
    if (flit.link->latency == 1) continue;
    wires_[index_of(flit.link->to)].set_wires(flit.link->far_port, flit.bits, true);
    landed_.emplace_back(flit.link->to, flit.link->far_port);
  }
}

void OwnTree::receive(const OnLink& flit) {
  if (!flit.is_known) return;
  Site& site = sites_[index_of(flit.link->to)];
  site.receives.push_back(site.port_names[flit.link->far_port]);
  if (unpack(flit.transfer.flit).destination == site.address) --under_way_;
}

void OwnTree::collect_deliveries(Step step) {
  for (Node v = 0; v < tree_.nodes(); ++v) {
    const TreeWires& router = wires_[index_of(v)];
    if (!router.valid_out(kPePort)) continue;
    has_moved_ = true;
    const std::optional<RawFlit> flit = passage_.leave(router.flit_out(kPePort));
    if (flit)
      deliveries_.push_back({v, *flit, kPePort});
    else
      report(step, v, ViolationKind::kAltered, {}, {sites_[index_of(v)].port_names[kPePort]});
  }
}

// What a router throws away, or sends to where nobody is.
void OwnTree::report_losses(Step step) {
  for (Node v = 0; v < tree_.nodes(); ++v) {
    const TreeWires& router = wires_[index_of(v)];
    for (std::uint32_t port = 0; port < router.ports(); ++port)
      if (router.has_dropped(port))
        report(step - latency_ + 1, v, ViolationKind::kDropped,
               {sites_[index_of(v)].port_names[port]}, {});
  }
  for (const auto& [node, port] : unlinked_) {
    if (!wires_[index_of(node)].valid_out(port)) continue;
    has_moved_ = true;
    report(step, node, ViolationKind::kNoRoute, {}, {sites_[index_of(node)].port_names[port]});
  }
}

// Flits on two links of one PE in the coming step.
void OwnTree::report_ports(Step step) {
  for (Node v = 0; v < tree_.nodes(); ++v) {
    Site& site = sites_[index_of(v)];
    if (site.sends.size() > 1)
      report(step + 1 - latency_, v, ViolationKind::kSecondSend, {"its router"}, site.sends);
    if (site.receives.size() > 1)
      report(step + 1, v, ViolationKind::kSecondReceive, site.receives, {});
    site.sends.clear();
    site.receives.clear();
  }
}

void OwnTree::report(Step step, Node node, ViolationKind kind, std::vector<std::string> inputs,
                     std::vector<std::string> outputs) {
  Violation violation;
  violation.step = step;
  violation.node = node;
  violation.kind = kind;
  violation.inputs = std::move(inputs);
  violation.outputs = std::move(outputs);
  if (kind == ViolationKind::kNoRoute) violation.place = fmt::format("PE {}", node);
  violation.after = latency_;
  violations_.push_back(std::move(violation));
}

std::string refusal_of(const Tree& tree, const RouterDescription& router) {
  const std::uint32_t width = router.flit.x.width;
  if (tree.size() > kMostTreePes)
    return fmt::format("is for trees of up to {} PEs, not {}", kMostTreePes, tree.size());
  if ((tree.size() - 1) >> std::min(width, 31U) != 0)
    return fmt::format("has flits whose destination has {} bits, too few for {} PEs", width,
                       tree.size());
  if (router.latency && router.latency->router.most() > kMostTreeRouterLatency)
    return fmt::format("takes {} steps: in a tree a router takes at most {}",
                       router.latency->router.most(), kMostTreeRouterLatency);
  return {};
}

}  // namespace flitwise::own
