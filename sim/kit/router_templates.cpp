#include "sim/kit/router_templates.h"

#include <fmt/format.h>

namespace flitwise {
namespace {

constexpr std::uint32_t kQueue = 4;

std::string wrapper(const NewRouter& router) {
  return fmt::format(
      R"(// {0}_wrapper.sv: router {0} behind the ports that Flitwise knows. Port i of a vector
// is at [i*W +: W], its lane v at bit i*V + v; ports are 0 PE, 1 +x, 2 -x, 3 +y, 4 -y.
module {0}_wrapper #(
  parameter int unsigned X = 0,  // where the router is, set by Flitwise
  parameter int unsigned Y = 0{5}
) (
  input  logic            clk_i,
  input  logic            rst_ni,  // active low; invert it here for a router that wants it high
  input  logic [5*{1}-1:0] in_flit_i,
  output logic [5*{1}-1:0] out_flit_o,
  input  logic [5*{2}-1:0]  in_valid_i,  // one bit a lane, at most one of a port at once
  output logic [5*{2}-1:0]  out_valid_o,
  output logic [5*{2}-1:0]  in_ready_o,   // link ready: this lane takes a flit
  input  logic [5*{2}-1:0]  out_ready_i,
  output logic [5*{2}-1:0]  in_credit_o,  // link credit: a slot of this lane is free again
  input  logic [5*{2}-1:0]  out_credit_i
);
  // Put your router in place of the assignments below; of {3} links stay only: {4}
  //   {0} #(.X(X), .Y(Y)) i_router (.clk(clk_i), .rst(!rst_ni), ...);
  assign out_flit_o  = '0;
  assign out_valid_o = '0;
  assign in_ready_o  = '0;
  assign in_credit_o = '0;
  logic unused;
  assign unused = &{{1'b0, clk_i, rst_ni, in_flit_i, in_valid_i, out_ready_i, out_credit_i,
                    32'(X), 32'(Y){6}}};
endmodule
)",
      router.name, router.width, router.lanes, router.link,
      router.link == "ready" ? "in_credit_o = '0" : "in_ready_o = '0",
      router.is_of_torus() ? ",\n  parameter int unsigned SideX = 1,  // how long the rings are\n"
                             "  parameter int unsigned SideY = 1"
                           : "",
      router.is_of_torus() ? ", 32'(SideX), 32'(SideY)" : "");
}

// Who changes lanes at datelines, where there are any.
std::string dateline(const NewRouter& router) {
  if (!router.is_of_torus()) return "";
  if (router.lanes % 2 != 0)
    return "dateline: router          # the router changes lanes at datelines itself\n";
  return fmt::format(
      "lanes_per_class: {}        # straight on in its class of lanes, else in the lower one\n",
      router.lanes / 2);
}

std::string description(const NewRouter& router) {
  const std::uint32_t top = router.width - 1;
  return fmt::format(
      R"(format: flitwise router 1
name: {0}
family: {12}
top: {0}_wrapper
files: [{0}_wrapper.sv]   # yours before it, those that others refer to first
link: {1}
lanes: {2}
{13}queue: {3}                # slots of an input lane
routing: xy
latency: measured         # `flitwise router check router.yaml --update` measures
flit:
  width: {4}
  head: {5}
  tail: {6}
  x: "{7}:{8}"
  y: "{9}:{10}"
  payload: "{11}:0"
)",
      router.name, router.link, router.lanes, kQueue, router.width, top, top - 1, top - 2, top - 4,
      top - 5, top - 7, top - 8, router.family, dateline(router));
}

