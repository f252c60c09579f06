// star_scatter.h: one PE of a star graph sends every other one packets of its own.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_SCATTER_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_SCATTER_H_

#include <memory>

#include "systemc/protocols/star/star_pe.h"
#include "systemc/protocols/star/star_selection.h"

namespace flitwise::protocols {

/// A PE of a scatter. The source sends into all trees at once, in each the selected addresses
/// farthest first, the m packets of an address one behind the other, each with its full route.
///
/// Packets of one flit carry no number: from one source, in one tree, they arrive in order, and a
/// PE numbers them so. One lost on the way then shifts the numbers behind it.
/// Time: m S(x) packet steps, S(x) selected addresses.
/// Source: Fragopoulou, Akl (IEEE TC 45(2), 1996).
class StarScatter final : public StarPe {
 public:
  StarScatter(const StarSettings& settings, std::shared_ptr<const StarSelection> selection,
              Node self, Node source, Step skew);
  unsigned expected_trees(Node source, int packet) const override;

 protected:
  void send_own(Outbox& outbox) override;
  void read(const Arrival&, StarHead&) const override {}

 private:
  std::shared_ptr<const StarSelection> selection_;
  Node source_;
};

/// The packet `number` for the node that has address `u` relative to `source`, along `tree`.
Transmission routed_packet(const StarSettings& settings, Node source, Node u, int tree, int number);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_SCATTER_H_
