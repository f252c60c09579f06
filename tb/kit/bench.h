// bench.h: one router with five drivers and five receivers, cycle by cycle.
#ifndef FLITWISE_TB_KIT_BENCH_H_
#define FLITWISE_TB_KIT_BENCH_H_

#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tb/kit/clause.h"
#include "tb/kit/device.h"
#include "tb/kit/neighbours.h"
#include "tb/kit/wire_breach.h"

namespace flitwise::kit {

/// The wires of one cycle.
struct CycleView {
  std::uint64_t number = 0;
  Inputs in{};
  Outputs out{};
};

/// The wires around a breach, of one clause.
struct BreachWaves {
  int clause = 0;
  Breach breach;
  std::vector<CycleView> cycles;
  std::uint64_t until = 0;
};

/// Why a router stands still: "the first flit ... waits for ...".
struct Hang {
  std::string phase;
  std::uint64_t cycle = 0;
  std::vector<std::string> waits;
};

/// What all benches of a check find, together.
struct Findings {
  Clauses clauses;
  std::vector<BreachWaves> waves;
  std::vector<Hang> hangs;
  /// Where the bench itself broke a rule of the link first, though the router had broken no clause;
  /// empty if it never did.
  std::string own_fault;
  std::uint64_t left = 0;    ///< flits that have left a router
  std::uint64_t cycles = 0;  ///< that were simulated

  /// The first breach of a clause that says where it was, with the cycles before it; waves go on up
  /// to `until`.
  void fail(int number, Breach breach, const std::deque<CycleView>& before, std::uint64_t until);
};

/// Tells all clauses what moves. A router that has been reset begins each phase.
class Bench {
 public:
  Bench(const own::RouterDescription& router, const Mesh& mesh, Place at, Device& device,
        Findings& findings);

  /// Resets everything. `seed` decides all that is drawn in the phase.
  void begin(const std::string& phase, std::uint64_t seed);
  void step();
  void run(std::uint64_t cycles);
  /// Opens all receivers, sends what is begun and waits until the router is empty, as long as
  /// clause `lost` allows. Judges that clause.
  void drain();

  Driver& driver(int port) { return drivers_[static_cast<std::size_t>(port)]; }
  Receiver& receiver(int port) { return receivers_[static_cast<std::size_t>(port)]; }
  Dice& dice() { return dice_; }
  std::uint64_t now() const { return now_; }
  Place at() const { return at_; }
  const Mesh& mesh() const { return *mesh_; }
  const own::RouterDescription& router() const { return *router_; }
  Clauses& clauses() { return findings_->clauses; }
  const std::string& phase() const { return phase_; }
  /// Ports with a neighbour.
  const std::vector<int>& ports() const { return ports_; }
  /// Pairs of ports that dimension order allows.
  std::vector<std::pair<int, int>> pairs() const;
  std::size_t inside() const { return book_.count(); }
  /// Of them, those that came in by a lane of a port.
  std::size_t inside(int port, int lane) const {
    return inside_[static_cast<std::size_t>(port)][static_cast<std::size_t>(lane)];
  }
  /// The wires of the last cycle, before its edge.
  const CycleView& last_view() const { return history_.back(); }

  /// Flits that have left since it was called last.
  std::vector<KitFlit> take_left();
  /// Flits that have left since the last begin().
  std::uint64_t left_count() const { return left_count_; }

  /// Every so many cycles other inputs are tried between two edges: no output may follow. 0: never.
  void probe_every(std::uint64_t cycles) { probe_every_ = cycles; }
  /// A second router of the same kind that is driven alike and must answer alike; null: none.
  void set_twin(Device* twin) { twin_ = twin; }

  /// Fills in place and phase of the breach, and remembers the wires around it.
  void fail(int clause, Breach breach);

 private:
  void drive();
  void judge_wires();
  std::string name_of(const FlitBits& bits) const;
  WireScene scene_at(int port) const;
  Breach way_breach(int port) const;
  void probe();
  void compare_twin(const Outputs& twin);
  void move_flits();
  void leave(int port, int lane);
  void judge_lookahead(const KitFlit& flit, const FlitBits& bits);
  void remember();
  std::uint64_t patience() const;
  void report_stuck(std::uint64_t limit);
  bool lets_pass(const KitFlit& flit);
  Hang describe_hang() const;

  const own::RouterDescription* router_;
  const Mesh* mesh_;
  Place at_;
  Device* device_;
  Device* twin_ = nullptr;
  Findings* findings_;
  std::vector<int> ports_;
  FlitBook book_;
  std::uint64_t packets_ = 0;
  std::vector<Driver> drivers_;
  std::vector<Receiver> receivers_;
  Dice dice_{1};
  std::string phase_;
  std::uint64_t now_ = 0;
  std::uint64_t last_taken_ = 0;
  std::uint64_t left_count_ = 0;
  std::uint64_t strangers_ = 0;  // flits of this phase that left and never went in
  std::uint64_t probe_every_ = 0;
  CycleView view_;
  std::deque<CycleView> history_;
  std::vector<KitFlit> left_;
  // By output and lane, of this phase.
  std::array<std::array<std::optional<KitFlit>, own::kMostLanes>, kPorts> last_left_{};
  std::array<std::array<std::size_t, own::kMostLanes>, kPorts> inside_{};
};

}  // namespace flitwise::kit

#endif  // FLITWISE_TB_KIT_BENCH_H_
