#include "systemc/protocols/star/star_liar.h"

#include <stdexcept>
#include <utility>

#include "systemc/protocols/star/star_packet.h"

namespace flitwise::protocols {

/// Passes transmissions on, those of other sources altered.
class LyingProtocol::Forger final : public Outbox {
 public:
  Forger(Outbox& outbox, LyingProtocol& liar) : outbox_(outbox), liar_(liar) {}

  void send(const Transmission& transmission) override {
    Transmission forged = transmission;
    if (forged.message != liar_.inner_->self() && !is_acknowledgement(forged.header)) {
      const std::int64_t truth =
          star_content(forged.message, kNoNode, static_cast<int>(forged.stream));
      forged.header = altered_hop(forged.header, forged.value ^ truth ^ liar_.lie_);
      forged.value = truth ^ liar_.lie_;
      ++liar_.lies_;
    }
    outbox_.send(forged);
  }

 private:
  Outbox& outbox_;
  LyingProtocol& liar_;
};

LyingProtocol::LyingProtocol(std::unique_ptr<StarPe> inner, std::int64_t lie)
    : inner_(std::move(inner)), lie_(lie) {
  if (!inner_) throw std::invalid_argument("a lying PE needs a protocol to break");
  if (lie < 1 || lie >= kStarValues)
    throw std::invalid_argument("a lie must be 1 to " + std::to_string(kStarValues - 1) + ", got " +
                                std::to_string(lie));
}

void LyingProtocol::start(Outbox& outbox) {
  Forger forger(outbox, *this);
  inner_->start(forger);
}

void LyingProtocol::receive(const Arrival& arrival, Outbox& outbox) {
  Forger forger(outbox, *this);
  inner_->receive(arrival, forger);
}

std::vector<std::string> LyingProtocol::complaints() const {
  std::vector<std::string> all = inner_->complaints();
  if (lies_ == 0)
    all.push_back(pe_name(inner_->self()) + ": a lying PE that has passed nothing on");
  return all;
}

}  // namespace flitwise::protocols
