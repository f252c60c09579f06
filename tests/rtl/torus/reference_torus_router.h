// reference_torus_router.h: the contract of the torus router as lists and maps, for comparison.
#ifndef FLITWISE_TESTS_RTL_TORUS_REFERENCE_TORUS_ROUTER_H_
#define FLITWISE_TESTS_RTL_TORUS_REFERENCE_TORUS_ROUTER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "tests/rtl/pe/reference_router.h"

namespace flitwise::rtl_test {

inline constexpr unsigned kOverflowBit = 1U << 6;
inline constexpr int kMaxDimensions = 4;

/// Shape of a torus router: dimensions, lanes a channel, flits a queue; and its stages.
struct TorusShape {
  int dimensions = 0;
  int lanes = 0;
  int depth = 0;
  int head_wait = 0;
  int body_wait = 0;
  int out_stages = 0;
  int credit_delay = 0;
  bool has_one_pe_port = false;
  constexpr int channels() const { return 2 * dimensions; }
  /// Of the PE, each way; those of the channels follow.
  constexpr int pe_ports() const { return has_one_pe_port ? 1 : channels(); }
  constexpr int ports() const { return pe_ports() + channels(); }
};

/// The configuration pins.
struct TorusPlace {
  std::array<int, kMaxDimensions> coordinate{};
  std::array<int, kMaxDimensions> side{};
  bool strict = false;
};

using Hops = std::array<int, kMaxDimensions>;

std::uint32_t payload_of(const Hops& hops);
Hops hops_in(RawFlit flit);
int lane_in(RawFlit flit);
RawFlit on_lane(RawFlit flit, int lane);

/// What goes into a torus router at an edge: flits by input, credits as (output, lane), ejection
/// ports that take nothing.
struct TorusInputs {
  std::map<std::size_t, RawFlit> flits;
  std::set<std::pair<std::size_t, int>> credits;
  std::set<std::size_t> stalls{};
};

/// What it shows after the edge. `credits` are (input, lane) pairs.
struct TorusOutputs {
  explicit TorusOutputs(std::size_t ports) : router(ports) {}

  RouterOutputs router;
  std::set<std::pair<std::size_t, int>> credits;
  std::uint32_t stalled = 0;
  std::uint32_t blocked = 0;
};
bool operator==(const TorusOutputs& a, const TorusOutputs& b);
std::ostream& operator<<(std::ostream& stream, const TorusOutputs& outputs);

/// One torus router. A source is an input queue, (input, lane); a way is (output, lane).
class ReferenceTorusRouter {
 public:
  ReferenceTorusRouter(TorusShape shape, TorusPlace place);

  TorusOutputs clock(const TorusInputs& inputs);
  /// Credits that it has, those included that it may not spend yet.
  int credit(std::size_t output, int lane) const {
    return credit_.at({output, lane}) + static_cast<int>(late_credits_.count({output, lane}));
  }

 private:
  using Source = std::pair<std::size_t, int>;
  using Way = std::pair<std::size_t, int>;
  enum class Fate : std::uint8_t { kReady, kBlocked, kAsks, kBroken, kNoRoute };

  struct Worm {
    std::size_t output = 0;
    std::optional<int> lane;  ///< none: to the PE, or not yet given
    bool started = false;
  };
  struct Question {
    Fate fate = Fate::kBlocked;
    std::size_t output = 0;
    std::set<int> lanes;  ///< that the head may take
  };

  void arrive(const TorusInputs& inputs, TorusOutputs& outputs);
  void take_credits(const TorusInputs& inputs);
  bool asks(const Source& source) const;
  void grow_older();
  void pass_stages(const TorusInputs& inputs, TorusOutputs& outputs);
  Question ask(const Source& source, RawFlit flit) const;
  Question ask_head(const Source& source, RawFlit flit) const;
  Question ask_pe(const Source& source) const;
  std::set<int> lanes_for(const Source& source, int dimension, int sign, int distance) const;
  void give_lanes(std::size_t output, std::map<Source, Question>& questions,
                  std::map<std::size_t, std::vector<Source>>& ready);
  void send(const Source& source, TorusOutputs& outputs);
  void leave(const Source& source, TorusOutputs& outputs);
  void put_transit_first(std::vector<Source>& wishes);
  static Source next_of(const std::vector<Source>& wishes, std::optional<Source>& last);

  bool is_injection(const Source& source) const {
    return source.first < static_cast<std::size_t>(shape_.pe_ports());
  }

  const TorusShape shape_;
  const TorusPlace place_;
  std::map<Source, std::deque<RawFlit>> queue_;
  std::map<Source, int> age_;   // edges that a flit has been first in its queue
  std::set<Source> just_came_;  // queues that were empty before this edge
  std::map<Source, Worm> worm_;
  std::map<Way, int> credit_;
  std::set<Way> late_credits_;   // that came at the last edge and do not count yet
  std::vector<RawFlit> staged_;  // what the outputs show next
  std::set<Way> taken_;
  std::map<Way, std::optional<Source>> last_given_;
  std::map<std::size_t, std::optional<Source>> last_granted_;
  std::map<std::size_t, int> passed_;  // by input of the PE: heads that went before its own
  std::uint32_t stalled_ = 0;
  std::uint32_t blocked_ = 0;
};

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_TORUS_REFERENCE_TORUS_ROUTER_H_
