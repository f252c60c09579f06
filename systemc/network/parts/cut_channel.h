// cut_channel.h: how processes that share the routers of one network talk to each other.
#ifndef FLITWISE_SYSTEMC_NETWORK_PARTS_CUT_CHANNEL_H_
#define FLITWISE_SYSTEMC_NETWORK_PARTS_CUT_CHANNEL_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace flitwise {

/// Numbers of which all ranks learn the sum or the largest.
struct RankTally {
  std::array<std::int64_t, 3> sums{};
  std::array<std::int64_t, 6> largest{};

  void add(const RankTally& other) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += other.sums[i];
    for (std::size_t i = 0; i < largest.size(); ++i)
      largest[i] = std::max(largest[i], other.largest[i]);
  }
};

/// Connects processes, the ranks, which are numbered from 0. Knows nothing of what they say. All
/// ranks must make the same calls in the same order.
/// Errors: what becomes of ranks that wait for one that has died is up to who has started them.
class CutChannel {
 public:
  virtual ~CutChannel() = default;
  /// The number of this process, and that of all.
  virtual std::size_t rank() const = 0;
  virtual std::size_t ranks() const = 0;
  /// Hands these bytes to every rank and waits for those of all; returns them by rank, valid until
  /// the next such call.
  virtual const std::vector<std::string>& exchange(const std::string& own) = 0;
  /// Adds up the tallies of all.
  virtual void add_up(RankTally& tally) = 0;
  /// Hands each of these ranks its bytes and waits for those that it has for this one; returns them
  /// in the order of `near`, valid until the next such call.
  /// Shape: `own` has an entry for each; of two ranks both name each other, or neither does.
  virtual const std::vector<std::string>& pass(const std::vector<std::size_t>& near,
                                               const std::vector<std::string>& own) = 0;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_PARTS_CUT_CHANNEL_H_
