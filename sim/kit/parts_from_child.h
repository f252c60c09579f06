// parts_from_child.h: work in a process of its own, which may die, and the texts that it makes.
#ifndef FLITWISE_SIM_KIT_PARTS_FROM_CHILD_H_
#define FLITWISE_SIM_KIT_PARTS_FROM_CHILD_H_

#include <functional>
#include <string>
#include <vector>

namespace flitwise {

struct ChildEnd {
  int value = 0;      ///< what the work returned
  std::string death;  ///< "signal 6 (Aborted)"; empty if it ended by itself
};

/// Runs the work in a forked process, which dies with this one, and fills in the texts it has said.
/// Shape: the work says as many as there are in `texts`.
/// Errors: throws std::system_error when there is no process or pipe to be had, Interrupted.
ChildEnd parts_from_child(const std::function<int(std::vector<std::string>&)>& work,
                          const std::vector<std::string*>& texts);

}  // namespace flitwise

#endif  // FLITWISE_SIM_KIT_PARTS_FROM_CHILD_H_
