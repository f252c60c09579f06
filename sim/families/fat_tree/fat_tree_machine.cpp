// fat_tree_machine.cpp: its nodes and PEs, transfers over lowest common switches, places and waves.
#include "sim/families/fat_tree/fat_tree_machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "sim/families/fat_tree/fat_tree_scenario.h"
#include "systemc/network/fat_tree/fat_tree_routers.h"
#include "systemc/pe/codecs/address_codec.h"
#include "tb/theory/collective/collective_bound.h"
#include "tb/theory/collective/collective_ways.h"

namespace flitwise {
namespace {

class FatTreeCarrier final : public TransferCarrier {
 public:
  FatTreeCarrier(const FatTree& tree, const FatTreeNetworkConfig& config,
                 protocols::PlacedTransfers transfers)
      : tree_(tree),
        format_(flit_format_of(tree)),
        transfers_(std::move(transfers)),
        carriage_(protocols::make_fat_tree_carriage(transfers_)) {
    rules_.latency = config.latency;
    rules_.depth.assign(config.depth.begin(), config.depth.end());
    rules_.has_back_pressure = config.backpressure;
  }

  std::shared_ptr<protocols::CollectiveCarriage> carriage() const override { return carriage_; }
  std::optional<check::TransferFlit> read(RawFlit flit) const override {
    const FlitFields f = unpack(flit, format_);
    const auto transfer =
        carriage_->transfer_of({static_cast<Node>(f.tag), 0, static_cast<Node>(f.destination)});
    if (!transfer) return std::nullopt;
    return check::TransferFlit{*transfer, static_cast<Flits>(f.payload)};
  }
  Step hop() const override { return 1; }
  bool is_routed(RawFlit) const override { return true; }

  Step latency(const protocols::PlacedTransfer& transfer) const override {
    return theory::pipelined_latency(2 * tree_.meeting_level(transfer.from, transfer.to),
                                     transfer.flits);
  }
  Flits ports(Node) const override { return 1; }
  std::string bound_source() const override {
    return "the longest chain of dependent operations, a transfer alone taking 2 level + flits - 1 "
           "steps over the switch of that level, and the load of the busiest leaf's link";
  }
  std::optional<theory::TransferWay> way(std::size_t transfer) const override {
    const protocols::PlacedTransfer& placed = transfers_[transfer];
    return theory::fat_tree_way(tree_, rules_, {placed.from, placed.to, placed.flits});
  }
  LinkEvent shown(const theory::TransferEvent& event,
                  const protocols::TransferName& name) const override {
    LinkEvent link = TransferCarrier::shown(event, name);
    link.value = name.to;
    return link;
  }

