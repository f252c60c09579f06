// polling.h: how a PE asks its children for their certificates.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TREE_POLLING_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TREE_POLLING_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/tree/certification_variant.h"
#include "systemc/protocols/tree/stream_plan.h"
#include "systemc/protocols/tree/tree_pe.h"

namespace flitwise::protocols {

/// Phases 1 and 2 as one PE sees them: tokens to its children, certificates from them.
///
/// Single-port Sync::kSeq: sends the token to a child, waits for its certificate, goes on to the
/// next, in index order. One PE at a time has something to say, so no two flits of these phases are
/// ever under way together: the whole tree is walked depth first, one step per link and direction.
/// Otherwise: sends the token to one child a step, in the configured order, or, multiport, to all
/// in the next; certificates come when they come. Keeping those of siblings apart is up to them:
/// each has a step of its own (see CertificateSlot), or, multiport, a link of its own. Source:
/// Bhatt, Pucci, Ranade, Rosenberg, section 3.2, phases 1 and 2.
class Polling {
 public:
  Polling(const LocalFacts& facts, const CertificationVariant& variant,
          const SyncConstants& constants);

  /// Sends the first token or all of them, the first one `first` steps from now; `value` is that of
  /// the PE's own token. With Sync::kMirror it counts down by one with each step that a child has
  /// to wait: x = B - b, the steps that the broadcast of tokens goes on after this one; fewer steps
  /// than the children's tokens take is a fault. Says what is wrong with the value instead.
  std::optional<std::string> begin(std::int64_t value, Step first, Outbox& outbox);

  /// Takes a certificate. Says what is wrong with it instead when no child owed it.
  std::optional<std::string> take(const Arrival& arrival, Outbox& outbox);

  bool is_complete() const { return certificates_.size() == children_.size(); }

  /// By child, in index order; meaningful once polling is complete.
  std::vector<Certificate> certificates() const;

  /// "certificate of PE 3" for each child that was sent a token and has not answered, by number.
  std::vector<std::string> owed() const;

 private:
  std::size_t place_of(Node child) const;
  Step steps_to(std::size_t position) const;
  bool is_asked(Node child) const;
  Node next() const { return children_[certificates_.size()]; }
  std::optional<std::string> fault_of(const Arrival& arrival) const;

  std::vector<Node> children_;
  std::vector<Node> token_order_;
  LocalLatency latency_;
  Ports ports_;
  bool one_by_one_;   // tokens
  bool counts_down_;  // their values
  bool has_begun_ = false;
  std::map<Node, Certificate> certificates_;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TREE_POLLING_H_
