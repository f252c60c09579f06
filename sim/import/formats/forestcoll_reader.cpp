// ForestColl's XML: trees of an all-gather, each with the number of chunks that it carries.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/import/formats/collective_builder.h"
#include "sim/import/formats/schedule_file.h"
#include "sim/import/formats/xml_element.h"
#include "sim/language/scenario_values.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

constexpr std::int64_t kMostChunksOfNode = 1 << 20;
constexpr std::int64_t kMostTreeCells = 1 << 24;  // chunks of all ranks, in all memories

// Names of a way, at the commas that stand in no brackets: "(0, 'GPU', 0),(0, 'GPU', 4)".
std::vector<std::string> names_of_way(const std::string& text) {
  std::vector<std::string> names(1);
  int brackets = 0;
  for (const char c : text) {
    brackets += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && brackets == 0)
      names.emplace_back();
    else
      names.back() += c;
  }
  return names;
}

struct TreeSend {
  XmlElement element;
  std::string from, to;
};

struct ChunkTree {
  XmlElement element;
  std::string root;
  std::int64_t index = 0;
  std::int64_t chunks = 0;
  std::vector<TreeSend> sends;
};

class ForestReader {
 public:
  ForestReader(const TextFile& file, const ScheduleUnits& units)
      : document_(file, "Algo"), units_(units) {}

  Collective run() {
    const XmlElement& root = document_.root();
    root.check_attributes({"nchunkspernode"});
    chunks_ = root.number("nchunkspernode", 1, kMostChunksOfNode);
    for (const XmlElement& element : root.children("tree")) trees_.push_back(read_tree(element));
    if (trees_.empty()) root.refuse("", "holds no tree: an all-gather needs one at least");
    number_ranks();
    for (const ChunkTree& tree : trees_) check_tree(tree);
    check_shares();
    builder_.emplace(static_cast<Node>(names_.size()));
    add_memory();
    std::map<std::string, std::int64_t> next;  // chunk of each root
    for (const ChunkTree& tree : trees_)
      for (std::int64_t chunk = 0; chunk < tree.chunks; ++chunk) add_chunk(tree, next[tree.root]++);
    add_notes();
    return builder_->finish();
  }

 private:
  static ChunkTree read_tree(const XmlElement& element) {
    element.check_attributes({"root", "index", "nchunks", "height"});
    ChunkTree tree{element, element.text("root"), 0, 0, {}};
    tree.index = element.number("index", 0, kMostChunksOfNode);
    tree.chunks = element.number("nchunks", 1, kMostChunksOfNode);
    for (const XmlElement& send : element.children("send")) {
      send.check_attributes({"src", "dst", "path"});
      send.children("");
      tree.sends.push_back({send, send.text("src"), send.text("dst")});
    }
    return tree;
  }

  // By number where all names are numbers; else in the order of the file.
  void number_ranks() {
    bool are_numbers = true;
    const auto meet = [&](const std::string& name) {
      if (!rank_of_.emplace(name, 0).second) return;
      names_.push_back(name);
      const std::optional<std::int64_t> number = whole_number(name);
      are_numbers = are_numbers && number && std::to_string(*number) == name;
    };
    for (const ChunkTree& tree : trees_) {
      meet(tree.root);
      for (const TreeSend& send : tree.sends) {
        meet(send.from);
        meet(send.to);
      }
    }
    if (names_.size() > static_cast<std::size_t>(kMostRanks))
      document_.root().refuse("", fmt::format("names {} nodes; at most {} ranks are possible",
                                              names_.size(), kMostRanks));
    if (are_numbers)
      std::sort(names_.begin(), names_.end(), [](const std::string& a, const std::string& b) {
        return *whole_number(a) < *whole_number(b);
      });
    for (std::size_t rank = 0; rank < names_.size(); ++rank)
      rank_of_[names_[rank]] = static_cast<Node>(rank);
    const auto ranks = static_cast<std::int64_t>(names_.size());
    if (ranks * ranks * chunks_ > kMostTreeCells)
      document_.root().refuse("nchunkspernode",
                              fmt::format("and {} ranks make {} chunks in all memories; at most {} "
                                          "are possible",
                                          ranks, ranks * ranks * chunks_, kMostTreeCells));
  }

  void check_tree(const ChunkTree& tree) {
    std::map<std::string, std::int64_t> depth{{tree.root, 0}};
    std::int64_t height = 0;
    for (const TreeSend& send : tree.sends) {
      check_way(send);
      const auto from = depth.find(send.from);
      if (from == depth.end())
        send.element.refuse("src", "sends, and no earlier send of the tree comes to it");
      if (!depth.emplace(send.to, from->second + 1).second)
        send.element.refuse("dst", "has the tree's chunks already");
      height = std::max(height, from->second + 1);
    }
    for (const std::string& name : names_)
      if (depth.count(name) == 0)
        tree.element.refuse("", fmt::format("does not come to node {}", name));
    if (tree.element.has("height") && tree.element.number("height", 0, kMostChunksOfNode) != height)
      tree.element.refuse("height", fmt::format("must be {}, by its sends", height));
  }

