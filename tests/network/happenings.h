// happenings.h: what a network did, step by step, in words that tests of two builds compare.
#ifndef FLITWISE_TESTS_NETWORK_HAPPENINGS_H_
#define FLITWISE_TESTS_NETWORK_HAPPENINGS_H_

#include <fmt/format.h>

#include <string>
#include <vector>

#include "systemc/network/network.h"

namespace flitwise::test {

inline std::string happening(Step step, const LinkTransfer& t) {
  return fmt::format("{}: link {} {} {} {}", step, t.from, t.to, t.lane, t.flit);
}

inline std::string happening(Step step, const Delivery& d) {
  return fmt::format("{}: delivery {} {} {}", step, d.node, d.port, d.flit);
}

/// Links, deliveries and violations of one step.
inline std::vector<std::string> happenings(Step step, const Network& network) {
  std::vector<std::string> all;
  for (const LinkTransfer& t : network.transfers()) all.push_back(happening(step, t));
  for (const Delivery& d : network.deliveries()) all.push_back(happening(step, d));
  for (const Violation& violation : network.violations()) all.push_back(violation.text());
  return all;
}

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_NETWORK_HAPPENINGS_H_
