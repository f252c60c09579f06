// star_meter.cpp: heads and CRCs of what crosses links, counted.
#include "tb/check/star/star_meter.h"

#include <algorithm>

namespace flitwise::check {

StarMeter::StarMeter(int order, const StarClock& clock, StarCarriage carriage)
    : degree_(order - 1), clock_(clock), carriage_(carriage) {}

void StarMeter::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  if (transfers.empty()) return;
  if (first_ == 0) first_ = step;
  last_ = step;
  flit_hops_ += static_cast<std::int64_t>(transfers.size());
  for (const LinkTransfer& transfer : transfers) {
    if (!is_intact(transfer.flit)) {
      errors_.push_back({step, transfer.from, static_cast<int>(transfer.lane) - degree_ + 2});
      continue;
    }
    if (!unpack(transfer.flit).head) continue;
    const StarHeadView head = view_head(transfer.flit, carriage_);
    ++(head.acknowledges ? acknowledgements_ : transmissions_);
    if (head.ends_here && !head.acknowledges)
      finish_ = step + clock_.flits - 1 + clock_.latency.link - 1;
  }
}

Step StarMeter::packet_steps() const {
  return first_ == 0 ? 0 : (last_ - first_) / clock_.step() + 1;
}

void StarWindow::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  for (const LinkTransfer& transfer : transfers) {
    if (!begins_packet(transfer.flit)) continue;
    const Flits number = view_head(transfer.flit, StarCarriage::kFlood).number;
    if (number >= packets_) continue;  // the scoreboard says so
    std::int64_t& first = first_[static_cast<std::size_t>(transfer.to * packets_ + number)];
    if (first == 0) first = step;
    widest_ = std::max(widest_, (step - first) / (clock_.is_spaced() ? 1 : clock_.step()));
  }
}

std::int64_t StarStorage::copies(const StarGraph& graph, std::int64_t packets) {
  return std::int64_t{graph.size()} * graph.size() * graph.degree() * packets;
}

StarStorage::StarStorage(const StarGraph& graph, std::int64_t packets, const StarClock& clock)
    : nodes_(graph.size()),
      degree_(graph.degree()),
      packets_(packets),
      clock_(clock),
      stays_(static_cast<std::size_t>(copies(graph, packets))) {}

StarStorage::Stay* StarStorage::stay(Node node, Node source, const StarHeadView& head) {
  if (source < 0 || source >= nodes_ || head.tree - 2 >= degree_ || head.number >= packets_)
    return nullptr;  // the scoreboard says so
  const std::int64_t entry =
      ((std::int64_t{node} * nodes_ + source) * degree_ + head.tree - 2) * packets_ + head.number;
  return &stays_[static_cast<std::size_t>(entry)];
}

void StarStorage::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  const auto sent = static_cast<std::int32_t>(clock_.is_spaced() ? step : clock_.step_of(step));
  const auto come_in =
      static_cast<std::int32_t>(clock_.is_spaced() ? sent + clock_.latency.link - 1 : sent);
  for (const LinkTransfer& transfer : transfers) {
    if (!begins_packet(transfer.flit)) continue;
    const StarHeadView head = view_head(transfer.flit, StarCarriage::kHops);
    if (head.acknowledges) continue;
    const auto source = static_cast<Node>(unpack(transfer.flit).tag);
    Stay* const left = stay(transfer.from, source, head);
    if (left != nullptr && left->from > 0) left->until = sent;
    Stay* const come = stay(transfer.to, source, head);
    if (come != nullptr && transfer.to != source)
      *come = {come_in, come_in,
               static_cast<std::int8_t>(static_cast<int>(transfer.lane) - degree_)};
  }
}

std::int64_t StarStorage::max_held() const {
  struct Change {
    std::int32_t step = 0;
    std::int32_t by = 0;
  };
  const std::size_t stays_of_a_node = stays_.size() / static_cast<std::size_t>(nodes_);
  std::int64_t most = 0;
  std::vector<std::vector<Change>> changes(static_cast<std::size_t>(degree_));
  for (std::size_t first = 0; first < stays_.size(); first += stays_of_a_node) {
    for (auto& port : changes) port.clear();
    for (std::size_t i = first; i < first + stays_of_a_node; ++i) {
      const Stay& stay = stays_[i];
      if (stay.until == stay.from) continue;
      changes[static_cast<std::size_t>(stay.port)].push_back({stay.from, 1});
      changes[static_cast<std::size_t>(stay.port)].push_back({stay.until, -1});
    }
    for (auto& port : changes) {
      // Of one step, departures first.
      std::sort(port.begin(), port.end(), [](const Change& a, const Change& b) {
        return a.step != b.step ? a.step < b.step : a.by < b.by;
      });
      std::int64_t held = 0;
      for (const Change& change : port) most = std::max(most, held += change.by);
    }
  }
  return most;
}

}  // namespace flitwise::check
