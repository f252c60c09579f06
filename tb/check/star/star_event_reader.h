// star_event_reader.h: what crosses the links of a star graph, as events.
#ifndef FLITWISE_TB_CHECK_STAR_STAR_EVENT_READER_H_
#define FLITWISE_TB_CHECK_STAR_STAR_EVENT_READER_H_

#include <vector>

#include "systemc/network/network_observer.h"
#include "systemc/topology/star/star_graph.h"
#include "tb/check/star/star_flits.h"

namespace flitwise::check {

/// Reads transfers in the order of their steps. All flits of a packet have its tree as value, as
/// its head says; `stream` is the packet's number, -1 in flits that do not carry it.
class StarEventReader {
 public:
  StarEventReader(const StarGraph& graph, StarCarriage carriage)
      : degree_(graph.degree()),
        carriage_(carriage),
        heads_(static_cast<std::size_t>(graph.size() * graph.degree())) {}

  LinkEvent operator()(Step step, const LinkTransfer& transfer);

 private:
  int degree_;
  StarCarriage carriage_;
  std::vector<StarHeadView> heads_;  // by node, port: of the packet that crosses the link
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_STAR_STAR_EVENT_READER_H_
