// router_reader.cpp: every key of the description of a user's own router, once.
#include "sim/router/router_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <any>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "sim/language/key_table.h"
#include "sim/language/scenario_values.h"
#include "sim/router/router_types.h"
#include "systemc/network/flits_in_flight.h"

namespace flitwise::own {

namespace {

// `latency`: numbers, or that they were measured.
struct LatencyChoice {
  bool is_measured = false;
  RouterLatency numbers;
};

void assign(LatencyChoice& choice, const language::Datum& d) {
  choice = std::any_cast<LatencyChoice>(d.made);
}

}  // namespace

}  // namespace flitwise::own

namespace flitwise::language {
namespace {

using own::FlitLayout;
using own::FlitType;
using own::LatencyChoice;
using own::LengthField;
using own::LookaheadField;
using own::MeasuredNumbers;
using own::RouterDescription;
using own::RouterLatency;

// What a file says.
struct RouterFile {
  RouterDescription router;
  std::string format;
  LatencyChoice latency;
};

constexpr std::int64_t kMostRouterSteps = 64;
constexpr std::int64_t kMostPassed = 1'000'000;
constexpr const char* kLatencyExample = "{router: 2, head_wait: 1, body_wait: 0}";
constexpr const char* kTypeExample = "{bits: \"71:70\", head: 1, body: 0, tail: 2, single: 3}";
constexpr const char* kTreeFlitExample =
    "{width: 60, worm: single, destination: \"59:48\", payload: \"47:0\"}";
constexpr std::uint32_t kPortBits = 3;
constexpr const char* kLookaheadExample = "{bits: \"62:60\", encoding: port}";
constexpr const char* kFlitExample =
    "{width: 72, head: 71, tail: 70, x: \"69:67\", y: \"66:64\", payload: \"63:0\"}";

std::string at_key(const Value& map, const char* key) {
  return map.key.empty() ? key : map.key + "." + key;
}

// Blames a key of a map, which the map has unless the map itself is to blame.
[[noreturn]] void blame(const Value& map, const char* key, const std::string& rule) {
  const YamlNode* node = map.node.find(key);
  if (node == nullptr) throw bad_value(map, rule);
  throw bad_value({*node, at_key(map, key)}, rule);
}

// A field of heads or of other flits.
struct Field {
  const char* key;
  own::Bits bits;
};

std::string range_text(const own::Bits& bits) {
  return bits.width == 1 ? fmt::format("bit {}", bits.low)
                         : fmt::format("bits {}:{}", bits.high(), bits.low);
}

std::vector<Field> marks_of(const FlitLayout& flit) {
  std::vector<Field> fields{{"head", flit.head}, {"tail", flit.tail}};
  if (flit.type) fields.push_back({"type", flit.type->bits});
  return fields;
}

std::vector<Field> fields_of_heads(const FlitLayout& flit, bool is_of_tree) {
  std::vector<Field> fields = marks_of(flit);
  fields.push_back({is_of_tree ? "destination" : "x", flit.x});
  fields.push_back({"y", flit.y});
  fields.push_back({"z", flit.z});
  fields.push_back({"payload", flit.payload.head});
  if (flit.length) fields.push_back({"length", flit.length->bits});
  fields.push_back({"lookahead", flit.lookahead.bits});
  for (const own::ExtraField& extra : flit.extra) fields.push_back({"extra", extra.bits});
  return fields;
}

std::vector<Field> fields_of_bodies(const FlitLayout& flit) {
  std::vector<Field> fields = marks_of(flit);
  fields.push_back({"payload", flit.payload.body});
  return fields;
}

void expect_apart(const std::vector<Field>& fields, const char* flits, const Value& map) {
  for (std::size_t later = 1; later < fields.size(); ++later)
    for (std::size_t before = 0; before < later; ++before)
      if (fields[later].bits.meets(fields[before].bits))
        blame(map, fields[later].key,
              fmt::format("shares bits with {}, {}, in {}", fields[before].key,
                          range_text(fields[before].bits), flits));
}

void expect_inside(const FlitLayout& flit, const Value& map, bool is_of_tree) {
  std::vector<Field> all = fields_of_heads(flit, is_of_tree);
  all.push_back({"payload", flit.payload.body});
  for (const Field& field : all)
    if (field.bits.is_there() && field.bits.high() >= flit.width)
      blame(map, field.key,
            fmt::format("does not lie in the flit, whose bits are {}:0", flit.width - 1));
}

void expect_payload(const FlitLayout& flit, const Value& map) {
  const std::uint32_t least = std::min(flit.payload.head.width, flit.payload.body.width);
  if (least < own::kFewestPayloadBits)
    blame(map, "payload",
          fmt::format("has {} bits, and needs {}: flits are known by a number in it", least,
                      own::kFewestPayloadBits));
}

// Of the parts of a packet.
void expect_marks(const FlitLayout& flit, const Value& map) {
  const bool has_bits = flit.head.is_there() || flit.tail.is_there();
  const char* mark = flit.type ? "type" : flit.head.is_there() ? "head" : "tail";
  if (flit.is_single && (flit.type || has_bits))
    blame(map, mark, "marks parts of packets, and with worm: single every flit is a whole one");
  if (flit.is_single) return;
  if (flit.type && has_bits)
    blame(map, "type", "says what head and tail say: have either type, or head and tail");
  if (!flit.type && !(flit.head.is_there() && flit.tail.is_there()))
    blame(map, mark,
          "must say where packets begin and end: with type, with head and tail, or with worm: "
          "single");
}

void check_flit(FlitLayout& flit, const Value& map, Known&) {
  const bool is_of_tree = map.node.find("destination") != nullptr;
  for (const char* key : {"x", "y", "z"})
    if (is_of_tree && map.node.find(key) != nullptr)
      blame(map, key, "stands beside destination: a mesh has x and y, a tree has destination");
  expect_inside(flit, map, is_of_tree);
  expect_marks(flit, map);
  expect_payload(flit, map);
  expect_apart(fields_of_heads(flit, is_of_tree), "heads", map);
  expect_apart(fields_of_bodies(flit), "flits behind heads", map);
  for (const auto& [key, bits] :
       {std::pair("x", flit.x), std::pair("y", flit.y), std::pair("z", flit.z)})
    if (flit.is_relative && bits.is_there() && bits.width < 2)
      blame(map, key, "must have 2 bits or more: hops have a sign (relative: true)");
  if (flit.lookahead.bits.is_there() && flit.lookahead.bits.width < kPortBits)
    blame(map, "lookahead", "must have 3 bits or more: there are five ports");
  if (flit.is_single && flit.length)
    blame(map, "length", "counts the flits of a packet, and with worm: single there is one");
}

void check_type(FlitType& type, const Value& map, Known&) {
  if (type.bits.width > 16) blame(map, "bits", "must have 16 bits at most");
  const std::pair<const char*, std::uint64_t> codes[] = {
      {"head", type.head}, {"body", type.body}, {"tail", type.tail}, {"single", type.single}};
  for (std::size_t i = 0; i < 4; ++i) {
    if (codes[i].second >> type.bits.width != 0)
      blame(map, codes[i].first, fmt::format("does not fit {}", range_text(type.bits)));
    for (std::size_t before = 0; before < i; ++before)
      if (codes[i].second == codes[before].second)
        blame(map, codes[i].first,
              fmt::format("is the code of {}, too: each part of a packet has its own",
                          codes[before].first));
  }
}

Keys<FlitType> type_keys() {
  return Keys<FlitType>()
      .key("bits", &FlitType::bits, bits_type(), "where the code lies")
      .required()
      .key("head", &FlitType::head, code_type(), "code of the first flit of several")
      .required()
      .key("body", &FlitType::body, code_type(), "code of those between")
      .required()
      .key("tail", &FlitType::tail, code_type(), "code of the last one of several")
      .required()
      .key("single", &FlitType::single, code_type(), "code of one that is first and last")
      .required()
      .then(check_type);
}

Keys<LengthField> length_keys() {
  using own::LengthCount;
  return Keys<LengthField>()
      .key("bits", &LengthField::bits, bits_type(), "where the number lies")
      .required()
      .key("counts", &LengthField::counts,
           word<LengthCount>({{"all", LengthCount::kAll}, {"body", LengthCount::kBody}}),
           "all flits, or those behind the head");
}

Keys<LookaheadField> lookahead_keys() {
  using own::PortEncoding;
  return Keys<LookaheadField>()
      .key("bits", &LookaheadField::bits, bits_type(), "where it lies")
      .required()
      .key("encoding", &LookaheadField::encoding,
           word<PortEncoding>({{"port", PortEncoding::kPort}}), "the port's number");
}

Keys<FlitLayout> flit_keys() {
  return Keys<FlitLayout>()
      .key("width", &FlitLayout::width, whole(own::kFewestPayloadBits, own::kMostFlitBits),
           "bits of a flit")
      .required()
      .key("worm", &FlitLayout::is_single, word<bool>({{"flits", false}, {"single", true}}),
           "packets of several flits, or each flit with a destination of its own")
      .map("type", &FlitLayout::type, type_keys(), kTypeExample,
           "a field that says which part of its packet a flit is")
      .key("head", &FlitLayout::head, bit_type(), "bit of first flits")
      .key("tail", &FlitLayout::tail, bit_type(), "bit of last flits")
      .key("x", &FlitLayout::x, bits_type(), "in heads, the destination's column")
      .required()
      .unless("destination")
      .key("y", &FlitLayout::y, bits_type(),
           "in heads, the destination's row; not on tori of one dimension")
      .key("z", &FlitLayout::z, bits_type(), "on tori of three dimensions, the third coordinate")
      .key("destination", &FlitLayout::x, bits_type(),
           "of trees, in place of x and y: the destination's preorder number")
      .key("relative", &FlitLayout::is_relative, truth(),
           "x, y and z are signed hops left, not coordinates")
      .key("payload", &FlitLayout::payload, payload_type(),
           "what the router carries; of heads and other flits apart, if need be")
      .required()
      .map("length", &FlitLayout::length, length_keys(), "{bits: \"5:0\", counts: body}",
           "in heads, the number of flits")
      .key("extra", &FlitLayout::extra, extra_type(), "fields that only the router needs")
      .map("lookahead", &FlitLayout::lookahead, lookahead_keys(), kLookaheadExample,
           "in heads on their way into a router: by which port they leave it")
      .then(check_flit);
}

Keys<RouterLatency> latency_keys() {
  const auto steps = [](std::int64_t least) { return whole(least, kMostRouterSteps); };
  return Keys<RouterLatency>()
      .key("router", &RouterLatency::router, passages_type(kMostRouterSteps),
           "r, steps of a head from an input's wires to an output's; on meshes one number or one "
           "for each way through: straight on, into the other dimension, from the PE, to it")
      .required()
      .key("head_wait", &RouterLatency::head_wait, steps(0),
           "of them, those from the edge at which the head is first in its queue")
      .key("body_wait", &RouterLatency::body_wait, steps(0), "the same of other flits")
      .key("link", &RouterLatency::link, whole(1, kMostLinkLatency),
           "steps on a link; above 1 only on meshes and tori with credits")
      .key("credit", &RouterLatency::credit, steps(0),
           "steps that a slot of a queue is not in use again, beyond the hop");
}

Keys<MeasuredNumbers> measured_keys() {
  const auto steps = whole(0, kMostPassed);
  return Keys<MeasuredNumbers>()
      .key("files", &MeasuredNumbers::files, text(), "hash of the files that were measured")
      .required()
      .in(&MeasuredNumbers::latency, latency_keys())
      .key("loop", &MeasuredNumbers::loop, steps, "least queue for a stream of one-flit packets")
      .key("loop_body", &MeasuredNumbers::loop_body, steps, "the same of a long packet")
      .key("turnaround", &MeasuredNumbers::turnaround, steps, "between two packets of a queue")
      .key("wait", &MeasuredNumbers::wait, steps, "most packets that one had to let pass");
}

Datum read_latency(const Value& value, Known& known) {
  LatencyChoice choice;
  if (value.node.kind == YamlKind::kScalar) {
    if (value.node.text != "measured")
      throw bad_value(value, fmt::format("must be measured, or a map like {}", kLatencyExample));
    choice.is_measured = true;
  } else {
    static const auto keys = latency_keys();
    read_section(value, keys, kLatencyExample, choice.numbers, *known.errors);
  }
  Datum datum;
  datum.made = choice;
  return datum;
}

Type latency_type() {
  return own(
      fmt::format("measured|{}", kLatencyExample),
      fmt::format(R"({{"anyOf": [{{"const": "measured"}}, {}]}})", schema_of(latency_keys())),
      read_latency);
}

Type family_type() {
  return word<own::Family>(
      {{"mesh", own::Family::kMesh}, {"tree", own::Family::kTree}, {"torus", own::Family::kTorus}});
}

bool is_of_tree(const RouterDescription& router) { return router.family == own::Family::kTree; }
bool is_of_torus(const RouterDescription& router) { return router.family == own::Family::kTorus; }

const char* noun_of(const RouterDescription& router) {
  return is_of_tree(router) ? "tree" : is_of_torus(router) ? "torus" : "mesh";
}

// What the routers of a family are like.
std::string unfit_link(const RouterDescription& router) {
  if (is_of_tree(router) == (router.link == own::LinkProtocol::kRegistered)) return {};
  return is_of_tree(router)
             ? "is for routers with queues, and those of a tree have none: use registered"
             : fmt::format(
                   "is for routers without queues, and those of a {} have some: use ready "
                   "or credit",
                   noun_of(router));
}

std::string unfit_routing(const RouterDescription& router) {
  if (is_of_tree(router) == (router.routing == own::Routing::kInterval)) return {};
  return is_of_tree(router) ? "is a way through meshes: a router of a tree has interval"
                            : "is a way through trees: use xy or yx";
}

std::string unfit_order(const RouterDescription& router) {
  return is_of_torus(router) && router.routing == own::Routing::kYx && router.dimensions() != 2
             ? fmt::format("is an order of two dimensions, and the flits have {}: use xy",
                           router.dimensions())
             : "";
}

// Who changes lanes at datelines.
void expect_dateline(const RouterDescription& router, const Value& value, const Known& known) {
  if (!is_of_torus(router) || router.lanes_per_class > 0 || known.find("dateline") != nullptr)
    return;
  throw bad_value(value,
                  "needs lanes_per_class, or dateline: router: who changes lanes at datelines");
}

void expect_one_dateline(const RouterDescription&, const Value& value, const Known& known) {
  if (known.find("lanes_per_class") != nullptr)
    throw bad_value(value,
                    "stands beside lanes_per_class: links change classes at datelines, or the "
                    "router does");
}

std::string unfit_classes(const RouterDescription& router) {
  if (router.lanes_per_class == 0 || 2 * router.lanes_per_class == router.lanes) return {};
  return fmt::format("must be half of lanes, {}: there are two classes", router.lanes);
}

void expect_place_parameters_free(const RouterDescription& router, const Value& value,
                                  const Known&) {
  if (!is_of_torus(router)) return;
  for (const YamlEntry& entry : value.node.entries)
    for (const char* name : {"Z", "SideX", "SideY", "SideZ"})
      if (entry.key == name)
        throw ConfigError(entry.place, value.key + "." + entry.key, "",
                          "is the router's place, which is set for each node");
}

std::string unfit_coordinates(const RouterDescription& router) {
  return is_of_tree(router) && router.coordinates == own::CoordinatePins::kParameters
             ? "must be inputs: one model serves all nodes of a tree"
             : "";
}

void expect_flit_of_family(const RouterDescription& router, const Value& map, const Known&) {
  const bool has_destination = map.node.find("destination") != nullptr;
  if (!is_of_tree(router)) {
    if (has_destination)
      blame(map, "destination",
            is_of_torus(router) ? "is for family tree: routers of a torus need x"
                                : "is for family tree: routers of a mesh need x and y");
    const auto expect = [&](const char* key, const char* example) {
      if (map.node.find(key) == nullptr)
        throw ConfigError(map.node.place, map.key, "",
                          fmt::format("lacks {}, for example {}", key, example));
    };
    if (is_of_torus(router) && router.flit.lookahead.bits.is_there())
      blame(map, "lookahead", "is for routers of meshes, and family is torus");
    if (!is_of_torus(router)) expect("y", kFlitExample);
    if (!is_of_torus(router) && map.node.find("z") != nullptr)
      blame(map, "z", "is for family torus: a mesh has two dimensions");
    if (map.node.find("z") != nullptr) expect("y", "{x: \"69:67\", y: \"66:64\", z: \"63:61\"}");
    return;
  }
  if (!has_destination)
    throw ConfigError(
        map.node.place, map.key, "",
        fmt::format("lacks destination, which routers of a tree go by, for example {}",
                    kTreeFlitExample));
  if (router.flit.lookahead.bits.is_there())
    blame(map, "lookahead", "is for routers of meshes, and family is tree");
  if (!router.flit.is_single)
    throw ConfigError(map.node.place, map.key, "",
                      "must have worm: single: every flit in a tree has its destination");
}

void check_encoding(const RouterDescription& router, const Value& value, const Known&) {
  if (router.credit_encoding == own::CreditEncoding::kOne && router.lanes > 1)
    throw bad_value(
        value, fmt::format("is for one lane, and lanes is {}: use one-hot or index", router.lanes));
}

Keys<RouterDescription> wire_keys() {
  using own::CoordinatePins;
  using own::CreditEncoding;
  using own::LinkProtocol;
  using own::Routing;
  using Router = RouterDescription;
  return Keys<Router>()
      .key("link", &Router::link,
           word<LinkProtocol>({{"ready", LinkProtocol::kReady},
                               {"credit", LinkProtocol::kCredit},
                               {"registered", LinkProtocol::kRegistered}}),
           "when a flit moves: with valid and ready; with valid, which takes a credit; of trees, "
           "with valid")
      .required()
      .key("ready", &Router::ready_is_combinational,
           word<bool>({{"state", false}, {"combinational", true}}),
           "what the ready wires of inputs follow: state alone, or what is offered, too")
      .only("link", {"ready"}, "belongs to link ready, and link is {}")
      .map("credit",
           Keys<Router>().key("encoding", &Router::credit_encoding,
                              word<CreditEncoding>({{"one-hot", CreditEncoding::kOneHot},
                                                    {"index", CreditEncoding::kIndex},
                                                    {"one", CreditEncoding::kOne}}),
                              "a wire a lane; wire 0 and the lane's number above it; one wire"),
           "{encoding: index}", "how credits come back")
      .key("lanes", &Router::lanes, whole(1, own::kMostLanes), "V, virtual channels of a port")
      .key("queue", &Router::queue, whole(1, own::kLargestQueue),
           "flits that an input lane holds, which are its credits")
      .required()
      .only("family", {"mesh", "torus"}, "is of routers with queues, and those of a {} have none")
      .key("lanes_per_class", &Router::lanes_per_class, whole(1, own::kMostLanes / 2),
           "of tori, half of lanes: the router keeps the class of what goes straight on and begins "
           "a dimension in the lower one; links over a dateline bring it to the upper one")
      .by_default("")
      .only("family", {"torus"}, "is of routers of a torus, and the family is {}")
      .key("dateline", &Router::lanes_per_class, word<std::uint32_t>({{"router", 0}}),
           "of tori, in place of lanes_per_class: the router changes lanes at datelines itself")
      .only("family", {"torus"}, "is of routers of a torus, and the family is {}")
      .by_default("")
      .key("ports", &Router::pe_ports,
           word<own::PePorts>({{"1", own::PePorts::kOne}, {"all", own::PePorts::kAll}}),
           "of tori, a PE's ports into its router: one, or one a channel, which are the first")
      .only("family", {"torus"}, "is of routers of a torus, and the family is {}")
      .key("routing", &Router::routing,
           word<Routing>(
               {{"xy", Routing::kXy}, {"yx", Routing::kYx}, {"interval", Routing::kInterval}}),
           "which way packets go first; of trees, by intervals of numbers")
      .key("coordinates", &Router::coordinates,
           word<CoordinatePins>(
               {{"parameters", CoordinatePins::kParameters}, {"inputs", CoordinatePins::kInputs}}),
           "how the wrapper is told where it is: parameters X and Y, or inputs x_i and y_i")
      .key("cut", &Router::has_cut, truth(),
           "a register of Flitwise behind outputs that follow inputs within the cycle; latency "
           "counts it")
      .only("family", {"mesh"}, "is for routers of meshes, and family is {}")
      .rule({"credit.encoding"}, {"lanes"}, check_encoding)
      .rule({"link"}, {"family"}, unfit_link)
      .rule({"lanes_per_class"}, {"lanes"}, unfit_classes)
      .rule({"dateline"}, {"family"}, expect_one_dateline)
      .rule({"family"}, {"lanes_per_class", "dateline"}, expect_dateline)
      .rule({"parameters"}, {"family"}, expect_place_parameters_free)
      .rule({"lanes"}, {"family"}, "must be 1: links of a tree have one lane",
            [](const Router& router) { return is_of_tree(router) && router.lanes > 1; })
      .rule({"routing"}, {"family"}, unfit_routing)
      .rule({"coordinates"}, {"family"}, unfit_coordinates);
}

void expect_credit_links(const RouterDescription& router, const Value& value, const Known&) {
  if (router.link != own::LinkProtocol::kCredit)
    throw bad_value(value, fmt::format("belongs to link credit, and link is {}",
                                       is_of_tree(router) ? "registered" : "ready"));
}

void expect_waits_in_router(const RouterFile& file, const Value& value, const Known&) {
  const RouterLatency& latency = file.latency.numbers;
  const bool may_be_long =
      !is_of_tree(file.router) && file.router.link == own::LinkProtocol::kCredit;
  if (latency.link > 1 && !may_be_long)
    blame(value, "link",
          "must be 1: only links with credits, of meshes and tori, may take several steps");
  if (is_of_tree(file.router) && latency.head_wait + latency.body_wait > 0)
    throw bad_value(value, "has waits, and routers of a tree have no queues to wait in");
  if (is_of_tree(file.router) && !latency.router.is_uniform())
    blame(value, "router", "must be one number: in trees all ways through a router are alike");
  if (is_of_torus(file.router) && !latency.router.is_uniform())
    blame(value, "router", "must be one number: on tori all ways through a router are alike");
  if (latency.head_wait >= latency.router.most())
    throw bad_value(value, fmt::format("has a head_wait of {}, which must be less than router, {}",
                                       latency.head_wait, latency.router.most()));
}

Type name_type() {
  return read_by(text(), [](const Value& value, Known&) -> Datum {
    return {0, 0, {}, to_line(value)};
  });
}

Keys<RouterFile> make_router_keys() {
  using Router = RouterDescription;
  const auto of_files =
      Keys<Router>().key("name", &Router::name, name_type(), "what reports call it").required();
  const auto sources =
      Keys<Router>()
          .key("top", &Router::top, module_type(), "the wrapper's module")
          .required()
          .key("files", &Router::files, files_type(),
               "SystemVerilog, those that others refer to first; relative to this file")
          .required()
          .key("include", &Router::include, folders_type(), "folders of included files")
          .key("define", &Router::define, defines_type(), "macros")
          .key("parameters", &Router::parameters, parameters_type(),
               "of the wrapper; X and Y are set for each node, on tori the sides, too, Children of "
               "trees for all")
          .key("tolerate", &Router::tolerate, warnings_type(), "warnings of Verilator to let pass");
  const auto numbers =
      Keys<Router>()
          .key("wait", &Router::wait, whole(1, kMostPassed),
               "most packets that one lets pass at an output")
          .map("measured", &Router::measured, measured_keys(), "{files: 8f1c2d, router: 2}",
               "what flitwise router check --update has found");
  return Keys<RouterFile>()
      .key("format", &RouterFile::format,
           exactly("flitwise router 1", "must be flitwise router 1: this is the only one so far"),
           "of this file: flitwise router 1")
      .required()
      .in(&RouterFile::router, of_files)
      .in(&RouterFile::router,
          Keys<Router>()
              .key("family", &Router::family, family_type(), "the networks that it joins")
              .required("mesh, torus or tree"))
      .in(&RouterFile::router, sources)
      .in(&RouterFile::router, wire_keys())
      .key("latency", &RouterFile::latency, latency_type(),
           "steps that formulas count with, or measured: those of router check --update")
      .in(&RouterFile::router, numbers)
      .in(&RouterFile::router,
          Keys<Router>()
              .map("flit", &Router::flit, flit_keys(), kFlitExample, "where its fields lie")
              .required())
      .rule({"latency"}, {"family"}, expect_waits_in_router)
      .in(&RouterFile::router, Keys<Router>().rule({"flit"}, {"family"}, expect_flit_of_family))
      .in(&RouterFile::router, Keys<Router>().rule({"routing"}, {"family", "flit"}, unfit_order))
      .in(&RouterFile::router, Keys<Router>().rule({"credit"}, {"link"}, expect_credit_links));
}

const Keys<RouterFile>& router_keys() {
  static const auto keys = make_router_keys();
  return keys;
}

}  // namespace

}  // namespace flitwise::language

