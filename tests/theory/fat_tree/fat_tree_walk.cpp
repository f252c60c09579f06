// Packets that move on in every step, node by node as a switch would route them.
#include <algorithm>

#include "tb/theory/lengths.h"
#include "tests/theory/fat_tree/fat_tree_switching.h"
#include "tests/theory/fat_tree/fat_trees.h"

namespace flitwise::theory::test {

Walk walk(const FatTree& tree, const FatTreeTable& table) {
  Walk result;
  result.deliveries.resize(index_of(tree.leaves()));
  for (const FatTreeDispatch& d : table) {
    for (Flits index = d.first; index < d.first + d.flits; ++index) {
      std::vector<Packet> moving{inject(tree, d, index)};
      for (Step step = d.step + index - d.first; !moving.empty(); ++step) {
        std::vector<Packet> next;
        for (const Packet& packet : moving) {
          result.events.push_back(
              {step, packet.from, packet.to, d.kind, d.source, index, value_of(d)});
          ++result.crowds[{step, packet.from, packet.to}];
          if (tree.is_leaf(packet.to))
            result.deliveries[index_of(packet.to)].emplace_back(step, d.source, index);
          else
            for (const Packet& copy : route(tree, packet)) next.push_back(copy);
        }
        moving = std::move(next);
      }
    }
  }
  std::sort(result.events.begin(), result.events.end());
  for (auto& deliveries : result.deliveries) std::sort(deliveries.begin(), deliveries.end());
  for (auto crowd = result.crowds.begin(); crowd != result.crowds.end();) {
    const auto [step, from, to] = crowd->first;
    const int links = tree.capacity(std::max(tree.level(from), tree.level(to)));
    crowd = crowd->second <= links ? result.crowds.erase(crowd) : std::next(crowd);
  }
  return result;
}

}  // namespace flitwise::theory::test
