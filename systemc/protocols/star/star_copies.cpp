#include "systemc/protocols/star/star_copies.h"

namespace flitwise::protocols {

StarCopies::StarCopies(const StarSettings& settings, Node source)
    : nodes_(settings.graph().size()),
      source_(source),
      packets_(static_cast<std::size_t>(settings.packets)),
      degree_(static_cast<std::size_t>(settings.degree())),
      belief_(settings.belief),
      trees_((source == kNoNode ? static_cast<std::size_t>(nodes_) : 1) * packets_),
      values_(trees_.size() * (belief_ == StarBelief::kMajority ? degree_ : 1)) {}

bool StarCopies::is_source(Node v) const {
  return source_ == kNoNode ? v >= 0 && v < nodes_ : v == source_;
}

std::size_t StarCopies::at(Node source, int packet) const {
  const std::size_t row = source_ == kNoNode ? static_cast<std::size_t>(source) : 0;
  return row * packets_ + static_cast<std::size_t>(packet);
}

bool StarCopies::add(Node source, int packet, int tree, std::int64_t value) {
  std::uint8_t& trees = trees_[at(source, packet)];
  const auto port = static_cast<std::size_t>(tree - 2);
  if ((trees >> port & 1U) != 0) return false;
  if (belief_ == StarBelief::kMajority)
    values_[at(source, packet) * degree_ + port] = static_cast<std::uint16_t>(value);
  else if (trees == 0)
    values_[at(source, packet)] = static_cast<std::uint16_t>(value);
  trees = static_cast<std::uint8_t>(trees | 1U << port);
  return true;
}

int StarCopies::count(Node source, int packet) const { return count_trees(trees(source, packet)); }

std::optional<std::int64_t> StarCopies::believed(Node source, int packet) const {
  const std::size_t entry = at(source, packet);
  if (trees_[entry] == 0) return std::nullopt;
  if (belief_ == StarBelief::kMajority) return majority(entry);
  return values_[entry];
}

std::optional<std::int64_t> StarCopies::majority(std::size_t entry) const {
  const unsigned trees = trees_[entry];
  for (std::size_t candidate = 0; candidate < degree_; ++candidate) {
    int votes = 0;
    for (std::size_t port = 0; port < degree_; ++port)
      if ((trees >> port & 1U) != 0 &&
          values_[entry * degree_ + port] == values_[entry * degree_ + candidate])
        ++votes;
    if ((trees >> candidate & 1U) != 0 && 2 * votes > count_trees(trees))
      return values_[entry * degree_ + candidate];
  }
  return std::nullopt;
}

int count_trees(unsigned trees) {
  int count = 0;
  for (; trees != 0; trees &= trees - 1) ++count;
  return count;
}

}  // namespace flitwise::protocols
