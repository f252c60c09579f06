// reference_star_router.h: the contract of a star graph's router as queues of packets.
#ifndef FLITWISE_TESTS_RTL_STAR_REFERENCE_STAR_ROUTER_H_
#define FLITWISE_TESTS_RTL_STAR_REFERENCE_STAR_ROUTER_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <ostream>
#include <set>
#include <vector>

#include "tests/rtl/pe/reference_router.h"
#include "tests/rtl/star/star_packets.h"
#include "tests/rtl/star/star_permutations.h"

namespace flitwise::rtl_test {

inline constexpr unsigned kWaitedBit = 1U << 5;
inline constexpr unsigned kOverflowBit = 1U << 6;

/// Parameters and configuration pins.
struct StarSetup {
  int order = 4;
  std::size_t flits = 1;
  std::size_t slots = 1;
  std::size_t stages = 0;
  bool cuts_through = false;  ///< with several flits
  TreeRule rule = TreeRule::kQ;
  bool is_scheduled = false;
  bool is_dead = false;
  std::set<std::size_t> dead_links;
};

/// The counters; `max_stored` has an entry a port.
struct StarCounters {
  std::vector<std::uint32_t> max_stored;
  std::uint32_t crc_errors = 0;
  std::uint32_t misdirected = 0;

  friend bool operator==(const StarCounters& a, const StarCounters& b) {
    return a.max_stored == b.max_stored && a.crc_errors == b.crc_errors &&
           a.misdirected == b.misdirected;
  }
};
std::ostream& operator<<(std::ostream& stream, const StarCounters& counters);

/// Store and forward or cut-through, written down from the contract: packets are objects, trees are
/// asked for parents, and a packet that has not begun to leave by all its ways is held.
class ReferenceStarRouter {
 public:
  explicit ReferenceStarRouter(StarSetup setup);

  /// One clock edge; `inputs` maps lanes to the flits that come in on them.
  RouterOutputs clock(const std::map<std::size_t, RawFlit>& inputs);
  const StarCounters& counters() const { return counters_; }
  /// With stages: what has been sent to the links, those that came last first, by port.
  const std::deque<std::vector<RawFlit>>& on_their_way() const { return on_their_way_; }
  /// Faults may change between edges.
  void set_faults(bool is_dead, const std::set<std::size_t>& dead_links);

 private:
  struct Flits {
    Packet packet;           ///< so far
    std::size_t broken = 0;  ///< edge at which it broke off; 0: it has not
  };
  struct Held {
    std::shared_ptr<const Flits> flits;
    std::set<std::size_t> ways;  ///< output lanes still to begin
    bool is_new = true;          ///< came in at this edge
  };
  struct Input {
    Packet packet;         ///< flits so far; empty: none is coming in
    bool is_lost = false;  ///< no slot for it
    bool is_damaged = false;
    bool is_found = false;           ///< an earlier router has marked the damage
    std::shared_ptr<Flits> passing;  ///< cut through: it is held or has begun to leave
    std::deque<Held> held;
  };
  struct Sending {
    std::shared_ptr<const Flits> flits;  ///< none: the output is free
    RawFlit head = 0;
    std::size_t next = 0;
  };

  std::size_t ports() const { return static_cast<std::size_t>(setup_.order) - 1; }
  bool cuts() const { return setup_.cuts_through && setup_.flits > 1; }
  void pass_stages(RouterOutputs& outputs);
  void take_in(std::size_t lane, RawFlit flit, RouterOutputs& outputs);
  void break_off(std::size_t lane);
  void report_broken(std::size_t lane, RouterOutputs& outputs);
  void give_up_ways(Input& input);
  void complete(std::size_t lane, RouterOutputs& outputs);
  void hold(std::size_t lane, const std::shared_ptr<const Flits>& flits,
            const std::set<std::size_t>& ways);
  void start(std::size_t output);
  RawFlit next_flit(Sending& sending) const;
  void close_the_edge(RouterOutputs& outputs);
  std::set<std::size_t> ways_of(std::size_t lane, RawFlit head) const;
  std::set<std::size_t> broadcast_ways(std::size_t port, std::uint64_t content) const;

  StarSetup setup_;
  std::vector<Input> inputs_;
  std::vector<Sending> sending_;  // by output
  std::size_t edge_ = 0;
  std::deque<std::vector<RawFlit>> on_their_way_;
  StarCounters counters_;
};

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_STAR_REFERENCE_STAR_ROUTER_H_
