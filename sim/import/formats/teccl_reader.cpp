// TE-CCL's JSON: which chunk goes over which way in which epoch.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/import/formats/collective_builder.h"
#include "sim/import/formats/schedule_file.h"
#include "sim/language/scenario_values.h"

namespace flitwise {
namespace {

// Nodes are numbered as in the file; chunks are numbered by source.
struct TecclDemand {
  std::int64_t at = 0, source = 0, chunk = 0;

  bool operator<(const TecclDemand& other) const {
    return std::tie(at, source, chunk) < std::tie(other.at, other.source, other.chunk);
  }
};
using TecclDemands = std::set<TecclDemand>;

// TE-CCL copies chunks and never reduces them.
enum class TecclCollective : std::uint8_t { kAllgather, kAlltoall, kBroadcast, kScatter, kGather };

using Pair = std::pair<std::int64_t, std::int64_t>;  // source, and who demands
using Chunks = std::set<std::int64_t>;

// A collective in which all nodes send, or one alone; likewise with those that receive.
bool has_one_source(TecclCollective collective) {
  return collective == TecclCollective::kBroadcast || collective == TecclCollective::kScatter;
}

// The only source or destination of the demands, which must be the same in all of them.
std::string misfit_of_root(TecclCollective collective, const std::map<Pair, Chunks>& pairs) {
  std::set<std::int64_t> roots;
  for (const auto& [pair, chunks] : pairs)
    roots.insert(has_one_source(collective) ? pair.first : pair.second);
  if (roots.size() == 1) return "";
  return fmt::format("must have one {}, and its demands have {}",
                     has_one_source(collective) ? "source" : "destination", roots.size());
}

std::string misfit_of_pairs(TecclCollective collective, const std::vector<std::int64_t>& nodes,
                            const std::map<Pair, Chunks>& pairs) {
  const auto& [root, first] = *pairs.begin();
  for (const std::int64_t source : nodes)
    for (const std::int64_t at : nodes) {
      const bool is_wanted = source != at &&
                             (!has_one_source(collective) || source == root.first) &&
                             (collective != TecclCollective::kGather || at == root.second);
      if (!is_wanted) continue;
      const auto found = pairs.find({source, at});
      const std::size_t chunks = found == pairs.end() ? 0 : found->second.size();
      if (chunks != first.size())
        return fmt::format(
            "must bring node {} as many chunks of node {} as node {} of node {}, "
            "{}, and its demands have {}",
            at, source, root.second, root.first, first.size(), chunks);
      if (collective == TecclCollective::kBroadcast && found->second != first)
        return fmt::format("must bring nodes {} and {} the same chunks", root.second, at);
    }
  return "";
}

std::string misfit_of_chunks(const std::map<Pair, Chunks>& pairs) {
  std::map<Pair, std::int64_t> place_of;  // by source and chunk
  for (const auto& [pair, chunks] : pairs)
    for (const std::int64_t chunk : chunks) {
      const auto [found, is_new] = place_of.emplace(Pair{pair.first, chunk}, pair.second);
      if (!is_new)
        return fmt::format(
            "must bring chunk {} of node {} to one node, and its demands name {} "
            "and {}",
            chunk, pair.first, found->second, pair.second);
    }
  return "";
}

// The word behind N-Collective, in letters of either case.
TecclCollective to_teccl_collective(const Value& value) {
  static const std::vector<Choice<TecclCollective>> kWords{
      {"allgather", TecclCollective::kAllgather},
      {"alltoall", TecclCollective::kAlltoall},
      {"broadcast", TecclCollective::kBroadcast},
      {"scatter", TecclCollective::kScatter},
      {"gather", TecclCollective::kGather}};
  std::string word = to_text(value);
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const auto& choice : kWords)
    if (word == choice.word) return choice.meaning;
  return kWords[to_choice_index(value, words_of(kWords))].meaning;
}

// Which part of a collective other than an all-gather `demands` lack or have beyond it; empty if
// they are its own. A node may demand what it has itself. Whatever the collective, each pair of
// nodes that it connects has equally many chunks:
//   scatter    from one node to every other, each chunk to one node
//   gather     from every other node to one
//   broadcast  from one node to every other, all of them the same chunks
//   alltoall   from every node to every other, each chunk to one node
std::string misfit(TecclCollective collective, const std::vector<std::int64_t>& nodes,
                   const TecclDemands& demands) {
  std::map<Pair, Chunks> pairs;
  for (const TecclDemand& demand : demands)
    if (demand.at != demand.source) pairs[{demand.source, demand.at}].insert(demand.chunk);
  if (pairs.empty()) return "must have its demands in N-Chunk paths";
  std::string wrong;
  if (collective != TecclCollective::kAlltoall) wrong = misfit_of_root(collective, pairs);
  if (wrong.empty()) wrong = misfit_of_pairs(collective, nodes, pairs);
  const bool has_single_chunks =
      collective == TecclCollective::kScatter || collective == TecclCollective::kAlltoall;
  if (wrong.empty() && has_single_chunks) wrong = misfit_of_chunks(pairs);
  return wrong;
}

// Chunk `chunk` of node `source` goes from node to node in an epoch; nodes as in the file.
struct TecclFlow {
  std::int64_t chunk, source, from, to, epoch;
  Place place;
};

// The collective as the file says it, and where.
struct StatedCollective {
  TecclCollective meaning;
  std::string word, key;
  Place place;
};

// All that is read of a file; nodes are numbered as in it, chunks by source.
struct TecclFile {
  std::optional<StatedCollective> collective;
  std::vector<TecclFlow> flows;  // one at least, in the file's order
  TecclDemands demands;
  bool names_switches = false;  // that flows go through
};

constexpr std::int64_t kMostNumber = 1'000'000'000;

// Keys are numbered so that they sort; what follows the number counts.
std::string bare(const std::string& key) {
  const std::size_t dash = key.find('-');
  const bool is_numbered = dash != std::string::npos && dash > 0 &&
                           std::all_of(key.begin(), key.begin() + static_cast<std::ptrdiff_t>(dash),
                                       [](char c) { return c >= '0' && c <= '9'; });
  return is_numbered ? key.substr(dash + 1) : key;
}

constexpr std::size_t kLongestText = 1000;

// std::regex recurses with every character, so that long texts would overflow the stack.
bool matches(const std::string& text, std::smatch& parts, const std::regex& form) {
  return text.size() <= kLongestText && std::regex_match(text, parts, form);
}

// Refuses unknown keys, and texts that are no flow, demand or way.
class TecclParser {
 public:
  TecclFile parse(const YamlNode& root) {
    expect_map({root, ""}, "{7-Flows: [...]}");
    for (const YamlEntry& entry : root.entries) read_entry(entry);
    if (file_.flows.empty())
      throw ConfigError({root.place.text, 0, 0}, "", "",
                        "holds no flows: a list 6-Flows or 7-Flows must have one at least");
    return std::move(file_);
  }

