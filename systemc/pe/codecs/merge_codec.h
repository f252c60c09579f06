// merge_codec.h: operands of leaves whose switches add what meets, and their results.
#ifndef FLITWISE_SYSTEMC_PE_CODECS_MERGE_CODEC_H_
#define FLITWISE_SYSTEMC_PE_CODECS_MERGE_CODEC_H_

#include <optional>

#include "systemc/network/collective/combine_flit.h"
#include "systemc/pe/flit_codec.h"

namespace flitwise {

/// Every flit is a message of one word: of kind kMerge an operand for the leaf that it names, of
/// kind kCopies the result of the leaf that sends it.
class MergeCodec final : public FlitCodec {
 public:
  MergeCodec(Node self, CombineOp op) : self_(self), op_(op) {}

  void send(const protocols::Transmission& transmission, RouterPort& router) override;
  std::optional<protocols::Arrival> take(Step step, std::uint64_t address, RawFlit flit) override;

 private:
  const Node self_;
  const CombineOp op_;
};

/// The flit as an event: `value` is the word, `index` the number of an operand's word plus 1, and 1
/// of results.
LinkEvent to_merge_event(Step step, Node from, Node to, RawFlit flit);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_PE_CODECS_MERGE_CODEC_H_
