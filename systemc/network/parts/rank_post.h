// rank_post.h: what observers of one sort tell each other where each rank watches its own nodes.
#ifndef FLITWISE_SYSTEMC_NETWORK_PARTS_RANK_POST_H_
#define FLITWISE_SYSTEMC_NETWORK_PARTS_RANK_POST_H_

#include <string>
#include <string_view>
#include <vector>

namespace flitwise {

/// Time: what an observer has added to `said` before a clock edge goes with the exchange of that
///       edge, is in `heard` from then on, also while the edge's own observers are called, and is
///       gone with the next exchange of any sort.
struct RankPost {
  std::string said;
  std::vector<std::string_view> heard;  ///< by rank, one's own included
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_PARTS_RANK_POST_H_
