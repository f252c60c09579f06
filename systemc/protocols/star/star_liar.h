// star_liar.h: a PE of a star graph that alters what it passes on.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_LIAR_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_LIAR_H_

#include <memory>
#include <string>
#include <vector>

#include "systemc/protocols/star/star_pe.h"

namespace flitwise::protocols {

/// Sends packets of other sources on with a value that is not theirs; its own packets and
/// acknowledgements stay true. Liars with the same `lie` give a packet the same value, whatever
/// other liars have made of it: they collude. For multinode broadcasts, whose packets PEs pass on;
/// those of the other operations go through routers and never see a PE on their way.
class LyingProtocol final : public PeProtocol {
 public:
  /// Values differ from those that the sources sent in the bits of `lie`, 1 to kStarValues - 1.
  /// Errors: throws std::invalid_argument for another `lie` and when `inner` is null.
  LyingProtocol(std::unique_ptr<StarPe> inner, std::int64_t lie);

  void start(Outbox& outbox) override;
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override { return inner_->state(); }
  PeState state_at(Step now) const override { return inner_->state_at(now); }
  std::vector<std::string> waiting_for() const override { return inner_->waiting_for(); }
  /// Those of the protocol within, and one if there was nothing to lie about: a fault that changes
  /// nothing must not pass for one that was survived.
  std::vector<std::string> complaints() const override;

  std::int64_t lies() const { return lies_; }  ///< packets altered

 private:
  class Forger;

  std::unique_ptr<StarPe> inner_;
  std::int64_t lie_;
  std::int64_t lies_ = 0;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_LIAR_H_
