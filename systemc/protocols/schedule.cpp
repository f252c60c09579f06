#include "systemc/protocols/schedule.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace flitwise::protocols {
namespace {

bool is_leaf(const Schedule& schedule, Node v) {
  return v >= 0 && static_cast<std::size_t>(v) < schedule.size();
}

class DispatchCheck {
 public:
  DispatchCheck(const Schedule& schedule, Node leaf, const Dispatch& dispatch)
      : schedule_(schedule), leaf_(leaf), dispatch_(dispatch) {}

  void numbers() const {
    require(dispatch_.step >= 1, "a step must be at least 1");
    require(dispatch_.flits >= 1,
            "a message must have at least 1 flit, got " + std::to_string(dispatch_.flits));
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
    require(dispatch_.step >= before.step + before.flits,
            "must not send two flits in one step: the message before leaves until step " +
                std::to_string(before.step + before.flits - 1));
  }

 private:
  void require(bool holds, const std::string& rule) const {
    if (!holds)
      throw std::invalid_argument("schedule of leaf " + std::to_string(leaf_) + ", step " +
                                  std::to_string(dispatch_.step) + ": " + rule);
  }

  const Schedule& schedule_;
  Node leaf_;
  const Dispatch& dispatch_;
};

std::vector<Dispatch>& list_of(Schedule& schedule, Node leaf) {
  return schedule[static_cast<std::size_t>(leaf)];
}

}  // namespace

void check_schedule(const Schedule& schedule) {
  for (std::size_t s = 0; s < schedule.size(); ++s) {
    for (std::size_t k = 0; k < schedule[s].size(); ++k) {
      const DispatchCheck check(schedule, static_cast<Node>(s), schedule[s][k]);
      check.numbers();
      check.addressing();
      if (k > 0) check.after(schedule[s][k - 1]);
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

}  // namespace flitwise::protocols