  // Between its ends are nodes that only switch.
  void check_way(const TreeSend& send) {
    if (!send.element.has("path")) return;
    const std::vector<std::string> way = names_of_way(send.element.text("path"));
    if (way.size() < 2 || way.front() != send.from || way.back() != send.to)
      send.element.refuse("path", fmt::format("must lead from {} to {}", send.from, send.to));
    for (std::size_t i = 1; i + 1 < way.size(); ++i)
      if (rank_of_.count(way[i]) > 0)
        send.element.refuse("path", fmt::format("goes through {}, which is no switch: it is an end "
                                                "of sends",
                                                way[i]));
    names_switches_ = names_switches_ || way.size() > 2;
  }

  // Every rank gives as many chunks.
  void check_shares() const {
    std::map<std::string, std::int64_t> shares;
    std::set<std::pair<std::string, std::int64_t>> seen;
    for (const ChunkTree& tree : trees_) {
      if (!seen.emplace(tree.root, tree.index).second)
        tree.element.refuse("index", "is that of another tree of the same root");
      shares[tree.root] += tree.chunks;
    }
    for (const std::string& name : names_)
      if (shares[name] != chunks_)
        document_.root().refuse("nchunkspernode",
                                fmt::format("must be the chunks of every node's trees; those of "
                                            "node {} have {}",
                                            name, shares[name]));
  }

  Cell cell_of(Node rank, std::int64_t chunk) const {
    return static_cast<Cell>(rank * chunks_ + chunk);
  }

  void add_memory() {
    Collective& collective = builder_->collective();
    collective.operation = "allgather";
    const auto ranks = static_cast<Node>(names_.size());
    for (auto& memory : collective.memory) memory.resize(static_cast<std::size_t>(ranks * chunks_));
    for (Node source = 0; source < ranks; ++source)
      for (std::int64_t chunk = 0; chunk < chunks_; ++chunk) {
        const CellContent content{{source, static_cast<std::int32_t>(chunk)}};
        const Cell cell = cell_of(source, chunk);
        collective.memory[index_of(source)][index_of(cell)] = content;
        for (Node at = 0; at < ranks; ++at)
          collective.demands.push_back(
              {at, cell, content, fmt::format("chunk {} of {}", chunk, names_[index_of(source)])});
      }
  }

  // A chunk is sent on when it is whole.
  void add_chunk(const ChunkTree& tree, std::int64_t chunk) {
    const Cell cell = cell_of(rank_of_.at(tree.root), chunk);
    std::map<std::string, std::size_t> arrival;
    for (const TreeSend& its : tree.sends) {
      const Node from = rank_of_.at(its.from);
      const Node to = rank_of_.at(its.to);
      const Place place = its.element.place();
      const std::string name =
          fmt::format("chunk {} of {} to {} (line {})", chunk, tree.root, its.to, place.line);
      RankOp send;
      send.reads = {cell};
      send.name = name;
      const std::size_t sent =
          builder_->send(from, to, 0, units_.chunk_flits, std::move(send), place);
      if (its.from != tree.root) builder_->depend(from, sent, {arrival.at(its.from), false});
      RankOp receive;
      receive.writes = {cell};
      receive.name = name;
      arrival[its.to] =
          builder_->receive(to, from, 0, units_.chunk_flits, std::move(receive), place);
    }
  }

  void add_notes() {
    Collective& collective = builder_->collective();
    if (names_switches_)
      collective.notes.emplace_back(
          "the switches that ways name are not followed: the network has its own ways");
    for (std::size_t rank = 0; rank < names_.size(); ++rank)
      if (names_[rank] != std::to_string(rank)) {
        collective.notes.push_back(fmt::format("ranks 0 to {} are the file's nodes {}",
                                               names_.size() - 1, fmt::join(names_, "; ")));
        return;
      }
  }

  const XmlDocument document_;
  const ScheduleUnits units_;
  std::int64_t chunks_ = 0;  // of a node
  std::vector<ChunkTree> trees_;
  std::vector<std::string> names_;  // of the ranks
  std::map<std::string, Node> rank_of_;
  bool names_switches_ = false;
  std::optional<CollectiveBuilder> builder_;
};

}  // namespace

Collective read_forestcoll(const TextFile& file, const ScheduleUnits& units) {
  return ForestReader(file, units).run();
}

}  // namespace flitwise
