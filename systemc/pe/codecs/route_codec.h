// route_codec.h: flits whose heads carry their way: of tori and meshes.
#ifndef FLITWISE_SYSTEMC_PE_CODECS_ROUTE_CODEC_H_
#define FLITWISE_SYSTEMC_PE_CODECS_ROUTE_CODEC_H_

#include <vector>

#include "systemc/pe/flit_codec.h"

namespace flitwise {

/// Flits come through the router's own ports: what comes over port k comes from the neighbour of
/// the opposite channel, k ^ 1. A PE with one port cannot tell: there a flit comes from its source.
class RouteCodec final : public FlitCodec {
 public:
  /// Shape: `links` has the node that channel k leads to as entry k; with one port one entry.
  explicit RouteCodec(PeLinks links, FlitFormat format = {})
      : links_(std::move(links)), format_(format) {}

  void send(const protocols::Transmission& transmission, RouterPort& router) override;
  std::optional<protocols::Arrival> take(Step step, std::uint64_t address, RawFlit flit) override;

  /// The flits of a message, head to tail; data only.
  static std::vector<RawFlit> flits_of(const protocols::Transmission& transmission,
                                       FlitFormat format = {});

 private:
  const PeLinks links_;
  const FlitFormat format_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_PE_CODECS_ROUTE_CODEC_H_
