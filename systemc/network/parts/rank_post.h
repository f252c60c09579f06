// rank_post.h: what observers of one sort tell each other where each rank watches its own nodes.
#ifndef FLITWISE_SYSTEMC_NETWORK_PARTS_RANK_POST_H_
#define FLITWISE_SYSTEMC_NETWORK_PARTS_RANK_POST_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace flitwise {

/// Whom it goes to: all ranks, or those with whose nodes a rank's own share a link.
enum class PostTo : std::uint8_t { kAll, kNear };

/// Time: what an observer has added to `said` before a clock edge goes with the exchange of that
///       edge, is in `heard` from then on, also while the edge's own observers are called, and is
///       gone with the next exchange of any sort.
struct RankPost {
  PostTo to = PostTo::kAll;
  std::string said{};
  /// In the order of ranks; where it goes to all one's own included.
  std::vector<std::string_view> heard{};
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_PARTS_RANK_POST_H_
