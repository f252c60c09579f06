#include "systemc/network/models/model_instance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace flitwise {
namespace {

// Bytes of the variable behind a port of so many bits.
std::size_t storage_bytes(std::uint32_t bits) {
  if (bits <= 8) return 1;
  if (bits <= 16) return 2;
  if (bits <= 32) return 4;
  if (bits <= 64) return 8;
  return (bits + 31) / 32 * 4;
}

}  // namespace

void Pin::drive(std::uint64_t value) const {
  if (bits() < 64 && value >> bits() != 0)
    throw std::logic_error(
        fmt::format("{} does not fit pin {} of {} bits", value, pin_->name, bits()));
  std::memset(bytes_, 0, storage_bytes(bits()));
  std::memcpy(bytes_, &value, std::min(sizeof value, storage_bytes(bits())));
}

void Pin::drive_entry16(std::size_t k, std::uint16_t value) const { drive_entry(k, value, 16); }

void Pin::drive_entry(std::size_t k, std::uint32_t value, std::size_t width) const {
  if (width * (k + 1) > bits())
    throw std::logic_error(fmt::format("pin {} of {} bits has no entry {}", pin_->name, bits(), k));
  std::memcpy(bytes_ + width / 8 * k, &value, width / 8);
}

std::uint64_t Pin::read(std::size_t first, std::size_t count) const {
  if (count > 64 || first + count > bits())
    throw std::logic_error(
        fmt::format("pin {} of {} bits has no {} bits from {}", pin_->name, bits(), count, first));
  std::uint64_t value = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t bit = first + k;
    value |= std::uint64_t{(bytes_[bit / 8] >> (bit % 8) & 1U) != 0} << k;
  }
  return value;
}

ModelInstance::ModelInstance(const ModelTable& table, void* context, const std::string& name)
    : table_(&table), model_(table.create(context, name.c_str()), table.destroy) {}

const ModelPin* ModelInstance::find(const char* name) const {
  const ModelPin* end = table_->pins + table_->pin_count;
  const ModelPin* found = std::find_if(table_->pins, end, [&](const ModelPin& p) {
    return *name == *p.name && std::strcmp(name, p.name) == 0;
  });
  return found == end ? nullptr : found;
}

Pin ModelInstance::pin(const char* name) const {
  const ModelPin* found = find(name);
  if (found == nullptr) throw std::logic_error(fmt::format("the model has no pin {}", name));
  return {*found, model()};
}

void ModelInstance::reset(const PortRoles& roles) const {
  const Pin reset_n = pin(roles.reset);
  reset_n.drive(0);
  table_->settle(model());
  table_->cycle(model());
  reset_n.drive(1);
  table_->settle(model());
}

RouterPins router_pins(const ModelInstance& instance, std::uint32_t own_lanes, std::uint32_t lanes,
                       const PortRoles& roles) {
  constexpr std::uint32_t kFlitBits = 8 * sizeof(RawFlit);
  const Pin in = instance.pin(roles.in);
  const Pin out = instance.pin(roles.out);
  if (in.bits() < lanes * kFlitBits || out.bits() < lanes * kFlitBits)
    throw std::logic_error(fmt::format("pins {} and {} of {} and {} bits do not hold {} lanes",
                                       roles.in, roles.out, in.bits(), out.bits(), lanes));
  RouterPins pins;
  pins.model = instance.model();
  pins.cycle = instance.table().cycle;
  pins.settle = instance.table().settle;
  pins.in = in.bytes();
  pins.out = out.bytes();
  pins.busy = instance.pin(roles.busy).bytes();
  pins.violation = instance.pin(roles.violation).bytes();
  pins.violation_in = instance.pin(roles.violation_in).bytes();
  pins.violation_out = instance.pin(roles.violation_out).bytes();
  if (instance.has(roles.ready_in)) pins.ready_in = instance.pin(roles.ready_in).bytes();
  if (instance.has(roles.ready_out)) pins.ready_out = instance.pin(roles.ready_out).bytes();
  if (instance.has(roles.credit_in)) pins.credit_in = instance.pin(roles.credit_in).bytes();
  if (instance.has(roles.credit_out)) pins.credit_out = instance.pin(roles.credit_out).bytes();
  if (instance.has(roles.stall)) pins.stall_in = instance.pin(roles.stall).bytes();
  pins.lanes = lanes;
  pins.own_lanes = own_lanes;
  return pins;
}

}  // namespace flitwise
