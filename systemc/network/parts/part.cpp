#include "systemc/network/parts/part.h"

#include <cstring>
#include <type_traits>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "systemc/network/parts/lanes.h"

namespace flitwise {
namespace {

using lanes::bit_of;
using lanes::load;
using lanes::store;

// Of so many lanes those that hold a flit, as bits from the lowest one on.
template <unsigned count>
unsigned filled_lanes(const unsigned char* lanes) {
  unsigned filled = 0;
#ifdef __SSE2__
  const auto of_two = [lanes](unsigned lane) {
    double two[2];  // whose signs are the valid bits
    std::memcpy(two, lanes + lane * sizeof(RawFlit), sizeof two);
    return static_cast<unsigned>(_mm_movemask_pd(_mm_loadu_pd(two))) << lane;
  };
  if (count == 4) return of_two(0) | of_two(2);
  if (count == 8) return of_two(0) | of_two(2) | of_two(4) | of_two(6);
#endif
  for (unsigned lane = count; lane-- > 0;)
    filled |= (is_valid(load(lanes + lane * sizeof(RawFlit))) ? 1U : 0U) << lane;
  return filled;
}

// Calls visit(lane, flit) for each lane that holds a flit, in increasing order. Most hold none:
// they are passed by eights or by fours.
template <class Visit>
void for_each_flit(const unsigned char* lanes, std::uint32_t count, Visit visit) {
  std::uint32_t together = 0;
  for (std::uint32_t base = 0; base < count; base += together) {
    const unsigned char* const first = lanes + base * sizeof(RawFlit);
    unsigned filled = 0;
    if (count - base >= 8) {
      filled = filled_lanes<8>(first);
      together = 8;
    } else if (count - base >= 4) {
      filled = filled_lanes<4>(first);
      together = 4;
    } else {
      filled = filled_lanes<1>(first);
      together = 1;
    }
    for (; filled != 0; filled &= filled - 1) {
      const auto lane = static_cast<std::uint32_t>(__builtin_ctz(filled));
      visit(base + lane, load(first + lane * sizeof(RawFlit)));
    }
  }
}

// Calls visit(lane, credits) for each lane with a byte that is not 0. Most have none: they are
// passed by eights.
template <class Visit>
void for_each_credit(const unsigned char* credits, std::uint32_t count, Visit visit) {
  constexpr std::uint32_t kTogether = sizeof(std::uint64_t);
  for (std::uint32_t base = 0; base < count; base += kTogether) {
    std::uint64_t some = 0;  // a byte a lane, the first one lowest
    if (count - base >= kTogether)
      std::memcpy(&some, credits + base, sizeof some);
    else
      std::memcpy(&some, credits + base, count - base);
    while (some != 0) {
      const auto shift = static_cast<std::uint32_t>(__builtin_ctzll(some)) & ~7U;
      some &= ~std::uint64_t{0xff} << shift;  // below it there are none
      const std::uint32_t lane = base + shift / 8;
      visit(lane, credits[lane]);
    }
  }
}

}  // namespace

Part::Part(const Wiring& wiring, const Receivers& receivers, std::vector<std::uint32_t>& own_credit,
           std::size_t first, std::size_t end)
    : wiring_(wiring),
      receivers_(receivers),
      own_credit_(own_credit),
      active_(first, end),
      now_(first, end),
      end_(end) {}

void Part::activate_all() {
  for (std::size_t node = active_.first(); node < end_; ++node) activate(static_cast<Node>(node));
}

void Part::put(unsigned char* in, Node node, RawFlit flit) {
  store(in, flit);
  if (wiring_.flow() != FlowControl::kBackPressure) lit_.push_back(in);
  activate(node);
}

void Part::put(const CreditTarget& target, unsigned char credits) {
  *target.credit = credits;
  credited_.push_back(target.credit);
  activate(target.node);
}

void Part::step(Step step) {
  now_.swap(active_);
  active_.clear();
  has_active_ = false;
  switch (wiring_.flow()) {
    case FlowControl::kNone:
      return pass_edge<FlowControl::kNone>(step);
    case FlowControl::kBackPressure:
      return pass_edge<FlowControl::kBackPressure>(step);
    case FlowControl::kCredits:
      return pass_edge<FlowControl::kCredits>(step);
  }
}

// All routers read their inputs before any new output is copied to an input.
template <FlowControl flow>
void Part::pass_edge(Step step) {
  evaluate<flow>(step);
  clear_inputs();
  collect<flow>(step);
}

void Part::clear_inputs() {
  for (unsigned char* lane : lit_) store(lane, 0);
  lit_.clear();
  for (unsigned char* credit : credited_) *credit = 0;
  credited_.clear();
}

void Part::pass_over() {
  active_.clear();
  has_active_ = false;
  clear_inputs();
}

template <FlowControl flow>
void Part::evaluate(Step step) {
  const bool may_stall = flow == FlowControl::kCredits && receivers_.may_stall();
  const RouterPins* const all_pins = wiring_.tables().pins;
  std::int64_t evaluated = 0;
  now_.for_each([&](Node node) {
    const RouterPins& pin = all_pins[static_cast<std::size_t>(node)];
    ++evaluated;
    if (may_stall) receivers_.drive(node, step, pin.stall_in, 0);
    pin.cycle(pin.model);
    if (flow == FlowControl::kBackPressure) std::memset(pin.in, 0, pin.lanes * sizeof(RawFlit));
  });
  shown.evaluated += evaluated;
}

// All routers in one function: this is where the engine spends its time. Inputs are written through
// pointers to bytes, behind which a compiler must expect any member; so what counts is local.
template <FlowControl flow>
void Part::collect(Step step) {
  const auto collect_all = [&](auto has_borders) {
    constexpr bool kHasBorders = decltype(has_borders)::value;
    const Wiring::Tables tables = wiring_.tables();
    const NodeBitmap::Bits active{active_.bits().words, kHasBorders ? active_.first() : 0};
    std::uint32_t* const own_credit = own_credit_.data();
    const bool has_slow_links = wiring_.has_slow_links();
    const bool has_slow_credits = wiring_.has_slow_credits();
    const bool shows_returned = kHasBorders && shows_returned_;
    bool is_any_busy = false;
    now_.for_each([&](Node node) __attribute__((always_inline)) {
      const auto number = static_cast<std::size_t>(node);
      const RouterPins& pin = tables.pins[number];
      if (*pin.busy == 0) return;  // busy is low only when all outputs are zero
      is_any_busy = true;
      active.set(node);
      const std::uint32_t own_lanes = pin.own_lanes;
      const std::size_t first_lane = tables.first_lane[number];
      const LinkTarget* const targets = tables.targets + first_lane;
      const std::uint32_t lanes = pin.lanes;
      for_each_flit(pin.out, lanes, [&](std::uint32_t lane, RawFlit flit) {
        if (lane < own_lanes) {
          shown.deliveries.push_back({node, flit, lane});
          return;
        }
        const LinkTarget& target = targets[lane];
        if (target.node == kNoNode) return report_unlinked(node, lane, step);
        if (flow == FlowControl::kBackPressure) {
          // A flit of a link whose turn it is not stays in its output and is not seen at the far
          // end.
          if (!has_turn(target.turn, step + 1)) return;
          active.set(target.node);
          store(target.in, flit);
          return;
        }
        shown.transfers.push_back({node, target.node, flit, lane});
        if (has_slow_links) return;
        unsigned char* const in = target.in;
        if (kHasBorders && target.is_cut) {
          shown.flits.push_back({in, target.node, flit});
          return;
        }
        active.set(target.node);
        lit_.push_back(in);
        store(in, flit);
      });
      if (flow == FlowControl::kCredits) {
        for_each_credit(pin.credit_out, lanes, [&](std::uint32_t lane, unsigned char credits) {
          const std::size_t place = first_lane + lane;
          if (lane < own_lanes) {
            own_credit[place] += credits;  // of one queue: 1
            if (shows_returned) shown.returned.push_back({place, credits});
            return;
          }
          const CreditTarget& target = tables.credit_targets[place];
          if (target.node == kNoNode) return;
          if ((kHasBorders && target.is_cut) || has_slow_credits) {
            shown.credits.push_back({target, credits, place});
            return;
          }
          active.set(target.node);
          credited_.push_back(target.credit);
          *target.credit = credits;
        });
      }
      if (*pin.violation != 0) report(node, step);
    });
    has_active_ = has_active_ || is_any_busy;
  };
  if (active_.first() == 0 && end_ == wiring_.all_pins().size())
    collect_all(std::false_type());  // the whole network
  else
    collect_all(std::true_type());
}

void Part::report_unlinked(Node node, std::uint32_t lane, Step step) {
  shown.violations.push_back({step,
                              node,
                              ViolationKind::kNoRoute,
                              {},
                              {wiring_.lane_names(node)[lane]},
                              wiring_.node_name(node)});
}

void Part::report(Node node, Step step) {
  const RouterPins& pin = wiring_.pins(node);
  const auto& names = wiring_.lane_names(node);
  const auto named = [&](const unsigned char* bits) {
    std::vector<std::string> lanes;
    for (std::uint32_t lane = 0; lane < pin.lanes; ++lane) {
      if (bit_of(bits, lane)) lanes.push_back(names[lane]);
    }
    return lanes;
  };
  std::vector<std::uint32_t> inputs;
  for (std::uint32_t lane = 0; lane < pin.lanes; ++lane)
    if (bit_of(pin.violation_in, lane)) inputs.push_back(lane);
  for (int kind = 0; kind <= static_cast<int>(ViolationKind::kMismatch); ++kind) {
    if ((*pin.violation >> kind & 1) != 0)
      shown.violations.push_back({step, node, static_cast<ViolationKind>(kind),
                                  named(pin.violation_in), named(pin.violation_out),
                                  wiring_.node_name(node), pin.latency, inputs});
  }
}

}  // namespace flitwise
