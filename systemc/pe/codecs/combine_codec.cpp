#include "systemc/pe/codecs/combine_codec.h"

#include <stdexcept>

namespace flitwise {

void CombineCodec::send(const protocols::Transmission& t, RouterPort& router) {
  if (!is_combining(t.kind) || !t.words)
    throw std::logic_error("routers combine operands, and copy results, that are words");
  expect_words(t);
  std::vector<RawFlit> flits;
  CombineFlit flit;
  flit.kind = t.kind;
  flit.op = op_;
  flit.tree = static_cast<std::uint32_t>(t.tree);
  for (Flits k = 0; k < t.length; ++k) {
    flit.number = static_cast<std::uint32_t>(t.first - 1 + k) % kCombineNumbers;
    flit.word = (*t.words)[static_cast<std::size_t>(k)];
    flits.push_back(to_raw(flit));
  }
  if (t.every == 1) {
    router.write(t.port, t.after, std::move(flits));
    return;
  }
  // The router takes a message at one flit a step: slower ones go to it flit by flit.
  for (std::size_t k = 0; k < flits.size(); ++k)
    router.write(t.port, t.after + static_cast<Step>(k) * t.every, {flits[k]});
}

std::optional<protocols::Arrival> CombineCodec::take(Step step, std::uint64_t, RawFlit flit) {
  const CombineFlit f = combine_flit(flit);
  protocols::Arrival arrival;
  arrival.step = step;
  arrival.kind = f.kind;
  arrival.from = self_;
  arrival.tree = static_cast<TreeIndex>(f.tree);
  arrival.message = arrival.tree;
  arrival.index = static_cast<Flits>(f.number) + 1;
  arrival.is_last = unpack(flit).tail;
  arrival.word = f.word;
  return arrival;
}

}  // namespace flitwise
