// apart.h: works whose PEs and monitors are with their routers where processes share the network.
#ifndef FLITWISE_SIM_RUN_APART_H_
#define FLITWISE_SIM_RUN_APART_H_

#include <string>

#include "sim/run/figures/event_check.h"
#include "systemc/network/parts/ranks.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// Which nodes the monitors of this process watch, and how those of all add up in the end.
class Apart {
 public:
  /// `ranks`: Options::ranks. `can_be`: links and credits take one step, and what monitors see of
  /// some nodes can be added up; else, and in one process, every node is watched here.
  Apart(Ranks* ranks, Node nodes, bool can_be) {
    if (ranks == nullptr || !can_be || index_of(nodes) < ranks->count()) return;  // to be refused
    ranks->live_apart();
    ranks_ = ranks;
    own_ = ranks->own_nodes(index_of(nodes));
  }

  bool holds() const { return ranks_ != nullptr; }
  /// All nodes that there may be where everything is seen here.
  NodeRange own() const { return own_; }
  /// Of those that live apart.
  Ranks& ranks() const { return *ranks_; }

  /// Adds up what all have seen. Each of `seen` writes what was seen here, and adds what others
  /// have written.
  template <class... Seen>
  void merge(EventCheck& events, Seen&... seen) const {
    ranks_->merge(
        [&](std::string& bytes) {
          events.write_to(bytes);
          (seen.write_to(bytes), ...);
        },
        [&](bytes::Reader& reader, std::size_t rank) {
          events.add_from(reader, rank < ranks_->own());
          (seen.add_from(reader), ...);
        });
    events.merge();
  }

 private:
  Ranks* ranks_ = nullptr;
  NodeRange own_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_APART_H_
