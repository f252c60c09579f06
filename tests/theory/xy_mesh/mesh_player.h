// mesh_player.h: what PEs do with the messages of a plan, a scatter or given begins, played.
#ifndef FLITWISE_TESTS_THEORY_XY_MESH_MESH_PLAYER_H_
#define FLITWISE_TESTS_THEORY_XY_MESH_MESH_PLAYER_H_

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "tb/theory/xy_mesh/mesh_operations.h"
#include "tests/theory/xy_mesh/mesh_play.h"

namespace flitwise::test {

/// What was played.
struct MeshPlayed {
  Step finish = 0;
  Step quiesce = 0;
  std::int64_t stalls = 0;
  Step fullest = 0;
  std::vector<Step> ready;        ///< by node: the message that came last for it, or by sender
  std::vector<LinkEvent> events;  ///< sorted
};

class MeshPlayer {
 public:
  MeshPlayer(const XyMesh& mesh, const theory::CycleModel& model, int lanes)
      : model_(model), play_(mesh, model.latency, model.depth, lanes), nodes_(mesh.size()) {}

  /// All begin a step when the messages of the one before can be used.
  MeshPlayed with_barrier(const theory::MeshPlan& plan) {
    Step begin = 0;
    for (const auto& step : plan) {
      for (const auto& [from, to] : step) begin_at(from, to, model_.flits, begin);
      begin = std::max(begin, play_all([](Node, Step) {}));
    }
    return result(to_);
  }

  /// A PE begins its messages when it has the text, os + L after each other.
  MeshPlayed at_own_pace(const theory::MeshPlan& plan, Node source) {
    const auto begin_all = [&](Node v, Step time) {
      for (const auto& step : plan)
        for (const auto& [from, to] : step) {
          if (from != v) continue;
          begin_at(from, to, model_.flits, time);
          time += model_.send_overhead + model_.flits;
        }
    };
    begin_all(source, 0);
    play_all(begin_all);
    return result(to_);
  }

  /// The root's messages in an order, each as soon as the one before has been handed over.
  MeshPlayed scatter(Node root, const std::vector<Node>& order, const std::vector<Flits>& lengths) {
    Step begin = 0;
    for (const Node v : order) {
      begin_at(root, v, lengths[index_of(v)], begin);
      begin += model_.send_overhead + lengths[index_of(v)];
    }
    play_all([](Node, Step) {});
    return result(to_);
  }

  /// Messages to the root that begin when theory says.
  MeshPlayed gather(const std::vector<theory::MeshWorm>& worms) {
    for (const theory::MeshWorm& worm : worms) begin_at(worm.from, worm.to, worm.flits, worm.begin);
    play_all([](Node, Step) {});
    return result(from_);
  }

 private:
  void begin_at(Node from, Node to, Flits flits, Step begin) {
    play_.send(from, to, flits, begin + model_.send_overhead);
    from_.push_back(from);
    to_.push_back(to);
  }
  /// Plays until all is there; returns when the last can be used.
  template <typename Arrived>
  Step play_all(const Arrived& arrived) {
    Step last = 0;
    const Step most = play_.now() + 1000000;
    while (!play_.is_empty()) {
      if (play_.now() > most) throw std::runtime_error("played for too long");
      for (const std::size_t message : play_.play()) {
        const Step time = play_.taken(message) + model_.receive_overhead;
        last = std::max(last, time);
        arrived(to_[message], time);
      }
    }
    return last;
  }
  MeshPlayed result(const std::vector<Node>& owners) {
    MeshPlayed played{0, play_.quiesce(), play_.stalls(), play_.fullest(), {}, play_.events()};
    played.ready.assign(index_of(nodes_), 0);
    for (std::size_t i = 0; i < owners.size(); ++i) {
      const Step time = play_.taken(i) + model_.receive_overhead;
      played.ready[index_of(owners[i])] = time;
      played.finish = std::max(played.finish, time);
    }
    std::sort(played.events.begin(), played.events.end());
    return played;
  }

  theory::CycleModel model_;
  MeshPlay play_;
  Node nodes_;
  std::vector<Node> from_;
  std::vector<Node> to_;
};

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_XY_MESH_MESH_PLAYER_H_
