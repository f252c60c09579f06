// mesh_play.h: plays worms on a mesh edge by edge: routers with stages that go x first, lanes with
// credits, links and credit wires as long as wished, and one port a PE each way. Knows nothing of
// the formulas.
#ifndef FLITWISE_TESTS_THEORY_XY_MESH_MESH_PLAY_H_
#define FLITWISE_TESTS_THEORY_XY_MESH_MESH_PLAY_H_

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "systemc/topology/torus/torus_latency.h"
#include "systemc/topology/xy_mesh/xy_mesh.h"

namespace flitwise::test {

/// Units: steps; an edge is named by the step that it ends, the first is 0.
class MeshPlay {
 public:
  MeshPlay(const XyMesh& mesh, TorusLatency latency, std::optional<Step> depth, int lanes);

  /// A message whose PE hands over the head at edge `handed`, then a flit at each edge, or later if
  /// the injection queue has no room, which is known 2 edges after a flit has left it. Returns its
  /// number. Those of a PE go in in the order in which they are added.
  std::size_t send(Node from, Node to, Flits flits, Step handed);
  /// Plays an edge; returns the messages whose tails the PE's port has been granted.
  std::vector<std::size_t> play();
  Step now() const { return now_; }
  bool is_empty() const { return inside_ == 0; }

  /// The step of a message's tail on the port to the PE.
  Step taken(std::size_t message) const { return messages_[message].taken; }
  /// Flits on links between routers, in steps of sending, as mesh_events().
  const std::vector<LinkEvent>& events() const { return events_; }
  /// The last step in which a flit was received on a link.
  Step quiesce() const { return quiesce_; }
  /// Edges at which a flit asks in vain, over all flits.
  std::int64_t stalls() const { return stalls_; }
  /// Most flits that a lane's queue has held or had promised.
  Step fullest() const { return fullest_; }

 private:
  static constexpr int kPe = XyMesh::kChannels;  ///< the output to the PE, beside the channels

  struct Message {
    Node from = kNoNode;
    Node to = kNoNode;
    Flits flits = 1;
    std::int64_t number = 0;
    Step taken = 0;
  };
  struct Flit {
    std::size_t message = 0;
    Flits index = 0;
    Step came = 0;
  };
  struct Queue {
    std::deque<Flit> flits;
    Step first_since = 0;  ///< edge from which the first flit has been first
    int output = 0;        ///< of the worm whose flits leave
    int lane = 0;
    bool is_open = false;  ///< its head has gone, its tail not
    Node upstream = kNoNode;
    Channel channel = 0;  ///< of `upstream`
  };
  struct Lane {
    bool is_taken = false;
    Step used = 0;             ///< slots beyond the link
    std::deque<Step> returns;  ///< edges from which on used slots are free
  };
  struct Router {
    std::deque<Flit> at_pe;                ///< `came`: the edge from which on it may go in
    Lane injection;                        ///< slots of the PE's queue
    std::vector<Queue> queues;             ///< that of the PE, then by input and lane
    std::vector<std::vector<Lane>> lanes;  ///< by output
    std::size_t turn = 0;                  ///< the queue that is asked first
  };

  int output_of(Node at, Node to) const;
  /// The lane that the queue's first flit would take, if it may leave now.
  std::optional<int> free_lane(const Router& router, const Queue& queue, int output) const;
  bool asks(const Queue& queue) const;
  void hand_over(Router& router);
  void grant(Node at, Queue& queue, int output, int lane);
  Queue& queue_behind(Node at, Channel channel, int lane);

  XyMesh mesh_;
  TorusLatency latency_;
  std::optional<Step> depth_;
  std::size_t lane_count_;
  Step now_ = -1;
  std::int64_t inside_ = 0;
  std::int64_t stalls_ = 0;
  Step quiesce_ = 0;
  Step fullest_ = 0;
  std::vector<Message> messages_;
  std::vector<std::int64_t> sent_;  ///< messages by sender
  std::vector<Router> routers_;
  std::vector<LinkEvent> events_;
  std::vector<std::size_t> arrived_;
};

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_XY_MESH_MESH_PLAY_H_
