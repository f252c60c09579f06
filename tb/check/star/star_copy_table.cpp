#include "tb/check/star/star_copy_table.h"

#include <algorithm>
#include <utility>

namespace flitwise::check {

std::int64_t StarCopyTable::size(const StarDues& dues) {
  return std::int64_t{dues.graph().size()} * dues.sources() * dues.packets();
}

StarCopyTable::StarCopyTable(std::shared_ptr<const StarDues> dues)
    : dues_(std::move(dues)), trees_(static_cast<std::size_t>(size(*dues_)), 0) {}

std::size_t StarCopyTable::entry(Node node, Node source, std::int64_t number) const {
  const std::int64_t row = std::int64_t{node} * dues_->sources() + dues_->row(source);
  return static_cast<std::size_t>(row * dues_->packets() + number);
}

void StarCopyTable::add(Node node, Node source, std::int64_t number, int tree) {
  std::uint8_t& trees = trees_[entry(node, source, number)];
  trees = static_cast<std::uint8_t>(trees | 1U << (tree - 2));
}

StarCopyCount StarCopyTable::count(const std::vector<Node>& dead) const {
  const Node nodes = dues_->graph().size();
  std::vector<bool> is_dead(static_cast<std::size_t>(nodes), false);
  for (const Node v : dead) is_dead[static_cast<std::size_t>(v)] = true;
  StarCopyCount count;
  count.least.resize(static_cast<std::size_t>(nodes));
  count.received.resize(static_cast<std::size_t>(nodes));
  count.histogram.resize(static_cast<std::size_t>(nodes > 0 ? dues_->graph().order() : 0));
  for (Node v = 0; v < nodes; ++v)
    for (Node row = 0; row < dues_->sources(); ++row) {
      const Node source = dues_->source_of_row(row);
      if (source == v) continue;
      const bool counts =
          !is_dead[static_cast<std::size_t>(v)] && !is_dead[static_cast<std::size_t>(source)];
      for (std::int64_t q = 0; q < dues_->packets(); ++q) {
        const std::int64_t copies = __builtin_popcount(trees(v, source, q));
        count.received[static_cast<std::size_t>(v)] += copies;
        if (!counts) continue;
        ++count.histogram[static_cast<std::size_t>(copies)];
        std::optional<std::int64_t>& least = count.least[static_cast<std::size_t>(v)];
        least = std::min(least.value_or(copies), copies);
      }
    }
  return count;
}

}  // namespace flitwise::check
