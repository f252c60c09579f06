// router_description.h: a user's own router, as its description says it.
#ifndef FLITWISE_SYSTEMC_NETWORK_OWN_ROUTER_DESCRIPTION_H_
#define FLITWISE_SYSTEMC_NETWORK_OWN_ROUTER_DESCRIPTION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/network/own/flit_layout.h"
#include "systemc/topology/torus/torus_latency.h"
#include "systemc/topology/types.h"

namespace flitwise::own {

/// Ports of a router of a mesh: 0 the PE, 1 +x, 2 -x, 3 +y, 4 -y.
inline constexpr std::uint32_t kPorts = 5;
/// Of a torus the same for each dimension, up to 3, behind one port of the PE or one a channel.
inline constexpr int kMostOwnDimensions = 3;
/// Of a router of a tree: the PE's and the parent's, before those of its children.
inline constexpr std::uint32_t kPortsBesideChildren = 2;
inline constexpr std::uint32_t kMostLanes = 8;
inline constexpr std::uint32_t kLargestQueue = 1024;

/// The networks that a router is for.
enum class Family : std::uint8_t { kMesh, kTree, kTorus };

/// A PE's ports into its router on a torus, and out of it.
enum class PePorts : std::uint8_t {
  kOne,
  kAll,  ///< one a channel
};

/// When a flit moves over the wires in a cycle.
enum class LinkProtocol : std::uint8_t {
  kRegistered,  ///< valid: the router takes it always
  kReady,       ///< valid and ready of its lane
  kCredit,      ///< valid, which is only with a credit
};

/// How a port's V wires carry returned credits.
enum class CreditEncoding : std::uint8_t {
  kOneHot,  ///< a wire a lane, of which several may pulse
  kIndex,   ///< wire 0: there is one; the wires above: the number of its lane
  kOne,     ///< one wire, of one lane
};

/// How a wrapper learns where it is.
enum class CoordinatePins : std::uint8_t {
  kParameters,  ///< parameters X and Y: every node is verilated apart
  kInputs,      ///< inputs x_i and y_i: one model serves all
};

enum class Routing : std::uint8_t {
  kXy,
  kYx,
  kInterval,  ///< of trees: to the child whose numbers hold the destination's, else up
};

/// Units: steps. Of a router whose links are registers, with wires of one step.
struct RouterLatency {
  PassageSteps router{};  ///< r: from the wires of an input to those of an output, of a head
  Step head_wait = 0;     ///< Fh: of them, those from the edge at which the head is first
  Step body_wait = 0;     ///< Fb: the same of body flits
  Step link = 1;          ///< w: a flit's on a link
  Step credit = 1;        ///< from the edge that frees a slot to the one at which it is used again,
                          ///< beyond the hop: head_loop() - hop

  Step hop() const { return router.most() + link - 1; }
  /// That of credits, from router to router without a step between, of heads that go straight on:
  /// what the kit measures.
  Step loop() const { return router.straight + credit; }
};

/// What `router check --update` has found.
struct MeasuredNumbers {
  std::string files;  ///< fingerprint_of() then
  RouterLatency latency;
  Step loop = 0;          ///< least queue at which a stream of one-flit packets does not slow down
  Step loop_body = 0;     ///< the same of a long packet
  Step turnaround = 0;    ///< steps between two packets of one queue
  std::int64_t wait = 0;  ///< most packets that one had to let pass
};

/// Shape: all paths are absolute or relative to the current folder.
struct RouterDescription {
  std::string file;  ///< of the description itself
  std::string name;  ///< of reports
  Family family = Family::kMesh;
  std::string top;                 ///< the wrapper's module
  std::vector<std::string> files;  ///< of SystemVerilog, those that others refer to first
  std::vector<std::string> include;
  std::vector<std::string> define;      ///< "A=1"
  std::vector<std::string> parameters;  ///< "Depth=4"
  std::vector<std::string> tolerate;    ///< warnings of Verilator: "UNOPTFLAT"
  LinkProtocol link = LinkProtocol::kReady;
  bool ready_is_combinational = false;  ///< ready follows what is offered; else it is state
  CreditEncoding credit_encoding = CreditEncoding::kOneHot;
  std::uint32_t lanes = 1;  ///< V
  /// Of tori. Lanes of each of two classes, V / 2: a router keeps the class of what goes straight
  /// on and begins a dimension in the lower one; links over a dateline swap the classes. 0: the
  /// router changes lanes at datelines itself.
  std::uint32_t lanes_per_class = 0;
  PePorts pe_ports = PePorts::kOne;  ///< of tori
  std::uint32_t queue = 1;           ///< slots of an input lane, which are its credits
  Routing routing = Routing::kXy;
  CoordinatePins coordinates = CoordinatePins::kParameters;
  bool has_cut = false;                  ///< link_cut behind its outputs, which follow its inputs
  std::optional<std::int64_t> wait;      ///< most packets that one lets pass, as promised
  std::optional<RouterLatency> latency;  ///< declared
  bool is_measured = false;              ///< the numbers are those of `measured`
  std::optional<MeasuredNumbers> measured;
  FlitLayout flit;

  /// Of meshes and tori: coordinates of a destination.
  int dimensions() const { return flit.z.is_there() ? 3 : flit.y.is_there() ? 2 : 1; }
  /// The PE's ports, which are the first, and all of them.
  std::uint32_t ports_of_pe() const {
    return pe_ports == PePorts::kOne ? 1 : 2 * static_cast<std::uint32_t>(dimensions());
  }
  std::uint32_t ports() const {
    return ports_of_pe() + 2 * static_cast<std::uint32_t>(dimensions());
  }
};

/// "own" or "own +x" of the PE's, then "+x".
std::string name_of_port(const RouterDescription& router, std::uint32_t port);

/// "8f1c2d0011223344", of all SystemVerilog that the router is made of, files that it includes, and
/// what changes its meaning: top, parameters, definitions, lanes and their slots.
/// Errors: throws ModelError when a file cannot be read.
std::string hash_of_files(const RouterDescription& router);

/// The same, and behind it a short hash of each part: "8f1c2d0011223344-01ab-77c0-...".
/// Errors: as hash_of_files().
std::string fingerprint_of(const RouterDescription& router);

/// What has changed since a router had this fingerprint, for a sentence: "vr2.sv and vr2_fifo.sv",
/// "its files" where it is a hash of the whole only; empty if nothing has.
/// Errors: as hash_of_files().
std::string changed_since(const RouterDescription& router, const std::string& fingerprint);

/// "2", or "1 straight, 2 turn, 2 inject, 2 eject".
std::string text_of(const PassageSteps& steps);

/// "two-stage (two_stage.sv, 3 files 8f1c2d): ready, 2 lanes of 4, r = 3 (head wait 1, body wait
/// 0)".
std::string describe(const RouterDescription& router);

/// Files that `include directives of the router's sources reach, in its include folders and beside
/// the files that include them, each once. What a macro names is not found.
std::vector<std::string> included_files(const RouterDescription& router);

}  // namespace flitwise::own

#endif  // FLITWISE_SYSTEMC_NETWORK_OWN_ROUTER_DESCRIPTION_H_