 private:
  void read_entry(const YamlEntry& entry) {
    // What the solver says of its own run is no part of the schedule.
    static const std::set<std::string> kFigures{"Epoch_Duration",  "Expected_Epoch_Duration",
                                                "Epochs_Required", "Collective_Finish_Time",
                                                "Algo_Bandwidth",  "Demand_Met",
                                                "Solver_Time"};
    const std::string key = bare(entry.key);
    if (key == "Flows")
      read_flows({entry.value, entry.key});
    else if (key == "Chunk paths")
      read_demands({entry.value, entry.key});
    else if (key == "Collective")
      read_collective({entry.value, entry.key});
    else if (kFigures.count(key) == 0)
      throw ConfigError(entry.place, entry.key, "",
                        "unknown key; read are N-Flows, N-Chunk paths, N-Collective and the "
                        "solver's figures");
  }

  void read_collective(const Value& value) {
    if (file_.collective) throw bad_value(value, "stands in the file twice");
    file_.collective = {to_teccl_collective(value), to_text(value), value.key, value.node.place};
  }

  static std::int64_t number(const std::ssub_match& digits, const Value& value) {
    const std::string text = digits.str();
    std::int64_t parsed = 0;
    std::from_chars(text.data(), text.data() + text.size(), parsed);
    if (text.size() > 10 || parsed > kMostNumber)
      throw bad_value(value, fmt::format("names a number above {}", kMostNumber));
    return parsed;
  }

