// star_pace.cpp: paces that are refused.
#include "tb/theory/star/star_pace.h"

#include <stdexcept>

namespace flitwise::theory {
namespace {

void check_from_one(Step value, const std::string& name) {
  if (value < 1)
    throw std::invalid_argument(name + " must be 1 or more, got " + std::to_string(value));
}

}  // namespace

void check_pace(const StarPace& pace) {
  check_from_one(pace.flits, "flits of a packet");
  check_from_one(pace.latency.router, "a router's latency");
  check_from_one(pace.latency.link, "a link's latency");
}

void check_lockstep(const StarLatency& latency, const char* what) {
  if (latency.slots == StarSlots::kSpaced)
    throw std::invalid_argument(std::string(what) + " is not known with spaced slots");
}

}  // namespace flitwise::theory
