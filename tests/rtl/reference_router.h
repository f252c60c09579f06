// reference_router.h: the bufferless router's contract as plain sets and lists, for comparison.
#ifndef FLITWISE_TESTS_RTL_REFERENCE_ROUTER_H_
#define FLITWISE_TESTS_RTL_REFERENCE_ROUTER_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <vector>

#include "systemc/network/flit.h"

namespace flitwise::rtl_test {

inline constexpr std::size_t kOwn = 0;
inline constexpr std::size_t kParent = 1;
inline constexpr std::size_t kFirstChild = 2;

inline constexpr unsigned kCollisionBit = 1U << 0;
inline constexpr unsigned kSecondSendBit = 1U << 1;
inline constexpr unsigned kSecondReceiveBit = 1U << 2;
inline constexpr unsigned kNoRouteBit = 1U << 3;
inline constexpr unsigned kBrokenWormBit = 1U << 4;

/// The configuration pins. Child k has the addresses [bounds[k], bounds[k + 1]).
struct RouterSetup {
  std::uint32_t address = 0;
  bool has_parent = false;
  bool single_port = false;
  std::vector<std::uint32_t> bounds;
};

/// What a router shows after a clock edge.
struct RouterOutputs {
  explicit RouterOutputs(std::size_t lane_count) : lanes(lane_count, 0) {}

  std::vector<RawFlit> lanes;
  bool busy = false;
  unsigned violation = 0;
  std::set<std::size_t> involved_in;
  std::set<std::size_t> involved_out;

  std::size_t flit_count() const;
  friend bool operator==(const RouterOutputs& a, const RouterOutputs& b);
};
std::ostream& operator<<(std::ostream& stream, const RouterOutputs& outputs);

/// The router, written down from its contract and from nothing else.
class ReferenceRouter {
 public:
  ReferenceRouter(RouterSetup setup, std::size_t lane_count)
      : setup_(std::move(setup)), lane_count_(lane_count) {}

  /// One clock edge; `inputs` maps lanes to the flits that come in on them.
  RouterOutputs clock(const std::map<std::size_t, RawFlit>& inputs);

 private:
  std::optional<std::size_t> output_for(std::uint32_t destination) const;
  std::optional<std::size_t> admit(std::size_t lane, const FlitFields& flit,
                                   RouterOutputs& outputs);
  void report_ports(const std::map<std::size_t, RawFlit>& inputs,
                    const std::map<std::size_t, std::size_t>& granted, RouterOutputs& outputs);

  const RouterSetup setup_;
  const std::size_t lane_count_;
  std::map<std::size_t, std::size_t> open_;  // input to output of messages under way
};

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_REFERENCE_ROUTER_H_
