// tree_wires.cpp: bits of the flat ports of a tree's wrapper, and what they must be.
#include "systemc/network/own/tree/tree_wires.h"

#include <fmt/format.h>

#include <algorithm>

#include "systemc/network/own/pin_bits.h"
#include "systemc/network/own/wrapper_model.h"

namespace flitwise::own {
namespace {

constexpr int kResetCycles = 16;
constexpr std::uint32_t kWordBits = 64;
constexpr const char* kChildren = "Children=";

void expect_tree_ports(const ModelTable& table, const RouterDescription& router, Node children) {
  const std::uint32_t ports = kPortsBesideChildren + static_cast<std::uint32_t>(children);
  const std::uint32_t flits = ports * router.flit.width;
  const std::uint32_t number = router.flit.x.width;
  const std::uint32_t bounds = static_cast<std::uint32_t>(children) * number;
  const std::string of_ports = fmt::format("{} ports with Children = {}", ports, children);
  const std::string of_flits = fmt::format("{}, flit.width {}", of_ports, router.flit.width);
  const std::string of_numbers = fmt::format("flit.destination has {}", number);
  const std::string of_bounds = fmt::format("{}, Children = {}", of_numbers, children);
  const auto in = [&](const char* name, std::uint32_t bits, const std::string& why) {
    expect_pin(table, router, router.top, {name, PinDirection::kIn, bits}, why);
  };
  const auto out = [&](const char* name, std::uint32_t bits, const std::string& why) {
    expect_pin(table, router, router.top, {name, PinDirection::kOut, bits}, why);
  };
  in("rst_ni", 1, "every wrapper has it");
  in("pe_i", number, of_numbers);
  in("child_first_i", bounds, of_bounds);
  in("child_last_i", bounds, of_bounds);
  in("in_flit_i", flits, of_flits);
  out("out_flit_o", flits, of_flits);
  in("in_valid_i", ports, of_ports);
  out("out_valid_o", ports, of_ports);
  out("in_ready_o", ports, of_ports);
  in("out_ready_i", ports, of_ports);
  out("in_credit_o", ports, of_ports);
  in("out_credit_i", ports, of_ports);
  if (has_pin(table, "dropped_o")) out("dropped_o", ports, of_ports);
}

}  // namespace

Node children_of_wrapper(Node most_children) {
  Node children = 2;
  while (children < most_children) children *= 2;
  return children;
}

const ModelTable& tree_wrapper_table(ModelLibrary& models, const RouterDescription& router,
                                     ModelFlavour flavour, Node most_children,
                                     const RequestMore& more) {
  const Node children = children_of_wrapper(most_children);
  ModelRequest request = request_for(router, flavour, {}, more);
  auto& parameters = request.parameters;
  parameters.erase(
      std::remove_if(parameters.begin(), parameters.end(),
                     [](const std::string& one) { return one.rfind(kChildren, 0) == 0; }),
      parameters.end());
  parameters.push_back(fmt::format("{}{}", kChildren, children));
  request.description = fmt::format("({}, {} children)", router.name, children);
  const ModelTable& table = compile_wrapper(models, router, request);
  expect_tree_ports(table, router, children);
  return table;
}

TreeWires::TreeWires(const ModelInstance& model, const RouterDescription& router)
    : width_(router.flit.width),
      number_width_(router.flit.x.width),
      table_(&model.table()),
      model_(model.model()),
      in_flit_(model.pin("in_flit_i")),
      in_valid_(model.pin("in_valid_i")),
      out_flit_(model.pin("out_flit_o")),
      out_valid_(model.pin("out_valid_o")),
      out_ready_(model.pin("out_ready_i")),
      out_credit_(model.pin("out_credit_i")),
      reset_(model.pin("rst_ni")),
      number_(model.pin("pe_i")),
      first_(model.pin("child_first_i")),
      last_(model.pin("child_last_i")) {
  if (model.has("dropped_o")) dropped_ = model.pin("dropped_o");
}

void TreeWires::set_place(const TreePlace& place) {
  number_.drive(static_cast<std::uint64_t>(place.number));
  const std::uint32_t children = ports() - kPortsBesideChildren;
  for (std::uint32_t k = 0; k < children; ++k) {
    const auto interval =
        k < place.children.size() ? place.children[k] : TreePlace::Interval();  // of nobody
    store_pin_bits(first_.bytes(), k * number_width_, number_width_,
                   static_cast<std::uint64_t>(interval.first));
    store_pin_bits(last_.bytes(), k * number_width_, number_width_,
                   static_cast<std::uint64_t>(interval.last));
  }
}

void TreeWires::set_wires(std::uint32_t port, const FlitBits& flit, bool is_valid) {
  for (std::uint32_t at = 0; at < width_; at += kWordBits)
    store_pin_bits(in_flit_.bytes(), port * width_ + at, std::min(kWordBits, width_ - at),
                   flit[at / kWordBits]);
  store_pin_bits(in_valid_.bytes(), port, 1, is_valid ? 1 : 0);
}

bool TreeWires::valid_out(std::uint32_t port) const {
  return load_pin_bits(out_valid_.bytes(), port, 1) != 0;
}

FlitBits TreeWires::flit_out(std::uint32_t port) const {
  FlitBits flit{};
  for (std::uint32_t at = 0; at < width_; at += kWordBits)
    flit[at / kWordBits] =
        load_pin_bits(out_flit_.bytes(), port * width_ + at, std::min(kWordBits, width_ - at));
  return flit;
}

bool TreeWires::has_dropped(std::uint32_t port) const {
  return dropped_ && load_pin_bits(dropped_->bytes(), port, 1) != 0;
}

void TreeWires::settle() { table_->settle(model_); }

void TreeWires::cycle() {
  // A model may do at an edge only what the edge asks for: inputs come in before.
  table_->settle(model_);
  table_->cycle(model_);
}

void TreeWires::reset() {
  for (std::uint32_t port = 0; port < ports(); ++port) {
    set_no_flit(port);
    store_pin_bits(out_ready_.bytes(), port, 1, 1);
    store_pin_bits(out_credit_.bytes(), port, 1, 0);
  }
  reset_.drive(0);
  for (int i = 0; i < kResetCycles; ++i) cycle();
  reset_.drive(1);
  table_->settle(model_);
}

}  // namespace flitwise::own
