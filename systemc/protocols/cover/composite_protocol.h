// composite_protocol.h: a PE that takes part in several trees at once.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COVER_COMPOSITE_PROTOCOL_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COVER_COMPOSITE_PROTOCOL_H_

#include <memory>
#include <string>
#include <vector>

#include "systemc/protocols/pe_protocol.h"

namespace flitwise::protocols {

/// One protocol per tree; none of them knows of the others. They share the PE, no link.
///
/// What they say is followed by " (tree 1)".
class CompositeProtocol final : public PeProtocol {
 public:
  /// Shape:  entry t is for tree t, empty if the PE is not in it.
  /// Errors: throws std::invalid_argument when all are empty.
  explicit CompositeProtocol(Protocols parts);

  void start(Outbox& outbox) override;
  /// Errors: throws std::logic_error for a flit of a tree that the PE is not in: its address there
  ///         is nobody's.
  void receive(const Arrival& arrival, Outbox& outbox) override;
  /// That of the first tree in which the PE is neither dormant nor done; else dormant, unless it is
  /// done in all of them.
  PeState state() const override;
  PeState state_at(Step now) const override;
  std::vector<std::string> waiting_for() const override;
  std::vector<std::string> complaints() const override;

 private:
  Protocols parts_;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COVER_COMPOSITE_PROTOCOL_H_