 private:
  const FatTree& tree_;
  const FlitFormat format_;
  const protocols::PlacedTransfers transfers_;
  theory::FatTreeRules rules_;
  const std::shared_ptr<protocols::CollectiveCarriage> carriage_;
};

constexpr const char* kCount = "[15:0]";

// Routers with credits are around those with ready wires.
const char* module_around(const Scenario& scenario, const char* plain, const char* credits) {
  const FatTreeScenario& tree = fat_tree_of(scenario);
  return has_credits(tree.options.backpressure, latency_of(tree)) ? credits : plain;
}

std::string leaf_scope(const Scenario& scenario, Node leaf) {
  return scenario.options.build == Build::kElaborated
             ? fmt::format("network.fat_tree_network.gen_leaf[{}].i_leaf", leaf)
             : fmt::format("leaf.{}.{}", leaf,
                           module_around(scenario, "fat_tree_leaf", "credit_fat_tree_leaf.i_leaf"));
}

std::string switch_scope(const Scenario& scenario, const FatTree& tree, Node v) {
  return scenario.options.build == Build::kElaborated
             ? fmt::format("network.fat_tree_network.gen_level[{}].gen_switch[{}].i_switch",
                           tree.level(v), tree.index(v))
             : fmt::format(
                   "switch.{}.{}.{}", tree.level(v), tree.index(v),
                   module_around(scenario, "fat_tree_switch", "credit_fat_tree_switch.i_switch"));
}

// Copies carry the digits of their ways where data carry their leaf; floods go to all.
void add_packet(WaveLayout& layout, const FatTree& tree, const std::string& title,
                const std::string& lane) {
  const FlitFormat format = flit_format_of(tree);
  layout.names(title, lane + ".kind[3:0]");
  layout.node("   from leaf", fmt::format("{}.message[{}:0]", lane, format.tag - 1));
  layout.decimal("   to leaf, or digits",
                 fmt::format("{}.destination[{}:0]", lane, format.address - 1));
  layout.decimal("   flit", fmt::format("{}.value[{}:0]", lane, format.control() - 1));
}

void add_queue(WaveLayout& layout, const std::string& title, const std::string& scope) {
  layout.decimal(title + ", most stored", scope + ".max_stored" + kCount);
  layout.decimal(title + ", most waiting", scope + ".max_wait" + kCount);
}

void add_leaf(WaveLayout& layout, const Scenario& scenario, const FatTree& tree, Node leaf) {
  const std::string view = leaf_scope(scenario, leaf) + ".view";
  const std::string protocol = fmt::format("pe{}.protocol.pe_view", leaf);
  const std::string name = fmt::format("leaf {}", leaf);
  layout.begin_group(name);
  layout.names("state", protocol + ".state[3:0]");
  layout.binary("hands a flit over", protocol + ".sending");
  add_packet(layout, tree, "delivered", view + ".delivered");
  add_packet(layout, tree, "to its switch", view + ".to_switch");
  for (int j = 1; j < tree.leaf_links(); ++j) {
    const std::string link = view + fmt::format(".link[{}]", j);
    add_packet(layout, tree, fmt::format("delivered, link {}", j), link + ".delivered");
    add_packet(layout, tree, fmt::format("to its switch, link {}", j), link + ".to_switch");
  }
  add_queue(layout, "queue", view);
  layout.names("violation", view + ".reported.violation[3:0]");
  layout.end_group(name);
}

void add_switch(WaveLayout& layout, const Scenario& scenario, const FatTree& tree, Node v) {
  const std::string view = switch_scope(scenario, tree, v) + ".view";
  const std::string name = fmt::format("switch {}.{}", tree.level(v), tree.index(v));
  const int down = tree.capacity(tree.level(v));
  layout.begin_group(name);
  for (std::uint32_t j = 0; j < up_links(tree, tree.level(v)); ++j)
    add_packet(layout, tree, fmt::format("up, link {}", j), view + fmt::format(".up[{}].to", j));
  for (int j = 0; j < tree.arity() * down; ++j)
    add_packet(layout, tree, fmt::format("to child {}, link {}", j / down, j % down),
               view + fmt::format(".down[{}].to", j));
  for (int branch = v == tree.root() ? 1 : 0; branch <= tree.arity(); ++branch)
    add_queue(layout, branch == 0 ? "up" : fmt::format("to child {}", branch - 1),
              view + fmt::format(".queue[{}]", branch));
  layout.names("violation", view + ".reported.violation[3:0]");
  layout.end_group(name);
}

}  // namespace

FatTreeMachine::FatTreeMachine(const FatTree& tree, FatTreeNetworkConfig config,
                               std::shared_ptr<ModelLibrary> models)
    : tree_(tree),
      config_(std::move(config)),
      addresses_(AddressBook::of_numbers(tree.leaves()).speak(flit_format_of(tree))),
      models_(std::move(models)) {}

std::unique_ptr<FlitCodec> FatTreeMachine::codec(Node pe) const {
  return std::make_unique<AddressCodec>(PeLinks(pe, {}), addresses_);
}

check::Recorder::DecodeFlit FatTreeMachine::event_reader() const {
  return [format = addresses_.format()](Step step, Node from, Node to, RawFlit flit) {
    return to_fat_tree_event(step, from, to, flit, format);
  };
}

std::unique_ptr<Network> FatTreeMachine::build(const Options& options, WaveRecorder* waves) {
  set_common(options, waves, config_);
  if (!models_) models_ = std::make_shared<ModelLibrary>(ModelLibrary::terminal_config());
  FatTreeNetwork made = options.build == Build::kElaborated
                            ? elaborate_fat_tree(tree_, config_, *models_)
                            : assemble_fat_tree(tree_, config_, *models_);
  occupancy_ = std::move(made.occupancy);
  return std::move(made.network);
}

std::unique_ptr<TransferCarrier> FatTreeMachine::carry(
    const protocols::PlacedTransfers& transfers) const {
  return std::make_unique<FatTreeCarrier>(tree_, config_, transfers);
}

FatTreeNetworkConfig any_traffic_config(const FatTree& tree, std::optional<std::uint32_t> depth,
                                        bool backpressure) {
  // A few, and two places for each link: a packet that leaves has its own until the next edge.
  constexpr int kPackets = 16;
  FatTreeNetworkConfig config;
  config.backpressure = backpressure || !depth;
  for (int level = 0; level <= tree.levels(); ++level) {
    const int below = level == 0 ? 1 : tree.capacity(level);
    const int above = level == tree.levels() ? 1 : tree.capacity(level + 1);
    const auto room = static_cast<std::uint32_t>(std::max({kPackets, 2 * below, 2 * above}));
    config.depth.push_back(depth.value_or(room));
  }
  return config;
}

std::vector<NodePlace> fat_tree_places(const FatTree& tree) {
  std::vector<Node> parents;
  for (Node v = 0; v < tree.size(); ++v) parents.push_back(tree.parent(v));
  return tree_places(parents);
}

void add_fat_tree_waves(const Scenario& scenario, WaveLayout& layout) {
  const FatTree tree = make_fat_tree(fat_tree_of(scenario));
  for (int level = 0; level <= tree.levels(); ++level) {
    const std::string region = level == 0 ? "leaves" : fmt::format("switches of level {}", level);
    layout.begin_group(region);
    for (Node v = 0; v < tree.size(); ++v) {
      if (tree.level(v) != level) continue;
      level == 0 ? add_leaf(layout, scenario, tree, v) : add_switch(layout, scenario, tree, v);
    }
    layout.end_group(region);
  }
}

}  // namespace flitwise
