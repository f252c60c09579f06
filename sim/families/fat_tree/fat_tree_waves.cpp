#include "sim/families/fat_tree/fat_tree_waves.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "sim/families/fat_tree/fat_tree_setup.h"
#include "systemc/network/fat_tree/fat_tree_sites.h"
#include "systemc/protocols/fat_tree/fat_tree_digits.h"

namespace flitwise {
namespace {

constexpr const char* kCount = "[15:0]";

std::string leaf_scope(const Scenario& scenario, Node leaf) {
  return scenario.options.build == Build::kElaborated
             ? fmt::format("network.fat_tree_network.gen_leaf[{}].i_leaf", leaf)
             : fmt::format("leaf.{}.fat_tree_leaf", leaf);
}

std::string switch_scope(const Scenario& scenario, const FatTree& tree, Node v) {
  return scenario.options.build == Build::kElaborated
             ? fmt::format("network.fat_tree_network.gen_level[{}].gen_switch[{}].i_switch",
                           tree.level(v), tree.index(v))
             : fmt::format("switch.{}.{}.fat_tree_switch", tree.level(v), tree.index(v));
}

// Copies carry the digits of their ways where data carry their leaf; floods go to all.
void add_packet(WaveLayout& layout, const std::string& title, const std::string& lane) {
  layout.names(title, lane + ".kind[3:0]");
  layout.node("   from leaf", lane + ".message[12:0]");
  layout.decimal("   to leaf, or digits", lane + ".destination[12:0]");
  layout.decimal("   flit", lane + ".value[30:0]");
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
  add_packet(layout, "delivered", view + ".delivered");
  add_packet(layout, "to its switch", view + ".to_switch");
  for (int j = 1; j < tree.leaf_links(); ++j) {
    const std::string link = view + fmt::format(".link[{}]", j);
    add_packet(layout, fmt::format("delivered, link {}", j), link + ".delivered");
    add_packet(layout, fmt::format("to its switch, link {}", j), link + ".to_switch");
  }
  add_queue(layout, "queue", view);
  layout.names("violation", view + ".reported.violation[2:0]");
  layout.end_group(name);
}

void add_switch(WaveLayout& layout, const Scenario& scenario, const FatTree& tree, Node v) {
  const std::string view = switch_scope(scenario, tree, v) + ".view";
  const std::string name = fmt::format("switch {}.{}", tree.level(v), tree.index(v));
  const int down = tree.capacity(tree.level(v));
  layout.begin_group(name);
  for (std::uint32_t j = 0; j < up_links(tree, tree.level(v)); ++j)
    add_packet(layout, fmt::format("up, link {}", j), view + fmt::format(".up[{}].to", j));
  for (int j = 0; j < tree.arity() * down; ++j)
    add_packet(layout, fmt::format("to child {}, link {}", j / down, j % down),
               view + fmt::format(".down[{}].to", j));
  for (int branch = v == tree.root() ? 1 : 0; branch <= tree.arity(); ++branch)
    add_queue(layout, branch == 0 ? "up" : fmt::format("to child {}", branch - 1),
              view + fmt::format(".queue[{}]", branch));
  layout.names("violation", view + ".reported.violation[2:0]");
  layout.end_group(name);
}

// The level at which a packet turns; that of the root for floods.
int turning_level(const FatTree& tree, Node leaf, const protocols::Dispatch& dispatch) {
  if (dispatch.kind == FlitKind::kData) return tree.meeting_level(leaf, dispatch.destination);
  if (dispatch.kind != FlitKind::kCopies) return tree.levels();
  int level = 0;
  for (std::uint32_t rest = dispatch.copies; rest > 0;
       rest >>= protocols::bits_of_digit(tree.arity()))
    ++level;
  return level;
}

}  // namespace

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

Phases fat_tree_phases(const Scenario& scenario) {
  const FatTree tree = make_fat_tree(fat_tree_of(scenario));
  const protocols::Schedule schedule = make_schedule(fat_tree_of(scenario), tree);
  std::map<int, Step> first;
  for (Node leaf = 0; leaf < tree.leaves(); ++leaf)
    for (const protocols::Dispatch& dispatch : schedule[static_cast<std::size_t>(leaf)]) {
      const auto [place, is_new] =
          first.emplace(turning_level(tree, leaf, dispatch), dispatch.step);
      if (!is_new) place->second = std::min(place->second, dispatch.step);
    }
  Phases phases;
  for (const auto& [level, step] : first)
    phases.push_back({step, fmt::format("to level {}", level)});
  return phases;
}

}  // namespace flitwise
