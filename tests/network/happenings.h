// happenings.h: what a network did, step by step, in words that tests of two builds compare.
#ifndef FLITWISE_TESTS_NETWORK_HAPPENINGS_H_
#define FLITWISE_TESTS_NETWORK_HAPPENINGS_H_

#include <fmt/format.h>

#include <string>

#include "systemc/network/network.h"

namespace flitwise::test {

inline std::string happening(Step step, const LinkTransfer& t) {
  return fmt::format("{}: link {} {} {} {}", step, t.from, t.to, t.lane, t.flit);
}

inline std::string happening(Step step, const Delivery& d) {
  return fmt::format("{}: delivery {} {} {}", step, d.node, d.port, d.flit);
}

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_NETWORK_HAPPENINGS_H_
