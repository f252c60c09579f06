// sequential_polling.h: asks the children for their certificates, one after the other.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_SEQUENTIAL_POLLING_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_SEQUENTIAL_POLLING_H_

#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/certificate.h"
#include "systemc/protocols/pe_protocol.h"

namespace flitwise::protocols {

/// Sends the synchronization token to a child, waits for its certificate, goes on to the next.
///
/// One PE at a time has something to say, so no two flits of these phases are ever under way
/// together: the whole tree is walked depth first, one step per link and direction.
/// Source: Bhatt, Pucci, Ranade, Rosenberg, section 3.2, phases 1 and 2.
class SequentialPolling {
 public:
  explicit SequentialPolling(std::vector<Node> children);

  /// Asks the first child, in the next step; does nothing without children.
  void begin(Outbox& outbox);

  /// Takes a certificate and asks the next child, in the next step. Says what is wrong with it
  /// instead when it is not the one that was asked for.
  std::optional<std::string> take(const Arrival& arrival, Outbox& outbox);

  bool is_complete() const { return certificates_.size() == children_.size(); }
  /// The child that was asked and has not answered, kNoNode if there is none.
  Node asked() const { return has_begun_ && !is_complete() ? next() : kNoNode; }
  /// By child, in index order, as far as they have come.
  const std::vector<Certificate>& certificates() const { return certificates_; }

 private:
  Node next() const { return children_[certificates_.size()]; }
  void ask(Outbox& outbox) const;

  std::vector<Node> children_;
  std::vector<Certificate> certificates_;
  bool has_begun_ = false;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_SEQUENTIAL_POLLING_H_
