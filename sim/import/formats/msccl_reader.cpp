// MSCCL's XML: thread blocks of GPUs, whose steps send, receive, copy and reduce chunks.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/import/formats/collective_builder.h"
#include "sim/import/formats/msccl_buffers.h"
#include "sim/import/formats/races.h"
#include "sim/import/formats/schedule_file.h"
#include "sim/import/formats/xml_element.h"
#include "sim/language/scenario_values.h"

namespace flitwise {
namespace {

// The largest number of chunks of a buffer, and of steps of a thread block.
constexpr std::int64_t kMostChunks = 1 << 20;
constexpr std::int64_t kMostBlocks = 4096;

// One step, of a type that is known; what its type needs is still to be read.
struct MscclStep {
  XmlElement element;
  std::string type;
  std::size_t first = 0;  // its operations in the gpu's program, once it has one
  std::size_t last = 0;
};

// A thread block: its steps come one behind the other.
struct MscclBlock {
  XmlElement element;
  Node send = kNoNode;  // kNoNode: the block does not send
  Node receive = kNoNode;
  std::int64_t channel = 0;
  std::vector<MscclStep> steps;
};

constexpr std::int64_t kMostChannel = 255;

const std::vector<std::string>& step_types() {
  static const std::vector<std::string> types{"s",    "r",   "rcs", "rrc", "rrs",
                                              "rrcs", "cpy", "re",  "nop"};
  return types;
}

void check_buffer(const XmlElement& step, const std::string& key) {
  const std::string buffer = step.text(key);
  if (buffer != "i" && buffer != "o" && buffer != "s") step.refuse(key, "must be i, o or s");
}

// What a step's type does not need is there all the same, and is of its form.
void check_unused(const XmlElement& step) {
  for (const char* key : {"srcbuf", "dstbuf"})
    if (step.has(key)) check_buffer(step, key);
  for (const char* key : {"srcoff", "dstoff"})
    if (step.has(key)) step.number(key, -1, kMostChunks);
  if (step.has("cnt")) step.number("cnt", 0, kMostChunks);
}

MscclStep read_step(const XmlElement& element, const MscclBlock& block) {
  element.check_attributes(
      {"s", "type", "srcbuf", "srcoff", "dstbuf", "dstoff", "cnt", "depid", "deps", "hasdep"});
  element.children("");
  MscclStep step{element, element.text("type"), 0, 0};
  const auto due = static_cast<std::int64_t>(block.steps.size());
  if (element.number("s", 0, kMostChunks) != due)
    element.refuse("s", fmt::format("must be {}: steps count from 0", due));
  const auto& types = step_types();
  if (std::count(types.begin(), types.end(), step.type) == 0)
    element.refuse("type", fmt::format("must be one of {}", fmt::join(types, ", ")));
  if (element.has("hasdep")) element.number("hasdep", 0, 1);
  check_unused(element);
  return step;
}

MscclAlgorithm read_msccl_algorithm(const XmlElement& algo) {
  MscclAlgorithm read;
  algo.check_attributes({"name", "nchunksperloop", "nchannels", "ngpus", "coll", "proto", "inplace",
                         "outofplace", "minBytes", "maxBytes", "redop", "root"});
  const std::string word = algo.text("coll");
  const auto& words = msccl_collective_words();
  const auto found = std::find_if(words.begin(), words.end(),
                                  [&](const auto& choice) { return word == choice.word; });
  if (found == words.end())
    algo.refuse("coll", fmt::format("must be one of {}{}", fmt::join(words_of(words), ", "),
                                    did_you_mean(word, words_of(words))));
  read.collective = found->meaning;
  read.ranks = static_cast<Node>(algo.number("ngpus", 1, kMostRanks));
  algo.number("nchunksperloop", 1, kMostChunks);
  if (algo.has("inplace")) read.in_place = algo.number("inplace", 0, 1) == 1;
  if (algo.has("outofplace")) algo.number("outofplace", 0, 1);
  if (algo.has("nchannels")) algo.number("nchannels", 0, kMostChannel + 1);
  if (!algo.has("root")) return read;
  if (!has_root(read.collective))
    algo.refuse("root", "belongs to broadcast, reduce, scatter and gather");
  read.root = static_cast<Node>(algo.number("root", 0, read.ranks - 1));
  return read;
}

// By id.
std::map<std::int64_t, MscclBlock> read_msccl_blocks(const XmlElement& gpu, Node rank, Node ranks) {
  std::map<std::int64_t, MscclBlock> blocks;
  std::set<std::pair<Node, std::int64_t>> sends, receives;
  for (const XmlElement& element : gpu.children("tb")) {
    element.check_attributes({"id", "send", "recv", "chan"});
    MscclBlock block{element, kNoNode, kNoNode, 0, {}};
    const auto peer = [&](const char* key) {
      const auto node = static_cast<Node>(element.number(key, -1, ranks - 1));
      if (node == rank) element.refuse(key, "is the gpu itself");
      return node;
    };
    block.send = peer("send");
    block.receive = peer("recv");
    block.channel = element.number("chan", 0, kMostChannel);
    if (block.send >= 0 && !sends.emplace(block.send, block.channel).second)
      element.refuse("send", "is served by another thread block over the same channel");
    if (block.receive >= 0 && !receives.emplace(block.receive, block.channel).second)
      element.refuse("recv", "is served by another thread block over the same channel");
    for (const XmlElement& step : element.children("step"))
      block.steps.push_back(read_step(step, block));
    if (!blocks.emplace(element.number("id", 0, kMostBlocks - 1), std::move(block)).second)
      element.refuse("id", "is the id of another thread block too");
  }
  return blocks;
}

// Of all gpus, in their buffers and in what is wanted of them.
constexpr std::int64_t kMostCells = 1 << 22;
// Copies and reductions take no time, and nothing of the GPU's that others could want.
constexpr int kOwnProcessor = -1;

const char* word_of(CellUse use) {
  if (use == CellUse::kRead) return "reads";
  return use == CellUse::kReduce ? "reduces into" : "writes";
}

class MscclReader {
 public:
  MscclReader(const TextFile& file, const ScheduleUnits& units) : file_(file), units_(units) {}

