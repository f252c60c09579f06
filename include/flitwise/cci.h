// cci.h: the keys of a fabric's network as parameters of SystemC CCI 1.0. Where the compiler finds
// no <cci_configuration> it declares nothing.
#ifndef FLITWISE_CCI_H_
#define FLITWISE_CCI_H_

#include <flitwise/fabric_network.h>

#if __has_include(<cci_configuration>)

#include <cci_configuration>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

namespace flitwise {

/// A parameter for each of the given keys, called as the fabric and the key are, "top.fabric" and
/// "network.sides": "top.fabric.network.sides". Its value is a text, YAML as in scenarios; one that
/// the broker has as a preset replaces the given one. They are immutable: a network is made once.
///
///   cci::cci_get_broker().set_preset_cci_value("top.fabric.network.sides",
///                                              cci::cci_value(std::string("[8, 8]")));
///   ...                                                       // in the constructor of module top:
///   flitwise::CciFabricParameters keys("fabric", {{"network.kind", "torus"},
///                                                 {"network.sides", {4, 4}},
///                                                 {"options.depth", 4}});
///   flitwise::Fabric fabric("fabric", keys.network());
///
/// Shape: `fabric` is the name that the fabric gets in the module that is being made, or in none.
///        Only keys that are given are parameters: give those that presets may replace.
/// Time:  made before the fabric; a broker may ask for the parameters as long as this lives.
class CciFabricParameters final {
 public:
  using Parameter = cci::cci_param_typed<std::string, cci::CCI_IMMUTABLE_PARAM>;

  CciFabricParameters(const std::string& fabric, const std::vector<FabricKey>& keys) {
    const sc_core::sc_object* const module = sc_core::sc_get_current_object();
    const std::string above = module == nullptr ? "" : std::string(module->name()) + ".";
    // Originators have a name outside of modules, and only there.
    const cci::cci_originator originator =
        module == nullptr ? cci::cci_originator(fabric) : cci::cci_originator();
    for (const FabricKey& one : keys) {
      keys_.push_back(one.key);
      parameters_.push_back(std::make_unique<Parameter>(
          above + fabric + "." + one.key, one.value.yaml(),
          "YAML, as scenarios of Flitwise have it", cci::CCI_ABSOLUTE_NAME, originator));
    }
  }

  /// The network of the parameters' values.
  /// Errors: as FabricNetwork::from_keys.
  FabricNetwork network() const { return FabricNetwork::from_keys(values()); }
  FabricNetwork network(const Families& families) const {
    return FabricNetwork::from_keys(values(), families);
  }

 private:
  std::vector<FabricKey> values() const {
    std::vector<FabricKey> values;
    for (std::size_t i = 0; i < keys_.size(); ++i)
      values.push_back({keys_[i], parameters_[i]->get_value()});
    return values;
  }

  std::vector<std::string> keys_;
  std::vector<std::unique_ptr<Parameter>> parameters_;
};

}  // namespace flitwise

#endif  // __has_include(<cci_configuration>)

#endif  // FLITWISE_CCI_H_
