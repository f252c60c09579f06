#include "systemc/protocols/star/star_broadcast.h"

#include "systemc/protocols/star/star_packet.h"

namespace flitwise::protocols {

StarBroadcast::StarBroadcast(const StarSettings& settings, Node self, Node source, Step skew)
    : StarPe(settings, self, skew, source), source_(source) {}

unsigned StarBroadcast::expected_trees(Node, int packet) const {
  return trees_of_packet(settings(), packet);
}

void StarBroadcast::send_own(Outbox& outbox) {
  if (self() != source_) return;
  for (int tree = 2; tree <= settings().order(); ++tree) {
    Step step = 1;
    for (const int q : packets_of_tree(settings(), tree)) {
      Transmission packet;
      packet.kind = FlitKind::kFlood;
      packet.message = self();
      packet.value = star_content(self(), kNoNode, q);
      packet.stream = q;
      packet.header = flood_header(graph(), q, tree, 0);
      send(packet, tree, 0, cycle(step++), outbox);
    }
  }
}

void StarBroadcast::read(const Arrival& arrival, StarHead& head) const {
  head.number = flood_number(arrival.header);
}

}  // namespace flitwise::protocols