  Collective run() {
    const XmlDocument document(file_, "algo");
    const XmlElement root = document.root();
    algorithm_ = read_msccl_algorithm(root);
    const std::vector<XmlElement> gpus = root.children("gpu");
    builder_.emplace(algorithm_.ranks);
    std::set<Node> seen;
    for (const XmlElement& gpu : gpus) {
      const auto rank = static_cast<Node>(gpu.number("id", 0, algorithm_.ranks - 1));
      if (!seen.insert(rank).second) gpu.refuse("id", "is the id of another gpu too");
      read_gpu(gpu, rank);
    }
    for (Node rank = 0; rank < algorithm_.ranks; ++rank)
      if (seen.count(rank) == 0) root.refuse("", fmt::format("lacks gpu {}", rank));
    Collective& collective = builder_->collective();
    collective.name = root.has("name") ? root.text("name") : "";
    collective.operation = root.text("coll");
    if (algorithm_.collective == MscclCollective::kCustom)
      collective.notes.emplace_back(
          "coll custom says nothing of where chunks must lie in the end: deliveries are checked, "
          "contents are not");
    Collective whole = builder_->finish();
    check_reads(whole);
    check_races(whole);
    return whole;
  }

 private:
  void read_gpu(const XmlElement& gpu, Node rank) {
    gpu.check_attributes({"id", "i_chunks", "o_chunks", "s_chunks"});
    const auto chunks = [&](const char* key) {
      return static_cast<Cell>(gpu.number(key, 0, kMostChunks));
    };
    const MscclSizes sizes{chunks("i_chunks"), chunks("o_chunks"), chunks("s_chunks")};
    cells_ += std::int64_t{sizes.input} + sizes.output + sizes.scratch;
    if (cells_ > kMostCells)
      gpu.refuse("", fmt::format("brings the chunks of all gpus above {}", kMostCells));
    std::optional<MscclMemory> memory;
    try {
      memory.emplace(algorithm_, rank, sizes);
    } catch (const std::string& rule) {
      gpu.refuse("", fmt::format("does not fit coll: {}", rule));
    }
    check_share(gpu, *memory);
    std::map<std::int64_t, MscclBlock> blocks = read_msccl_blocks(gpu, rank, algorithm_.ranks);
    for (auto& [id, block] : blocks)
      for (MscclStep& step : block.steps) add_operations(block, step, rank, *memory);
    for (auto& [id, block] : blocks) add_order(block, rank, blocks);
    Collective& collective = builder_->collective();
    collective.memory[index_of(rank)] = memory->initial();
    for (CellDemand& demand : memory->demands()) {
      wanted_ += static_cast<std::int64_t>(demand.content.size());
      if (wanted_ > kMostCells)
        gpu.refuse("",
                   fmt::format("brings the chunks that all gpus must reduce above {}", kMostCells));
      collective.demands.push_back(std::move(demand));
    }
    memories_.emplace(rank, *std::move(memory));
  }

