// tree_bench.h: one router of a tree, with a sender and a receiver at each port, cycle by cycle.
#ifndef FLITWISE_TB_KIT_TREE_TREE_BENCH_H_
#define FLITWISE_TB_KIT_TREE_TREE_BENCH_H_

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "tb/kit/bench.h"
#include "tb/kit/tree/tree_device.h"

namespace flitwise::kit {

/// What may be on the inputs in a phase, and so what is due.
enum class TreeTraffic : std::uint8_t {
  kTimed,  ///< no two flits for one output in one cycle, as schedules have it
  kCrowd,  ///< any: of flits for one output one goes on, and what is thrown away is said
};

/// Links are registers without any answer: a flit that is offered is taken. So the bench decides
/// each cycle what is on the inputs, and what an output must show r cycles later is known.
class TreeBench {
 public:
  /// `latency` is the declared r; none: that of the first lone flit is.
  TreeBench(const own::RouterDescription& router, TreeDevice& device, Findings& findings,
            std::optional<std::uint64_t> latency);

  /// Resets the router, which is at `site` then. `seed` decides all that is drawn in the phase.
  void begin(const std::string& phase, std::uint64_t seed, const TreeSite& site,
             TreeTraffic traffic);
  /// A flit for this number comes in by a port in the coming cycle. Once a cycle and port.
  void send(int in, std::uint32_t to);
  /// Whether traffic that is timed has room at an output: nothing was sent there for this cycle.
  bool is_free(int out) const { return !asked_[static_cast<std::size_t>(out)]; }
  void step();
  void run(std::uint64_t cycles);
  /// Sends nothing more until all must have left. Judges clause lost.
  void drain();

  Dice& dice() { return dice_; }
  const TreeSite& site() const { return *site_; }
  Clause& clause(int number) { return findings_->clauses.of(number); }
  std::size_t inside() const { return book_.count(); }
  /// r, as far as it is known.
  std::optional<std::uint64_t> latency() const { return latency_; }
  /// Flits that have left since it was called last.
  std::vector<KitFlit> take_left();

  /// Every so many cycles other inputs are tried between two edges: no output may follow.
  void probe_every(std::uint64_t cycles) { probe_every_ = cycles; }
  /// A second router of the same kind that is driven alike and must answer alike; null: none.
  void set_twin(TreeDevice* twin) { twin_ = twin; }
  void fail(int clause, Breach breach);

 private:
  Outputs drive(TreeDevice& device);
  void compare_twin(const Outputs& twin);
  void probe();
  void judge_rest();
  void leave(int port);
  void judge_way(const KitFlit& flit);
  void judge_time(const KitFlit& flit);
  bool was_alone(const KitFlit& flit) const;
  void judge_drops();
  void lose(const KitFlit& flit, const std::string& how);
  void remember();

  const own::RouterDescription* router_;
  TreeDevice* device_;
  TreeDevice* twin_ = nullptr;
  Findings* findings_;
  std::optional<std::uint64_t> latency_;
  const TreeSite* site_ = nullptr;
  TreeTraffic traffic_ = TreeTraffic::kTimed;
  FlitBook book_;
  Dice dice_{1};
  std::string phase_;
  std::uint64_t now_ = 0;
  std::uint64_t packets_ = 0;
  std::uint64_t left_count_ = 0;
  std::uint64_t strangers_ = 0;  // flits of this phase that left and never went in
  std::uint64_t rest_ = 0;       // cycles without a flit on any wire
  bool is_at_rest_ = true;       // nothing has come in since the reset or a long rest
  std::uint64_t probe_every_ = 0;
  CycleView view_;
  std::deque<CycleView> history_;
  std::vector<KitFlit> sent_;                              // on the inputs in this cycle
  std::deque<std::vector<KitFlit>> on_way_;                // of the last r cycles, the oldest first
  std::array<bool, kMostPorts> asked_{};                   // outputs, by flits of this cycle
  std::array<std::deque<std::uint64_t>, kMostPorts> due_;  // cycles in which outputs have a flit
  std::vector<std::uint64_t> company_;                     // cycles with several flits inside
  std::vector<KitFlit> left_;
};

}  // namespace flitwise::kit

#endif  // FLITWISE_TB_KIT_TREE_TREE_BENCH_H_
