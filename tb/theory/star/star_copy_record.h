// star_copy_record.h: collects how many copies of each packet reach each node.
#ifndef FLITWISE_TB_THEORY_STAR_STAR_COPY_RECORD_H_
#define FLITWISE_TB_THEORY_STAR_STAR_COPY_RECORD_H_

#include <algorithm>

#include "tb/theory/star/star_fault_map.h"

namespace flitwise::theory {

/// Adds up the copies of one operation on a graph with faults, packet by packet.
///
/// Shape: nodes are the graph's, a packet has 0 to n-1 copies. `faults` outlives the record.
class StarCopyRecord {
 public:
  /// Guarantees x - f copies, at least 0.
  StarCopyRecord(const StarGraph& graph, const StarTraffic& traffic, const StarFaultMap& faults)
      : faults_(faults) {
    copies_.least.resize(static_cast<std::size_t>(graph.size()));
    copies_.received.resize(static_cast<std::size_t>(graph.size()));
    copies_.histogram.resize(static_cast<std::size_t>(graph.order()));
    copies_.guarantee = std::max(0, traffic.copies - faults.count());
  }

  /// `arrived` copies of a packet from `source` reach `v`.
  void add(Node source, Node v, int arrived) {
    const auto entry = static_cast<std::size_t>(v);
    copies_.received[entry] += arrived;
    if (faults_.is_dead(v) || faults_.is_dead(source)) return;
    ++copies_.histogram[static_cast<std::size_t>(arrived)];
    std::optional<int>& least = copies_.least[entry];
    least = least ? std::min(*least, arrived) : arrived;
  }

  /// Where nothing is guaranteed.
  void take_guarantee() { copies_.guarantee.reset(); }
  const StarCopies& copies() const { return copies_; }

 private:
  const StarFaultMap& faults_;
  StarCopies copies_;
};

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_STAR_STAR_COPY_RECORD_H_
