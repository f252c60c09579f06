// star_patient.h: a PE of a walk with acknowledgements that gives up waiting.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_PATIENT_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_PATIENT_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/star/star_acknowledged.h"
#include "systemc/protocols/timed_protocol.h"

namespace flitwise::protocols {

/// Carries a StarAcknowledged with a time-out of so many steps through time.
class PatientProtocol final : public TimedProtocol {
 public:
  /// Errors: throws std::invalid_argument when `inner` is no StarAcknowledged with such a time-out.
  explicit PatientProtocol(std::unique_ptr<StarPe> inner);

  void start(Outbox& outbox) override { inner_->start(outbox); }
  void receive(const Arrival& arrival, Outbox& outbox) override {
    inner_->receive(arrival, outbox);
  }
  std::optional<Step> next_wake() const override { return inner_->next_wake(); }
  void wake(Step now, Outbox& outbox) override { inner_->wake(now, outbox); }
  PeState state() const override { return inner_->state(); }
  PeState state_at(Step now) const override { return inner_->state_at(now); }
  std::vector<std::string> waiting_for() const override { return inner_->waiting_for(); }
  std::vector<std::string> complaints() const override { return inner_->complaints(); }

 private:
  std::unique_ptr<StarAcknowledged> inner_;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_PATIENT_H_
