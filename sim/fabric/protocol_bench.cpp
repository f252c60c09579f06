// protocol_bench.cpp: PEs with the user's protocols, and what they took in.
#include <flitwise/protocol_bench.h>
#include <fmt/format.h>

#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "sim/fabric/router_host.h"
#include "sim/fabric/run_book.h"
#include "sim/run/family/family.h"
#include "systemc/pe/processing_element.h"

namespace flitwise {
namespace {

using FlitsByPe = std::map<Node, Flits>;

// Throws std::logic_error for a message that no network of so many PEs can carry.
void require_message(const protocols::Transmission& message, std::size_t pes) {
  const auto require_one = [](const char* key, std::int64_t value) {
    if (value < 1)
      throw std::logic_error(fmt::format("{} of a message is at least 1, not {}", key, value));
  };
  require_one("length", message.length);
  require_one("after", message.after);
  require_one("every", message.every);
  const Node to = message.destination;
  if (to != kNoNode && (to < 0 || index_of(to) >= pes))
    throw std::logic_error(
        fmt::format("destination of a message is a PE, 0 to {}, not {}", pes - 1, to));
}

// A PE's codec that counts what the protocol sends, and what it hands to it.
class CountingCodec final : public FlitCodec {
 public:
  /// Counts by destination.
  CountingCodec(Node self, std::unique_ptr<FlitCodec> codec, std::size_t pes, FabricVerdict& counts,
                FlitsByPe& sent, FlitsByPe& arrived)
      : self_(self),
        codec_(std::move(codec)),
        pes_(pes),
        counts_(counts),
        sent_(sent),
        arrived_(arrived) {}

  void send(const protocols::Transmission& message, RouterPort& router) override {
    try {
      require_message(message, pes_);
      codec_->send(message, router);
    } catch (const std::logic_error& error) {
      return refuse(error);
    } catch (const std::range_error& error) {
      return refuse(error);
    }
    // Floods and copies go to many, and on some networks the way alone says where a message ends.
    if (message.destination != kNoNode) sent_[message.destination] += message.length;
  }
  std::optional<protocols::Arrival> take(Step step, std::uint64_t address, RawFlit flit) override {
    std::optional<protocols::Arrival> arrival = codec_->take(step, address, flit);
    if (arrival) {
      ++counts_.flits;
      ++arrived_[self_];
      counts_.transfers += arrival->is_last;
      counts_.finish = arrival->step;
    }
    return arrival;
  }
  void follow(RouterPort& router) override { codec_->follow(router); }

 private:
  void refuse(const std::exception& error) const {
    SC_REPORT_ERROR("flitwise/protocol_bench",
                    fmt::format("PE {}: {}", self_, error.what()).c_str());
  }

  const Node self_;
  const std::unique_ptr<FlitCodec> codec_;
  const std::size_t pes_;
  FabricVerdict& counts_;
  FlitsByPe& sent_;
  FlitsByPe& arrived_;
};

}  // namespace

class ProtocolBench::Parts final {
 public:
  Parts(const FabricNetwork& network, Protocols protocols, const ProtocolBenchConfig& config);

  RunBook& book() { return book_; }
  FabricVerdict verdict() const;

 private:
  RouterHost host_;
  RunBook book_;
  FlitsByPe sent_;
  FlitsByPe arrived_;
  std::vector<std::unique_ptr<ProcessingElement>> pes_;
};

ProtocolBench::Parts::Parts(const FabricNetwork& network, Protocols protocols,
                            const ProtocolBenchConfig& config)
    : host_(network, config.step, config.waves, config.progress), book_(host_) {
  if (protocols.size() != host_.pes())
    throw std::invalid_argument(fmt::format("the network has {} PEs, and there are {} protocols",
                                            host_.pes(), protocols.size()));
  for (std::size_t pe = 0; pe < protocols.size(); ++pe) {
    if (protocols[pe] == nullptr)
      throw std::invalid_argument(fmt::format("PE {} has no protocol", pe));
    const auto node = static_cast<Node>(pe);
    auto codec = std::make_unique<CountingCodec>(node, host_.machine().codec(node), host_.pes(),
                                                 book_.counts(), sent_, arrived_);
    pes_.push_back(std::make_unique<ProcessingElement>(
        fmt::format("pe{}", pe).c_str(), ProcessingElement::Config{host_.step(), std::move(codec)},
        std::move(protocols[pe])));
    pes_.back()->to_router.bind(host_.module().from_pes);
    host_.module().to_pes.bind(pes_.back()->from_router);
  }
  host_.show_states(
      [this](Node pe, Step step) { return pes_[index_of(pe)]->protocol().state_at(step); });
}

FabricVerdict ProtocolBench::Parts::verdict() const {
  std::vector<std::string> complaints;
  std::vector<std::string> waiting;
  std::set<Node> open;  // PEs that wait, or that do not have all that was sent to them
  for (std::size_t pe = 0; pe < pes_.size(); ++pe) {
    for (std::string& complaint : pes_[pe]->protocol().complaints())
      complaints.push_back(std::move(complaint));
    const std::vector<std::string> wants = pes_[pe]->protocol().waiting_for();
    if (wants.empty()) continue;
    open.insert(static_cast<Node>(pe));
    waiting.push_back(fmt::format("PE {} waits for {}", pe, fmt::join(wants, ", ")));
  }
  for (const auto& [destination, sent] : sent_) {
    const auto arrived = arrived_.find(destination);
    const Flits missing = sent - (arrived == arrived_.end() ? 0 : arrived->second);
    if (missing <= 0) continue;
    open.insert(destination);
    waiting.push_back(
        fmt::format("{} of {} flits sent to PE {} have not come", missing, sent, destination));
  }
  return book_.verdict(complaints, static_cast<std::int64_t>(open.size()), waiting);
}

ProtocolBench::ProtocolBench(const sc_core::sc_module_name& name, const FabricNetwork& network,
                             Protocols protocols, const ProtocolBenchConfig& config)
    : sc_core::sc_module(name),
      parts_(std::make_unique<Parts>(network, std::move(protocols), config)) {}

ProtocolBench::~ProtocolBench() = default;

std::size_t ProtocolBench::pes_of(const FabricNetwork& network) {
  return network.scenario().family->make_host(network.scenario())->addresses().pes();
}

void ProtocolBench::expect(const std::string& figure, std::int64_t predicted,
                           const std::string& source) {
  parts_->book().expect(figure, predicted, source);
}

void ProtocolBench::expect(const std::string& name, std::function<std::int64_t()> measured,
                           std::int64_t predicted, const std::string& source) {
  parts_->book().expect(name, std::move(measured), predicted, source);
}

FabricVerdict ProtocolBench::verdict() const { return parts_->verdict(); }

}  // namespace flitwise
