// reference_router.h: the contracts of the PEs' routers as plain sets and lists, for comparison.
#ifndef FLITWISE_TESTS_RTL_PE_REFERENCE_ROUTER_H_
#define FLITWISE_TESTS_RTL_PE_REFERENCE_ROUTER_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <utility>
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

/// A PE's place in one of the trees of its multiport router.
struct TreePlace {
  std::uint32_t first = 0;             ///< lowest address of the tree
  std::uint32_t address = 0xffffffff;  ///< of the PE; this one: not in the tree
  std::uint32_t up = 0xff;             ///< link to the parent; this one: none
};

/// The configuration pins of a multiport router.
struct MultiportSetup {
  struct Interval {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
  };
  std::vector<TreePlace> trees;
  std::vector<Interval> down;  ///< of each link: the addresses that it leads down to; or several
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

/// What PE routers have in common, written down from their contract and from nothing else: flits
/// follow their heads, the lowest input lane wins, and what is dropped is reported.
class ReferenceRouter {
 public:
  explicit ReferenceRouter(std::size_t lane_count, FlitFormat format = {})
      : lane_count_(lane_count), format_(format) {}
  virtual ~ReferenceRouter() = default;
  ReferenceRouter(const ReferenceRouter&) = delete;
  ReferenceRouter& operator=(const ReferenceRouter&) = delete;

  /// One clock edge; `inputs` maps lanes to the flits that come in on them.
  RouterOutputs clock(const std::map<std::size_t, RawFlit>& inputs);

 protected:
  /// Where a head goes: the output that reports name, if any, and whether it may leave by it.
  struct Choice {
    std::optional<std::size_t> output;
    bool is_possible = false;
  };

 private:
  virtual Choice choose(std::size_t lane, std::uint32_t destination) const = 0;
  /// Reports of ports used at once; `granted` maps outputs to inputs.
  virtual void report_ports(const std::map<std::size_t, RawFlit>& /*inputs*/,
                            const std::map<std::size_t, std::size_t>& /*granted*/,
                            RouterOutputs& /*outputs*/) const {}
  std::optional<std::size_t> admit(std::size_t lane, const FlitFields& flit,
                                   RouterOutputs& outputs);

  const std::size_t lane_count_;
  const FlitFormat format_;
  std::map<std::size_t, std::size_t> open_;  // input to output of messages under way
};

/// The bufferless router of a tree's PE.
class ReferenceBufferlessRouter final : public ReferenceRouter {
 public:
  ReferenceBufferlessRouter(RouterSetup setup, std::size_t lane_count, FlitFormat format = {})
      : ReferenceRouter(lane_count, format), setup_(std::move(setup)) {}

 private:
  std::optional<std::size_t> output_for(std::uint32_t destination) const;
  Choice choose(std::size_t lane, std::uint32_t destination) const override;
  void report_ports(const std::map<std::size_t, RawFlit>& inputs,
                    const std::map<std::size_t, std::size_t>& granted,
                    RouterOutputs& outputs) const override;

  const RouterSetup setup_;
};

/// The multiport router of a PE in one or two trees. `setup` has an interval for every link.
class ReferenceMultiportRouter final : public ReferenceRouter {
 public:
  ReferenceMultiportRouter(MultiportSetup setup, std::size_t lane_count, FlitFormat format = {})
      : ReferenceRouter(lane_count, format), setup_(std::move(setup)) {}

 private:
  Choice choose(std::size_t lane, std::uint32_t destination) const override;

  const MultiportSetup setup_;
};

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_PE_REFERENCE_ROUTER_H_
