// sequential_polling.h: asks the children for their certificates, one after the other.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_SEQUENTIAL_POLLING_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_SEQUENTIAL_POLLING_H_

#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/tree/certification/polling.h"

namespace flitwise::protocols {

/// Sends the synchronization token to a child, waits for its certificate, goes on to the next, in
/// index order. Single-port.
///
/// One PE at a time has something to say, so no two flits of these phases are ever under way
/// together: the whole tree is walked depth first, one step per link and direction.
/// Source: Bhatt, Pucci, Ranade, Rosenberg, section 3.2, phases 1 and 2.
class SequentialPolling final : public Polling {
 public:
  explicit SequentialPolling(std::vector<Node> children);

  std::optional<std::string> begin(std::int64_t value, Outbox& outbox) override;
  std::optional<std::string> take(const Arrival& arrival, Outbox& outbox) override;
  std::vector<Node> asked() const override;
  bool is_complete() const override { return certificates_.size() == children_.size(); }
  std::vector<Certificate> certificates() const override { return certificates_; }

 private:
  bool is_waiting() const { return has_begun_ && !is_complete(); }
  Node next() const { return children_[certificates_.size()]; }
  void ask(Outbox& outbox) const;

  std::vector<Node> children_;
  std::vector<Certificate> certificates_;
  bool has_begun_ = false;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_SEQUENTIAL_POLLING_H_
