// session.h: what the phases of a check share: benches by place, clauses, what has been measured.
#ifndef FLITWISE_TB_KIT_SESSION_H_
#define FLITWISE_TB_KIT_SESSION_H_

#include <map>
#include <memory>
#include <vector>

#include "tb/kit/kit.h"

namespace flitwise::kit {

class Session {
 public:
  Session(const own::RouterDescription& router, const DeviceFactory& make,
          const KitOptions& options);

  /// The bench of a place, made on first use.
  Bench& bench(Place at);
  /// That of most phases: a router with all five ports, where the mesh has one.
  Bench& bench() { return bench(main_place()); }
  Place main_place() const;
  std::unique_ptr<Device> make(Place at, std::uint64_t seed) const { return make_(at, seed); }

  const own::RouterDescription& router() const { return *router_; }
  const Mesh& mesh() const { return mesh_; }
  const KitOptions& options() const { return *options_; }
  Findings& findings() { return findings_; }
  Clauses& clauses() { return findings_.clauses; }
  Measured& measured() { return measured_; }
  bool wants(int clause) const;
  /// A seed for a phase of its own.
  std::uint64_t seed(std::uint64_t salt) const { return options_->seed * 1'000'003 + salt; }

  bool is_credit() const { return router_->link == own::LinkProtocol::kCredit; }
  /// Most flits of a packet, at most `most`.
  std::uint32_t longest(std::uint32_t most) const;
  /// The declared r of a pair of ports; empty where none is declared.
  std::optional<std::uint64_t> declared_latency(Passage passage) const;
  /// The declared wait of body flits; empty where none is declared, or r differs by the way through
  /// the router, and the waits with it.
  std::optional<std::uint64_t> declared_body_wait() const;

 private:
  struct Placed {
    std::unique_ptr<Device> device;
    std::unique_ptr<Bench> bench;
  };
  const own::RouterDescription* router_;
  DeviceFactory make_;
  const KitOptions* options_;
  Mesh mesh_;
  Findings findings_;
  Measured measured_;
  std::map<Place, Placed> benches_;
};

/// A phase as data: when it is needed, and what it does.
struct Phase {
  const char* name;
  std::set<int> clauses;  ///< that it puts to the test; empty: it measures, and always runs
  void (*run)(Session& session);
};

/// In their order.
const std::vector<Phase>& phases();

// The phases, by the file of tb/kit/phases that holds them.
void run_idle(Session& session);        // phases.cpp
void run_measures(Session& session);    // measures.cpp
void run_lone(Session& session);        // phases.cpp
void run_places(Session& session);      // ways.cpp
void run_streams(Session& session);     // streams.cpp
void run_hot_output(Session& session);  // fair.cpp
void run_random(Session& session);      // phases.cpp
void run_probes(Session& session);      // phases.cpp
void run_twins(Session& session);       // phases.cpp
void run_blocked(Session& session);     // blocked.cpp
void run_apart(Session& session);       // blocked.cpp
void run_circles(Session& session);     // ways.cpp
void run_chain(Session& session);       // together.cpp
void run_block(Session& session);       // together.cpp

/// Sends one packet into an idle router and waits for it. Returns its flits that came out.
std::vector<KitFlit> send_lone(Bench& bench, int in, int lane, const Packet& packet);

}  // namespace flitwise::kit

#endif  // FLITWISE_TB_KIT_SESSION_H_
