// scripted_network.h: a network that shows what a test writes down, to see the monitors complain.
#ifndef FLITWISE_TESTS_CHECK_SCRIPTED_NETWORK_H_
#define FLITWISE_TESTS_CHECK_SCRIPTED_NETWORK_H_

#include <utility>
#include <vector>

#include "systemc/network/network_observer.h"

namespace flitwise::testing_support {

class ScriptedNetwork final : public Network {
 public:
  void inject(Node, std::uint32_t, RawFlit) override {}
  void clock(Step) override {}
  bool is_quiet() const override { return true; }
  std::int64_t router_cycles() const override { return 0; }
  int assertion_failures() const override { return 0; }

  /// Shows one step to an observer: transfers first, then deliveries and reports of its edge.
  void show(NetworkObserver& observer, Step step, std::vector<LinkTransfer> transfers,
            std::vector<Delivery> deliveries = {}, std::vector<Violation> violations = {}) {
    transfers_ = std::move(transfers);
    deliveries_ = std::move(deliveries);
    violations_ = std::move(violations);
    observer.on_transfers(step, transfers_);
    observer.on_arrivals(step, arrivals());
    observer.on_edge(step, *this, injector_);
  }

  /// What PEs inject, for observers that look at it.
  Injector& injector() { return injector_; }

 private:
  Injector injector_;
};

/// Flit `index` of message `message`, `of` flits long, for address `destination`.
inline RawFlit data_flit(std::uint32_t destination, std::uint32_t message, std::uint32_t index,
                         std::uint32_t of, FlitKind kind = FlitKind::kData,
                         FlitFormat format = {}) {
  FlitFields fields;
  fields.kind = kind;
  fields.head = index == 1;
  fields.tail = index == of;
  fields.destination = destination;
  fields.tag = message;
  fields.payload = index;
  return pack(fields, format);
}

}  // namespace flitwise::testing_support

#endif  // FLITWISE_TESTS_CHECK_SCRIPTED_NETWORK_H_
