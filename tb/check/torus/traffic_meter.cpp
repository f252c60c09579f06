#include "tb/check/torus/traffic_meter.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_set>
#include <utility>

namespace flitwise::check {

void LatencyHistogram::add(Step latency) {
  if (latency < 0) throw std::invalid_argument("a packet that arrives before it is sent");
  const auto index = static_cast<std::size_t>(latency);
  if (counts_.size() <= index) counts_.resize(index + 1);
  ++counts_[index];
  ++count_;
  sum_ += latency;
}

double LatencyHistogram::mean() const {
  return count_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(count_);
}

Step LatencyHistogram::percentile(int percent) const {
  const std::int64_t rank = std::max<std::int64_t>(1, (count_ * percent + 99) / 100);
  std::int64_t seen = 0;
  for (std::size_t latency = 0; latency < counts_.size(); ++latency) {
    seen += counts_[latency];
    if (seen >= rank) return static_cast<Step>(latency);
  }
  return 0;
}

void LatencyHistogram::write_to(std::string& bytes) const {
  bytes::put_all(bytes, counts_);
  bytes::put(bytes, sum_);
}

void LatencyHistogram::add_from(bytes::Reader& reader) {
  const std::vector<std::int64_t> counts = reader.take_all<std::int64_t>();
  if (counts_.size() < counts.size()) counts_.resize(counts.size());
  for (std::size_t latency = 0; latency < counts.size(); ++latency) {
    counts_[latency] += counts[latency];
    count_ += counts[latency];
  }
  sum_ += reader.take<std::int64_t>();
}

void TrafficMeter::on_arrivals(Step step, const std::vector<LinkTransfer>& arrivals) {
  if (!arrivals.empty()) quiesce_ = step;
}

void TrafficMeter::on_transfers(Step, const std::vector<LinkTransfer>& transfers) {
  flit_hops_ += static_cast<std::int64_t>(transfers.size());
}

// What an edge delivers crosses the link into the PE in the next step.
void TrafficMeter::on_edge(Step step, const Network& network, const Injector&) {
  const auto flits = static_cast<Flits>(network.deliveries().size());
  if (window_.holds(step + 1)) accepted_ += flits;
  if (step + 1 <= window_.last()) backlog_ -= flits;
}

void TrafficMeter::on_born(const ExpectedPacket& packet) {
  const bool is_measured = window_.holds(packet.born);
  if (is_measured) offered_ += packet.flits;
  if (is_measured && packet.is_local()) accepted_ += packet.flits;
  if (packet.born <= window_.last() && !packet.is_local()) backlog_ += packet.flits;
}

void TrafficMeter::on_arrived(const PacketLife& life) {
  finish_ = life.arrived;
  if (!window_.holds(life.packet.born)) return;
  latency_.add(life.latency());
  network_latency_.add(life.network_latency());
  hops_ += life.crossed;
  ways_ += life.crossed + (more_ ? more_(life.packet.hops) : 0);
  flits_ += life.packet.flits;
}

void TrafficMeter::write_to(std::string& bytes) const {
  latency_.write_to(bytes);
  network_latency_.write_to(bytes);
  for (const std::int64_t sum : {offered_, accepted_, backlog_, hops_, ways_, flits_, flit_hops_})
    bytes::put(bytes, sum);
  for (const Step last : {finish_, quiesce_}) bytes::put(bytes, last);
}

void TrafficMeter::add_from(bytes::Reader& reader) {
  latency_.add_from(reader);
  network_latency_.add_from(reader);
  for (std::int64_t* sum : {&offered_, &accepted_, &backlog_, &hops_, &ways_, &flits_, &flit_hops_})
    *sum += reader.take<std::int64_t>();
  for (Step* last : {&finish_, &quiesce_}) *last = std::max(*last, reader.take<Step>());
}

void PacketRelay::tell() {
  if (born_.empty() && arrived_.empty()) return;
  bytes::put_all(post_.said, born_);
  bytes::put_all(post_.said, arrived_);
  born_.clear();
  arrived_.clear();
}

// At an edge packets are born in the order of steps and nodes, before any arrives.
void PacketRelay::hear() {
  observer_.hear();  // of those that had arrived before
  std::vector<ExpectedPacket> born;
  std::vector<PacketLife> arrived;
  for (const std::string_view said : post_.heard) {
    if (said.empty()) continue;
    bytes::Reader reader(said);
    for (const ExpectedPacket& packet : reader.take_all<ExpectedPacket>()) born.push_back(packet);
    for (const PacketLife& life : reader.take_all<PacketLife>()) arrived.push_back(life);
  }
  post_.heard.clear();
  std::stable_sort(born.begin(), born.end(), [](const ExpectedPacket& a, const ExpectedPacket& b) {
    return a.born < b.born;
  });
  for (const ExpectedPacket& packet : born) observer_.on_born(packet);
  for (const PacketLife& life : arrived) observer_.on_arrived(life);
}

// A tail that reaches its PE in step t has left its last queue st + 1 steps before, and the head of
// a packet that is born later asks for a credit head_wait steps after the edge that captures it.
UndisturbedPackets::UndisturbedPackets(const TorusWiring& wiring, Latency latency,
                                       const TorusLatency& routers, NodeRange own, RankPost* post)
    : wiring_(wiring),
      latency_(std::move(latency)),
      lead_(routers.router(RouterPassage::kInject) - 1),
      credits_(std::max<Step>(0, routers.credit + routers.pipeline.credit_delay - routers.router() +
                                     routers.pipeline.spread())),
      own_(own.of(index_of(wiring.size()))),
      post_(post),
      uses_(own_.size() * (wiring.channels() + 2)) {
  for (Node v = 0; v < wiring.size(); ++v)
    for (std::uint32_t c = 0; c < wiring.channels(); ++c)
      neighbours_.push_back(wiring.neighbour(v, c));
}

template <typename Visit>
void UndisturbedPackets::visit_channels(const ExpectedPacket& packet, Visit visit) {
  const std::size_t ports = own_.size() * wiring_.channels();
  const auto place_of = [this](Node node) { return index_of(node) - own_.first; };
  if (wiring_.pe_ports() == 1) {
    if (own_.holds(packet.from)) visit(uses_[ports + 2 * place_of(packet.from)]);
    if (own_.holds(packet.to)) visit(uses_[ports + 2 * place_of(packet.to) + 1]);
  }
  Node at = packet.from;
  for (std::uint32_t d = 0; 2 * d < wiring_.channels(); ++d) {
    const std::uint32_t channel = 2 * d + (packet.hops[d] < 0 ? 1 : 0);
    for (int hop = 0; hop < std::abs(packet.hops[d]); ++hop) {
      if (own_.holds(at)) visit(uses_[place_of(at) * wiring_.channels() + channel]);
      at = neighbours_[index_of(at) * wiring_.channels() + channel];
    }
  }
}

// Before a packet is born in step `now`.
void UndisturbedPackets::free_channels(Step now) {
  while (!arrived_.empty() && arrived_.front().arrived + credits_ < now) {
    visit_channels(arrived_.front().packet, [](Use& use) { --use.packets; });
    arrived_.pop_front();
  }
}

void UndisturbedPackets::on_born(const ExpectedPacket& packet) {
  if (packet.is_local()) return;
  free_channels(packet.born);
  bool comes_here = false;
  bool meets_another = false;
  visit_channels(packet, [&](Use& use) {
    comes_here = true;
    // Of two that met, one may have arrived; the other is marked already.
    const auto found = use.packets == 1 ? is_disturbed_.find(use.only) : is_disturbed_.end();
    if (found != is_disturbed_.end()) found->second = true;
    meets_another = meets_another || use.packets > 0;
    ++use.packets;
    use.only = name_of(packet);
  });
  if (comes_here) is_disturbed_[name_of(packet)] = meets_another;
}

void UndisturbedPackets::on_arrived(const PacketLife& life) {
  const Name name = name_of(life.packet);
  const auto found = is_disturbed_.find(name);
  const bool comes_here = found != is_disturbed_.end();
  const bool is_disturbed = comes_here && found->second;
  if (comes_here) {
    arrived_.push_back(life);
    is_disturbed_.erase(found);
  }
  if (!own_.holds(life.packet.to)) {
    if (is_disturbed) bytes::put(post_->said, name);
  } else if (post_ != nullptr) {
    uncounted_.emplace_back(life, is_disturbed);
  } else {
    count(life, is_disturbed);
  }
}

void UndisturbedPackets::hear() {
  std::unordered_set<Name> disturbed;
  for (const std::string_view said : post_->heard)
    for (bytes::Reader reader(said); !reader.is_done();) disturbed.insert(reader.take<Name>());
  for (const auto& [life, is_disturbed] : uncounted_)
    count(life, is_disturbed || disturbed.count(name_of(life.packet)) > 0);
  uncounted_.clear();
}

void UndisturbedPackets::count(const PacketLife& life, bool is_disturbed) {
  const ExpectedPacket& packet = life.packet;
  const Step alone = latency_(packet, packet.born);
  if (life.latency() < alone ||
      life.network_latency() < latency_(packet, life.departed - lead_) - lead_)
    ++too_fast_;
  if (is_disturbed) return;
  ++count_;
  if (life.latency() != alone) ++late_;
}

void UndisturbedPackets::write_to(std::string& bytes) const {
  for (const std::int64_t count : {count_, late_, too_fast_}) bytes::put(bytes, count);
}

void UndisturbedPackets::add_from(bytes::Reader& reader) {
  for (std::int64_t* count : {&count_, &late_, &too_fast_}) *count += reader.take<std::int64_t>();
}

}  // namespace flitwise::check
