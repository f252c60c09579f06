// flit_places.cpp: a flit by its transfer, its packet and its number there.
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
  const Transfer* const transfer = transfers_.transfer_of(arrival);
  if (transfer != nullptr) seen_[&transfer->record][{event.stream, event.index}] = {step, from, to};
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
  Flits number = 0;
  for (const auto& [flit, place] : found->second) {
    ++number;
    if (place.to == transfer.to) continue;
    const std::string where = place.from == place.to
                                  ? fmt::format("on its way into {}", host_.name_of(place.to))
                                  : fmt::format("on the link {} -> {}", host_.name_of(place.from),
                                                host_.name_of(place.to));
    sentences.push_back(
        fmt::format("flit {} of {} was last seen in step {}, {}", number, name, place.step, where));
  }
  return sentences;
}

}  // namespace flitwise
