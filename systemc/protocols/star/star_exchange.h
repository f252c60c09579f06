// star_exchange.h: every PE of a star graph sends every other one packets of its own.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_EXCHANGE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_EXCHANGE_H_

#include <memory>
#include <vector>

#include "systemc/protocols/star/star_pe.h"
#include "systemc/protocols/star/star_selection.h"

namespace flitwise::protocols {

/// The timetable of a total exchange: one group for each selected address u and packet. In a group
/// all PEs send to the addresses R^i u, along the trees 2 + i; it lasts as many packet steps as u
/// is deep, by the clock and not by what arrives.
///
/// Time: m E(x) packet steps, E(x) the sum of the depths of the selected addresses.
/// Source: Fragopoulou, Akl (IEEE TC 45(2), 1996), unfolded necklaces.
class StarExchangePlan {
 public:
  explicit StarExchangePlan(const StarSettings& settings);

  const StarSelection& selection() const { return selection_; }
  /// Packet step in which packet `number` for the selected address `u` of tree 2 leaves.
  Step first_step(Node u, int number) const;

 private:
  std::shared_ptr<const StarTrees> trees_;
  StarSelection selection_;
  std::vector<Step> before_;  // by address: packet steps of the groups before its own
};

/// A PE of a total exchange.
class StarExchange final : public StarPe {
 public:
  StarExchange(const StarSettings& settings, std::shared_ptr<const StarExchangePlan> plan,
               Node self, Step skew);
  unsigned expected_trees(Node source, int packet) const override;

 protected:
  void send_own(Outbox& outbox) override;
  /// Packets of one flit carry no number; it follows from the step in which they come.
  void read(const Arrival& arrival, StarHead& head) const override;
  std::optional<Step> due(const StarHead& head) const override;

 private:
  std::shared_ptr<const StarExchangePlan> plan_;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_EXCHANGE_H_
