// model_instance.h: one model made from a table, and its pins by name.
#ifndef FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_INSTANCE_H_
#define FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_INSTANCE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "systemc/network/engine.h"
#include "systemc/network/models/model_table.h"

namespace flitwise {

/// Which ports of a module play which part; by default, the names that the project's routers use.
/// A module may lack ready, credit and stall ports; then the names are looked for and not found.
struct PortRoles {
  const char* reset = "rst_ni";  ///< synchronous, active low
  const char* in = "in_lane_i";
  const char* out = "out_lane_o";
  const char* busy = "busy_o";
  const char* violation = "violation_o";
  const char* violation_in = "violation_in_o";
  const char* violation_out = "violation_out_o";
  const char* ready_in = "ready_i";
  const char* ready_out = "ready_o";
  const char* credit_in = "credit_i";
  const char* credit_out = "credit_o";
  const char* stall = "stall_i";
};

/// One pin of one model.
class Pin {
 public:
  Pin(const ModelPin& pin, void* model)
      : pin_(&pin), bytes_(static_cast<unsigned char*>(pin.address(model))) {}

  unsigned char* bytes() const { return bytes_; }
  std::uint32_t bits() const { return pin_->bits; }
  /// Errors: throws std::logic_error when the value does not fit.
  void drive(std::uint64_t value) const;
  /// Writes 16-bit entry `k` of a pin that is a flat table of such entries.
  /// Errors: throws std::logic_error when there is no such entry.
  void drive_entry16(std::size_t k, std::uint16_t value) const;
  /// The low `width` bits of a value, 16 or 32, likewise.
  void drive_entry(std::size_t k, std::uint32_t value, std::size_t width) const;
  /// Bits [first, first + count), count <= 64.
  /// Errors: throws std::logic_error when there are no such bits.
  std::uint64_t read(std::size_t first, std::size_t count) const;

 private:
  const ModelPin* pin_;
  unsigned char* bytes_;
};

/// A model that lives as long as this object.
class ModelInstance {
 public:
  /// Makes it in a VerilatedContext; what scopes its name opens in waves, verilated_context.h says.
  ModelInstance(const ModelTable& table, void* context, const std::string& name);

  const ModelTable& table() const { return *table_; }
  void* model() const { return model_.get(); }

  bool has(const char* pin) const { return find(pin) != nullptr; }
  /// Errors: throws std::logic_error when there is no such pin.
  Pin pin(const char* name) const;
  void drive(const char* name, std::uint64_t value) const { pin(name).drive(value); }

  /// Brings the model out of its synchronous reset.
  void reset(const PortRoles& roles = {}) const;

 private:
  const ModelPin* find(const char* name) const;

  const ModelTable* table_;
  std::unique_ptr<void, void (*)(void*)> model_;
};

/// The pins of a router as the engine wants them.
/// Errors: throws std::logic_error when the port of a role is missing or too narrow for the lanes.
RouterPins router_pins(const ModelInstance& instance, std::uint32_t own_lanes, std::uint32_t lanes,
                       const PortRoles& roles = {});

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_INSTANCE_H_