std::string tree_wrapper(const NewRouter& router) {
  return fmt::format(
      R"(// {0}_wrapper.sv: router {0} behind the ports that Flitwise knows. Port i of a vector is at
// [i*W +: W]; ports are 0 PE, 1 parent, from 2 on the children.
module {0}_wrapper #(
  parameter int unsigned Children = 2  // set by Flitwise
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,  // active low; invert it here if need be
  input  logic [11:0]                pe_i,    // the node's preorder number
  input  logic [Children*12-1:0]     child_first_i,  // the numbers below child k, at [k*12 +: 12];
  input  logic [Children*12-1:0]     child_last_i,   // both ends included, first > last: no child
  input  logic [(Children+2)*{1}-1:0] in_flit_i,
  output logic [(Children+2)*{1}-1:0] out_flit_o,
  input  logic [Children+1:0]        in_valid_i,  // always taken
  output logic [Children+1:0]        out_valid_o,
  output logic [Children+1:0]        in_ready_o,  // these four are tied
  input  logic [Children+1:0]        out_ready_i,
  output logic [Children+1:0]        in_credit_o,
  input  logic [Children+1:0]        out_credit_i,
  // By input, a flit thrown away. Delete the port if your router does not say it.
  output logic [Children+1:0]        dropped_o
);
  // Put your router in place of the first two assignments:
  //   {0} #(.Children(Children)) i_router (.clk(clk_i), .rst(!rst_ni), ...);
  assign out_flit_o  = '0;
  assign out_valid_o = '0;
  assign in_ready_o  = '1;
  assign in_credit_o = '0;
  assign dropped_o   = '0;
  logic unused;
  assign unused = &{{1'b0, clk_i, rst_ni, pe_i, child_first_i, child_last_i, in_flit_i, in_valid_i,
                    out_ready_i, out_credit_i}};
endmodule
)",
      router.name, router.width);
}

std::string tree_description(const NewRouter& router) {
  return fmt::format(
      R"(format: flitwise router 1
name: {0}
family: tree
top: {0}_wrapper
files: [{0}_wrapper.sv]   # yours before it, those that others refer to first
link: registered
latency: measured         # `flitwise router check router.yaml --update` measures
flit:
  width: {1}
  worm: single            # every flit has its destination
  destination: "{2}:{3}"
  payload: "{4}:0"
)",
      router.name, router.width, router.width - 1, router.width - 12, router.width - 13);
}

std::string tree_scenario() {
  return R"(network: {shape: complete, arity: 2, height: 3, router: router.yaml}
operation: scatter
algorithm: fdf
lengths: {each: 4}
)";
}

std::string scenario(const NewRouter& router) {
  return fmt::format(
      R"(network: {{kind: {}, sides: [4, 4], router: router.yaml}}
operation: broadcast
algorithm: {}
length: 8
)",
      router.is_of_torus() ? "torus" : "xy-mesh", router.is_of_torus() ? "doubling" : "umesh");
}

const char* scenario_file(const NewRouter& router) {
  return router.is_of_tree() ? "scatter.yaml" : "broadcast.yaml";
}

std::string workflow(const NewRouter& router) {
  return fmt::format(
      R"(# Checks the router and runs its scenario at each push. Needs an image that has flitwise:
# its Dockerfile builds one.
name: {0}
on: [push, pull_request]
jobs:
  check:
    runs-on: ubuntu-latest
    container: flitwise
    steps:
      - uses: actions/checkout@v4
      - run: flitwise router check router.yaml --github --junit router.xml --waves waves --report router.html
      - run: flitwise check {1} --github
      - if: always()
        uses: actions/upload-artifact@v4
        with: {{name: router, path: "router.xml\nrouter.html\nwaves"}}
)",
      router.name, scenario_file(router));
}

}  // namespace

std::vector<std::pair<std::string, std::string>> router_files(const NewRouter& asked) {
  NewRouter router = asked;
  if (router.lanes == 0) router.lanes = router.is_of_torus() ? 2 : 1;
  const bool is_of_tree = router.is_of_tree();
  return {{router.name + "_wrapper.sv", is_of_tree ? tree_wrapper(router) : wrapper(router)},
          {"router.yaml", is_of_tree ? tree_description(router) : description(router)},
          {scenario_file(router), is_of_tree ? tree_scenario() : scenario(router)},
          {".github/workflows/router.yml", workflow(router)}};
}

std::string refusal_of(const NewRouter& router) {
  if (router.is_of_tree() != (router.link == "registered"))
    return router.is_of_tree() ? "--like tree: links of trees are registered: --link registered"
                               : "--link registered is for trees: --like tree";
  if (router.is_of_torus() && router.lanes == 1)
    return "--lanes 1: links of tori need two lanes or more: with one, the waits on a ring are a "
           "circle (clause no-circle)";
  if (!router.is_of_tree()) return {};
  if (router.lanes > 1) return "--lanes: links of trees have one lane";
  if (router.width < kFewestTreeFlitBits)
    return fmt::format("--width {}: a destination of 12 bits and a payload of 8 take {}",
                       router.width, kFewestTreeFlitBits);
  return {};
}

}  // namespace flitwise
