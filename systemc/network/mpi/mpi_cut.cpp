// mpi_cut.cpp: processes connected by MPI; a module that the command loads where it is wanted.
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>

#include "systemc/network/parts/cut_channel.h"

namespace flitwise {
namespace {

/// Most messages are short, and what takes time is how often ranks wait for each other: a block of
/// a fixed size holds the length and the beginning, and only for longer ones all talk once more.
/// Blocks grow to the longest message so far, on all ranks alike.
class MpiCut final : public CutChannel {
 public:
  MpiCut() {
    int given = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    said_.resize(ranks());
    MPI_Type_contiguous(sizeof(RankTally), MPI_BYTE, &tally_type_);
    MPI_Type_commit(&tally_type_);
    MPI_Op_create(add_tallies, 1, &add_);
  }
  MpiCut(const MpiCut&) = delete;
  MpiCut& operator=(const MpiCut&) = delete;
  ~MpiCut() override {
    MPI_Op_free(&add_);
    MPI_Type_free(&tally_type_);
    MPI_Finalize();
  }

  std::size_t rank() const override { return static_cast<std::size_t>(rank_); }
  std::size_t ranks() const override { return static_cast<std::size_t>(ranks_); }

  const std::vector<std::string>& exchange(const std::string& own) override {
    const std::size_t longest = exchange_blocks(own);
    if (longest > begun()) exchange_rests(own);
    block_ = std::clamp(2 * longest, block_, kLargestBlock);
    return said_;
  }

  void add_up(RankTally& tally) override {
    MPI_Allreduce(MPI_IN_PLACE, &tally, 1, tally_type_, add_, MPI_COMM_WORLD);
  }

  // How much comes is known once it is there.
  const std::vector<std::string>& pass(const std::vector<std::size_t>& near,
                                       const std::vector<std::string>& own) override {
    passed_.resize(near.size());
    sending_.resize(near.size());
    for (std::size_t i = 0; i < near.size(); ++i)
      MPI_Isend(own[i].data(), size_of(own[i]), MPI_BYTE, static_cast<int>(near[i]), kTag,
                MPI_COMM_WORLD, &sending_[i]);
    for (std::size_t i = 0; i < near.size(); ++i) {
      MPI_Message message;
      MPI_Status status;
      int size = 0;
      MPI_Mprobe(static_cast<int>(near[i]), kTag, MPI_COMM_WORLD, &message, &status);
      MPI_Get_count(&status, MPI_BYTE, &size);
      passed_[i].resize(static_cast<std::size_t>(size));
      MPI_Mrecv(passed_[i].data(), size, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    }
    MPI_Waitall(static_cast<int>(sending_.size()), sending_.data(), MPI_STATUSES_IGNORE);
    return passed_;
  }

 private:
  static constexpr int kTag = 0;
  static constexpr std::size_t kMost = std::size_t{1} << 30;  // bytes at once
  static constexpr std::size_t kSmallestBlock = 256;
  static constexpr std::size_t kLargestBlock = std::size_t{1} << 16;

  static void expect_room(std::size_t size) {
    if (size > kMost) throw std::runtime_error("ranks have more to say than fits into a message");
  }
  static int size_of(const std::string& bytes) {
    expect_room(bytes.size());
    return static_cast<int>(bytes.size());
  }
  static void add_tallies(void* from, void* to, int* count, MPI_Datatype*) {
    for (int i = 0; i < *count; ++i)
      static_cast<RankTally*>(to)[i].add(static_cast<const RankTally*>(from)[i]);
  }

  // Bytes of a message that a block has room for.
  std::size_t begun() const { return block_ - sizeof(std::uint64_t); }

  std::size_t exchange_blocks(const std::string& own) {
    const std::uint64_t size = own.size();
    ours_.assign(block_, '\0');
    std::memcpy(ours_.data(), &size, sizeof size);
    std::memcpy(ours_.data() + sizeof size, own.data(), std::min(own.size(), begun()));
    all_.resize(block_ * ranks());
    const int count = static_cast<int>(block_);
    MPI_Allgather(ours_.data(), count, MPI_BYTE, all_.data(), count, MPI_BYTE, MPI_COMM_WORLD);
    std::size_t longest = 0;
    sizes_.resize(ranks());
    for (std::size_t rank = 0; rank < ranks(); ++rank) {
      const char* block = all_.data() + rank * block_;
      std::uint64_t bytes = 0;
      std::memcpy(&bytes, block, sizeof bytes);
      sizes_[rank] = bytes;
      longest = std::max(longest, sizes_[rank]);
      said_[rank].assign(block + sizeof bytes, std::min(sizes_[rank], begun()));
    }
    return longest;
  }

  void exchange_rests(const std::string& own) {
    std::vector<int> counts, places;
    std::size_t total = 0;
    for (const std::size_t size : sizes_) {
      const std::size_t rest = size - std::min(size, begun());
      counts.push_back(static_cast<int>(rest));
      places.push_back(static_cast<int>(total));
      total += rest;
    }
    expect_room(total);
    all_.resize(total);
    MPI_Allgatherv(own.data() + std::min(own.size(), begun()), counts[rank()], MPI_BYTE,
                   all_.data(), counts.data(), places.data(), MPI_BYTE, MPI_COMM_WORLD);
    for (std::size_t rank = 0; rank < ranks(); ++rank)
      said_[rank].append(all_.data() + places[rank], static_cast<std::size_t>(counts[rank]));
  }

  int rank_ = 0;
  int ranks_ = 1;
  std::size_t block_ = kSmallestBlock;
  std::string ours_, all_;
  std::vector<std::size_t> sizes_;
  std::vector<std::string> said_, passed_;
  std::vector<MPI_Request> sending_;
  MPI_Datatype tally_type_ = MPI_DATATYPE_NULL;
  MPI_Op add_ = MPI_OP_NULL;
};

}  // namespace
}  // namespace flitwise

extern "C" flitwise::CutChannel* flitwise_open_mpi() { return new flitwise::MpiCut(); }
