#include "systemc/network/flit.h"

#include "systemc/network/collective/combine_flit.h"

namespace flitwise {

LinkEvent to_event(Step step, Node from, Node to, RawFlit flit) {
  return to_tree_event(step, from, to, flit, {});
}

LinkEvent to_tree_event(Step step, Node from, Node to, RawFlit flit, FlitFormat format) {
  const FlitFields f = unpack(flit, format);
  LinkEvent event;
  event.step = step;
  event.from = from;
  event.to = to;
  event.kind = f.kind;
  event.message = message_of(from, to, f, format);
  event.index = 1;
  switch (f.kind) {
    case FlitKind::kData:
    case FlitKind::kEnd:
    case FlitKind::kFlood:
      event.index = f.payload;
      break;
    case FlitKind::kCopies:
      event.index = f.payload;
      event.value = f.destination;
      break;
    case FlitKind::kTap:
    case FlitKind::kToken:
    case FlitKind::kOrder:
      event.value = said_by(f, format);
      break;
    case FlitKind::kCertificate:
      event.value = said_by(f, format) & format.largest_lag();
      event.stream = said_by(f, format) >> format.lag();
      break;
    case FlitKind::kCombine:
    case FlitKind::kResult:
      event.message = static_cast<Node>(combine_flit(flit).tree);
      event.index = static_cast<Flits>(combine_flit(flit).number) + 1;
      event.value = f.payload;
      break;
    case FlitKind::kMerge:
      event.message = static_cast<Node>(merge_flit(flit).leaf);
      event.index = static_cast<Flits>(merge_flit(flit).number) + 1;
      event.value = f.payload;
      break;
    case FlitKind::kIdle:
      break;
  }
  return event;
}

LinkEvent to_fat_tree_event(Step step, Node from, Node to, RawFlit flit, FlitFormat format) {
  LinkEvent event = to_tree_event(step, from, to, flit, format);
  if (event.kind == FlitKind::kData) event.value = unpack(flit, format).destination;
  return event;
}

LinkEvent to_torus_event(Step step, Node from, Node to, RawFlit flit, FlitFormat format) {
  LinkEvent event = to_event(step, from, to, flit);
  const FlitFields f = unpack(flit, format);
  if (f.kind == FlitKind::kData) {
    event.message = static_cast<Node>(f.tag);
    event.index = static_cast<Flits>(f.payload);
  }
  if (f.head) event.index = 1;
  event.value = packet_of(flit);
  return event;
}

}  // namespace flitwise
