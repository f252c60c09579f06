// protocol_bench.h: protocols of one's own on the routers of a network, held against a formula.
#ifndef FLITWISE_PROTOCOL_BENCH_H_
#define FLITWISE_PROTOCOL_BENCH_H_

#include <flitwise/fabric_network.h>
#include <flitwise/fabric_verdict.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

namespace flitwise {

class FabricWaves;
namespace protocols {
class PeProtocol;
}

/// How a bench runs.
struct ProtocolBenchConfig {
  sc_core::sc_time step{1,
                        sc_core::SC_NS};  ///< one clock cycle of the routers; longer than no time
  FabricWaves* waves = nullptr;           ///< the wave to be written, of this bench alone
  /// Routers that must be compiled first, as in FabricConfig.
  std::function<void(const std::string& sentence)> progress{};
};

/// A network of routers whose PEs run protocols: what a PE decides, as
/// systemc/protocols/pe_protocol.h says, one object a PE.
///
/// Not a Fabric: that gives every flit the number of its transfer, and its PEs see whole
/// transactions. A protocol numbers its messages itself, chooses their ways, acts on single flits
/// and knows the steps.
///
/// Time:   as the protocols': `start` is called at time 0, and the clock edge t, which ends step t,
///         is at t * step.
/// Errors: reports "flitwise/protocol_bench", with PE, key and value, for a message with a length,
///         `after` or `every` below 1, or a destination or a port that is not there.
class ProtocolBench final : public sc_core::sc_module {
 public:
  /// Entry v is PE v's.
  using Protocols = std::vector<std::unique_ptr<protocols::PeProtocol>>;

  /// Errors: throws std::invalid_argument for a number of protocols that is not the number of PEs,
  ///         a PE without one, or a step of no time; std::runtime_error when a router's model
  ///         cannot be made.
  ProtocolBench(const sc_core::sc_module_name& name, const FabricNetwork& network,
                Protocols protocols, const ProtocolBenchConfig& config = {});
  ~ProtocolBench() override;

  /// How many PEs a network has.
  static std::size_t pes_of(const FabricNetwork& network);

  /// Expects a figure of the verdict: "finish", "quiesce", "transfers", "flits", "flit_hops" or
  /// "pending". `source` says where the value is from.
  /// Errors: both throw std::invalid_argument for a name or a source that is not a line of text, a
  ///         name that another expectation has, a function that is not there, and a figure that
  ///         there is not.
  void expect(const std::string& figure, std::int64_t predicted, const std::string& source);
  /// A figure of one's own: `measured` is asked by `verdict`.
  void expect(const std::string& name, std::function<std::int64_t()> measured,
              std::int64_t predicted, const std::string& source);

  /// To be asked when the simulation is over. Transfers are messages whose last flit has come,
  /// flits those that were meant for the PE that they came to; PEs that wait are pending, and so
  /// are those that flits sent to them have not reached. Complaints of PEs fail the run.
  FabricVerdict verdict() const;

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace flitwise

#endif  // FLITWISE_PROTOCOL_BENCH_H_
