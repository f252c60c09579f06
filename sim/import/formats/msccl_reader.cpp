// MSCCL's XML: thread blocks of GPUs, whose steps send, receive, copy and reduce chunks.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "sim/import/formats/collective_builder.h"
#include "sim/import/formats/empty_reads.h"
#include "sim/import/formats/msccl_program.h"
#include "sim/import/formats/races.h"
#include "sim/import/formats/schedule_file.h"

namespace flitwise {
namespace {

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
    pugi::xml_document document;
    const XmlElement root = parse_xml(file_, "algo", document);
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
    collective.memory[static_cast<std::size_t>(rank)] = memory->initial();
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
    const RankOp& op = whole.programs[static_cast<std::size_t>(read->rank)][read->op];
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
    const auto& program = whole.programs[static_cast<std::size_t>(race->rank)];
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
