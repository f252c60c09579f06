#include "systemc/protocols/torus/broadcast/torus_strip.h"

#include <algorithm>
#include <cstdint>

namespace flitwise::protocols {
namespace {

// The middle of the values from `low` to `high`, rounded down also below 0.
int middle_of(int low, int high) {
  const int sum = low + high;
  return sum >= 0 ? sum / 2 : -((1 - sum) / 2);
}

Substrip run(int low, int high) {
  const int centre = middle_of(low, high);
  return {centre, {centre - low, high - centre}};
}

// The values `kept` + 1 to `reach` on one side (sign) of the source, in at most `ports` runs.
std::vector<Substrip> runs(int kept, int reach, int ports, int sign) {
  std::vector<Substrip> parts;
  const int values = reach - kept;
  const int count = std::min(ports, values);
  int next = kept + 1;
  for (int i = 0; i < count; ++i) {
    const int length = values / count + (i < values % count ? 1 : 0);
    const int last = next + length - 1;
    parts.push_back(sign > 0 ? run(next, last) : run(-last, -next));
    next = last + 1;
  }
  return parts;
}

}  // namespace

Strip ring_strip(int side) { return {(side - 1) / 2, side / 2}; }

Cut cut(const Strip& strip, int ports) {
  const int parts = 2 * ports + 1;
  const int longest = (strip.values() + parts - 1) / parts;
  Cut result;
  result.own.left = std::max(0, strip.left - ports * longest);
  result.own.right = std::max(0, strip.right - ports * longest);
  result.left = runs(result.own.left, strip.left, ports, -1);
  result.right = runs(result.own.right, strip.right, ports, +1);
  return result;
}

Cut cut_in_two(const Strip& strip) {
  Cut result;
  result.own = strip;
  const int given = strip.values() / 2;
  if (given == 0) return result;
  if (strip.right >= strip.left) {
    result.own.right -= given;
    result.right.push_back(run(result.own.right + 1, strip.right));
  } else {
    result.own.left -= given;
    result.left.push_back(run(-strip.left, -result.own.left - 1));
  }
  return result;
}

int rounds_for(int n, int base) {
  int rounds = 0;
  for (std::int64_t reached = 1; reached < n; reached *= base) ++rounds;
  return rounds;
}

}  // namespace flitwise::protocols
