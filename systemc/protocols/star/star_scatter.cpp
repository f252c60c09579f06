#include "systemc/protocols/star/star_scatter.h"

#include <utility>

#include "systemc/protocols/star/star_packet.h"

namespace flitwise::protocols {

Transmission routed_packet(const StarSettings& settings, Node source, Node u, int tree,
                           int number) {
  Transmission packet;
  packet.destination = settings.graph().absolute(u, source);
  packet.message = source;
  packet.value = star_content(source, packet.destination, number);
  packet.stream = number;
  packet.header = route_header(tree, settings.trees->route(u, tree));
  return packet;
}

StarScatter::StarScatter(const StarSettings& settings,
                         std::shared_ptr<const StarSelection> selection, Node self, Node source,
                         Step skew)
    : StarPe(settings, self, skew, source), selection_(std::move(selection)), source_(source) {}

unsigned StarScatter::expected_trees(Node source, int) const {
  return selection_->trees_of(graph().relative(self(), source));
}

void StarScatter::send_own(Outbox& outbox) {
  if (self() != source_) return;
  for (int turn = 0; turn < settings().degree(); ++turn) {
    Step step = 1;
    for (const Node u : selection_->order())
      for (int q = 0; q < settings().packets; ++q)
        send(routed_packet(settings(), self(), graph().rotate(u, turn), 2 + turn, q), 2 + turn, 0,
             cycle(step++), outbox);
  }
}

}  // namespace flitwise::protocols
