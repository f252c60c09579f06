// star_codec.h: packets with a header and a CRC: of star graphs.
#ifndef FLITWISE_SYSTEMC_PE_CODECS_STAR_CODEC_H_
#define FLITWISE_SYSTEMC_PE_CODECS_STAR_CODEC_H_

#include <vector>

#include "systemc/pe/flit_codec.h"
#include "systemc/topology/star/star_latency.h"

namespace flitwise {

/// A message enters the router as many steps before its first link as it has flits, since routers
/// take whole packets before they send them on; one step where they cut through. A packet may be
/// passed on, or answered, when its head is there: the flits of the answer follow as those of the
/// packet come in, and one that comes damaged makes a damaged one, so that the next router drops
/// the answer as this one drops the packet.
class StarCodec final : public FlitCodec {
 public:
  /// Shape: `links` has the neighbour in dimension k + 2 as entry k; of `latency` it matters alone
  ///        whether routers cut through.
  explicit StarCodec(PeLinks links, const StarLatency& latency = {})
      : links_(std::move(links)), latency_(latency), inputs_(links_.ports()) {}

  void send(const protocols::Transmission& transmission, RouterPort& router) override;
  /// The protocol sees no damaged flit, and nothing behind one until the next head. `address` is
  /// the neighbour.
  std::optional<protocols::Arrival> take(Step step, std::uint64_t address, RawFlit flit) override;
  void follow(RouterPort& router) override;

  /// The flits of a packet, head to tail, with their CRCs.
  /// Errors: throws std::range_error when a header or, behind the head, a packet number or value
  ///         does not fit; std::logic_error for a packet that is neither data nor flood, or has an
  ///         END mark, or has more flits than the field of their places can count.
  static std::vector<RawFlit> flits_of(const protocols::Transmission& transmission);

 private:
  // A packet that leaves while its cause still comes in.
  struct Answer {
    std::uint32_t port = 0;
    Step after = 1;  // as the packet's head
    std::vector<RawFlit> flits;
    std::size_t sent = 0;
  };
  // What comes in by one port.
  struct Input {
    std::vector<Answer> answers;
    std::size_t taken = 0;    // flits of the packet
    bool is_open = false;     // its tail is still to come
    bool is_damaged = false;  // the flit before
    bool is_lost = false;     // the packet

    bool take(RawFlit flit);
  };

  const PeLinks links_;
  const StarLatency latency_;
  std::vector<Input> inputs_;
  Input* input_ = nullptr;  // of the flit that has come
  bool is_shown_ = false;   // that flit, to the protocol
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_PE_CODECS_STAR_CODEC_H_
