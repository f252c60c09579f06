// star_flits.h: what a monitor reads in the flits of a star graph, and of flits on links as events.
#ifndef FLITWISE_TB_CHECK_STAR_STAR_FLITS_H_
#define FLITWISE_TB_CHECK_STAR_STAR_FLITS_H_

#include <cstdint>
#include <vector>

#include "systemc/network/network_observer.h"
#include "systemc/network/star/star_flit.h"
#include "systemc/topology/star/star_graph.h"

namespace flitwise::check {

/// Carriage: how the packets of an operation travel.
enum class StarCarriage : std::uint8_t {
  kFlood,   ///< routers pass them on to all children in their tree
  kRouted,  ///< each along the route in its head
  kHops,    ///< from PE to PE: routes of one link, and more for the PE behind the end of the route
};

/// A head.
struct StarHeadView {
  int tree = 0;           ///< 2 and up
  bool ends_here = true;  ///< this router delivers it and, if it is routed, sends it nowhere
  bool acknowledges = false;
  Flits number = -1;             ///< of the packet; -1 if the head does not say
  std::int64_t value = -1;       ///< what the packet says; -1 likewise
  std::uint64_t address = 0;     ///< floods: relative, 3 bits a symbol from 0, position 1 lowest
  std::uint64_t route_left = 0;  ///< others: the bits that routers read
};

/// Reads the head of a packet that travels by `carriage`.
/// Source: `rtl/star/star_pkg.sv` for floods and routes; `star_packet.h` for what PEs add of their
///         own: tree, number, value and whether it is an acknowledgement.
StarHeadView view_head(RawFlit flit, StarCarriage carriage);

/// Number, place (from 0) and value in a flit behind a head.
struct StarBodyView {
  Flits number = 0;
  Flits place = 0;
  std::int64_t value = 0;
};
/// Reads a flit behind a head, of any carriage: the parts that `star_body` (star_flit.h) makes.
StarBodyView view_body(RawFlit flit);

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

#endif  // FLITWISE_TB_CHECK_STAR_STAR_FLITS_H_
