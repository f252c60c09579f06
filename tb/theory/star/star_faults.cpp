// Copies through broken trees, where every packet crosses its arcs in steps known beforehand.
#include "tb/theory/star/star_faults.h"

#include "tb/theory/star/star_arithmetic.h"
#include "tb/theory/star/star_copy_record.h"
#include "tb/theory/star/star_selection.h"

namespace flitwise::theory {
namespace {

/// A copy of packet q: it crosses the arc of its path with mark k in step `base` + q `stride` + k.
struct TimedCopy {
  int tree = 0;
  Step base = 0;
  Step stride = 0;
};
/// By packet (the same for all nodes) or by relative address.
using TimedCopies = std::vector<std::vector<TimedCopy>>;

enum class Operation : std::uint8_t { kBroadcast, kMultinode, kScatter, kExchange };

bool is_routed(Operation operation) {
  return operation == Operation::kScatter || operation == Operation::kExchange;
}

TimedCopies by_packet(int degree, const StarTraffic& traffic, Step steps_of_a_round) {
  TimedCopies copies(static_cast<std::size_t>(traffic.packets));
  for (std::size_t q = 0; q < copies.size(); ++q) {
    for (int i = 0; i < traffic.copies; ++i) {
      const StarCopy copy = copy_of(degree, traffic, static_cast<std::int64_t>(q), i);
      copies[q].push_back({copy.tree, copy.round * steps_of_a_round, 0});
    }
  }
  return copies;
}

TimedCopies by_address(const StarTrees& trees, const StarTraffic& traffic, Operation operation) {
  const StarGraph& graph = trees.graph();
  TimedCopies copies(static_cast<std::size_t>(graph.size()));
  const StarSelection selection = select_addresses(trees, traffic.copies);
  Step base = 0;
  for (std::size_t a = 0; a < selection.addresses.size(); ++a) {
    const Step stride = operation == Operation::kScatter ? 1 : selection.depths[a];
    for (int tree = 2; tree <= graph.order(); ++tree) {
      const Node u = graph.rotate(selection.addresses[a], tree - 2);
      copies[static_cast<std::size_t>(u)].push_back({tree, base, stride});
    }
    base += traffic.packets * stride;
  }
  return copies;
}

/// All copies of one operation.
class CopyCounter {
 public:
  CopyCounter(const StarTrees& trees, const StarTraffic& traffic, const StarFaults& faults,
              Operation operation)
      : graph_(trees.graph()),
        packets_(traffic.packets),
        from_step_(faults.from_step),
        operation_(operation),
        map_(graph_, faults),
        walk_(depth_first_walk(trees)),
        breaks_(trees, walk_, operation == Operation::kMultinode ? numbers(walk_) : depths(walk_)),
        record_(graph_, traffic, map_) {
    if (is_routed(operation))
      copies_ = by_address(trees, traffic, operation);
    else
      copies_ = by_packet(graph_.degree(), traffic,
                          operation == Operation::kMultinode ? graph_.size() - 1 : 1);
  }

  StarCopies count_one(Node source) {
    count(source);
    if (map_.is_dead(source)) record_.take_guarantee();
    return record_.copies();
  }

  StarCopies count_all() {
    for (Node source = 0; source < graph_.size(); ++source) count(source);
    return record_.copies();
  }

 private:
  void count(Node source) {
    breaks_.look(map_, source);
    for (Node u = 1; u < graph_.size(); ++u) {
      const Node v = graph_.absolute(u, source);
      for (std::int64_t q = 0; q < packets_; ++q) {
        int arrived = 0;
        const auto entry = static_cast<std::size_t>(is_routed(operation_) ? u : q);
        for (const TimedCopy& copy : copies_[entry]) arrived += arrives(copy, u, q) ? 1 : 0;
        record_.add(source, v, arrived);
      }
    }
  }

  bool arrives(const TimedCopy& copy, Node u, std::int64_t packet) const {
    const Step last = breaks_.last(u, copy.tree);
    return last == 0 || copy.base + packet * copy.stride + last < from_step_;
  }

  const StarGraph& graph_;
  std::int64_t packets_;
  Step from_step_;
  Operation operation_;
  StarFaultMap map_;
  std::vector<StarArc> walk_;
  StarBreaks breaks_;
  StarCopyRecord record_;
  TimedCopies copies_;
};

}  // namespace

StarCopies broadcast_copies(const StarTrees& trees, const StarTraffic& traffic, Node source,
                            const StarFaults& faults) {
  check_traffic(trees.graph().degree(), traffic);
  check_node(trees.graph(), source, "the source");
  return CopyCounter(trees, traffic, faults, Operation::kBroadcast).count_one(source);
}

StarCopies scatter_copies(const StarTrees& trees, const StarTraffic& traffic, Node source,
                          const StarFaults& faults) {
  check_traffic(trees.graph().degree(), traffic);
  check_node(trees.graph(), source, "the source");
  return CopyCounter(trees, traffic, faults, Operation::kScatter).count_one(source);
}

StarCopies multinode_copies(const StarTrees& trees, const StarTraffic& traffic,
                            const StarFaults& faults) {
  check_traffic(trees.graph().degree(), traffic);
  return CopyCounter(trees, traffic, faults, Operation::kMultinode).count_all();
}

StarCopies exchange_copies(const StarTrees& trees, const StarTraffic& traffic,
                           const StarFaults& faults) {
  check_traffic(trees.graph().degree(), traffic);
  return CopyCounter(trees, traffic, faults, Operation::kExchange).count_all();
}

std::string copies_source() {
  return "a copy is lost if and only if the last dead link or node of its path is dead in the step "
         "in which it would pass there; any faults, n, m, x";
}

std::string guarantee_source() {
  return "Fragopoulou, Akl (1996), fault tolerance: x - f, since the paths of a node meet only at "
         "its ends; nodes alive, source alive, any n, m, x";
}

}  // namespace flitwise::theory
