// transfer_network.h: transfers between any two PEs, as flits of a network of routers.
#ifndef FLITWISE_SIM_FABRIC_TRANSFER_NETWORK_H_
#define FLITWISE_SIM_FABRIC_TRANSFER_NETWORK_H_

#include <flitwise/fabric.h>

#include <list>
#include <memory>
#include <string>
#include <vector>

#include "sim/fabric/router_host.h"

namespace flitwise {

class FabricPort;

/// A transfer under way: what will be said of it, and what is left to do.
struct Transfer {
  FabricTransfer record;
  std::size_t number = 0;  ///< by which its flits are known
  Flits not_taken = 0;     ///< by the router
  Flits not_arrived = 0;   ///< at the far PE
};

/// Whose transfers they are.
class TransferOwner {
 public:
  virtual ~TransferOwner() = default;
  /// The router has taken the last flit, at the clock edge that ends `step`.
  virtual void all_taken(Transfer& transfer, Step step) = 0;
  /// The last flit has come to its PE. The transfer is no longer known.
  virtual void arrived(Transfer& transfer) = 0;
};

/// Whether transfers may be under way together.
enum class Turns : std::uint8_t { kTogether, kOneAtATime };

/// Gives transfers numbers, sends their flits and counts those that come. A transfer for which no
/// number is left, or whose turn it is not, waits until one has arrived.
class TransferNetwork final : private NetworkObserver {
 public:
  /// `host` and `owner` outlive the network.
  TransferNetwork(RouterHost& host, TransferOwner& owner, Turns turns);
  ~TransferNetwork() override;

  /// Shape: `from`, `to`, `is_answer` and `flits` of the record are set; the transfer is its
  ///        owner's and stays where it is until it has arrived.
  void send(Transfer& transfer);
  /// The transfer under way that a flit belongs to; nullptr: none.
  Transfer* transfer_of(Node pe, const protocols::Arrival& arrival) const;
  /// Flits that came to a PE and belong to no transfer to it, a sentence each.
  const std::vector<std::string>& strays() const { return strays_; }

  // For ports.
  void taken(Transfer& transfer, Step step);
  void arrived(Node pe, const protocols::Arrival& arrival);
  const RouterHost& host() const { return host_; }
  const TransferCarrier& carrier() const { return *carrier_; }
  const protocols::CollectiveCarriage& carriage() const { return *carriage_; }

 private:
  void on_transfers(Step, const std::vector<LinkTransfer>&) override {}
  void on_edge(Step step, const Network& network, const Injector& injector) override;
  bool submit(Transfer& transfer);

  RouterHost& host_;
  TransferOwner& owner_;
  const Turns turns_;
  std::int64_t under_way_ = 0;
  const std::unique_ptr<TransferCarrier> carrier_;
  const std::shared_ptr<protocols::CollectiveCarriage> carriage_;
  std::vector<std::unique_ptr<FabricPort>> ports_;
  std::vector<Transfer*> by_number_;  // under way
  std::list<Transfer*> waiting_;      // in the order in which they were sent
  std::vector<std::string> strays_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FABRIC_TRANSFER_NETWORK_H_
