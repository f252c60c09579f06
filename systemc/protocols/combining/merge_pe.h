// merge_pe.h: a leaf of a fat tree whose switches add what meets.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COMBINING_MERGE_PE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COMBINING_MERGE_PE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/combining/merge_plans.h"
#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/topology/collective_words.h"

namespace flitwise::protocols {

/// Sends its operands by timetable and adds the sums that come for its own word. In an all-reduce
/// it broadcasts the result in the steps of the plan, when as many sums have come as the plan has,
/// and takes the results of the others.
///
/// How many operands a sum has nobody tells: one that comes beyond the plan's is added, too.
class MergePe final : public PeProtocol {
 public:
  /// Shape: `operands` has a word for each leaf, padding included. The plan outlives the PE.
  MergePe(Node self, const MergePlan& plan, std::vector<std::uint32_t> operands,
          WordArithmetic arithmetic);

  void start(Outbox& outbox) override;
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override { return state_at(last_call_); }
  PeState state_at(Step now) const override;
  std::vector<std::string> waiting_for() const override;
  std::vector<std::string> complaints() const override { return book_.all(); }

  /// By word; empty where no result has come. Of a reduce-scatter its own alone.
  const std::vector<std::optional<std::uint32_t>>& results() const { return results_; }

 private:
  bool has_result() const { return sums_ >= plan_.partials[index_of(self_)]; }
  void take_sum(const Arrival& arrival, Outbox& outbox);
  void take_result(const Arrival& arrival);
  void broadcast(Outbox& outbox) const;

  const Node self_;
  const MergePlan& plan_;
  const std::vector<std::uint32_t> operands_;
  const WordArithmetic arithmetic_;
  std::vector<std::optional<std::uint32_t>> results_;
  ComplaintBook book_;
  Flits sums_ = 0;
  std::uint32_t sum_ = 0;
  Step last_call_ = 0;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COMBINING_MERGE_PE_H_
