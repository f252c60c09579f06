// cut_channel.h: how processes that share the routers of one network talk to each other.
#ifndef FLITWISE_SYSTEMC_NETWORK_PARTS_CUT_CHANNEL_H_
#define FLITWISE_SYSTEMC_NETWORK_PARTS_CUT_CHANNEL_H_

#include <cstddef>
#include <string>
#include <vector>

namespace flitwise {

/// Connects processes, the ranks, which are numbered from 0. Knows nothing of what they say.
class CutChannel {
 public:
  virtual ~CutChannel() = default;
  /// The number of this process, and that of all.
  virtual std::size_t rank() const = 0;
  virtual std::size_t ranks() const = 0;
  /// Hands these bytes to every rank and waits for those of all; returns them by rank, valid until
  /// the next call. All ranks must call it equally often.
  /// Errors: what becomes of ranks that wait for one that has died is up to who has started them.
  virtual const std::vector<std::string>& exchange(const std::string& own) = 0;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_PARTS_CUT_CHANNEL_H_
