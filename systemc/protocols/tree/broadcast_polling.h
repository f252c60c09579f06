// broadcast_polling.h: asks all children at once; their certificates come when they come.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TREE_BROADCAST_POLLING_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TREE_BROADCAST_POLLING_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/tree/certification/polling.h"

namespace flitwise::protocols {

/// What a token says.
enum class TokenValue : std::uint8_t {
  kNothing,    ///< 0
  kStepsLeft,  ///< x = B - b, the steps that the broadcast of tokens goes on after this one
};

/// Sends the token to one child a step, in the configured order, or, multiport, to all in the next.
///
/// Keeping the certificates of siblings apart is up to them: each has a step of its own (see
/// CertificateSlot), or, multiport, a link of its own.
class BroadcastPolling final : public Polling {
 public:
  /// Shape: `token_order` is a permutation of `children`.
  BroadcastPolling(std::vector<Node> children, std::vector<Node> token_order, Ports ports,
                   TokenValue says);

  /// With TokenValue::kStepsLeft, `value` = x counts down by one with each step that a child has to
  /// wait; fewer steps than children is a fault.
  std::optional<std::string> begin(std::int64_t value, Outbox& outbox) override;
  std::optional<std::string> take(const Arrival& arrival, Outbox& outbox) override;
  std::vector<Node> asked() const override;
  bool is_complete() const override { return certificates_.size() == children_.size(); }
  std::vector<Certificate> certificates() const override;

 private:
  std::vector<Node> children_;
  std::vector<Node> token_order_;
  Ports ports_;
  TokenValue says_;
  bool has_begun_ = false;
  std::map<Node, Certificate> certificates_;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TREE_BROADCAST_POLLING_H_
