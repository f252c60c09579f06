// cell_contents.h: what the cells of a PE's memory hold, and what its messages take from them.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_CELL_CONTENTS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_CELL_CONTENTS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "systemc/topology/collective.h"
#include "systemc/topology/collective_words.h"

namespace flitwise::protocols {

/// What a message's flits carry, one a flit; nullptr: nothing but their numbers.
using CarriedWords = std::shared_ptr<const std::vector<std::uint32_t>>;

/// The memory of one PE, as CollectivePe uses it.
class CellContents {
 public:
  virtual ~CellContents() = default;

  /// A send takes the cells that it reads.
  virtual CarriedWords take(const RankOp& send) = 0;
  /// Flit `place`, from 0, of a transfer has come with this word.
  virtual void come(std::size_t, Flits, std::uint32_t) {}
  /// A receive puts what has come where it belongs.
  virtual void put(const RankOp& receive) = 0;
  virtual void compute(const RankOp& compute) = 0;
};

/// By transfer, what is under way, of all PEs of a run. Flits have no room for all that is known of
/// a cell, and some for none of it: that lies here, from the start of the send to the end of the
/// receive.
template <typename Content>
using Payloads = std::vector<std::vector<Content>>;

/// Memory of cells of any sort.
template <typename Content>
class CellsOf : public CellContents {
 public:
  CellsOf(std::vector<Content> memory, std::shared_ptr<Payloads<Content>> payloads)
      : memory_(std::move(memory)), payloads_(std::move(payloads)) {}

  const std::vector<Content>& memory() const { return memory_; }

  CarriedWords take(const RankOp& send) override {
    std::vector<Content>& payload = (*payloads_)[send.transfer];
    for (const Cell cell : send.reads) payload.push_back(memory_[index_of(cell)]);
    return nullptr;
  }
  void put(const RankOp& receive) override {
    write(receive, std::exchange((*payloads_)[receive.transfer], {}));
  }
  void compute(const RankOp& compute) override {
    std::vector<Content> read;
    for (const Cell cell : compute.reads) read.push_back(memory_[index_of(cell)]);
    write(compute, std::move(read));
  }

 protected:
  std::vector<Content>& payload(std::size_t transfer) { return (*payloads_)[transfer]; }
  virtual void combine(Content& content, const Content& other) const = 0;

 private:
  void write(const RankOp& op, std::vector<Content> contents) {
    for (std::size_t i = 0; i < op.writes.size(); ++i) {
      if (!op.operands.empty()) combine(contents[i], memory_[index_of(op.operands[i])]);
      memory_[index_of(op.writes[i])] = std::move(contents[i]);
    }
  }

  std::vector<Content> memory_;
  const std::shared_ptr<Payloads<Content>> payloads_;
};

/// Cells that hold chunks, by name: of schedules from files.
class ChunkCells final : public CellsOf<CellContent> {
 public:
  using CellsOf::CellsOf;

 protected:
  void combine(CellContent& content, const CellContent& other) const override;
};

/// Cells that hold words, whose values flits carry as far as they have room.
class WordCells final : public CellsOf<Word> {
 public:
  WordCells(std::vector<Word> memory, std::shared_ptr<Payloads<Word>> payloads,
            WordArithmetic arithmetic)
      : CellsOf(std::move(memory), std::move(payloads)), arithmetic_(arithmetic) {}

  CarriedWords take(const RankOp& send) override;
  void come(std::size_t transfer, Flits place, std::uint32_t word) override;

 protected:
  void combine(Word& word, const Word& other) const override;

 private:
  const WordArithmetic arithmetic_;
};

/// Two values of `arithmetic.width` bits as one.
std::uint32_t combined(const WordArithmetic& arithmetic, std::uint32_t a, std::uint32_t b);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_CELL_CONTENTS_H_
