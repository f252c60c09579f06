// TE-CCL's JSON: which chunk goes over which way in which epoch.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "sim/import/formats/collective_builder.h"
#include "sim/import/formats/schedule_file.h"
#include "sim/import/formats/teccl_file.h"

namespace flitwise {
namespace {

constexpr std::int64_t kMostCells = 1 << 24;  // chunks of all ranks
constexpr Step kLatestStep = Step{1} << 40;

using ChunkName = std::pair<std::int64_t, std::int64_t>;  // source, chunk

class TecclReader {
 public:
  TecclReader(const YamlNode& root, const ScheduleUnits& units)
      : root_(root), units_(units), file_(parse_teccl(root)) {}

  Collective run() {
    number_ranks();
    apply_collective();
    number_chunks();
    const auto before = [](const TecclFlow& a, const TecclFlow& b) { return a.epoch < b.epoch; };
    std::stable_sort(file_.flows.begin(), file_.flows.end(), before);
    builder_.emplace(static_cast<Node>(ids_.size()));
    add_memory();
    for (const TecclFlow& flow : file_.flows) add_flow(flow);
    finish_demands();
    return builder_->finish();
  }

 private:
  void number_ranks() {
    std::set<std::int64_t> nodes;
    for (const TecclFlow& flow : file_.flows) nodes.insert({flow.source, flow.from, flow.to});
    for (const TecclDemand& demand : file_.demands) nodes.insert({demand.at, demand.source});
    if (nodes.size() > static_cast<std::size_t>(kMostRanks))
      throw ConfigError(
          {root_.place.text, 0, 0}, "", "",
          fmt::format("names {} nodes; at most {} ranks are possible", nodes.size(), kMostRanks));
    ids_.assign(nodes.begin(), nodes.end());
    for (std::size_t rank = 0; rank < ids_.size(); ++rank)
      rank_of_[ids_[rank]] = static_cast<Node>(rank);
  }

  void number_chunks() {
    for (const TecclFlow& flow : file_.flows) add_chunk({flow.source, flow.chunk});
    for (const TecclDemand& demand : file_.demands) add_chunk({demand.source, demand.chunk});
    check_cells(cell_of_.size());
  }

  void check_cells(std::size_t chunks) const {
    const std::size_t cells = ids_.size() * chunks;
    if (cells > static_cast<std::size_t>(kMostCells))
      throw ConfigError({root_.place.text, 0, 0}, "", "",
                        fmt::format("names {} chunks for {} ranks, {} in all; at most {} are "
                                    "possible",
                                    chunks, ids_.size(), cells, kMostCells));
  }

  void add_chunk(const ChunkName& name) {
    cell_of_.emplace(name, static_cast<Cell>(cell_of_.size()));
  }

  // An all-gather wants every chunk of every rank everywhere, named by a flow or not: all ranks
  // give equally many. Of other collectives the file names neither the root nor the owners of
  // chunks.
  void apply_collective() {
    if (!file_.collective) return;
    if (file_.collective->meaning == TecclCollective::kAllgather) {
      std::int64_t chunks = 0;
      for (const TecclFlow& flow : file_.flows) chunks = std::max(chunks, flow.chunk + 1);
      for (const TecclDemand& demand : file_.demands) chunks = std::max(chunks, demand.chunk + 1);
      check_cells(ids_.size() * static_cast<std::size_t>(chunks));
      file_.demands.merge(allgather_demands(ids_, chunks));
      return;
    }
    const std::string wrong = misfit(file_.collective->meaning, ids_, file_.demands);
    if (!wrong.empty())
      throw ConfigError(file_.collective->place, file_.collective->key, file_.collective->word,
                        wrong);
  }

  void add_memory() {
    Collective& collective = builder_->collective();
    if (file_.collective) collective.operation = file_.collective->word;
    for (auto& memory : collective.memory) memory.resize(cell_of_.size());
    for (const auto& [name, cell] : cell_of_) {
      const Node rank = rank_of_.at(name.first);
      const Chunk chunk{rank, static_cast<std::int32_t>(name.second)};
      collective.memory[static_cast<std::size_t>(rank)][static_cast<std::size_t>(cell)] = {chunk};
    }
  }

