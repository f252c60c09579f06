// torus_strip.h: runs of values of one index around the node that serves them, and how they are
// cut.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_BROADCAST_TORUS_STRIP_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_BROADCAST_TORUS_STRIP_H_

#include <vector>

namespace flitwise::protocols {

/// Consecutive values of an index: `left` of them below and `right` above the one in the middle,
/// which has the text.
struct Strip {
  int left = 0;
  int right = 0;

  int values() const { return left + 1 + right; }
};

/// A ring of `side` values, cut open opposite to its source: |left - right| <= 1.
Strip ring_strip(int side);

/// A part of a strip that gets a source of its own.
struct Substrip {
  int centre = 0;  ///< of the new source, counted from the old one; never 0
  Strip strip;     ///< around the new source
};

/// What is left to a strip's source, and the parts on both sides, the nearest first.
struct Cut {
  Strip own;
  std::vector<Substrip> left;
  std::vector<Substrip> right;
};

/// Cuts a strip into at most 2 `ports` + 1 parts, of at most ceil(values / (2 ports + 1)) values
/// each, that are balanced again.
///
/// Shape:  |left - right| <= 1, `ports` at least 1.
/// Source: so that n values take exactly ceil(log_{2 ports + 1} n) rounds of cuts, for every n:
///         the rounding of San-Yuan Wang, Yu-Chee Tseng, "Algebraic Foundations and Broadcasting
///         Algorithms for Wormhole-Routed All-Port Tori", IEEE Trans. Computers 49(3), 2000, taken
///         to any n.
Cut cut(const Strip& strip, int ports);

/// Cuts a strip in two, for sources with one port: the larger side gives its outer floor(values /
/// 2) values away.
Cut cut_in_two(const Strip& strip);

/// ceil(log_base n): rounds in which one informed value becomes n when each informs base - 1.
int rounds_for(int n, int base);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_BROADCAST_TORUS_STRIP_H_
