#include "tb/theory/torus/fsh_plan.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "tb/theory/torus/broadcast_stages.h"
#include "tb/theory/torus/torus_arithmetic.h"
#include "tb/theory/torus/torus_theory.h"

namespace flitwise::theory {
namespace {

constexpr int kPorts = 2;  // a side: straight, and by a turn

/// The parts that a row is filled in, by their middles.
std::vector<Run> cut_points(int columns) {
  const Cut cut = split(ring(columns), kPorts);
  std::vector<Run> points{{0, cut.own}};
  points.insert(points.end(), cut.left.begin(), cut.left.end());
  points.insert(points.end(), cut.right.begin(), cut.right.end());
  return points;
}

class Fsh {
 public:
  Fsh(const Torus& torus, const std::vector<int>& columns)
      : width_(torus.side(0)),
        height_(torus.side(1)),
        units_(ring(ceil_div(height_, 3))),
        columns_(columns),
        points_(cut_points(width_)),
        stages_(torus) {
    check_columns();
  }

  std::vector<TorusStep> steps() {
    inform_centres();
    inform_rows();
    inform_cut_points();
    stages_.fill([this](const Server& server) {
      const Cut cut = split(server.strip, 1);
      Share share{cut.own, {}};
      for (const auto& runs : {cut.left, cut.right})
        for (const Run& run : runs) share.deliveries.push_back({{run.distance, 0}, run.strip});
      return share;
    });
    return stages_.steps();
  }

 private:
  static int modulo(int value, int side) { return (value % side + side) % side; }
  int column(int row) const { return columns_[index_of(modulo(row, height_))]; }
  int column(const Run& point) const { return modulo(point.distance, width_); }

  void check_columns() const {
    const auto refuse = [](const std::string& text) {
      throw std::invalid_argument("the columns of fsh " + text);
    };
    if (columns_.size() != index_of(height_)) refuse("must be one for each row");
    if (columns_[0] != 0) refuse("must begin with the source's");
    for (int row = 0; row < height_; ++row) {
      const std::string name = "row " + std::to_string(row);
      const auto is_here = [&](const Run& point) { return column(point) == column(row); };
      if (std::none_of(points_.begin(), points_.end(), is_here))
        refuse("must be cut points, but that of " + name + " is not");
      if (column(row) == column(row + 1) || column(row) == column(row + 2))
        refuse("must differ in any three rows, but those from " + name + " on do not");
    }
  }

  /// Rows of a unit around its centre; the distance is that of the centre from row 0.
  Run unit(int u) const {
    const int last = height_ - 3 * units_.left - 2;
    return run(3 * u - 1, std::min(3 * u + 1, last));
  }

  int unit_of(int row) const {
    return modulo(row + 3 * units_.left + 1, height_) / 3 - units_.left;
  }

  /// Messages to columns that are hops[0] ahead, 0 to width - 1: straight ones first, and of two
  /// that turn one to the right and one to the left.
  std::vector<Delivery> turned(std::vector<Delivery> messages) const {
    const auto is_straight = [](const Delivery& message) { return message.hops[0] == 0; };
    const auto turns = std::stable_partition(messages.begin(), messages.end(), is_straight);
    const auto straight = static_cast<std::size_t>(turns - messages.begin());
    std::vector<Delivery> right_first = messages;
    std::vector<Delivery> left_first = messages;
    for (std::size_t i = straight; i < messages.size(); ++i)
      (i == straight ? left_first : right_first)[i].hops[0] -= width_;
    const auto longest = [&](const std::vector<Delivery>& all) {
      int most = 0;
      for (std::size_t i = straight; i < all.size(); ++i)
        most = std::max(most, path_length(all[i].hops));
      return most;
    };
    return longest(right_first) <= longest(left_first) ? right_first : left_first;
  }

  /// From a node to rows at distances, each in its column.
  std::vector<Delivery> to_rows(const Coordinates& x, const std::vector<Run>& rows) const {
    std::vector<Delivery> messages;
    for (const Run& row : rows) {
      const int ahead = modulo(column(x[1] + row.distance) - x[0], width_);
      messages.push_back({{ahead, row.distance}, row.strip});
    }
    return turned(messages);
  }

  void inform_centres() {
    stages_.servers[0].strip = units_;
    stages_.fill([this](const Server& server) {
      const Cut cut = split(server.strip, kPorts);
      const int u = unit_of(server.x[1]);
      std::vector<Run> rows;
      for (const auto& runs : {cut.left, cut.right})
        for (const Run& run : runs)
          rows.push_back({unit(u + run.distance).distance - unit(u).distance, run.strip});
      return Share{cut.own, to_rows(server.x, rows)};
    });
  }

  void inform_rows() {
    for (Server& server : stages_.servers) server.strip = unit(unit_of(server.x[1])).strip;
    stages_.fill([this](const Server& server) {
      std::vector<Run> rows;
      if (server.strip.left > 0) rows.push_back({-1, {}});
      if (server.strip.right > 0) rows.push_back({1, {}});
      return Share{{}, to_rows(server.x, rows)};
    });
  }

  /// Afterwards every row is served from all its cut points.
  void inform_cut_points() {
    std::vector<Server> servers;
    for (const auto& [x, strip] : stages_.servers) {
      const int row = x[1];
      stages_.send(x, {0, 1});
      stages_.send(x, {0, -1});
      std::vector<Delivery> along;
      for (const Run& point : points_) {
        const int here = column(point);
        servers.push_back({{here, row}, point.strip});
        if (here != x[0] && here != column(row - 1) && here != column(row + 1))
          along.push_back({{modulo(here - x[0], width_), 0}, {}});
      }
      for (const Delivery& message : turned(along)) stages_.send(x, message.hops);
    }
    stages_.end_step();
    stages_.servers = std::move(servers);
  }

  const int width_;
  const int height_;
  const Strip units_;  // around that of row 0
  const std::vector<int>& columns_;
  const std::vector<Run> points_;
  BroadcastStages stages_;
};

}  // namespace

std::vector<TorusStep> fsh_plan(const Torus& torus, const std::vector<int>& columns) {
  if (!broadcast_steps(BroadcastScheme::kFsh, torus.sides()))
    throw std::invalid_argument("fsh needs two sides above 1, from 4 and 3 on, not 4 and 5");
  return Fsh(torus, columns).steps();
}

}  // namespace flitwise::theory
