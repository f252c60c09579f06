// apart.h: works whose PEs and monitors are with their routers where processes share the network.
#ifndef FLITWISE_SIM_RUN_APART_H_
#define FLITWISE_SIM_RUN_APART_H_

#include <string>

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

  /// Adds up what all have seen: each of `seen` writes what was seen here, and adds what others
  /// have written.
  template <class... Seen>
  void merge(Seen&... seen) const {
    ranks_->merge([&](std::string& bytes) { (seen.write_to(bytes), ...); },
                  [&](bytes::Reader& reader) { (seen.add_from(reader), ...); });
  }

 private:
  Ranks* ranks_ = nullptr;
  NodeRange own_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_APART_H_
