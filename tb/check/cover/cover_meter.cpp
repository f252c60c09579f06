#include "tb/check/cover/cover_meter.h"

#include <algorithm>
#include <utility>

namespace flitwise::check {

CoverMeter::CoverMeter(const Cover& cover, std::vector<std::uint32_t> first_addresses)
    : CoverMeter(cover.trees(), std::move(first_addresses)) {}

CoverMeter::CoverMeter(const std::vector<PlacedTree>& trees,
                       std::vector<std::uint32_t> first_addresses)
    : root_(trees.front().root()),
      first_addresses_(std::move(first_addresses)),
      format_(
          format_of_addresses(std::int64_t{first_addresses_.back()} + trees.back().tree.size())),
      root_loads_(first_addresses_.size()),
      transfers_(first_addresses_.size()),
      deliveries_(first_addresses_.size()) {
  // The root takes in several streams at once and has no single lag.
  for (const PlacedTree& placed : trees) {
    meters_.emplace_back(placed.nodes(), root_, std::nullopt, 1, format_);
    auto& loads = root_loads_[meters_.size() - 1];
    for (const Node neighbour : placed.children(root_)) loads[neighbour] = 0;
  }
}

std::size_t CoverMeter::tree_of(RawFlit flit) const {
  const auto after = std::upper_bound(first_addresses_.begin(), first_addresses_.end(),
                                      unpack(flit, format_).destination);
  return static_cast<std::size_t>(after - first_addresses_.begin()) - 1;
}

void CoverMeter::count_at_root(const LinkTransfer& transfer, std::map<Node, Flits>& loads) const {
  const FlitKind kind = unpack(transfer.flit).kind;
  if (kind != FlitKind::kData && kind != FlitKind::kEnd) return;
  if (transfer.from == root_) ++loads[transfer.to];
  if (transfer.to == root_) ++loads[transfer.from];
}

void CoverMeter::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  for (const LinkTransfer& transfer : transfers)
    count_at_root(transfer, root_loads_[tree_of(transfer.flit)]);
  sort_by_tree(transfers);
  for (std::size_t t = 0; t < meters_.size(); ++t) meters_[t].on_transfers(step, transfers_[t]);
}

void CoverMeter::on_arrivals(Step step, const std::vector<LinkTransfer>& arrivals) {
  sort_by_tree(arrivals);
  for (std::size_t t = 0; t < meters_.size(); ++t) meters_[t].on_arrivals(step, transfers_[t]);
}

void CoverMeter::sort_by_tree(const std::vector<LinkTransfer>& transfers) {
  for (auto& of_tree : transfers_) of_tree.clear();
  for (const LinkTransfer& transfer : transfers)
    transfers_[tree_of(transfer.flit)].push_back(transfer);
}

void CoverMeter::on_edge(Step step, const Network& network, const Injector&) {
  for (auto& of_tree : deliveries_) of_tree.clear();
  for (const Delivery& delivery : network.deliveries())
    deliveries_[tree_of(delivery.flit)].push_back(delivery);
  for (std::size_t t = 0; t < meters_.size(); ++t) meters_[t].take_deliveries(step, deliveries_[t]);
}

Step CoverMeter::finish() const {
  Step latest = 0;
  for (const MessageMeter& meter : meters_) latest = std::max(latest, meter.finish());
  return latest;
}

Step CoverMeter::quiesce() const {
  Step latest = 0;
  for (const MessageMeter& meter : meters_) latest = std::max(latest, meter.quiesce());
  return latest;
}

std::optional<Step> CoverMeter::t_sync() const {
  std::optional<Step> latest;
  for (const MessageMeter& meter : meters_)
    if (meter.t_sync()) latest = std::max(latest.value_or(0), *meter.t_sync());
  return latest;
}

std::vector<std::optional<std::int64_t>> CoverMeter::dispatch() const {
  std::vector<std::optional<std::int64_t>> joint = meters_.front().dispatch();
  for (const MessageMeter& meter : meters_)
    for (std::size_t v = 0; v < joint.size(); ++v)
      if (meter.dispatch()[v]) joint[v] = meter.dispatch()[v];
  return joint;
}

std::int64_t CoverMeter::flit_hops() const {
  std::int64_t hops = 0;
  for (const MessageMeter& meter : meters_) hops += meter.flit_hops();
  return hops;
}

void CoverMeter::write_to(std::string& bytes) const {
  for (std::size_t t = 0; t < meters_.size(); ++t) {
    meters_[t].write_to(bytes);
    bytes::put(bytes, root_loads_[t].size());
    for (const auto& [neighbour, load] : root_loads_[t]) {
      bytes::put(bytes, neighbour);
      bytes::put(bytes, load);
    }
  }
}

void CoverMeter::add_from(bytes::Reader& reader) {
  for (std::size_t t = 0; t < meters_.size(); ++t) {
    meters_[t].add_from(reader);
    for (auto left = reader.take<std::size_t>(); left > 0; --left) {
      const auto neighbour = reader.take<Node>();
      root_loads_[t][neighbour] += reader.take<Flits>();
    }
  }
}

}  // namespace flitwise::check
