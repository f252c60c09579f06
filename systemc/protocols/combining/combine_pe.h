// combine_pe.h: a PE whose routers combine what it and others have.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COMBINING_COMBINE_PE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COMBINING_COMBINE_PE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/topology/collective_plan.h"
#include "systemc/topology/combine_tree.h"

namespace flitwise::protocols {

/// A PE's part in one tree.
struct CombinePart {
  TreeIndex tree = 0;
  FlitKind kind = FlitKind::kCombine;  ///< kResult: the PE has the words that all get
  /// First word, as Transmission::after in step 0; the others follow, one in so many steps.
  Step after = 1;
  Step every = 1;
  Flits first_word = 0;
  Flits words = 0;
  bool sends = false;
  bool takes = false;
  /// What it sends are results of this tree, each as soon as it is there, but not before its turn;
  /// kNoTree: operands.
  TreeIndex results_of = kNoTree;
};

/// Hands its operands over at its times and takes results as they come.
class CombinePe final : public PeProtocol {
 public:
  /// Shape: `operands` has a word for each of the vector.
  CombinePe(Node self, std::vector<CombinePart> parts, std::vector<std::uint32_t> operands);

  void start(Outbox& outbox) override;
  void receive(const Arrival& arrival, Outbox& outbox) override;
  void receive_all(const std::vector<Arrival>& arrivals, Outbox& outbox) override;
  PeState state() const override { return state_at(last_call_); }
  PeState state_at(Step now) const override;
  std::vector<std::string> waiting_for() const override;
  std::vector<std::string> complaints() const override { return book_.all(); }

  /// Words that it has of its own for its router.
  Flits operands_due() const;
  /// By word; empty where none has come.
  const std::vector<std::optional<std::uint32_t>>& results() const { return results_; }

 private:
  struct Taken {
    CombinePart part;
    Flits results = 0;
  };

  static constexpr std::size_t kNobody = static_cast<std::size_t>(-1);

  void take(const Arrival& arrival, Outbox& outbox);
  void hand_on(const Taken& found, const Arrival& arrival, Outbox& outbox) const;
  // Apart, so that what is right takes no room for sentences.
  [[gnu::noinline]] void say_unexpected(const Arrival& arrival, std::size_t taker);
  [[gnu::noinline]] void say_misplaced(const Arrival& arrival, Flits next);
  void hand_over(const CombinePart& part, Flits first, Flits count, Step now, Outbox& outbox) const;

  std::vector<Taken> parts_;
  std::vector<std::size_t> taker_;  // by tree, the part that takes its results
  bool hands_on_ = false;           // whether any part sends results
  std::vector<std::uint32_t> operands_;
  std::vector<std::optional<std::uint32_t>> results_;
  ComplaintBook book_;
  Step last_call_ = 0;
  Step last_flit_ = 0;
  bool has_part_ = false;
};

/// By PE, its parts: by timetable so that all operands of a node meet in one step, or at own pace
/// from step 1 on and so much later as the PE comes late; the request's overhead comes on top.
///
/// Time: with c = 1 + a, H the tree's height and d a node's depth, the first word of a leaf comes
///       on its link in step 1 + (H - d) c + overhead; that of another node is at its router at the
///       end of step 1 + (H - d - 1) c + overhead, as its children's are.
std::vector<std::vector<CombinePart>> combine_parts(const CombinePlan& plan,
                                                    const CollectiveRequest& request, Node pes);

/// The parts of a PE whose first operands of its first two trees that have words change places; of
/// its only tree the first two.
/// Errors: throws std::invalid_argument for fewer than two operands.
std::vector<CombinePart> with_swapped_operands(const std::vector<CombinePart>& parts);

/// The parts of a PE that hands the first operand of its first tree that has words over twice, and
/// all behind it a place later.
/// Errors: throws std::invalid_argument for no operand.
std::vector<CombinePart> with_double_operand(const std::vector<CombinePart>& parts);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COMBINING_COMBINE_PE_H_
