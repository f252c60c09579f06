#include "tb/theory/torus/cycle_model.h"

#include <stdexcept>
#include <string>

namespace flitwise::theory {
namespace {

void check_at_least(std::int64_t value, std::int64_t least, const char* name) {
  if (value < least)
    throw std::invalid_argument(std::string(name) + " must be at least " + std::to_string(least) +
                                ", got " + std::to_string(value));
}

}  // namespace

void check_model(const CycleModel& model) {
  check_at_least(model.flits, 1, "flits");
  check_at_least(model.hop, 1, "hop");
  check_at_least(model.send_overhead, 0, "send_overhead");
  check_at_least(model.receive_overhead, 0, "receive_overhead");
}

}  // namespace flitwise::theory
