// first_conflict.h: where flits of a tree meet first.
#ifndef FLITWISE_TB_CHECK_TREE_FIRST_CONFLICT_H_
#define FLITWISE_TB_CHECK_TREE_FIRST_CONFLICT_H_

#include <optional>
#include <string>

#include "systemc/network/network_observer.h"
#include "systemc/network/parts/bytes.h"
#include "tb/theory/tree/printed_certification.h"

namespace flitwise::check {

/// Notes the first clock edge at which a router or a PE reports that two flits want one output, or
/// one port of a PE, and the PEs where that happens.
class FirstConflict final : public NetworkObserver {
 public:
  void on_transfers(Step, const std::vector<LinkTransfer>&) override {}
  void on_edge(Step step, const Network& network, const Injector& injector) override;

  // Of a run whose nodes several processes watch, each its own, where a step at a router is one:
  /// Writes what was found, and adds what another process has written.
  void write_to(std::string& bytes) const;
  void add_from(bytes::Reader& reader);

  /// In the numbers of the nodes; empty if nothing met.
  const std::optional<theory::TreeConflict>& found() const { return found_; }

 private:
  std::optional<theory::TreeConflict> found_;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_TREE_FIRST_CONFLICT_H_
