// Total exchange on binary fat trees in as few steps as any schedule needs.
#include <cstdint>

#include "systemc/protocols/fat_tree/fat_tree_digits.h"
#include "systemc/protocols/fat_tree/fat_tree_rules.h"
#include "systemc/protocols/fat_tree/fat_tree_schedules.h"

namespace flitwise::protocols {
namespace {

void check_binary(const FatTree& tree, const std::string& algorithm) {
  require(tree.arity() == 2,
          algorithm + " is for binary fat trees, got arity " + std::to_string(tree.arity()));
}

/// All leaves send to s XOR k at once, k running through the class of level h upwards from 2^(h-1).
class ClassSequence {
 public:
  explicit ClassSequence(const FatTree& tree)
      : tree_(tree), schedule_(empty_schedule(tree)), next_(unsigned(tree.levels()) + 1) {
    for (int level = 1; level <= tree.levels(); ++level)
      next_[std::size_t(level)] = tree.leaves_below(level - 1);
  }

  void send(int level, Step step) {
    const Node k = next_[static_cast<std::size_t>(level)]++;
    for (Node s = 0; s < tree_.leaves(); ++s) add_data(schedule_, s, s ^ k, step);
  }

  Schedule take() { return std::move(schedule_); }

 private:
  const FatTree& tree_;
  Schedule schedule_;
  std::vector<Node> next_;  // entry h: k of the next message of that class
};

/// The three parts of the optimal exchange on the constant fat tree. Steps of a part are counted
/// by q = step - 1; every half of the leaves does the same.
class ConstantExchange {
 public:
  explicit ConstantExchange(const FatTree& tree)
      : levels_(tree.levels()),
        leaves_(tree.leaves()),
        schedule_(empty_schedule(tree)),
        half_(leaves_ / 2),
        quarter_(leaves_ / 4) {}

  Schedule build() {
    between_halves();
    if (levels_ >= 2) between_quarters();
    inside_quarters();
    return by_step(std::move(schedule_));
  }

 private:
  Node reversed(Node x) const { return reverse_digits(2, x, levels_ - 1); }

  // Receivers lie in the first quarters while q < n^2/8 is even, in the second ones while it is
  // odd, and the other way round after that: what leaves room for the other two parts.
  void between_halves() {
    for (Node round = 0; round < half_; ++round) {
      const Node shift = 2 * round < half_ ? 2 * round : 2 * (round - half_ / 2) + 1;
      for (Node u = 0; u < half_; ++u) {
        const Step step = Step{round} * half_ + u + 1;
        const Node from = reversed(u);
        const Node to = reversed((u + shift) % half_);
        add_data(schedule_, from, half_ + to, step);
        add_data(schedule_, half_ + from, to, step);
      }
    }
  }

  // Any order of the pairs will do; this one is pair p = 0, 1, ... of leaf p mod w of the first
  // quarter and leaf p div w of the second, w = n/4, in two steps, one for each direction.
  void between_quarters() {
    const Step all = Step{half_} * half_;
    for (Step q = all / 2 + 2; q <= all + 1; ++q) {
      const auto pair = static_cast<Node>((q - all / 2 - 2) / 2);
      const Node in_first = pair % quarter_;
      const Node in_second = quarter_ + pair / quarter_;
      for (Node base = 0; base < leaves_; base += half_) {
        if (q % 2 == 1)
          add_data(schedule_, base + in_first, base + in_second, q + 1);
        else
          add_data(schedule_, base + in_second, base + in_first, q + 1);
      }
    }
  }

  // Pair p is leaf p mod m of a left subtree and leaf p div m of the right one, both directions in
  // one step. First quarters send in the steps in which they neither send nor receive otherwise,
  // second ones in those between.
  void inside_quarters() {
    Step slot = 0;
    for (int level = levels_ - 2; level >= 1; --level, ++slot) {
      const Node m = Node{1} << (level - 1);
      for (Node pair = 0; pair < m * m; ++pair, ++slot)
        for (Node base = 0; base < leaves_; base += 2 * m) {
          const bool is_first_quarter = base / quarter_ % 2 == 0;
          const Step step = 2 * slot + (is_first_quarter ? 1 : 0) + 1;
          const Node left = base + pair % m;
          const Node right = base + m + pair / m;
          add_data(schedule_, left, right, step);
          add_data(schedule_, right, left, step);
        }
    }
  }

  int levels_;
  Node leaves_;
  Schedule schedule_;
  Node half_;
  Node quarter_;
};

void check_exponential(const FatTree& tree) {
  for (int level = 1; level <= tree.levels(); ++level)
    require(tree.capacity(level) >= 1 << (level - 1),
            "optimal-ebft needs exponential capacities: c_" + std::to_string(level) +
                " must be at least " + std::to_string(1 << (level - 1)) + ", got " +
                std::to_string(tree.capacity(level)));
}

void check_constant(const FatTree& tree) {
  for (int level = 1; level <= tree.levels(); ++level)
    require(tree.capacity(level) == 1, "optimal-cbft needs constant capacities: c_" +
                                           std::to_string(level) + " must be 1, got " +
                                           std::to_string(tree.capacity(level)));
}

}  // namespace

Schedule fat_tree_exchange_optimal_ebft(const FatTree& tree) {
  check_binary(tree, "optimal-ebft");
  check_exponential(tree);
  const int levels = tree.levels();
  // Up to 4 leaves the phases are as fast as any schedule.
  if (levels < 3) return fat_tree_exchange_phased(tree);

  ClassSequence sequence(tree);
  const Step blocks = tree.leaves() / 8;
  Step step = 0;
  for (Step block = 0; block < blocks; ++block)
    for (const int level : {levels, levels - 1, levels, levels, levels, levels - 2})
      sequence.send(level, ++step);
  ++step;  // idle
  for (Step rest = 0; rest < blocks; ++rest) sequence.send(levels - 1, ++step);
  // From here on arrivals follow each other without a gap.
  Step arrival = step + 2 * (levels - 1) - 1;
  for (int level = levels - 3; level >= 1; --level)
    for (Node left = tree.leaves_below(level - 1); left > 0; --left)
      sequence.send(level, ++arrival - 2 * level + 1);
  return by_step(sequence.take());
}

Schedule fat_tree_exchange_optimal_cbft(const FatTree& tree) {
  check_binary(tree, "optimal-cbft");
  check_constant(tree);
  return ConstantExchange(tree).build();
}

}  // namespace flitwise::protocols
