// mesh_plans.cpp: rounds on the lines of a mesh, dimension by dimension, and broadcasts backwards.
#include "systemc/protocols/collective/mesh_plans.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>

#include "systemc/protocols/collective/plan_builder.h"
#include "systemc/protocols/xy_mesh/mesh_protocols.h"

namespace flitwise::protocols {
namespace {

using Operation = CollectiveOperation;
using RoundsOf = LineRounds (*)(int);

Flits divided_up(Flits a, Flits b) { return (a + b - 1) / b; }

class LinePlan {
 public:
  LinePlan(const std::string& algorithm, const CollectiveRequest& request, const XyMesh& mesh,
           RoundsOf rounds_of)
      : request_(request),
        mesh_(mesh),
        own_(request.operation == Operation::kAllGather
                 ? request.block
                 : padded_block(request.length, mesh.size())),
        plan_(algorithm, request, mesh.size(), mesh.size() * own_) {
    for (int d = 0; d < XyMesh::kDimensions; ++d) rounds_[index_of(d)] = rounds_of(mesh.side(d));
  }

  CollectivePlan take() {
    if (request_.operation != Operation::kAllGather)
      for (const int dimension : {0, 1}) {
        const LineRounds& rounds = rounds_[index_of(dimension)];
        for (auto round = rounds.rbegin(); round != rounds.rend(); ++round)
          add(dimension, *round, PlannedUse::kOperand);
      }
    if (request_.operation != Operation::kReduceScatter)
      for (const int dimension : {1, 0})
        for (const std::vector<LineMessage>& round : rounds_[index_of(dimension)])
          add(dimension, round, PlannedUse::kCopy);
    return plan_.take();
  }

 private:
  // One round on all lines of a dimension.
  void add(int dimension, const std::vector<LineMessage>& round, PlannedUse use) {
    Step longest = 0;
    for (const LineMessage& line : round)
      for (int across = 0; across < mesh_.side(1 - dimension); ++across) {
        PlannedMessage message{node(dimension, line.from, across),
                               node(dimension, line.to, across),
                               words(dimension, line.block, across),
                               {},
                               use,
                               begun_ + request_.send_overhead + 1};
        if (use == PlannedUse::kOperand) std::swap(message.from, message.to);
        longest = std::max<Step>(longest, mesh_.distance(message.from, message.to) +
                                              static_cast<Step>(message.reads.size()));
        plan_.add(message);
      }
    begun_ += request_.send_overhead + longest + request_.receive_overhead;
    if (use == PlannedUse::kOperand) begun_ += request_.add;
  }
  Node node(int dimension, int along, int across) const {
    return dimension == 0 ? mesh_.node({along, across}) : mesh_.node({across, along});
  }

  // Of a row, what is PE column x's; of a column, what is one PE's of that.
  std::vector<Cell> words(int dimension, int block, int across) const {
    return dimension == 0 ? words_of_column(block) : words_of_pe(across, block);
  }
  std::vector<Cell> words_of_column(int x) const {
    std::vector<Cell> cells;
    if (request_.operation == Operation::kAllReduce) {
      for (Flits i = 0; i < of_column(); ++i) cells.push_back(cell_of_column(x, i));
      return cells;
    }
    for (int y = 0; y < mesh_.side(1); ++y)
      for (const Cell cell : words_of_pe(x, y)) cells.push_back(cell);
    return cells;
  }
  std::vector<Cell> words_of_pe(int x, int y) const {
    std::vector<Cell> cells;
    for (Flits i = 0; i < own_; ++i)
      cells.push_back(request_.operation == Operation::kAllReduce
                          ? cell_of_column(x, y * own_ + i)
                          : static_cast<Cell>(mesh_.node({x, y}) * own_ + i));
    return cells;
  }
  // Of an all-reduce, in which words are nobody's, columns have consecutive ones, as few as can be;
  // what is padding for their PEs only lies behind them all, and is the same for all columns.
  Flits of_column() const { return divided_up(request_.length, mesh_.side(0)); }
  Cell cell_of_column(int x, Flits i) const {
    const Flits beyond = (mesh_.side(0) - 1) * of_column() + i;
    return static_cast<Cell>(i < of_column() ? x * of_column() + i : beyond);
  }