  void add_flow(const TecclFlow& flow) {
    const Node from = rank_of_.at(flow.from);
    const Node to = rank_of_.at(flow.to);
    const ChunkName chunk{flow.source, flow.chunk};
    const std::string name = fmt::format("chunk {} of {} to {} in epoch {} (line {})", flow.chunk,
                                         flow.source, flow.to, flow.epoch, flow.place.line);
    RankOp send;
    send.reads = {cell_of_.at(chunk)};
    send.name = name;
    std::optional<std::size_t> arrival;
    if (flow.from != flow.source) arrival = arrival_of(flow, from, chunk);
    const std::size_t sent =
        builder_->send(from, to, 0, units_.chunk_flits, std::move(send), flow.place);
    if (arrival) builder_->depend(from, sent, {*arrival, false});
    if (units_.epoch_steps > 0 && flow.epoch > 0)
      builder_->depend(from, sent, {clock_of(from, flow), false});
    RankOp receive;
    receive.writes = {cell_of_.at(chunk)};
    receive.name = name;
    const std::size_t received =
        builder_->receive(to, from, 0, units_.chunk_flits, std::move(receive), flow.place);
    arrivals_[{to, chunk}].emplace_back(flow.epoch, received);
  }

  // The first receive of the chunk, which must be of an earlier epoch.
  std::size_t arrival_of(const TecclFlow& flow, Node rank, const ChunkName& chunk) const {
    const auto found = arrivals_.find({rank, chunk});
    if (found == arrivals_.end() || found->second.front().first >= flow.epoch)
      throw ConfigError(
          flow.place, "Flows", "",
          fmt::format("node {} sends chunk {} of {} in epoch {}, and does not have it "
                      "from an earlier one",
                      flow.from, flow.chunk, flow.source, flow.epoch));
    return found->second.front().second;
  }

  // What is done when the epoch begins.
  std::size_t clock_of(Node rank, const TecclFlow& flow) {
    const auto key = std::make_pair(rank, flow.epoch);
    const auto found = clocks_.find(key);
    if (found != clocks_.end()) return found->second;
    if (flow.epoch > kLatestStep / units_.epoch_steps)
      throw ConfigError(flow.place, "Flows", "",
                        fmt::format("epoch {} begins after step {}", flow.epoch, kLatestStep));
    RankOp clock;
    clock.steps = flow.epoch * units_.epoch_steps;
    clock.processor = -1;
    clock.name = fmt::format("epoch {}", flow.epoch);
    return clocks_[key] = builder_->compute(rank, std::move(clock), flow.place);
  }

  void finish_demands() {
    Collective& collective = builder_->collective();
    for (const TecclDemand& demand : file_.demands) {
      const Chunk chunk{rank_of_.at(demand.source), static_cast<std::int32_t>(demand.chunk)};
      collective.demands.push_back({rank_of_.at(demand.at),
                                    cell_of_.at({demand.source, demand.chunk}),
                                    {chunk},
                                    fmt::format("chunk {} of {}", demand.chunk, demand.source)});
    }
    if (file_.demands.empty())
      collective.notes.emplace_back(
          "the file states no demand: deliveries are checked, contents are not");
    if (file_.names_switches)
      collective.notes.emplace_back(
          "the switches that flows name are not followed: the network has its own ways");
    const auto last = static_cast<std::int64_t>(ids_.size()) - 1;
    if (ids_.front() != 0 || ids_.back() != last)
      collective.notes.push_back(
          fmt::format("ranks 0 to {} are the file's nodes {}", last, fmt::join(ids_, ", ")));
  }

  const YamlNode& root_;
  const ScheduleUnits units_;
  TecclFile file_;
  std::vector<std::int64_t> ids_;  // of the ranks
  std::map<std::int64_t, Node> rank_of_;
  std::map<ChunkName, Cell> cell_of_;
  std::map<std::pair<Node, ChunkName>, std::vector<std::pair<std::int64_t, std::size_t>>> arrivals_;
  std::map<std::pair<Node, std::int64_t>, std::size_t> clocks_;
  std::optional<CollectiveBuilder> builder_;
};

}  // namespace

Collective read_teccl(const YamlNode& root, const ScheduleUnits& units) {
  return TecclReader(root, units).run();
}

}  // namespace flitwise
