#include "tb/theory/peel_tree.h"

#include <algorithm>

#include "tb/theory/torus_arithmetic.h"

namespace flitwise::theory {
namespace {

/// A strip of consecutive values of x_m around the node that serves it.
struct Strip {
  int left = 0;
  int right = 0;
};

/// A part of a strip: its centre is `distance` away from the node that cuts it off.
struct Run {
  int distance = 0;
  Strip strip;
};

/// Cuts `rest` values that begin `inner` + 1 away into runs, nearest first.
std::vector<Run> cut(int inner, int rest, int channels, int sign) {
  std::vector<Run> runs;
  const int count = std::min(channels, rest);
  int near = inner + 1;
  for (int i = 0; i < count; ++i) {
    const int far = near + rest / count + (i < rest % count ? 1 : 0) - 1;
    // floor((l + h)/2) of signed values: to the left it is the farther one of two middles.
    const int centre = sign > 0 ? (near + far) / 2 : (near + far + 1) / 2;
    runs.push_back({centre, sign > 0 ? Strip{centre - near, far - centre}
                                     : Strip{far - centre, centre - near}});
    near = far + 1;
  }
  return runs;
}

class Builder {
 public:
  Builder(const Torus& torus, const DimensionOrder& order) : torus_(torus) {
    torus.check_order(order);
    for (const int d : order) {
      if (torus.side(d) > 1) dimensions_.push_back(d);
    }
  }

  std::vector<PeelEdge> build(Node source) {
    torus_.check_node(source);
    edges_.reserve(static_cast<std::size_t>(torus_.size()));
    serve_from(static_cast<int>(dimensions_.size()) - 1, source, 0, 0);
    return std::move(edges_);
  }

 private:
  int dimension(int stage) const { return dimensions_[static_cast<std::size_t>(stage)]; }

  /// Steps before those of `stage`, with a barrier.
  int first_step(int stage) const {
    int step = 0;
    for (int m = static_cast<int>(dimensions_.size()) - 1; m > stage; --m)
      step += ceil_log(2 * m + 3, torus_.side(dimension(m)));
    return step;
  }

  /// All stages from `stage` down of a node that has sent in `active` steps.
  void serve_from(int stage, Node v, int step, int active) {
    for (; stage >= 0; --stage, step = first_step(stage)) {
      const int side = torus_.side(dimension(stage));
      active = serve_strip(stage, v, {(side - 1) / 2, side / 2}, step, active);
    }
  }

  /// Returns the number of steps in which `v` has sent afterwards.
  int serve_strip(int stage, Node v, Strip strip, int step, int active) {
    const int channels = stage + 1;
    for (; strip.left + strip.right > 0; ++step, ++active) {
      const int most = ceil_div(strip.left + strip.right + 1, 2 * channels + 1);
      const Strip own{std::max(0, strip.left - channels * most),
                      std::max(0, strip.right - channels * most)};
      inform(stage, v, cut(own.left, strip.left - own.left, channels, -1), -1, step, active);
      inform(stage, v, cut(own.right, strip.right - own.right, channels, 1), 1, step, active);
      strip = own;
    }
    return active;
  }

  void inform(int stage, Node v, const std::vector<Run>& runs, int sign, int step, int active) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      Hops hops(static_cast<std::size_t>(torus_.dimensions()), 0);
      hops[static_cast<std::size_t>(dimension(stage))] = sign * runs[i].distance;
      const int via = stage + 1 - static_cast<int>(runs.size() - i);  // == stage: straight
      if (via < stage) hops[static_cast<std::size_t>(dimension(via))] = sign;
      const Node to = torus_.destination(v, hops);
      edges_.push_back({v, to, hops, step, active});
      const int next = step + 1;
      const int sent = serve_strip(stage, to, runs[i].strip, next, 0);
      serve_from(stage - 1, to, first_step(stage - 1), sent);
    }
  }

  const Torus& torus_;
  std::vector<int> dimensions_;  // those with links, in the order of routing
  std::vector<PeelEdge> edges_;
};

}  // namespace

std::vector<PeelEdge> peel_tree(const Torus& torus, Node source, const DimensionOrder& order) {
  return Builder(torus, order).build(source);
}

}  // namespace flitwise::theory
