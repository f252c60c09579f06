// plain_router.h: the router of tests/data/routers/plain, described without a file.
#ifndef FLITWISE_TESTS_NETWORK_OWN_PLAIN_ROUTER_H_
#define FLITWISE_TESTS_NETWORK_OWN_PLAIN_ROUTER_H_

#include <string>

#include "systemc/network/own/router_description.h"

namespace flitwise::own::test {

inline RouterDescription plain_router() {
  const std::string folder = std::string(FLITWISE_ROUTERS) + "/plain/";
  RouterDescription router;
  router.file = folder + "router.yaml";
  router.name = "plain";
  router.top = "plain_wrapper";
  router.files = {folder + "plain_router.sv", folder + "plain_wrapper.sv"};
  router.queue = 4;
  router.latency = RouterLatency{PassageSteps(2), 0, 0, 1, 0};
  router.flit.head = {63, 1};
  router.flit.tail = {62, 1};
  router.flit.x = {59, 3};
  router.flit.y = {56, 3};
  router.flit.payload = {{0, 56}, {0, 56}};
  return router;
}

/// The same, told where it is: one model for all nodes.
inline RouterDescription placed_router() {
  RouterDescription router = plain_router();
  router.name = "placed";
  router.top = "placed_wrapper";
  router.files.back() = std::string(FLITWISE_ROUTERS) + "/plain/placed_wrapper.sv";
  router.coordinates = CoordinatePins::kInputs;
  return router;
}

}  // namespace flitwise::own::test

#endif  // FLITWISE_TESTS_NETWORK_OWN_PLAIN_ROUTER_H_