  const CollectiveRequest& request_;
  const XyMesh& mesh_;
  Flits own_;  // words of one PE in the end
  std::array<LineRounds, XyMesh::kDimensions> rounds_;
  PlanBuilder plan_;
  Step begun_ = 0;  // steps of the rounds before
};

// From whom to whom a broadcast by halves sends, by steps.
using Pairs = std::vector<std::vector<std::pair<Node, Node>>>;

Pairs halves(const XyMesh& mesh, Node root) {
  const Torus torus(mesh.sides());
  Pairs pairs;
  for (const TorusStep& step :
       make_mesh_broadcast(mesh, root, MeshScheme::kUmesh, TorusLatency{}).steps) {
    pairs.emplace_back();
    for (const TorusMessage& message : step)
      pairs.back().emplace_back(message.from, torus.destination(message.from, message.hops));
  }
  return pairs;
}

// The same by ways along y first.
Pairs halves_along_y(const XyMesh& mesh, Node root) {
  const XyMesh swapped({mesh.side(1), mesh.side(0)});
  const auto original = [&](Node v) {
    return mesh.node({swapped.coordinate(v, 1), swapped.coordinate(v, 0)});
  };
  Pairs pairs = halves(swapped, swapped.node({mesh.coordinate(root, 1), mesh.coordinate(root, 0)}));
  for (auto& step : pairs)
    for (auto& [from, to] : step) {
      from = original(from);
      to = original(to);
    }
  return pairs;
}

class HalvesPlan {
 public:
  HalvesPlan(const CollectiveRequest& request, const XyMesh& mesh)
      : request_(request),
        mesh_(mesh),
        words_(static_cast<std::size_t>(request.length)),
        plan_("reversed-umesh", request, mesh.size(), request.length) {
    std::iota(words_.begin(), words_.end(), 0);
  }

  CollectivePlan take() {
    const Pairs up = halves_along_y(mesh_, request_.root);
    for (auto step = up.rbegin(); step != up.rend(); ++step) add(*step, PlannedUse::kOperand);
    if (request_.operation != Operation::kReduce)
      for (const auto& step : halves(mesh_, request_.root)) add(step, PlannedUse::kCopy);
    return plan_.take();
  }

 private:
  void add(const std::vector<std::pair<Node, Node>>& step, PlannedUse use) {
    int longest = 0;
    for (auto [from, to] : step) {
      if (use == PlannedUse::kOperand) std::swap(from, to);
      longest = std::max(longest, mesh_.distance(from, to));
      plan_.add({from, to, words_, {}, use, begun_ + request_.send_overhead + 1});
    }
    begun_ += request_.send_overhead + longest + request_.length + request_.receive_overhead;
    if (use == PlannedUse::kOperand) begun_ += request_.add;
  }

  const CollectiveRequest& request_;
  const XyMesh& mesh_;
  std::vector<Cell> words_;  // all
  PlanBuilder plan_;
  Step begun_ = 0;  // steps of the messages before
};

CollectivePlan plan_on_lines(const std::string& algorithm, const CollectiveRequest& request,
                             const XyMesh& mesh, RoundsOf rounds_of) {
  check_request_with_overheads(
      algorithm, request, mesh.size(),
      {Operation::kReduceScatter, Operation::kAllGather, Operation::kAllReduce});
  return LinePlan(algorithm, request, mesh, rounds_of).take();
}

}  // namespace

LineRounds line_rounds(int n) {
  if (n == 2) return {{{0, 1, 0}, {1, 0, 1}}};
  const int half = (n + 1) / 2;
  LineRounds rounds(index_of(n == 1 ? 0 : n - 1 + half));
  for (int x = 0; x < n; ++x) {
    // The block that is `i` places to the left goes to the right, and the other way round.
    for (int i = 0; x + 1 < n && i <= x; ++i) {
      const int late = half + n - x + 2 * (i - half);
      rounds[index_of(i < half ? i : late)].push_back({x, x + 1, x - i});
    }
    for (int i = 0; x > 0 && x + i < n; ++i)
      rounds[index_of(half + i)].push_back({x, x - 1, x + i});
  }
  return rounds;
}

LineRounds folded_ring_rounds(int n) {
  std::vector<int> ring;
  for (int x = 0; x < n; x += 2) ring.push_back(x);
  for (int x = n - 1 - n % 2; x > 0; x -= 2) ring.push_back(x);
  LineRounds rounds(index_of(n - 1));
  for (int round = 0; round < n - 1; ++round)
    for (int place = 0; place < n; ++place)
      rounds[index_of(round)].push_back({ring[index_of(place)], ring[index_of((place + 1) % n)],
                                         ring[index_of((place - round + n) % n)]});
  return rounds;
}

CollectivePlan mesh_line(const CollectiveRequest& request, const XyMesh& mesh) {
  return plan_on_lines("line", request, mesh, line_rounds);
}

CollectivePlan mesh_ring(const CollectiveRequest& request, const XyMesh& mesh) {
  return plan_on_lines("ring", request, mesh, folded_ring_rounds);
}

CollectivePlan mesh_reversed_umesh(const CollectiveRequest& request, const XyMesh& mesh) {
  check_request_with_overheads("reversed-umesh", request, mesh.size(),
                               {Operation::kReduce, Operation::kAllReduce, Operation::kBarrier});
  return HalvesPlan(request, mesh).take();
}

}  // namespace flitwise::protocols
