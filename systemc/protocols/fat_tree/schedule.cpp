// schedule.cpp: lists of dispatches, arithmetic of leaf numbers, and refusals.
#include "systemc/protocols/fat_tree/schedule.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace flitwise::protocols {
namespace {

bool is_leaf(const Schedule& schedule, Node v) { return v >= 0 && index_of(v) < schedule.size(); }

class DispatchCheck {
 public:
  DispatchCheck(const Schedule& schedule, Node leaf, const Dispatch& dispatch, int ports)
      : schedule_(schedule), leaf_(leaf), dispatch_(dispatch), ports_(ports) {}

  void numbers() const {
    require(dispatch_.step >= 1, "a step must be at least 1");
    require(dispatch_.flits >= 1,
            "a message must have at least 1 flit, got " + std::to_string(dispatch_.flits));
    require(dispatch_.first >= 1, "flits count from 1, got " + std::to_string(dispatch_.first));
    require(dispatch_.port < static_cast<std::uint32_t>(ports_),
            "port " + std::to_string(dispatch_.port) + " is none of " + std::to_string(ports_));
    require(is_leaf(schedule_, dispatch_.message),
            "message " + std::to_string(dispatch_.message) + " is no leaf's");
  }

  void addressing() const {
    switch (dispatch_.kind) {
      case FlitKind::kData:
        require(is_leaf(schedule_, dispatch_.destination) && dispatch_.destination != leaf_,
                "data must go to another leaf, not to " + std::to_string(dispatch_.destination));
        require(dispatch_.copies == 0, "data must not have digits for copies");
        return;
      case FlitKind::kFlood:
        require(dispatch_.destination == kNoNode, "flood must not have a destination");
        require(dispatch_.copies == 0, "flood must not have digits for copies");
        return;
      case FlitKind::kCopies:
        require(dispatch_.destination == kNoNode, "copies must not have a destination");
        require(dispatch_.copies != 0, "copies must have a digit for at least one level");
        return;
      default:
        require(false, std::string("a schedule sends data, flood and copies only, not ") +
                           name_of(dispatch_.kind));
    }
  }

  void after(const Dispatch& before) const {
    require(dispatch_.step >= before.step, "the list must be by increasing step");
  }

  // `free`: the first step in which its port carries nothing of those before.
  void alone(Step free) const {
    require(dispatch_.step >= free,
            "must not send two flits in one step" + (ports_ == 1 ? "" : " over port " + port()) +
                ": the message before leaves until step " + std::to_string(free - 1));
  }

 private:
  std::string port() const { return std::to_string(dispatch_.port); }
  void require(bool holds, const std::string& rule) const {
    if (!holds)
      throw std::invalid_argument("schedule of leaf " + std::to_string(leaf_) + ", step " +
                                  std::to_string(dispatch_.step) + ": " + rule);
  }

  const Schedule& schedule_;
  Node leaf_;
  const Dispatch& dispatch_;
  int ports_;
};

std::vector<Dispatch>& list_of(Schedule& schedule, Node leaf) { return schedule[index_of(leaf)]; }

}  // namespace

void check_schedule(const Schedule& schedule, int ports) {
  for (std::size_t s = 0; s < schedule.size(); ++s) {
    std::vector<Step> free(static_cast<std::size_t>(ports), 1);
    for (std::size_t k = 0; k < schedule[s].size(); ++k) {
      const Dispatch& dispatch = schedule[s][k];
      const DispatchCheck check(schedule, static_cast<Node>(s), dispatch, ports);
      check.numbers();
      check.addressing();
      if (k > 0) check.after(schedule[s][k - 1]);
      check.alone(free[dispatch.port]);
      free[dispatch.port] = dispatch.step + dispatch.flits;
    }
  }
}

Schedule on_half_duplex_links(Schedule schedule) {
  for (std::vector<Dispatch>& list : schedule)
    for (Dispatch& dispatch : list) dispatch.step = 2 * dispatch.step - 1;
  return schedule;
}

void add_data(Schedule& schedule, Node from, Node to, Step step, Flits flits) {
  list_of(schedule, from).push_back({step, FlitKind::kData, to, 0, from, flits});
}

void add_back_to_back(Schedule& schedule, int links, Node from, Node to, Step begin, Flits place,
                      Flits flits) {
  if (links == 1) return add_data(schedule, from, to, begin + place, flits);
  for (Flits k = 0; k < flits; ++k) {
    Dispatch part{begin + (place + k) / links, FlitKind::kData, to, 0, from, 1};
    part.port = static_cast<std::uint32_t>((place + k) % links);
    part.first = k + 1;
    part.has_tail = k + 1 == flits;
    list_of(schedule, from).push_back(part);
  }
}

