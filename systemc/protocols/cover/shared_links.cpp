#include "systemc/protocols/cover/shared_links.h"

#include <algorithm>
#include <map>
#include <utility>

#include "systemc/protocols/tree/scatter.h"

namespace flitwise::protocols {
namespace {

using Link = std::pair<Node, Node>;  // from, to

// Steps in which one link is taken: [begin, end) by begin, none overlap.
class Bookings {
 public:
  // First step from `wanted` on from which the link is free for `flits` steps.
  Step first_free(Step wanted, Flits flits) const {
    auto booking = taken_.upper_bound(wanted);
    if (booking != taken_.begin()) --booking;
    for (; booking != taken_.end() && booking->first < wanted + flits; ++booking)
      if (booking->second > wanted) wanted = booking->second;
    return wanted;
  }
  void book(Step begin, Flits flits) { taken_[begin] = begin + flits; }

 private:
  std::map<Step, Step> taken_;
};

// Links from the root down to `v`, in order.
std::vector<Link> way_to(const PlacedTree& tree, Node v) {
  std::vector<Link> way;
  for (; v != tree.root(); v = tree.parent(v)) way.emplace_back(tree.parent(v), v);
  std::reverse(way.begin(), way.end());
  return way;
}

// First step from which every link of the way is free, each a step later than the one before it.
Step first_start(const std::vector<Link>& way, Flits flits, std::map<Link, Bookings>& links) {
  Step start = 1;
  for (bool is_free = false; !is_free;) {
    is_free = true;
    Step delay = 0;
    for (const Link& link : way) {
      const Step free = links[link].first_free(start + delay, flits);
      if (free != start + delay) is_free = false;
      start = free - delay;
      ++delay;
    }
  }
  return start;
}

// Links between each sender of a message and the root; 0 for the others.
std::vector<Node> depths_of(const Cover& cover, const std::vector<Flits>& lengths,
                            const Allocation& allocation) {
  std::vector<Node> depths(lengths.size(), 0);
  for (std::size_t v = 0; v < lengths.size(); ++v)
    if (lengths[v] > 0) depths[v] = cover.tree(allocation[v]).depth(static_cast<Node>(v));
  return depths;
}

}  // namespace

std::vector<Step> starts_on_shared_links(const Cover& cover, const std::vector<Flits>& lengths,
                                         const Allocation& allocation) {
  std::vector<Step> starts(lengths.size(), 0);
  std::map<Link, Bookings> links;
  for (const Node node : farthest_first_order(depths_of(cover, lengths, allocation), lengths)) {
    const auto v = static_cast<std::size_t>(node);
    const std::vector<Link> way = way_to(cover.tree(allocation[v]), node);
    starts[v] = first_start(way, lengths[v], links);
    Step begin = starts[v];
    for (const Link& link : way) links[link].book(begin++, lengths[v]);
  }
  return starts;
}

std::vector<Step> starts_of_timetable(const Cover& cover, const std::vector<Flits>& lengths,
                                      const Allocation& allocation) {
  const std::vector<Step> starts = starts_on_shared_links(cover, lengths, allocation);
  const std::vector<Node> depths = depths_of(cover, lengths, allocation);
  std::vector<Step> home(lengths.size(), 0);  // step of the scatter's last flit to each node
  for (std::size_t v = 0; v < lengths.size(); ++v)
    if (lengths[v] > 0) home[v] = starts[v] + lengths[v] - 1 + depths[v] - 1;
  const Step last = *std::max_element(home.begin(), home.end());
  std::vector<Step> backwards(lengths.size(), 0);
  for (std::size_t v = 0; v < lengths.size(); ++v)
    if (lengths[v] > 0) backwards[v] = last + 1 - home[v];
  return backwards;
}

}  // namespace flitwise::protocols
