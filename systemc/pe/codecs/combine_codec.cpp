#include "systemc/pe/codecs/combine_codec.h"

#include <stdexcept>
#include <utility>

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

// All members that it ever changes.
inline void CombineCodec::read(Step step, RawFlit flit, protocols::Arrival& arrival) const {
  const CombineFlit f = combine_flit(flit);
  arrival.step = step;
  arrival.kind = f.kind;
  arrival.from = self_;
  arrival.tree = static_cast<TreeIndex>(f.tree);
  arrival.message = arrival.tree;
  arrival.index = static_cast<Flits>(f.number) + 1;
  arrival.is_last = unpack(flit).tail;
  arrival.word = f.word;
}

std::optional<protocols::Arrival> CombineCodec::take(Step step, std::uint64_t, RawFlit flit) {
  std::optional<protocols::Arrival> arrival(std::in_place);
  read(step, flit, *arrival);
  return arrival;
}

bool CombineCodec::take_all(Step step, std::uint64_t, const RawFlit* flits, std::size_t count,
                            std::vector<protocols::Arrival>& arrivals) {
  arrivals.resize(count);
  auto arrival = arrivals.begin();
  for (const RawFlit* flit = flits; flit != flits + count; ++flit)
    if (*flit != 0) read(step, *flit, *arrival++);
  arrivals.erase(arrival, arrivals.end());
  return true;
}

}  // namespace flitwise
