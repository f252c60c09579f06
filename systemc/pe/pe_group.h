// pe_group.h: PEs of a large network, or of a process's share of one, in one module without
// sockets.
#ifndef FLITWISE_SYSTEMC_PE_PE_GROUP_H_
#define FLITWISE_SYSTEMC_PE_PE_GROUP_H_

#include <functional>
#include <optional>
#include <queue>
#include <systemc>
#include <utility>
#include <vector>

#include "systemc/network/network_module.h"
#include "systemc/pe/pe_host.h"

namespace flitwise {

/// PEs of a range of nodes whose calls come in their order within a step. A ProcessingElement each
/// does the same at a few kB more, and at times that grow faster than their number.
class PeGroup final : public sc_core::sc_module, public PeBank {
 public:
  /// `first`: the node of host 0; those after it are the next nodes'.
  /// Shape:  none acts on arrivals. `network` outlives the group.
  /// Errors: throws std::logic_error for one that does.
  PeGroup(const sc_core::sc_module_name& name, std::vector<PeHost> hosts, Node first = 0);

  /// To be called once the network is there, before the simulation starts.
  void connect(NetworkModule& network) { network_ = &network; }

  void take(Node pe, Step step, std::uint64_t address, RawFlit flit) override;
  void take_all(Node pe, Step step, std::uint64_t first, const RawFlit* flits,
                std::size_t count) override;
  const protocols::PeProtocol& protocol(Node pe) const { return hosts_[place_of(pe)].protocol(); }
  std::size_t size() const { return hosts_.size(); }

 private:
  class Port;
  using Alarm = std::pair<Step, Node>;

  void start_method();
  void wake_method();
  void note_taken(Node pe);
  void set_alarm(Node pe);
  void notify_next();

  std::size_t place_of(Node pe) const { return index_of(pe - first_); }

  std::vector<PeHost> hosts_;
  const Node first_;
  NetworkModule* network_ = nullptr;
  std::vector<std::optional<Step>> alarmed_for_;  // by place; empty if none is timed
  std::priority_queue<Alarm, std::vector<Alarm>, std::greater<Alarm>> alarms_;  // also old ones
  sc_core::sc_event alarm_{"alarm"};
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_PE_PE_GROUP_H_
