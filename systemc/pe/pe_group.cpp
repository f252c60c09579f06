// pe_group.cpp: one start and one alarm for all PEs.
#include "systemc/pe/pe_group.h"

#include <algorithm>
#include <stdexcept>

namespace flitwise {

// Of one PE, within one call of it.
class PeGroup::Port final : public RouterPort {
 public:
  // `ahead`: steps from the moment of the call to the step in which the protocol believes to be.
  Port(NetworkModule& network, Node pe, Step ahead = 0)
      : network_(network), pe_(pe), ahead_(ahead) {}
  void write(std::uint32_t port, Step after, std::vector<RawFlit> flits) override {
    network_.send(pe_, port, after + ahead_, std::move(flits));
  }

 private:
  NetworkModule& network_;
  const Node pe_;
  const Step ahead_;
};

PeGroup::PeGroup(const sc_core::sc_module_name& name, std::vector<PeHost> hosts, Node first)
    : sc_core::sc_module(name), hosts_(std::move(hosts)), first_(first) {
  const auto is_timed = [](const PeHost& host) { return host.is_timed(); };
  if (std::any_of(hosts_.begin(), hosts_.end(),
                  [](const PeHost& host) { return host.acts_on_arrivals(); }))
    throw std::logic_error("PeGroup: a PE that acts on arrivals");
  if (std::any_of(hosts_.begin(), hosts_.end(), is_timed)) alarmed_for_.resize(hosts_.size());
  SC_HAS_PROCESS(PeGroup);
  SC_METHOD(start_method);
  SC_METHOD(wake_method);
  sensitive << alarm_;
  dont_initialize();
}

// As ProcessingElement's.
void PeGroup::start_method() {
  for (std::size_t place = 0; place < hosts_.size(); ++place) {
    const Node pe = first_ + static_cast<Node>(place);
    Port port(*network_, pe, -network_->first_edge());
    hosts_[place].start(port);
    set_alarm(pe);
  }
  notify_next();
}

void PeGroup::wake_method() {
  const Step now = network_->now();
  while (!alarms_.empty() && alarms_.top().first <= now) {
    const auto [step, pe] = alarms_.top();
    alarms_.pop();
    if (alarmed_for_[place_of(pe)] != step) continue;  // another one has taken its place
    alarmed_for_[place_of(pe)].reset();
    Port port(*network_, pe);
    hosts_[place_of(pe)].wake(now, port);
    set_alarm(pe);
  }
  notify_next();
}

void PeGroup::set_alarm(Node pe) {
  if (alarmed_for_.empty()) return;
  const std::optional<Step> next = hosts_[place_of(pe)].next_wake();
  if (next == alarmed_for_[place_of(pe)]) return;
  alarmed_for_[place_of(pe)] = next;
  if (next) alarms_.push({*next, pe});
}

void PeGroup::notify_next() {
  if (alarms_.empty()) return;
  alarm_.cancel();
  alarm_.notify(network_->time_until(alarms_.top().first));
}

void PeGroup::take(Node pe, Step step, std::uint64_t address, RawFlit flit) {
  Port port(*network_, pe);
  hosts_[place_of(pe)].take(step, address, flit, port);
  note_taken(pe);
}

void PeGroup::take_all(Node pe, Step step, std::uint64_t first, const RawFlit* flits,
                       std::size_t count) {
  Port port(*network_, pe);
  hosts_[place_of(pe)].take_all(step, first, flits, count, port);
  note_taken(pe);
}

void PeGroup::note_taken(Node pe) {
  if (alarmed_for_.empty()) return;
  set_alarm(pe);
  notify_next();
}

}  // namespace flitwise