  void read_flows(const Value& list) {
    static const std::regex kFlow(
        R"(Chunk (\d+) from (\d+) traveled over (\d+)->(\d+)(?: with volume ([0-9.eE+-]+))?)"
        R"( in epoch (\d+)( via switches \d+((, ?| ?-> ?)\d+)*)?)");
    expect_list(list, "[\"Chunk 0 from 0 traveled over 0->1 in epoch 0\"]");
    for (std::size_t i = 0; i < list.node.items.size(); ++i) {
      const Value item = item_of(list, i);
      const std::string text = to_text(item);
      std::smatch parts;
      if (!matches(text, parts, kFlow))
        throw bad_value(item,
                        "is no flow: 'Chunk C from S traveled over A->B in epoch K', with 'with "
                        "volume 1.0' before and 'via switches X' behind the epoch if need be");
      if (parts[5].matched && std::strtod(parts[5].str().c_str(), nullptr) != 1.0)
        throw bad_value(item, "must have volume 1: only whole chunks can be sent");
      file_.names_switches = file_.names_switches || parts[7].matched;
      file_.flows.push_back({number(parts[1], item), number(parts[2], item), number(parts[3], item),
                             number(parts[4], item), number(parts[6], item), item.node.place});
    }
  }

  void read_demands(const Value& map) {
    static const std::regex kDemand(
        R"(Demand at (\d+) for chunk (\d+) from (\d+) met by epoch \d+)");
    expect_map(map, "{\"Demand at 1 for chunk 0 from 0 met by epoch 0\": []}");
    for (const YamlEntry& entry : map.node.entries) {
      const Value value{entry.value, map.key};
      std::smatch parts;
      if (!matches(entry.key, parts, kDemand))
        throw ConfigError(entry.place, map.key, entry.key,
                          "is no demand: 'Demand at D for chunk C from S met by epoch K'");
      file_.demands.insert(
          {number(parts[1], value), number(parts[3], value), number(parts[2], value)});
      check_way({entry.value, fmt::format("{}.{}", map.key, entry.key)});
    }
  }

  // How the chunk got there: flows say it too, so only the form counts.
  static void check_way(const Value& list) {
    static const std::regex kHop(R"(\d+->\d+ in epoch \d+( via switches \d+((, ?| ?-> ?)\d+)*)?)");
    expect_list(list, "[\"0->1 in epoch 0\"]");
    for (std::size_t i = 0; i < list.node.items.size(); ++i) {
      const Value item = item_of(list, i);
      std::smatch parts;
      const std::string text = to_text(item);
      if (!matches(text, parts, kHop))
        throw bad_value(item,
                        "is no hop of a way: 'A->B in epoch K', with 'via switches X' behind "
                        "it if need be");
    }
  }

  TecclFile file_;
};

constexpr std::int64_t kMostTecclCells = 1 << 24;  // chunks of all ranks
constexpr Step kLatestStep = Step{1} << 40;

using ChunkName = std::pair<std::int64_t, std::int64_t>;  // source, chunk

class TecclReader {
 public:
  TecclReader(const YamlNode& root, const ScheduleUnits& units)
      : root_(root), units_(units), file_(TecclParser().parse(root)) {}

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
    if (cells > static_cast<std::size_t>(kMostTecclCells))
      throw ConfigError({root_.place.text, 0, 0}, "", "",
                        fmt::format("names {} chunks for {} ranks, {} in all; at most {} are "
                                    "possible",
                                    chunks, ids_.size(), cells, kMostTecclCells));
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
      for (const std::int64_t at : ids_)
        for (const std::int64_t source : ids_)
          for (std::int64_t chunk = 0; chunk < chunks; ++chunk)
            file_.demands.insert({at, source, chunk});
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
      collective.memory[index_of(rank)][index_of(cell)] = {chunk};
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
