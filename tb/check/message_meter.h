// message_meter.h: reads the figures of a scatter or a gather off the routers' ports.
#ifndef FLITWISE_TB_CHECK_MESSAGE_METER_H_
#define FLITWISE_TB_CHECK_MESSAGE_METER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/network/network_observer.h"
#include "systemc/network/parts/bytes.h"

namespace flitwise::check {

/// Measures a scatter or a gather on a tree. Nothing here computes a figure from a formula, with
/// one stated exception: the root's lag c_0 never travels, it is the distance between the step of
/// its last certificate and the first data flit it receives.
///
/// Units: steps; `stream` in flits.
class MessageMeter final : public NetworkObserver {
 public:
  /// `root` is one of `nodes`. `root_waits` are the steps that it takes after its last certificate
  /// before it counts as ordered (a constant of the run); empty when it takes in several streams at
  /// once and has no single lag. `root_latency` is that of its router, which it would take to relay
  /// the flits if it had somebody to relay them to: the lag ends with that. `format` is that of
  /// the flits.
  explicit MessageMeter(Node nodes, Node root = 0, std::optional<Step> root_waits = 0,
                        Step root_latency = 1, FlitFormat format = {});

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_arrivals(Step step, const std::vector<LinkTransfer>& arrivals) override;
  void on_edge(Step step, const Network& network, const Injector&) override {
    take_deliveries(step - network.delivery_delay(), network.deliveries());
  }
  /// What routers handed to their PEs, which had received it in `step`.
  void take_deliveries(Step step, const std::vector<Delivery>& deliveries);

  /// Last step in which a PE received a data or END flit that its router handed over; 0 if none
  /// did.
  Step finish() const { return finish_; }
  /// Last step in which a link carried a flit; 0 if none did.
  Step quiesce() const { return quiesce_; }
  /// Step in which the root received its last certificate.
  std::optional<Step> t_sync() const { return t_sync_; }
  /// Step in which the first flit of message i left the PE that sends it.
  const std::vector<std::optional<std::int64_t>>& dispatch() const { return dispatch_; }
  /// c and n on the wire; those of the root observed as described above.
  std::vector<std::optional<std::int64_t>> lag() const;
  std::vector<std::optional<std::int64_t>> stream() const;
  /// s on the wire, in the order to PE i.
  const std::vector<std::optional<std::int64_t>>& order_value() const { return order_value_; }
  std::int64_t flit_hops() const { return flit_hops_; }
  /// Data and END flits that reached their PEs.
  Flits delivered() const { return delivered_; }

  // Of a run whose nodes several processes watch, each its own:
  /// Writes what was measured, and adds what another process has written.
  void write_to(std::string& bytes) const;
  void add_from(bytes::Reader& reader);

 private:
  using Values = std::vector<std::optional<std::int64_t>>;
  void measure_arrival(Step step, const LinkTransfer& transfer);
  void measure_control(Step step, const LinkTransfer& transfer);

  const Node root_;
  const std::optional<Step> root_waits_;
  const Step root_latency_;
  const FlitFormat format_;
  Step finish_ = 0;
  Step quiesce_ = 0;
  std::optional<Step> t_sync_;
  std::optional<Step> first_data_at_root_;
  Flits delivered_ = 0;
  Flits delivered_to_root_ = 0;
  std::int64_t flit_hops_ = 0;
  Values dispatch_, lag_, stream_, order_value_;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_MESSAGE_METER_H_
