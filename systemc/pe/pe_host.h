// pe_host.h: a PE outside of time: its protocol and its codec, whoever calls them.
#ifndef FLITWISE_SYSTEMC_PE_PE_HOST_H_
#define FLITWISE_SYSTEMC_PE_PE_HOST_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "systemc/pe/flit_codec.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/timed_protocol.h"

namespace flitwise {

/// Hands flits that arrive to the protocol, and the protocol's messages as flits to the router's
/// port that each call is given.
class PeHost {
 public:
  PeHost(std::unique_ptr<FlitCodec> codec, std::unique_ptr<protocols::PeProtocol> protocol);

  void start(RouterPort& router);
  /// `address`: as of FlitCodec::take.
  void take(Step step, std::uint64_t address, RawFlit flit, RouterPort& router);
  /// What several ports bring in a step: as of FlitCodec::take_all.
  void take_all(Step step, std::uint64_t first, const RawFlit* flits, std::size_t count,
                RouterPort& router);
  /// Shape: is_timed().
  void wake(Step now, RouterPort& router);

  const protocols::PeProtocol& protocol() const { return *protocol_; }
  bool is_timed() const { return timed_ != nullptr; }
  /// The step in which it wants to be woken next, if any.
  std::optional<Step> next_wake() const { return is_timed() ? timed_->next_wake() : std::nullopt; }
  bool acts_on_arrivals() const { return is_timed() && timed_->acts_on_arrivals(); }

 private:
  std::unique_ptr<FlitCodec> codec_;
  std::unique_ptr<protocols::PeProtocol> protocol_;
  protocols::TimedProtocol* timed_;           // the protocol, if it is one
  std::vector<protocols::Arrival> arrivals_;  // of the last step that brought several
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_PE_PE_HOST_H_
