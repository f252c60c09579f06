// grid_links.cpp: kinds of graphs whose nodes have coordinates or are numbers.
#include <functional>
#include <numeric>

#include "systemc/topology/graph/shape_links.h"

namespace flitwise::shapes {
namespace {

std::int64_t product(const Numbers& sides) {
  return std::accumulate(sides.begin(), sides.end(), std::int64_t{1}, std::multiplies<>());
}

// Every node, every dimension: `join(node, its coordinate, side, distance of numbers)`.
template <typename Join>
void for_each_coordinate(const Numbers& sides, const Join& join) {
  const std::int64_t nodes = product(sides);
  std::int64_t stride = nodes;
  for (const std::int64_t side : sides) {
    stride /= side;
    for (std::int64_t v = 0; v < nodes; ++v) join(v, v / stride % side, side, stride);
  }
}

Links grid(const Numbers& sides, bool wraps) {
  Links links(product(sides));
  for_each_coordinate(sides,
                      [&](std::int64_t v, std::int64_t at, std::int64_t side, std::int64_t stride) {
                        if (at + 1 < side) links.join(v, v + stride);
                        if (wraps && at == 0 && side > 2) links.join(v, v + (side - 1) * stride);
                      });
  return links;
}

std::int64_t power(std::int64_t base, std::int64_t exponent) {
  std::int64_t result = 1;
  for (; exponent > 0; --exponent) result *= base;
  return result;
}

}  // namespace

Links path(const Numbers& n) { return grid(n, false); }

Links ring(const Numbers& n) { return grid(n, true); }

Links mesh(const Numbers& sides) { return grid(sides, false); }

Links torus(const Numbers& sides) { return grid(sides, true); }

Links hyperx(const Numbers& sides) {
  Links links(product(sides));
  for_each_coordinate(sides,
                      [&](std::int64_t v, std::int64_t at, std::int64_t side, std::int64_t stride) {
                        for (std::int64_t other = at + 1; other < side; ++other)
                          links.join(v, v + (other - at) * stride);
                      });
  return links;
}

Links hypercube(const Numbers& k) {
  return grid(Numbers(static_cast<std::size_t>(k[0]), 2), false);
}

Links complete(const Numbers& n) { return hyperx(n); }

Links bipartite(const Numbers& parts) {
  Links links(parts[0] + parts[1]);
  for (std::int64_t u = 0; u < parts[0]; ++u)
    for (std::int64_t v = 0; v < parts[1]; ++v) links.join(u, parts[0] + v);
  return links;
}

Links debruijn(const Numbers& b_and_d) {
  const std::int64_t b = b_and_d[0];
  Links links(power(b, b_and_d[1]));
  for (std::int64_t x = 0; x < links.nodes; ++x)
    for (std::int64_t c = 0; c < b; ++c) links.join(x, (b * x + c) % links.nodes);
  return links;
}

Links kautz(const Numbers& b_and_d) {
  const std::int64_t b = b_and_d[0];
  Links links((b + 1) * power(b, b_and_d[1] - 1));
  for (std::int64_t x = 0; x < links.nodes; ++x)
    for (std::int64_t c = 1; c <= b; ++c)
      links.join(x, links.nodes - 1 - (b * x + c - 1) % links.nodes);  // -(b x + c) mod N
  return links;
}

Links circulant(const Numbers& n_and_offsets) {
  Links links(n_and_offsets[0]);
  for (std::size_t k = 1; k < n_and_offsets.size(); ++k)
    for (std::int64_t i = 0; i < links.nodes; ++i)
      links.join(i, (i + n_and_offsets[k]) % links.nodes);
  return links;
}

Links petersen(const Numbers&) {
  Links links(10);
  for (std::int64_t i = 0; i < 5; ++i) {
    links.join(i, (i + 1) % 5);
    links.join(i, i + 5);
    links.join(i + 5, (i + 2) % 5 + 5);
  }
  return links;
}

Links dragonfly(const Numbers& a_and_h) {
  const std::int64_t a = a_and_h[0];
  const std::int64_t h = a_and_h[1];
  const std::int64_t groups = a * h + 1;
  Links links(a * groups);
  for (std::int64_t group = 0; group < groups; ++group) {
    for (std::int64_t u = 0; u < a; ++u)
      for (std::int64_t v = u + 1; v < a; ++v) links.join(group * a + u, group * a + v);
    for (std::int64_t link = 0; link < a * h; ++link) {
      // Seen from the other group it is the link that leads as far back.
      const std::int64_t other = (group + link + 1) % groups;
      const std::int64_t back = a * h - 1 - link;
      links.join(group * a + link / h, other * a + back / h);
    }
  }
  return links;
}

}  // namespace flitwise::shapes