namespace flitwise {
namespace {

const YamlFileKind kRouterFile{"description of a router",
                               "a router needs at least format, name, family, top, files, link, "
                               "queue and flit"};

const char* networks_of(own::Family family) {
  if (family == own::Family::kTorus) return "tori";
  return family == own::Family::kTree ? "trees" : "meshes";
}

std::optional<own::RouterDescription> read_root(const YamlNode& root, const std::string& file,
                                                std::optional<own::Family> wanted,
                                                ErrorList& errors) {
  language::RouterFile read;
  const Value whole{root, ""};
  if (!errors.attempt([&] {
        read_section(whole, language::router_keys(), "{format: flitwise router 1, name: mine}",
                     read, errors);
      }) ||
      !errors.empty())
    return std::nullopt;
  own::RouterDescription router = std::move(read.router);
  if (wanted && router.family != *wanted) {
    errors.add(bad_value({*root.find("family"), "family"},
                         fmt::format("is of routers for {}, and one for {} is wanted here",
                                     networks_of(router.family), networks_of(*wanted))));
    return std::nullopt;
  }
  if (router.family == own::Family::kTree) {
    router.routing = own::Routing::kInterval;
    router.coordinates = own::CoordinatePins::kInputs;
  }
  router.file = file;
  router.is_measured = read.latency.is_measured;
  if (router.is_measured && router.measured) router.latency = router.measured->latency;
  if (!router.is_measured && root.find("latency") != nullptr) router.latency = read.latency.numbers;
  return router;
}

}  // namespace

const language::Table& router_language() { return language::router_keys(); }

std::string router_schema_text() {
  nlohmann::ordered_json whole{{"$schema", "http://json-schema.org/draft-07/schema#"},
                               {"title", "Flitwise router"}};
  whole.update(nlohmann::ordered_json::parse(language::schema_of(router_language())));
  return whole.dump(1) + "\n";
}

std::optional<own::RouterDescription> read_router(const std::string& file, ErrorList& errors,
                                                  std::optional<own::Family> wanted) {
  ErrorList own_errors;
  std::optional<own::RouterDescription> router;
  std::optional<YamlNode> root;
  own_errors.attempt([&] { root = parse_yaml_file(file, own_errors, kRouterFile); });
  if (root && own_errors.empty()) router = read_root(*root, file, wanted, own_errors);
  for (const ConfigError& error : own_errors.sorted()) errors.add(error);
  return router;
}

std::optional<own::RouterDescription> read_router_text(const std::string& text,
                                                       const std::string& file, ErrorList& errors,
                                                       std::optional<own::Family> wanted) {
  ErrorList own_errors;
  std::optional<own::RouterDescription> router;
  const std::optional<YamlNode> root = parse_yaml(text, {file, "", {}}, own_errors);
  if (root && own_errors.empty()) router = read_root(*root, file, wanted, own_errors);
  for (const ConfigError& error : own_errors.sorted()) errors.add(error);
  return router;
}

}  // namespace flitwise
