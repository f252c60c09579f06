// schedule.h: what every leaf sends and when, fixed before anything moves; leaf numbers as digits
// to the base b, the digits that copies carry, and what builders of schedules ask of their input.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_SCHEDULE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_SCHEDULE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/topology/fat_tree/fat_tree.h"
#include "systemc/topology/types.h"

namespace flitwise::protocols {

/// One message, a part or one copy of a message, that a leaf sends.
///
/// Time: its k-th flit crosses the leaf's own link in step `step` + k - 1.
struct Dispatch {
  Step step = 1;
  FlitKind kind = FlitKind::kData;  ///< kData, kFlood or kCopies
  Node destination = kNoNode;       ///< leaf; kData only
  std::uint32_t copies = 0;         ///< digits by level, never 0; kCopies only
  Node message = kNoNode;           ///< as LinkEvent::message: the leaf whose message it is
  Flits flits = 1;
  std::uint32_t port = 0;  ///< of the leaf's PE: one a link
  Flits first = 1;         ///< number of the first of the flits within the message
  bool has_tail = true;    ///< the last of them is the message's last
};

/// Entry s is leaf s's list, by increasing step.
using Schedule = std::vector<std::vector<Dispatch>>;

/// Checks what holds of every schedule, whatever network it is for.
///
/// Errors: throws std::invalid_argument, with leaf and step, unless every list is ordered by step
///         and no leaf sends two flits in one step over one of its `ports`, every step and number
///         of flits is at least 1, data has another leaf as its destination and no digits, flood
///         has neither, copies have digits and no destination, nothing else is sent, and every
///         message is a leaf's.
void check_schedule(const Schedule& schedule, int ports = 1);

/// Adds one message of `flits` flits from leaf `from` to leaf `to`.
void add_data(Schedule& schedule, Node from, Node to, Step step, Flits flits = 1);
/// Adds a message that leaves over all links of `from` at once. Of the flits that leave back to
/// back from step `begin` on, its first one is number `place`, from 0.
void add_back_to_back(Schedule& schedule, int links, Node from, Node to, Step begin, Flits place,
                      Flits flits = 1);
/// Adds one flit from leaf `from` to all others.
void add_flood(Schedule& schedule, Node from, Step step);
/// Adds one flit from leaf `from` with these digits.
void add_copies(Schedule& schedule, Node from, std::uint32_t copies, Step step);

/// The same dispatches where a link carries what leaves a leaf in odd steps only: what left in step
/// d leaves in step 2d - 1, and the flits of a message in every other step from there.
Schedule on_half_duplex_links(Schedule schedule);

/// The same dispatches, every list by increasing step.
Schedule by_step(Schedule schedule);

/// The same dispatches of one flit each, those that leave a leaf in one step over ports 0, 1, ...
/// Shape: every list is by increasing step.
Schedule over_ports(Schedule schedule);

/// Digit by digit (x + k) mod b, for b = 2 the exclusive or. For x and k below b^L with k > 0 the
/// leaves x and x + k meet at the level of k's leading digit (the lowest digit is level 1's).
Node add_digits(int arity, Node x, Node k);

/// The lowest `count` digits of x in reversed order; x below b^count.
Node reverse_digits(int arity, Node x, int count);

/// `copies` with digit r for `level`, where it had 0: on the way up, from child k of the switch of
/// that level, a copy goes down to child (k + r) mod b. Units: 1 <= level <= L, 1 <= r < b.
std::uint32_t with_digit(std::uint32_t copies, int arity, int level, int r);

/// Errors: throws std::invalid_argument when `copies` has a digit of b or more, or one for a level
///         that the tree does not have.
void check_copies(const FatTree& tree, std::uint32_t copies);

/// Errors: all of these throw std::invalid_argument with `rule`, or a sentence that names the
/// value.
void require(bool holds, const std::string& rule);
/// `role`: "source" or "target".
void check_leaf(const FatTree& tree, Node leaf, const std::string& role);
void check_two_sources(const FatTree& tree, Node first, Node second);
void check_lengths(const FatTree& tree, Node root, const std::vector<Flits>& lengths);
void check_order(const std::vector<Flits>& lengths, const std::vector<Node>& order);
void check_phase_gap(Step phase_gap);

/// One empty list per leaf.
inline Schedule empty_schedule(const FatTree& tree) { return Schedule(index_of(tree.leaves())); }

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_SCHEDULE_H_