  // What gpus send each other is as large for all of them.
  void check_share(const XmlElement& gpu, const MscclMemory& memory) const {
    if (memories_.empty()) return;
    const auto& [other, first] = *memories_.begin();
    if (memory.share() == first.share()) return;
    gpu.refuse("", fmt::format("does not fit the other gpus: by its chunks a rank's share is {}, "
                               "and by those of gpu {} it is {}",
                               memory.share(), other, first.share()));
  }

  // Memory that nothing has been put into holds no chunk, whatever it adds to a sum.
  void check_reads(const Collective& whole) const {
    const std::optional<EmptyRead> read = find_empty_read(whole);
    if (!read) return;
    const RankOp& op = whole.programs[index_of(read->rank)][read->op];
    throw ConfigError(builder_->place_of(read->rank, read->op), fmt::format("rank {}", read->rank),
                      op.name,
                      fmt::format("reads {}, and need not wait for anything that puts data there",
                                  memories_.at(read->rank).name(read->cell)));
  }

  // Cells of the source or destination of a step.
  static std::vector<Cell> cells(const MscclStep& step, const std::string& end,
                                 const MscclMemory& memory) {
    const std::string buffer = step.element.text(end + "buf");
    const Cell size = memory.size(buffer[0]);
    const auto count = static_cast<Cell>(step.element.number("cnt", 1, kMostChunks));
    const auto first = static_cast<Cell>(step.element.number(end + "off", 0, kMostChunks));
    if (first + count > size)
      step.element.refuse(
          end + "off",
          fmt::format("and cnt {} go beyond the {} chunks of buffer {}", count, size, buffer));
    std::vector<Cell> all;
    for (Cell k = 0; k < count; ++k) all.push_back(memory.cell(buffer[0], first + k));
    return all;
  }

  std::string name_of(const MscclBlock& block, const MscclStep& step) const {
    return fmt::format("tb {} step {} {} (line {})", block.element.text("id"),
                       step.element.text("s"), step.type, step.element.place().line);
  }

  // What lies there would depend on how fast the network is.
  void check_races(const Collective& whole) const {
    const std::optional<Race> race = find_race(whole);
    if (!race) return;
    const auto& program = whole.programs[index_of(race->rank)];
    throw ConfigError(
        builder_->place_of(race->rank, race->second_op), fmt::format("rank {}", race->rank),
        program[race->second_op].name,
        fmt::format("{} {}, and nothing orders it with {}, which {} it", word_of(race->second_use),
                    memories_.at(race->rank).name(race->cell), program[race->first_op].name,
                    word_of(race->first_use)));
  }

