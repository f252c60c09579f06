// scatter.h: the root sends messages back to back; every other PE takes in its own.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TREE_SCATTER_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TREE_SCATTER_H_

#include <string>
#include <vector>

#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/pace.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/tree/tree_pe.h"

namespace flitwise::protocols {

/// Nonnull messages by decreasing distance of their PE, equal ones by increasing number. The
/// distance is the time that a flit takes: the depth where every link and router takes one step.
///
/// Shape:  one entry per PE in both vectors; the result leaves out null messages.
/// Source: Bhatt, Pucci, Ranade, Rosenberg, "Scattering and Gathering Messages in Networks of
///         Processors", Theorem 1: farthest destination first is optimal; ties are free. That it
///         is the time that counts is worked out here: the proof needs nothing else.
std::vector<Node> farthest_first_order(const std::vector<Step>& distances,
                                       const std::vector<Flits>& lengths);

/// Messages that leave the root one behind the other over one link.
/// Shape: `starts` is empty, or has a step for each of `order`: then messages wait for theirs.
struct ScatterStream {
  Node via = kNoNode;       ///< as Transmission::via; kNoNode for the one stream of a single port
  std::vector<Node> order;  ///< PEs whose messages it carries, first one first
  std::vector<Step> starts{};  ///< steps in which they start
};

/// The root of a scatter: one stream if it has a single port, one per child if it has one per link.
///
/// Time: the first message of every stream starts in step 1, each next one in the step after the
///       last flit of the one before, unless its stream says when: no port is idle until its
///       stream has been sent. A message starts with its setup, if its pace has one.
class ScatterRoot final : public PeProtocol {
 public:
  /// Shape: `lengths` one entry per PE; the streams together name each PE with a nonnull message
  ///        once.
  ScatterRoot(std::vector<Flits> lengths, std::vector<ScatterStream> streams, Node self = 0,
              Pace pace = {});

  void start(Outbox& outbox) override;
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override { return state_at(0); }
  PeState state_at(Step now) const override;
  std::vector<std::string> waiting_for() const override { return {}; }
  std::vector<std::string> complaints() const override { return book_.all(); }

 private:
  std::vector<Flits> lengths_;
  std::vector<ScatterStream> streams_;
  Pace pace_;
  Step longest_ = 0;  // steps of the longest stream
  ComplaintBook book_;
};

/// Any other PE of a scatter: takes in its own message, whose length it knows.
class ScatterReceiver final : public PeProtocol {
 public:
  explicit ScatterReceiver(const LocalFacts& facts);

  void start(Outbox&) override {}
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override;
  std::vector<std::string> waiting_for() const override;
  std::vector<std::string> complaints() const override { return book_.all(); }

 private:
  void check(const Arrival& arrival);

  LocalFacts facts_;
  MessageIntake intake_;
  ComplaintBook book_;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TREE_SCATTER_H_
