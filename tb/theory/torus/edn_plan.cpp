#include "tb/theory/torus/edn_plan.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <stdexcept>
#include <tuple>

#include "tb/theory/torus/torus_arithmetic.h"

namespace flitwise::theory {
namespace {

/// How a node of a plane gets the text: in which of the plane's steps, from 1, over which hops.
struct PlaneWay {
  int step = 0;
  int x = 0;
  int y = 0;
};

bool is_in_level(int x, int y, int u) {
  return x % u == 0 && y % u == 0 && (x / u + 2 * (y / u)) % 4 == 0;
}

PlaneWay last_way(int x, int y, int d) {
  constexpr std::array<PlaneWay, 3> kWays{{{0, 1, 0}, {0, 0, 1}, {0, -1, 0}}};
  PlaneWay way = kWays[index_of((x + 2 * y) % 4 - 1)];
  way.step = d;
  return way;
}

// The first step of several leads to (n/2, n/4), (n/2, 3n/4) and (0, n/2).
PlaneWay first_way(int x, int y, int n) {
  if (x == 0) return {1, 0, n / 2};
  return 4 * y == n ? PlaneWay{1, n / 2, n / 4} : PlaneWay{1, -n / 2, -n / 4};
}

PlaneWay middle_way(int x, int y, int u, int step) {
  const int a = x / u;
  const int b = y / u;
  if (b % 2 == 0) return {step, 0, 2 * u};
  return {step, (a / 2 + b) % 4 == 2 ? 2 * u : -2 * u, u};
}

/// Of node (x, y), counted from the source, on an n x n torus, n = 2^d; not of the source.
PlaneWay plane_way(int x, int y, int n) {
  if (n == 2) return x == 1 && y == 1 ? PlaneWay{1, -1, 1} : PlaneWay{1, x, y};
  int step = 1;
  int u = n / 4;
  for (; u > 0; u /= 2, ++step) {
    if (is_in_level(x, y, u)) break;
  }
  if (u == 0) return last_way(x, y, step);
  return step == 1 ? first_way(x, y, n) : middle_way(x, y, u, step);
}

/// How a value of the line gets the text.
struct LineWay {
  int step = 0;
  int from = 0;
  int to = 0;  // both counted from the source, signed
};

/// Cuts the strip around the source until `value` is the centre of a part.
LineWay line_way(int value, int side) {
  LineWay way{0, 0, 0};
  int left = (side - 1) / 2;
  int right = side / 2;
  while (way.to != value) {
    ++way.step;
    const int most = ceil_div(left + right + 1, 3);
    const int keep_left = std::max(0, left - most);
    const int keep_right = std::max(0, right - most);
    const int offset = value - way.to;
    if (offset >= -keep_left && offset <= keep_right) {
      left = keep_left;
      right = keep_right;
      continue;
    }
    const int low = offset < 0 ? -left : keep_right + 1;
    const int high = offset < 0 ? -keep_left - 1 : right;
    const int centre = low + (high - low) / 2;  // rounded down: low <= high
    way.from = way.to;
    way.to += centre;
    left = centre - low;
    right = high - centre;
  }
  return way;
}

struct Placed {
  int step = 0;
  int rank = 0;  // among those of a node and step
  TorusMessage message;
};

Placed along_the_line(const Torus& torus, Node v) {
  const int side = torus.side(2);
  const int up = torus.coordinate(v, 2);
  const LineWay way = line_way(up > side / 2 ? up - side : up, side);
  const Hops hops{0, 0, way.to - way.from};
  return {way.step, hops[2] > 0 ? 1 : 0, {torus.destination(v, {0, 0, -hops[2]}), hops}};
}

Placed message_to(const Torus& torus, Node v) {
  const int x = torus.coordinate(v, 0);
  const int y = torus.coordinate(v, 1);
  if (x == 0 && y == 0) return along_the_line(torus, v);
  const PlaneWay way = plane_way(x, y, torus.side(0));
  Hops hops{way.x, way.y};
  Hops back{-way.x, -way.y};
  int before = 0;  // steps along the line
  if (torus.dimensions() == 3) {
    hops.push_back(0);
    back.push_back(0);
    before = ceil_log(3, torus.side(2));
  }
  const int along_x = way.x > 0 ? 0 : 1;
  return {before + way.step, way.x == 0 ? 2 : along_x, {torus.destination(v, back), hops}};
}

}  // namespace

std::optional<int> edn_steps(const std::vector<int>& sides) {
  if (sides.size() < 2 || sides.size() > 3 || sides[0] != sides[1]) return std::nullopt;
  const int d = ceil_log(2, sides[0]);
  if (d < 1 || sides[0] != 1 << d) return std::nullopt;
  return d + (sides.size() == 3 ? ceil_log(3, sides[2]) : 0);
}

std::vector<TorusStep> edn_plan(const Torus& torus) {
  if (!edn_steps(torus.sides()))
    throw std::invalid_argument("edn is for n x n and n x n x z, n a power of two");
  std::vector<Placed> all;
  for (Node v = 1; v < torus.size(); ++v) all.push_back(message_to(torus, v));
  std::stable_sort(all.begin(), all.end(), [](const Placed& a, const Placed& b) {
    return std::tie(a.step, a.message.from, a.rank) < std::tie(b.step, b.message.from, b.rank);
  });
  std::vector<TorusStep> steps;
  for (const Placed& placed : all) {
    steps.resize(index_of(placed.step));
    steps.back().push_back(placed.message);
  }
  return steps;
}

}  // namespace flitwise::theory
