// torus_monitors.h: reads the figures of a broadcast, a scatter or a gather by worms off the
// routers' ports, and accounts for every message.
#ifndef FLITWISE_TB_CHECK_TORUS_TORUS_MONITORS_H_
#define FLITWISE_TB_CHECK_TORUS_TORUS_MONITORS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "systemc/network/network_observer.h"
#include "systemc/network/parts/bytes.h"
#include "systemc/network/parts/node_parts.h"
#include "systemc/network/parts/rank_post.h"
#include "systemc/topology/torus/torus.h"
#include "tb/check/fault_log.h"

namespace flitwise::check {

/// Whose arrivals a meter tells.
enum class ArrivalsOf : std::uint8_t {
  kReceivers,
  kSenders,  ///< by the message's source: of a gather
};

/// Measures who has the text when. A flit that a router hands out at clock edge t crosses the link
/// into its PE in step t + 1.
///
/// Units: steps.
class TorusMeter final : public NetworkObserver {
 public:
  /// The text has `text` flits, in one message or several; `receive_overhead` steps after its last
  /// one the PE can use it.
  TorusMeter(Node nodes, Node source, Flits text, Step receive_overhead,
             ArrivalsOf arrivals = ArrivalsOf::kReceivers, FlitFormat format = {});

  /// Of processes that watch a network, each its own nodes: with a post, which outlives the meter,
  /// it tells others what they must know of heads that go there.
  /// Shape: arrivals are receivers'.
  void watch(NodeRange own, RankPost& post);
  /// Writes what was measured, and adds what another process has written.
  void write_to(std::string& bytes) const;
  void add_from(bytes::Reader& reader);

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_arrivals(Step step, const std::vector<LinkTransfer>& arrivals) override {
    if (!arrivals.empty()) quiesce_ = step;
  }
  void on_edge(Step step, const Network& network, const Injector& injector) override;

  /// Step at whose end the last message that came can be used; 0 if none did.
  Step finish() const { return last_tail_ > 0 ? last_tail_ + receive_overhead_ : 0; }
  /// Last step at whose end a router received a flit from another one; 0 if none did.
  Step quiesce() const { return quiesce_; }
  /// By node: step at whose end it can use the whole text, or its receiver can; 0 of the source,
  /// none where it never can.
  const std::vector<std::optional<std::int64_t>>& arrivals() const { return arrivals_; }
  /// Steps in which heads left their PEs for their first links.
  int departures() const { return static_cast<int>(departures_.size()); }
  /// Longest chain of such steps of PEs in which each follows the message that informed its PE, or
  /// an earlier one of the same PE.
  int rounds() const { return rounds_; }
  std::int64_t flit_hops() const { return flit_hops_; }

 private:
  using Worm = std::uint64_t;  // its source and number
  struct Sender {
    int informed = 0;  // round that did it
    int active = 0;    // round of the last step in which it sent
    Step last = 0;     // that step
  };
  struct Crossing {  // of a head to another process's node, and the round that its sender was in
    Worm worm = 0;
    Node to = kNoNode;
    int round = 0;
  };
  void depart(Step step, Node source, Worm worm);
  void tell(Node to, Worm worm);
  void hear();
  void take(Step step, const Delivery& delivery);

  const Flits text_;
  const Step receive_overhead_;
  const ArrivalsOf arrivals_of_;
  const FlitFormat format_;
  std::vector<std::optional<std::int64_t>> arrivals_;
  std::vector<Flits> whole_;  // by node, flits of complete messages
  std::vector<Sender> senders_;
  std::unordered_map<std::uint64_t, Flits> open_;  // by receiver, source and number
  std::unordered_map<Worm, int> round_of_;         // of those that inform a PE
  Step last_tail_ = 0;
  Step quiesce_ = 0;
  std::vector<Step> departures_;  // in increasing order
  int rounds_ = 0;
  std::int64_t flit_hops_ = 0;
  NodeRange own_;
  RankPost* post_ = nullptr;
};

/// A message that must travel once from `from` to `to`; `packet` is its number at its source, from
/// 0.
struct ExpectedWorm {
  Node from = kNoNode;
  std::int64_t packet = 0;
  Node to = kNoNode;
  Flits flits = 0;
};

/// Follows every message of a run: each is delivered once, at the right PE, with all its flits in
/// order; no router reports a violation. Messages that come over several ports or lanes may
/// alternate flit by flit.
class TorusScoreboard final : public NetworkObserver, public FaultLog {
 public:
  /// `own`: the receivers that it watches.
  explicit TorusScoreboard(const std::vector<ExpectedWorm>& expected, FlitFormat format = {},
                           NodeRange own = {});

  void on_transfers(Step, const std::vector<LinkTransfer>&) override {}
  void on_edge(Step step, const Network& network, const Injector& injector) override;

  /// To be called when the run is over: complains about what never arrived.
  void close();

  Flits delivered() const { return delivered_; }
  Flits expected() const { return expected_total_; }

  /// Writes what was found, and adds what a scoreboard of other nodes has written.
  void write_to(std::string& bytes) const;
  void add_from(bytes::Reader& reader);

 private:
  using Name = std::tuple<Node, std::uint32_t, Node>;  // from, number modulo 1024, to
  std::uint64_t key_of(const Name& name) const;
  Name name_of(std::uint64_t key) const;
  void take(Step step, const Delivery& delivery);
  void finish(Step step, std::uint64_t key, Flits flits);

  const FlitFormat format_;
  std::unordered_multimap<std::uint64_t, Flits> due_;  // by receiver, source and number: length
  std::unordered_map<std::uint64_t, Flits> open_;      // likewise: flits that have come
  Flits expected_total_ = 0;
  Flits delivered_ = 0;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_TORUS_TORUS_MONITORS_H_
