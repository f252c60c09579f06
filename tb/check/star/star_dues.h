// star_dues.h: dues: which copies of which packets the nodes of a star graph must receive.
#ifndef FLITWISE_TB_CHECK_STAR_STAR_DUES_H_
#define FLITWISE_TB_CHECK_STAR_STAR_DUES_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "systemc/topology/star/star_trees.h"
#include "tb/check/star/star_flits.h"
#include "tb/theory/star/star_prediction.h"

namespace flitwise::check {

/// Sets of trees are bits, bit l - 2 for tree l.
class StarDues {
 public:
  /// `source` is kNoNode where every node is one. Packets of StarCarriage::kRouted are for one node
  /// each, others for all.
  StarDues(std::shared_ptr<const StarTrees> trees, const theory::StarTraffic& traffic,
           StarCarriage carriage, Node source);

  const StarTrees& trees() const { return *trees_; }
  const StarGraph& graph() const { return trees_->graph(); }
  StarCarriage carriage() const { return carriage_; }
  std::int64_t packets() const { return packets_; }
  bool is_source(Node v) const;
  /// Sources, and the row of one of them among their tables.
  Node sources() const { return source_ == kNoNode ? graph().size() : 1; }
  Node row(Node source) const { return source_ == kNoNode ? source : 0; }
  Node source_of_row(Node row) const { return source_ == kNoNode ? row : source_; }

  /// Trees by which `node` is to have packet `number` of `source`.
  unsigned trees_of(Node node, Node source, std::int64_t number) const;

 private:
  std::shared_ptr<const StarTrees> trees_;
  StarCarriage carriage_;
  Node source_;
  std::int64_t packets_;
  std::vector<unsigned> sets_;  // by packet modulo n-1, or by relative address
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_STAR_STAR_DUES_H_
