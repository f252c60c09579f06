#include "tb/check/star/star_event_reader.h"

namespace flitwise::check {

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
