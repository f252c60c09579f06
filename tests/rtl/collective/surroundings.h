// surroundings.h: random traffic round a stage that combines.
#ifndef FLITWISE_TESTS_RTL_COLLECTIVE_SURROUNDINGS_H_
#define FLITWISE_TESTS_RTL_COLLECTIVE_SURROUNDINGS_H_

#include <algorithm>
#include <random>

#include "tests/rtl/collective/combine_harness.h"

namespace flitwise::rtl_test {

/// Neighbours and PE, if there is one, of a stage with random places in its trees: they keep to
/// credits, and mostly to the order of words.
class Surroundings {
 public:
  Surroundings(const CombineShape& shape, std::mt19937& random, bool has_pe = true)
      : shape_(shape),
        random_(random),
        lanes_(shape.trees + shape.links),
        room_(lanes_, shape.depth),
        owed_(shape.links) {
    for (std::size_t t = 0; t < shape.trees; ++t) {
      next_.emplace_back(lanes_, below(kCombineNumbers));  // as in the middle of a long vector
      seats_.push_back(random_seat());
      if (!has_pe) seats_.back().operand = false;
    }
  }

  const std::vector<CombineSeat>& seats() const { return seats_; }

  std::map<std::size_t, RawFlit> inputs(unsigned load, unsigned faults) {
    std::map<std::size_t, RawFlit> flits;
    for (std::size_t t = 0; t < shape_.trees; ++t) {
      if (shape_.depth == 0 && below(100) >= load) continue;
      for (std::size_t lane = 0; lane < lanes_; ++lane) {
        if (flits.count(lane) != 0 || !brings_operand(t, lane)) continue;
        if (shape_.depth == 0 ? below(1000) < faults : below(100) >= load) continue;
        if (shape_.depth > 0 && room_[lane] == 0 && below(1000) >= faults) continue;
        flits[lane] = next_operand(t, lane, faults);
      }
      if (seats_[t].parent && !seats_[t].is_edge && below(100) < load) {
        flits.try_emplace(shape_.trees + *seats_[t].parent,
                          result_flit(below(8192), word(), CombineOp::kMin, number_of(t)));
      }
      if (!seats_[t].parent && seats_[t].sources() == 0 && below(100) < load)
        flits.try_emplace(t, result_flit(below(8192), word(), CombineOp::kMin, number_of(t)));
    }
    for (std::size_t lane = 0; lane < lanes_; ++lane) {
      if (below(1000) < faults) flits[lane] = any_flit();
    }
    for (auto& [lane, flit] : flits) note_sent(lane, flit);
    return flits;
  }

  std::set<std::size_t> credits() {
    std::set<std::size_t> links;
    for (std::size_t link = 0; link < shape_.links; ++link) {
      if (owed_[link] == 0 || below(3) == 0) continue;
      --owed_[link];
      links.insert(link);
    }
    return links;
  }

  void note(const CombineOutputs& outputs) {
    for (const std::size_t lane : outputs.credits)
      room_[lane] = std::min(room_[lane] + 1, shape_.depth);
    for (std::size_t link = 0; link < shape_.links; ++link) {
      const RawFlit flit = outputs.lanes[shape_.trees + link];
      if (flit != 0 && unpack(flit).kind == FlitKind::kCombine) ++owed_[link];
    }
    // Of two that collide one is not seen, and spends a credit all the same.
    if ((outputs.violation & kCollisionBit) != 0) has_collided_ = true;
  }

  bool has_collided() const { return has_collided_; }

 private:
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }
  static std::uint32_t number_of(std::size_t tree) { return static_cast<std::uint32_t>(tree); }
  std::uint32_t word() { return below(std::uint32_t{1} << (shape_.width - 1)) * 2 + below(2); }

  CombineSeat random_seat() {
    CombineSeat seat;
    const std::uint32_t parent = below(static_cast<std::uint32_t>(shape_.links) + 1);
    if (parent < shape_.links) seat.parent = parent;
    seat.is_edge = seat.parent && !is_edge(*seat.parent) && below(3) == 0;
    for (std::size_t link = 0; link < shape_.links; ++link) {
      if (seat.parent == link) continue;
      if (below(2) == 0) seat.children.insert(link);
      if (below(2) == 0) seat.results.insert(link);
    }
    seat.operand = below(4) != 0;
    seat.own_result = below(4) != 0;
    return seat;
  }

  bool is_edge(std::size_t link) const {
    return std::any_of(seats_.begin(), seats_.end(), [&](const CombineSeat& seat) {
      return seat.is_edge && seat.parent == link;
    });
  }

  bool brings_operand(std::size_t tree, std::size_t lane) const {
    const CombineSeat& seat = seats_[tree];
    if (lane < shape_.trees) return lane == tree && seat.operand;
    const std::size_t link = lane - shape_.trees;
    return seat.children.count(link) != 0 || (seat.is_edge && seat.parent == link);
  }

  CombineOp op_of(std::uint32_t number) const {
    std::vector<CombineOp> built;
    for (int op = 0; op < kCombineOps; ++op) {
      if ((shape_.ops >> op & 1U) != 0) built.push_back(static_cast<CombineOp>(op));
    }
    return built[number / 7 % built.size()];
  }

  RawFlit next_operand(std::size_t tree, std::size_t lane, unsigned faults) {
    std::uint32_t& number = next_[tree][lane];
    if (shape_.depth == 0) number = *std::max_element(next_[tree].begin(), next_[tree].end());
    if (below(1000) < faults) ++number;
    CombineOp op = op_of(number);
    if (below(1000) < faults) op = static_cast<CombineOp>(below(8));
    const RawFlit flit = operand_flit(number % kCombineNumbers, word(), op, number_of(tree));
    if (shape_.depth > 0 || below(20) == 0) ++number;
    return flit;
  }

  RawFlit any_flit() {
    const auto op = static_cast<CombineOp>(below(8));
    const std::uint32_t tree = below(4) == 0 ? below(16) : below(number_of(shape_.trees));
    return below(2) == 0 ? operand_flit(below(8192), word(), op, tree)
                         : result_flit(below(8192), word(), op, tree);
  }

  void note_sent(std::size_t lane, RawFlit flit) {
    if (unpack(flit).kind != FlitKind::kCombine) return;
    if (room_[lane] > 0) --room_[lane];
  }

  const CombineShape shape_;
  std::mt19937& random_;
  const std::size_t lanes_;
  std::vector<CombineSeat> seats_;
  std::vector<std::size_t> room_;  // by lane: places left in the stage
  std::vector<std::size_t> owed_;  // by link: operands of the stage that wait for their credit
  std::vector<std::vector<std::uint32_t>> next_;  // by tree and lane: numbers of words
  bool has_collided_ = false;
};

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_COLLECTIVE_SURROUNDINGS_H_
