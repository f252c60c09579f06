// star_flits.cpp: fields of heads and of the flits behind them.
#include "tb/check/star/star_flits.h"

namespace flitwise::check {
namespace {

std::uint64_t field(std::uint64_t content, unsigned low, unsigned width) {
  return content >> low & ((std::uint64_t{1} << width) - 1);
}

}  // namespace

StarHeadView view_head(RawFlit flit, StarCarriage carriage) {
  const std::uint64_t content = star_content(flit);
  StarHeadView head;
  if (carriage == StarCarriage::kFlood) {
    head.address = field(content, 0, 21);
    head.tree = 2 + static_cast<int>(field(content, 21, 3));
    head.number = static_cast<Flits>(field(content, 24, 12));
    return head;
  }
  head.tree = 2 + static_cast<int>(field(content, 33, 3));
  head.ends_here = field(content, 0, 3) == 0;
  head.route_left = field(content, 0, carriage == StarCarriage::kRouted ? 33 : 3);
  if (carriage == StarCarriage::kRouted) return head;
  head.acknowledges = field(content, 29, 1) != 0;
  if (head.acknowledges) return head;
  head.value = static_cast<std::int64_t>(field(content, 3, 14));
  head.number = static_cast<Flits>(field(content, 17, 12));
  return head;
}

StarBodyView view_body(RawFlit flit) {
  const std::uint64_t content = star_content(flit);
  return {static_cast<Flits>(field(content, 24, 12)), static_cast<Flits>(field(content, 20, 4)),
          static_cast<std::int64_t>(field(content, 0, 14))};
}

LinkEvent StarEventReader::operator()(Step step, const LinkTransfer& transfer) {
  StarHeadView& head = heads_[static_cast<std::size_t>(transfer.from * degree_ +
                                                       static_cast<int>(transfer.lane) - degree_)];
  const FlitFields flit = unpack(transfer.flit);
  if (flit.head) head = view_head(transfer.flit, carriage_);
  const StarBodyView body = view_body(transfer.flit);
  const bool tells = !flit.head && !head.acknowledges;
  LinkEvent event;
  event.step = step;
  event.from = transfer.from;
  event.to = transfer.to;
  event.kind = flit.kind;
  event.message = static_cast<Node>(flit.tag);
  event.index = flit.head ? 1 : body.place + 1;
  event.value = head.tree;
  event.stream = tells ? body.number : head.number;
  return event;
}

}  // namespace flitwise::check
