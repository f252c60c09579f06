// reference_combine_stage.h: the contract of a stage that combines, as queues of operands, for
// comparison.
#ifndef FLITWISE_TESTS_RTL_COLLECTIVE_REFERENCE_COMBINE_STAGE_H_
#define FLITWISE_TESTS_RTL_COLLECTIVE_REFERENCE_COMBINE_STAGE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "systemc/network/collective/combine_flit.h"
#include "tests/rtl/pe/reference_router.h"

namespace flitwise::rtl_test {

inline constexpr unsigned kOverflowBit = 1U << 6;
inline constexpr unsigned kMismatchBit = 1U << 7;

/// Parameters of the stage.
struct CombineShape {
  std::size_t links = 3;
  std::size_t trees = 1;
  std::size_t depth = 0;
  std::size_t adder = 0;
  int width = 31;
  unsigned ops = 63;
  bool has_edges = true;
};

/// A stage's place in one tree.
struct CombineSeat {
  std::optional<std::size_t> parent;  ///< its link; empty: the root
  bool is_edge = false;               ///< the parent is the other end of the root edge
  std::set<std::size_t> children;     ///< links that bring operands
  bool operand = false;               ///< the PE sends one
  std::set<std::size_t> results;      ///< links that results go to
  bool own_result = false;            ///< they go to the PE

  std::size_t sources() const { return children.size() + (operand ? 1 : 0); }
};

/// Lanes are the PE's, one a tree, then the links.
struct CombineOutputs : RouterOutputs {
  explicit CombineOutputs(std::size_t lane_count) : RouterOutputs(lane_count) {}
  std::set<std::size_t> credits;  ///< lanes to which a place is given back

  friend bool operator==(const CombineOutputs& a, const CombineOutputs& b) {
    return static_cast<const RouterOutputs&>(a) == static_cast<const RouterOutputs&>(b) &&
           a.credits == b.credits;
  }
};
std::ostream& operator<<(std::ostream& stream, const CombineOutputs& outputs);

/// Two words of `width` bits as one, by the definitions of the operations.
std::uint32_t combined(CombineOp op, int width, std::uint32_t a, std::uint32_t b);

/// Written down from the contract and from nothing else.
class ReferenceCombineStage {
 public:
  ReferenceCombineStage(CombineShape shape, std::vector<CombineSeat> seats);

  /// One clock edge: flits by lane, and links that give a place back.
  CombineOutputs clock(const std::map<std::size_t, RawFlit>& inputs,
                       const std::set<std::size_t>& credits);

 private:
  struct Half {
    CombineFlit flit;
    int steps = 0;  ///< until it has been combined
  };

  bool belongs(std::size_t lane, const CombineFlit& flit) const;
  bool is_root(std::size_t tree) const { return !seats_[tree].parent; }
  std::vector<std::size_t> source_lanes(std::size_t tree) const;
  bool fits(const CombineFlit& a, const CombineFlit& b) const;
  const CombineFlit* front(std::size_t lane, std::size_t tree) const;
  void take(std::size_t lane);
  void drop(const std::vector<std::size_t>& lanes);
  void admit(const std::map<std::size_t, RawFlit>& inputs);
  void meet(std::size_t tree);
  void combine(std::size_t tree);
  std::optional<CombineFlit> sum_of(const std::vector<std::size_t>& lanes, std::size_t tree) const;
  void rise(std::size_t tree, const CombineFlit& flit);
  void show(std::size_t lane, const CombineFlit& flit, FlitKind kind);
  void settle_queues();
  bool has_any() const;

  const CombineShape shape_;
  std::vector<CombineSeat> seats_;
  std::vector<std::deque<CombineFlit>> queues_;                 // by lane
  std::vector<std::size_t> places_;                             // by link: left at the far end
  std::vector<std::deque<CombineFlit>> kept_;                   // by tree: sent over the root edge
  std::vector<std::deque<Half>> halves_;                        // by tree: in the second adder
  std::vector<std::vector<std::optional<CombineFlit>>> adder_;  // by tree, the first stage first
  // Of the edge that is being done.
  std::vector<std::optional<CombineFlit>> fronts_;   // by lane
  std::vector<std::optional<CombineFlit>> results_;  // by tree
  std::vector<std::optional<CombineFlit>> rising_;   // by tree
  CombineOutputs out_{0};
};

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_COLLECTIVE_REFERENCE_COMBINE_STAGE_H_
