// flit_places.cpp: what went into a node and did not leave it.
#include "sim/fabric/flit_places.h"

#include <fmt/format.h>

namespace flitwise {

FlitPlaces::FlitPlaces(RouterHost& host, const TransferNetwork& transfers)
    : host_(host),
      transfers_(transfers),
      decode_(host.machine().event_reader()),
      follows_(!host.module().network().has_back_pressure()) {
  if (follows_) host_.add(*this);
}

void FlitPlaces::see(Step step, Node from, Node to, RawFlit flit) {
  const LinkEvent event = decode_(step, from, to, flit);
  protocols::Arrival arrival;
  arrival.message = event.message;
  arrival.packet = static_cast<std::uint32_t>(event.value);
  const Transfer* const transfer = transfers_.transfer_of(to, arrival);
  if (transfer == nullptr) return;
  std::map<Node, Passage>& passages = seen_[&transfer->record];
  Passage& into = passages[to];
  ++into.in;
  into.last = step;
  if (from != to) ++passages[from].out;
}

void FlitPlaces::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  for (const LinkTransfer& transfer : transfers)
    see(step, transfer.from, transfer.to, transfer.flit);
}

void FlitPlaces::on_edge(Step step, const Network&, const Injector& injector) {
  for (const Injection& injection : injector.injections())
    see(step, injection.node, injection.node, injection.flit);
}

std::vector<std::string> FlitPlaces::describe(const FabricTransfer& transfer,
                                              const std::string& name) const {
  std::vector<std::string> sentences;
  const auto found = seen_.find(&transfer);
  if (found == seen_.end()) return sentences;
  for (const auto& [node, passage] : found->second)
    if (node != transfer.to && passage.in > passage.out)
      sentences.push_back(
          fmt::format("flits of {} that went into {} and did not leave it: {}, the last in step {}",
                      name, host_.name_of(node), passage.in - passage.out, passage.last));
  return sentences;
}

}  // namespace flitwise
