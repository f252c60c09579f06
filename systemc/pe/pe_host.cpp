// pe_host.cpp: the protocol's calls, and its outbox.
#include "systemc/pe/pe_host.h"

#include <utility>

namespace flitwise {
namespace {

class Outgoing final : public protocols::Outbox {
 public:
  Outgoing(FlitCodec& codec, RouterPort& router) : codec_(codec), router_(router) {}
  void send(const protocols::Transmission& transmission) override {
    codec_.send(transmission, router_);
  }

 private:
  FlitCodec& codec_;
  RouterPort& router_;
};

}  // namespace

PeHost::PeHost(std::unique_ptr<FlitCodec> codec, std::unique_ptr<protocols::PeProtocol> protocol)
    : codec_(std::move(codec)),
      protocol_(std::move(protocol)),
      timed_(dynamic_cast<protocols::TimedProtocol*>(protocol_.get())) {}

void PeHost::start(RouterPort& router) {
  Outgoing outbox(*codec_, router);
  protocol_->start(outbox);
}

void PeHost::take(Step step, std::uint64_t address, RawFlit flit, RouterPort& router) {
  Outgoing outbox(*codec_, router);
  if (const auto arrival = codec_->take(step, address, flit)) protocol_->receive(*arrival, outbox);
  codec_->follow(router);
}

void PeHost::take_all(Step step, std::uint64_t first, const RawFlit* flits, std::size_t count,
                      RouterPort& router) {
  if (codec_->take_all(step, first, flits, count, arrivals_)) {
    Outgoing outbox(*codec_, router);
    return protocol_->receive_all(arrivals_, outbox);
  }
  for (std::size_t k = 0; k < count; ++k)
    if (flits[k] != 0) take(step, first + k, flits[k], router);
}

void PeHost::wake(Step now, RouterPort& router) {
  Outgoing outbox(*codec_, router);
  timed_->wake(now, outbox);
}

}  // namespace flitwise
