#include "systemc/pe/codecs/merge_codec.h"

#include <stdexcept>

#include "systemc/pe/codecs/address_codec.h"

namespace flitwise {

void MergeCodec::send(const protocols::Transmission& t, RouterPort& router) {
  const bool is_operand = t.kind == FlitKind::kMerge;
  if ((!is_operand && t.kind != FlitKind::kCopies) || !t.words || t.length != 1)
    throw std::logic_error("leaves of these switches send operands, and copies of results");
  expect_words(t);
  if (!is_operand) {
    require_fits("the digits of a copy", t.copies, (1 << kAddressBits) - 1);
    return router.write(0, t.after, AddressCodec::flits_of(t, t.copies));
  }
  MergeFlit flit;
  flit.op = op_;
  flit.leaf = static_cast<std::uint32_t>(t.destination);
  flit.number = static_cast<std::uint32_t>(t.first - 1) % kMergeNumbers;
  flit.word = t.words->front();
  router.write(0, t.after, {to_raw(flit)});
}

std::optional<protocols::Arrival> MergeCodec::take(Step step, std::uint64_t, RawFlit flit) {
  return arrival_of(to_merge_event(step, self_, self_, flit), flit);
}

LinkEvent to_merge_event(Step step, Node from, Node to, RawFlit flit) {
  LinkEvent event = to_event(step, from, to, flit);
  if (event.kind == FlitKind::kCopies) {
    event.index = 1;
    event.value = unpack(flit).payload;
  }
  return event;
}

}  // namespace flitwise
