// router_wires.cpp: bits of the wrapper's flat ports.
#include "systemc/network/own/router_wires.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "systemc/network/models/model_error.h"
#include "systemc/network/own/pin_bits.h"

namespace flitwise::own {
namespace {

constexpr int kResetCycles = 16;

}  // namespace

RouterWires::RouterWires(const ModelInstance& model, const RouterDescription& router)
    : router_(&router),
      table_(&model.table()),
      model_(model.model()),
      in_flit_(model.pin("in_flit_i")),
      in_valid_(model.pin("in_valid_i")),
      in_ready_(model.pin("in_ready_o")),
      in_credit_(model.pin("in_credit_o")),
      out_flit_(model.pin("out_flit_o")),
      out_valid_(model.pin("out_valid_o")),
      out_ready_(model.pin("out_ready_i")),
      out_credit_(model.pin("out_credit_i")),
      reset_(model.pin("rst_ni")),
      place_{pin_if_there(model, kPlacePins[0]), pin_if_there(model, kPlacePins[1]),
             pin_if_there(model, kPlacePins[2])},
      sides_{pin_if_there(model, kSidePins[0]), pin_if_there(model, kSidePins[1]),
             pin_if_there(model, kSidePins[2])},
      breach_(pin_if_there(model, "breach_o")),
      premise_(pin_if_there(model, "premise_o")),
      breach_port_(pin_if_there(model, "port_o")),
      legal_(pin_if_there(model, "legal_o")) {}

std::optional<Pin> RouterWires::pin_if_there(const ModelInstance& model, const char* name) const {
  if (!model.has(name)) return std::nullopt;
  return model.pin(name);
}

std::uint64_t RouterWires::lanes_of(const Pin& pin, std::uint32_t port) const {
  return load_pin_bits(pin.bytes(), port * router_->lanes, router_->lanes);
}

void RouterWires::set_lanes(const Pin& pin, std::uint32_t port, std::uint64_t lanes) {
  store_pin_bits(pin.bytes(), port * router_->lanes, router_->lanes, lanes);
}

void RouterWires::drive_flit(std::uint32_t port, const FlitBits& flit) {
  const std::uint32_t width = router_->flit.width;
  for (std::uint32_t at = 0; at < width; at += 64)
    store_pin_bits(in_flit_.bytes(), port * width + at, std::min(64U, width - at), flit[at / 64]);
}

void RouterWires::set_flit(std::uint32_t port, std::uint32_t lane, const FlitBits& flit) {
  drive_flit(port, flit);
  set_lanes(in_valid_, port, std::uint64_t{1} << lane);
}

void RouterWires::set_no_flit(std::uint32_t port) {
  drive_flit(port, {});
  set_lanes(in_valid_, port, 0);
}

void RouterWires::set_valid(std::uint32_t port, std::uint64_t lanes) {
  set_lanes(in_valid_, port, lanes);
}

void RouterWires::set_ready(std::uint32_t port, std::uint32_t lane, bool is_ready) {
  store_pin_bits(out_ready_.bytes(), port * router_->lanes + lane, 1, is_ready ? 1 : 0);
}

void RouterWires::set_ready(std::uint32_t port, std::uint64_t lanes) {
  set_lanes(out_ready_, port, lanes);
}

void RouterWires::set_credit(std::uint32_t port, std::uint64_t lanes) {
  if (router_->credit_encoding != CreditEncoding::kIndex) {
    set_lanes(out_credit_, port, lanes);
    return;
  }
  if ((lanes & (lanes - 1)) != 0)
    throw std::logic_error("RouterWires: credits of two lanes at once, told by number");
  const auto lane = lanes == 0 ? 0 : static_cast<std::uint64_t>(__builtin_ctzll(lanes));
  set_lanes(out_credit_, port, lanes == 0 ? 0 : lane << 1 | 1);
}

void RouterWires::set_place(const MeshPlace& place) {
  const auto drive = [this](const std::optional<Pin>& pin, const char* name, int value) {
    if (!pin) return;
    if (pin->bits() < 31 && value >> pin->bits() != 0)
      throw ModelError(fmt::format("{}: port {} of {} has {} bits, too few to say {}",
                                   router_->file, name, router_->top, pin->bits(), value));
    pin->drive(static_cast<std::uint64_t>(value));
  };
  for (std::size_t d = 0; d < kPlacePins.size(); ++d) {
    drive(place_[d], kPlacePins[d], place.coordinates()[d]);
    drive(sides_[d], kSidePins[d], place.sides[d]);
  }
}

std::uint64_t RouterWires::valid_out(std::uint32_t port) const {
  return lanes_of(out_valid_, port);
}

int RouterWires::lane_out(std::uint32_t port) const {
  const std::uint64_t valid = valid_out(port);
  if (valid == 0 || (valid & (valid - 1)) != 0) return -1;
  return __builtin_ctzll(valid);
}

FlitBits RouterWires::flit_out(std::uint32_t port) const {
  FlitBits flit{};
  const std::uint32_t width = router_->flit.width;
  for (std::uint32_t at = 0; at < width; at += 64)
    flit[at / 64] = load_pin_bits(out_flit_.bytes(), port * width + at, std::min(64U, width - at));
  return flit;
}

std::uint64_t RouterWires::ready_out(std::uint32_t port) const { return lanes_of(in_ready_, port); }

std::uint64_t RouterWires::ready_in(std::uint32_t port) const { return lanes_of(out_ready_, port); }

std::uint64_t RouterWires::credit_out(std::uint32_t port) const {
  const std::uint64_t wires = lanes_of(in_credit_, port);
  if (router_->credit_encoding != CreditEncoding::kIndex) return wires;
  return (wires & 1) == 0 ? 0 : std::uint64_t{1} << (wires >> 1);
}

void RouterWires::pass_flit_to(std::uint32_t port, RouterWires& far, std::uint32_t far_port) const {
  far.drive_flit(far_port, flit_out(port));  // without valid, too: wires are wires
  far.set_valid(far_port, valid_out(port));
}

void RouterWires::pass_back_to(std::uint32_t port, RouterWires& near,
                               std::uint32_t near_port) const {
  near.set_lanes(near.out_ready_, near_port, lanes_of(in_ready_, port));
  near.set_lanes(near.out_credit_, near_port, lanes_of(in_credit_, port));
}

void RouterWires::pass_flit_swapped_to(std::uint32_t port, RouterWires& far,
                                       std::uint32_t far_port) const {
  far.drive_flit(far_port, flit_out(port));
  far.set_valid(far_port, swapped_classes(valid_out(port), router_->lanes));
}

void RouterWires::pass_back_swapped_to(std::uint32_t port, RouterWires& near,
                                       std::uint32_t near_port) const {
  near.set_ready(near_port, swapped_classes(ready_out(port), router_->lanes));
  near.set_credit(near_port, swapped_classes(credit_out(port), router_->lanes));
}

void RouterWires::settle() { table_->settle(model_); }

void RouterWires::cycle() {
  // A model may do at an edge only what the edge asks for: inputs come in before.
  table_->settle(model_);
  table_->cycle(model_);
}

void RouterWires::reset() {
  for (std::uint32_t port = 0; port < router_->ports(); ++port) {
    set_no_flit(port);
    set_lanes(out_ready_, port, 0);
    set_lanes(out_credit_, port, 0);
  }
  reset_.drive(0);
  for (int i = 0; i < kResetCycles; ++i) cycle();
  reset_.drive(1);
  settle();
}

}  // namespace flitwise::own
