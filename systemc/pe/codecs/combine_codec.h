// combine_codec.h: operands and results of PEs whose routers combine.
#ifndef FLITWISE_SYSTEMC_PE_CODECS_COMBINE_CODEC_H_
#define FLITWISE_SYSTEMC_PE_CODECS_COMBINE_CODEC_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "systemc/network/collective/combine_flit.h"
#include "systemc/pe/flit_codec.h"

namespace flitwise {

/// Every flit is a message: a word, its number and its tree, whose lane it goes by.
class CombineCodec final : public FlitCodec {
 public:
  CombineCodec(Node self, CombineOp op) : self_(self), op_(op) {}

  void send(const protocols::Transmission& transmission, RouterPort& router) override;
  std::optional<protocols::Arrival> take(Step step, std::uint64_t address, RawFlit flit) override;
  bool take_all(Step step, std::uint64_t first, const RawFlit* flits, std::size_t count,
                std::vector<protocols::Arrival>& arrivals) override;

 private:
  void read(Step step, RawFlit flit, protocols::Arrival& arrival) const;

  const Node self_;
  const CombineOp op_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_PE_CODECS_COMBINE_CODEC_H_
