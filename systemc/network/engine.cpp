#include "systemc/network/engine.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace flitwise {
namespace {

constexpr std::size_t kWordBits = 64;

void require(bool holds, const char* rule) {
  if (!holds) throw std::logic_error(rule);
}

// Calls visit(node) for each set bit, in increasing order: index order keeps the models' memory
// access forward, which was measured faster than a work list.
template <class Visit>
void for_each_bit(const std::vector<std::uint64_t>& bitmap, Visit visit) {
  for (std::size_t word = 0; word < bitmap.size(); ++word) {
    for (std::uint64_t bits = bitmap[word]; bits != 0; bits &= bits - 1)
      visit(static_cast<Node>(word * kWordBits + static_cast<std::size_t>(__builtin_ctzll(bits))));
  }
}

}  // namespace

Engine::Engine(std::unique_ptr<RouterOwner> owner, std::vector<RouterPins> pins,
               const std::vector<Link>& links, std::vector<std::vector<std::string>> lane_names,
               IdleRouters idle)
    : owner_(std::move(owner)),
      pins_(std::move(pins)),
      lane_names_(std::move(lane_names)),
      idle_(idle),
      active_((pins_.size() + kWordBits - 1) / kWordBits),
      now_(active_.size()) {
  require(lane_names_.size() == pins_.size(), "Engine: one list of lane names per router");
  for (const RouterPins& pin : pins_) {
    first_target_.push_back(targets_.size());
    targets_.resize(targets_.size() + pin.lanes);
  }
  std::vector<bool> entered(targets_.size());
  for (const Link& link : links) {
    const auto from = static_cast<std::size_t>(link.from);
    const auto to = static_cast<std::size_t>(link.to);
    require(from < pins_.size() && to < pins_.size(), "Engine: link between unknown routers");
    require(link.from_lane < pins_[from].lanes && link.to_lane < pins_[to].lanes,
            "Engine: link at an unknown lane");
    Target& target = targets_[first_target_[from] + link.from_lane];
    require(target.node == kNoNode, "Engine: two links leave one lane");
    require(!entered[first_target_[to] + link.to_lane], "Engine: two links enter one lane");
    entered[first_target_[to] + link.to_lane] = true;
    target = {pins_[to].in + link.to_lane * sizeof(RawFlit), link.to};
  }
}

void Engine::activate(Node node) {
  std::uint64_t& word = active_[static_cast<std::size_t>(node) / kWordBits];
  const std::uint64_t bit = std::uint64_t{1} << (static_cast<std::size_t>(node) % kWordBits);
  active_count_ += (word & bit) == 0 ? 1 : 0;
  word |= bit;
}

void Engine::inject(Node node, std::uint32_t port, RawFlit flit) {
  require(port < pins_[static_cast<std::size_t>(node)].own_lanes, "Engine: no such port of the PE");
  store(pins_[static_cast<std::size_t>(node)].in + port * sizeof(RawFlit), flit);
  activate(node);
}

void Engine::clock(Step step) {
  transfers_.clear();
  deliveries_.clear();
  violations_.clear();
  if (idle_ == IdleRouters::kEvaluate) {
    for (std::size_t node = 0; node < pins_.size(); ++node) activate(static_cast<Node>(node));
  }
  router_cycles_ += active_count_;
  owner_->set_step(step);
  now_.swap(active_);
  std::fill(active_.begin(), active_.end(), 0);
  active_count_ = 0;
  // All routers read their inputs before any new output is copied to an input.
  for_each_bit(now_, [this](Node node) { evaluate(node); });
  for_each_bit(now_, [this, step](Node node) { collect(node, step); });
}

void Engine::evaluate(Node node) {
  const RouterPins& pin = pins_[static_cast<std::size_t>(node)];
  pin.cycle(pin.model);
  std::memset(pin.in, 0, pin.lanes * sizeof(RawFlit));
}

void Engine::collect(Node node, Step step) {
  const RouterPins& pin = pins_[static_cast<std::size_t>(node)];
  if (*pin.busy == 0) return;  // busy is low only when all outputs are zero
  activate(node);
  for (std::uint32_t port = 0; port < pin.own_lanes; ++port) {
    const RawFlit own = load(pin.out + port * sizeof(RawFlit));
    if (is_valid(own)) deliveries_.push_back({node, own, port});
  }
  const Target* targets = &targets_[first_target_[static_cast<std::size_t>(node)]];
  for (std::uint32_t lane = pin.own_lanes; lane < pin.lanes; ++lane) {
    const RawFlit flit = load(pin.out + lane * sizeof(RawFlit));
    if (!is_valid(flit)) continue;
    const Target& target = targets[lane];
    if (target.node == kNoNode) {
      violations_.push_back({step,
                             node,
                             ViolationKind::kNoRoute,
                             {},
                             {lane_names_[static_cast<std::size_t>(node)][lane]}});
      continue;
    }
    store(target.in, flit);
    activate(target.node);
    transfers_.push_back({node, target.node, flit});
  }
  if (*pin.violation != 0) report(node, step);
}

void Engine::report(Node node, Step step) {
  const RouterPins& pin = pins_[static_cast<std::size_t>(node)];
  const auto& names = lane_names_[static_cast<std::size_t>(node)];
  const ViolationMasks masks = pin.masks(pin.model);
  const auto named = [&](const auto& mask) {
    std::vector<std::string> lanes;
    for (std::uint32_t lane = 0; lane < pin.lanes; ++lane) {
      if ((mask[lane / kWordBits] >> (lane % kWordBits) & 1) != 0) lanes.push_back(names[lane]);
    }
    return lanes;
  };
  for (int kind = 0; kind <= static_cast<int>(ViolationKind::kBrokenWorm); ++kind) {
    if ((*pin.violation >> kind & 1) != 0)
      violations_.push_back({step, node, static_cast<ViolationKind>(kind), named(masks.inputs),
                             named(masks.outputs)});
  }
}

}  // namespace flitwise