void add_flood(Schedule& schedule, Node from, Step step) {
  list_of(schedule, from).push_back({step, FlitKind::kFlood, kNoNode, 0, from, 1});
}

void add_copies(Schedule& schedule, Node from, std::uint32_t copies, Step step) {
  list_of(schedule, from).push_back({step, FlitKind::kCopies, kNoNode, copies, from, 1});
}

Schedule by_step(Schedule schedule) {
  for (std::vector<Dispatch>& list : schedule)
    std::stable_sort(list.begin(), list.end(),
                     [](const Dispatch& a, const Dispatch& b) { return a.step < b.step; });
  return schedule;
}

Schedule over_ports(Schedule schedule) {
  for (std::vector<Dispatch>& list : schedule)
    for (std::size_t k = 1; k < list.size(); ++k)
      if (list[k].step == list[k - 1].step) list[k].port = list[k - 1].port + 1;
  return schedule;
}

Node add_digits(int arity, Node x, Node k) {
  Node sum = 0;
  for (Node weight = 1; x > 0 || k > 0; weight *= arity, x /= arity, k /= arity)
    sum += (x % arity + k % arity) % arity * weight;
  return sum;
}

Node reverse_digits(int arity, Node x, int count) {
  Node reversed = 0;
  for (int digit = 0; digit < count; ++digit, x /= arity) reversed = reversed * arity + x % arity;
  return reversed;
}

std::uint32_t with_digit(std::uint32_t copies, int arity, int level, int r) {
  return copies | static_cast<std::uint32_t>(r) << (level - 1) * digit_bits(arity);
}

void check_copies(const FatTree& tree, std::uint32_t copies) {
  const int bits = digit_bits(tree.arity());
  std::uint32_t rest = copies;
  for (int level = 1; level <= tree.levels(); ++level, rest >>= bits) {
    const std::uint32_t digit = rest & ((1U << bits) - 1);
    if (digit >= static_cast<std::uint32_t>(tree.arity()))
      throw std::invalid_argument("copies must have digits below " + std::to_string(tree.arity()) +
                                  ", got " + std::to_string(digit) + " for level " +
                                  std::to_string(level));
  }
  if (rest != 0)
    throw std::invalid_argument("copies must have digits for levels 1 to " +
                                std::to_string(tree.levels()) + " only");
}

void require(bool holds, const std::string& rule) {
  if (!holds) throw std::invalid_argument(rule);
}

void check_leaf(const FatTree& tree, Node leaf, const std::string& role) {
  require(leaf >= 0 && leaf < tree.leaves(), "the " + role + " must be a leaf from 0 to " +
                                                 std::to_string(tree.leaves() - 1) + ", got " +
                                                 std::to_string(leaf));
}

void check_two_sources(const FatTree& tree, Node first, Node second) {
  check_leaf(tree, first, "first source");
  check_leaf(tree, second, "second source");
  require(first != second,
          "two scatters at once need two sources, got leaf " + std::to_string(first) + " twice");
}

void check_lengths(const FatTree& tree, Node root, const std::vector<Flits>& lengths) {
  const auto leaves = index_of(tree.leaves());
  require(lengths.size() == leaves,
          "lengths must have one entry per leaf: " + std::to_string(leaves) + ", got " +
              std::to_string(lengths.size()));
  for (std::size_t x = 0; x < leaves; ++x)
    require(lengths[x] >= 0, "lengths[" + std::to_string(x) + "] must be at least 0, got " +
                                 std::to_string(lengths[x]));
  const Flits own = lengths[index_of(root)];
  require(own == 0, "lengths[" + std::to_string(root) + "] must be 0, because leaf " +
                        std::to_string(root) + " sends nothing to itself, got " +
                        std::to_string(own));
}

void check_order(const std::vector<Flits>& lengths, const std::vector<Node>& order) {
  std::vector<bool> named(lengths.size(), false);
  for (const Node x : order) {
    const auto at = index_of(x);
    require(x >= 0 && at < lengths.size(), "order must name leaves from 0 to " +
                                               std::to_string(lengths.size() - 1) + ", got " +
                                               std::to_string(x));
    require(lengths[at] > 0,
            "order must not name leaf " + std::to_string(x) + ": it has no message");
    require(!named[at], "order must name leaf " + std::to_string(x) + " only once");
    named[at] = true;
  }
  for (std::size_t x = 0; x < lengths.size(); ++x)
    require(lengths[x] == 0 || named[x], "order must name leaf " + std::to_string(x));
}

void check_phase_gap(Step phase_gap) {
  require(phase_gap >= 0, "phase_gap must be at least 0, got " + std::to_string(phase_gap));
}

}  // namespace flitwise::protocols
