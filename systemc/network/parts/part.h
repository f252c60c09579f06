// part.h: a range of a network's routers, and all that changes while they are stepped.
#ifndef FLITWISE_SYSTEMC_NETWORK_PARTS_PART_H_
#define FLITWISE_SYSTEMC_NETWORK_PARTS_PART_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "systemc/network/network.h"
#include "systemc/network/parts/node_bitmap.h"
#include "systemc/network/parts/wiring.h"
#include "systemc/network/receivers.h"

namespace flitwise {

/// A flit for a router of another part.
struct FlitMail {
  unsigned char* in = nullptr;  ///< the input lane
  Node node = kNoNode;
  RawFlit flit = 0;
};

/// Credits for a router of another part, or for any where wires of credits take several steps.
struct CreditMail {
  CreditTarget target;
  unsigned char credits = 0;  ///< a bit a lane of the channel
  std::size_t place = 0;      ///< of the lane that they come from, by Wiring::index
};

/// Flits that a PE's port may send again.
struct ReturnedCredits {
  std::size_t place = 0;  ///< of the port's lane, by Wiring::index
  std::uint32_t credits = 0;
};

/// The routers of a range of nodes. Parts may step at once, in threads of their own: a part writes
/// pins of its own routers only, and what goes to others lies in its mail until all are done.
class Part {
 public:
  /// Of the nodes [first, end). All outlive the part. `own_credit`: with credits, flits that the
  /// PEs' ports may still send, by Wiring::index; of its own routers a part counts them up.
  Part(const Wiring& wiring, const Receivers& receivers, std::vector<std::uint32_t>& own_credit,
       std::size_t first, std::size_t end);

  // Between steps.
  /// The router is evaluated at the next edge.
  void activate(Node node) {
    active_.set(node);
    has_active_ = true;
  }
  void activate_all();
  /// Puts a flit into an input lane of a router of this part, for its next edge.
  void put(unsigned char* in, Node node, RawFlit flit);
  /// Likewise credits.
  void put(const CreditTarget& target, unsigned char credits);
  /// Whether a step would do anything.
  bool has_active() const { return has_active_; }
  std::size_t active_routers() const { return active_.count(); }
  template <class Visit>
  void for_each_active(Visit visit) const {
    active_.for_each(visit);
  }

  /// The clock edge that ends `step`, and what it brings to routers of this part.
  void step(Step step);

  // Where other processes have some of the parts.
  /// From now on steps show which credits have come back to the PEs' ports.
  void show_returned() { shows_returned_ = true; }
  /// The edge of a part whose routers are another process's: what was put into it is forgotten.
  void pass_over();
  /// What that process says of the part after the edge.
  void set_active(bool has_active) { has_active_ = has_active; }
  bool holds(Node node) const { return index_of(node) >= active_.first() && index_of(node) < end_; }

  /// What the last step has shown, in the order of nodes and lanes; whoever takes it leaves the
  /// lists empty. With back pressure transfers are not among it: they are known later.
  struct Shown {
    std::vector<LinkTransfer> transfers;
    std::vector<Delivery> deliveries;
    std::vector<Violation> violations;
    std::vector<FlitMail> flits;
    std::vector<CreditMail> credits;
    std::vector<ReturnedCredits> returned;  ///< after show_returned() only
    std::string prints;                     ///< of assertions, where they are gathered
    std::int64_t evaluated = 0;             ///< routers
  };
  Shown shown;

 private:
  void clear_inputs();
  template <FlowControl flow>
  [[gnu::noinline]] void pass_edge(Step step);
  template <FlowControl flow>
  void evaluate(Step step);
  template <FlowControl flow>
  void collect(Step step);
  void report(Node node, Step step);
  void report_unlinked(Node node, std::uint32_t lane, Step step);

  const Wiring& wiring_;
  const Receivers& receivers_;
  std::vector<std::uint32_t>& own_credit_;
  NodeBitmap active_;  // routers to evaluate at the next edge
  NodeBitmap now_;     // routers evaluated at this edge
  std::size_t end_;    // the node behind the last one
  bool has_active_ = false;
  bool shows_returned_ = false;
  std::vector<unsigned char*> lit_;       // without back pressure: input lanes that hold a flit
  std::vector<unsigned char*> credited_;  // credits that routers are about to read
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_PARTS_PART_H_