  std::size_t add_send(const MscclBlock& block, const MscclStep& step, Node rank,
                       std::vector<Cell> reads) {
    if (block.send < 0) step.element.refuse("type", "sends, and its thread block has no send peer");
    RankOp op;
    const auto flits = static_cast<Flits>(reads.size()) * units_.chunk_flits;
    op.reads = std::move(reads);
    op.name = name_of(block, step);
    return builder_->send(rank, block.send, block.channel, flits, std::move(op),
                          step.element.place());
  }

  std::size_t add_receive(const MscclBlock& block, const MscclStep& step, Node rank,
                          std::vector<Cell> writes, std::vector<Cell> operands) {
    if (block.receive < 0)
      step.element.refuse("type", "receives, and its thread block has no recv peer");
    RankOp op;
    const auto flits = static_cast<Flits>(writes.size()) * units_.chunk_flits;
    op.writes = std::move(writes);
    op.operands = std::move(operands);
    op.name = name_of(block, step);
    return builder_->receive(rank, block.receive, block.channel, flits, std::move(op),
                             step.element.place());
  }

  std::size_t add_local(const MscclBlock& block, const MscclStep& step, Node rank,
                        const MscclMemory& memory) {
    RankOp op;
    op.processor = kOwnProcessor;
    op.name = name_of(block, step);
    if (step.type != "nop") {
      op.reads = cells(step, "src", memory);
      op.writes = cells(step, "dst", memory);
      if (step.type == "re") op.operands = op.writes;
    }
    return builder_->compute(rank, std::move(op), step.element.place());
  }

  // One operation, or a receive and a send behind it.
  void add_operations(const MscclBlock& block, MscclStep& step, Node rank, MscclMemory& memory) {
    const std::string& type = step.type;
    if (type == "cpy" || type == "re" || type == "nop") {
      step.first = step.last = add_local(block, step, rank, memory);
      return;
    }
    if (type == "s") {
      step.first = step.last = add_send(block, step, rank, cells(step, "src", memory));
      return;
    }
    const bool reduces = type[1] == 'r';
    const bool stores = type != "rrs";
    const bool sends = type.back() == 's';
    std::vector<Cell> operands;
    if (reduces) operands = cells(step, "src", memory);
    std::vector<Cell> writes;
    if (stores)
      writes = cells(step, "dst", memory);
    else
      for (std::size_t k = 0; k < operands.size(); ++k) writes.push_back(memory.new_cell());
    step.first = step.last = add_receive(block, step, rank, writes, std::move(operands));
    if (!sends) return;
    step.last = add_send(block, step, rank, std::move(writes));
    builder_->depend(rank, step.last, {step.first, false});
  }

  // A step comes behind the one before it in its block, and behind the one that it names.
  void add_order(const MscclBlock& block, Node rank,
                 const std::map<std::int64_t, MscclBlock>& blocks) {
    for (std::size_t s = 0; s < block.steps.size(); ++s) {
      const MscclStep& step = block.steps[s];
      if (s > 0) builder_->depend(rank, step.first, {block.steps[s - 1].last, false});
      const std::int64_t id = step.element.number("depid", -1, kMostBlocks - 1);
      const std::int64_t earlier = step.element.number("deps", -1, kMostChunks);
      if (id < 0 && earlier < 0) continue;
      const auto other = blocks.find(id);
      if (other == blocks.end()) step.element.refuse("depid", "is no thread block of this gpu");
      if (earlier < 0 || earlier >= static_cast<std::int64_t>(other->second.steps.size()))
        step.element.refuse("deps", fmt::format("is no step of thread block {}", id));
      builder_->depend(rank, step.first,
                       {other->second.steps[static_cast<std::size_t>(earlier)].last, false});
    }
  }

  const TextFile& file_;
  const ScheduleUnits units_;
  MscclAlgorithm algorithm_;
  std::int64_t cells_ = 0;
  std::int64_t wanted_ = 0;
  std::optional<CollectiveBuilder> builder_;
  std::map<Node, MscclMemory> memories_;  // by gpu
};

}  // namespace

Collective read_msccl(const TextFile& file, const ScheduleUnits& units) {
  return MscclReader(file, units).run();
}

}  // namespace flitwise
