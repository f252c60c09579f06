// model_owner.h: keeps the verilated models of an assembled network, for adapters only.
#ifndef FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_OWNER_H_
#define FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_OWNER_H_

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "systemc/network/engine.h"
#include "systemc/network/models/model_instance.h"
#include "systemc/network/models/model_request.h"
#include "systemc/network/wave_recorder.h"

class VerilatedContext;

namespace flitwise {

/// Whether the checkers of `tb/sva` are bound to every router, beside the RTL's own assertions.
enum class Checkers : std::uint8_t { kBound, kNone };

/// What is verilated: the RTL, or the netlist that Yosys makes of it, which has no assertions and
/// no checkers.
enum class RouterForm : std::uint8_t { kRtl, kNetlist };

/// How a network is made, whatever its routers.
struct NetworkConfig {
  IdleRouters idle = IdleRouters::kSkip;
  RouterForm form = RouterForm::kRtl;
  Checkers checkers = Checkers::kBound;  ///< always bound with waves
  WaveRecorder* waves = nullptr;         ///< take the traced models and register them here
  std::size_t threads = 1;               ///< as of Stepping, of assembled networks
  std::size_t parts = 0;                 ///< likewise
  Ranks* ranks = nullptr;                ///< likewise

  Stepping stepping() const { return {idle, threads, parts, ranks}; }
};

/// Waves come from traced models, which always have the checkers.
/// Errors: throws ModelError for waves of netlists, which have none of the RTL's names.
ModelFlavour flavour_for(const NetworkConfig& config);

/// The models of all routers of a network, in one context: that of the wave for those that it
/// shows, their own for all others. Where processes share an assembled network, an owner has models
/// of its rank's routers alone.
class ModelOwner final : public RouterOwner {
 public:
  explicit ModelOwner(WaveRecorder* waves);
  /// Of an assembled network, whose `nodes` routers are made in order.
  /// Errors: throws ModelError where there are fewer routers than ranks.
  ModelOwner(const NetworkConfig& config, std::size_t nodes);
  ~ModelOwner() override;
  ModelOwner(const ModelOwner&) = delete;
  ModelOwner& operator=(const ModelOwner&) = delete;

  int assertion_failures() const override;
  /// Whether a model has called $finish or $fatal: the next one to do so would end the program.
  bool has_finished() const;
  void set_step(Step step) override;
  void enter_thread() override;
  void gather_prints(std::string* text) override;
  bool can_gather_prints() const override;
  /// Of models that are verilated with unknown values, made from now on: draws them.
  void draw_unknowns(int seed);

  /// Makes a model, calls `configure(instance)`, which drives its configuration pins, resets it and
  /// puts it into the wave. A space in the name opens a scope of its own there. For a router of
  /// another rank there is a model that nobody cycles, one for all of its kind.
  template <class Configure>
  const ModelInstance& make(const ModelTable& table, const std::string& name, Configure configure) {
    if (const ModelInstance* other = stand_in(table)) return *other;
    models_.emplace_back(table, context_for(name), model_name(name));
    configure(models_.back());
    bring_up(models_.back(), name);
    return models_.back();
  }

  /// Where a counter of the router that was made last lies, for who reads it when the run is over:
  /// of another rank's router, where Ranks::gather_counters puts its count.
  const unsigned char* counter(const ModelInstance& model, const char* pin);

 private:
  const ModelInstance* stand_in(const ModelTable& table);
  bool is_in_wave(const std::string& name) const;
  VerilatedContext* context_for(const std::string& name) const;
  std::string model_name(const std::string& name) const;
  void bring_up(const ModelInstance& instance, const std::string& name);

  WaveRecorder* waves_;
  std::unique_ptr<VerilatedContext> own_context_;
  VerilatedContext* context_ = nullptr;  // in which failing assertions count
  int failures_before_ = 0;
  std::deque<ModelInstance> models_;  // references to them stay valid
  Ranks* ranks_ = nullptr;
  std::optional<NodeParts> shares_;  // of the ranks
  std::size_t made_ = 0;             // routers, those of other ranks, too
  std::map<const ModelTable*, ModelInstance> stand_ins_;
  std::deque<std::vector<unsigned char>> counters_of_others_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_OWNER_H_
