// proofs.h: the clauses of a check that Yosys and abc are asked to prove.
#ifndef FLITWISE_SIM_KIT_PROOFS_H_
#define FLITWISE_SIM_KIT_PROOFS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "systemc/network/own/router_description.h"
#include "tb/kit/kit.h"

namespace flitwise {

/// What scripts/prove_router has found of a clause, in its words.
struct Proof {
  std::string clause;
  std::string result;  ///< proved, proved always, refuted, vacuous, not read, stopped early, n/a
  std::optional<std::uint64_t> depth;  ///< steps from the end of the reset
  std::optional<std::uint64_t> step;   ///< of them, the one in which a property fails
  std::string property;                ///< the one that fails
  std::optional<kit::Place> place;     ///< of the router for which it does
  double seconds = 0;
  std::string text;  ///< what else there is to say; empty or one line

  /// A proof that fails a clause, whatever the simulation says.
  bool fails() const { return result == "refuted" || result == "vacuous"; }
  /// Nothing was found, for a reason that the text gives.
  bool is_missing() const { return result == "not read" || result == "stopped early"; }
};

/// The proofs could not be made: the script, or a tool, ended without results.
class ProofError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A new folder below the system's for temporary files. It goes with this object.
/// Errors: throws std::system_error.
class ScratchFolder {
 public:
  ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct ProofOptions {
  std::optional<double> limit;  ///< seconds of one run of a tool; empty: the script's own
  std::string folder;           ///< for models and logs; it exists
  std::function<void(const std::string& phase)> progress;
};

/// Of these clauses, by name, those that can be proved, in this order.
std::vector<std::string> clauses_to_prove(const std::vector<std::string>& names);

/// The first program that proofs need and that PATH has not; empty if all are there.
std::string missing_prover();

/// What scripts/prove_router reads: the description with defaults filled in, paths absolute. `r` is
/// the latency that is promised, or was measured.
std::string proof_request(const own::RouterDescription& router, const own::RouterLatency& latency);

/// Runs scripts/prove_router, which dies with this process and takes its tools with it. A line is
/// taken as it comes.
/// Errors: throws ProofError, std::system_error.
std::vector<Proof> prove(const std::string& request, const std::vector<std::string>& clauses,
                         const ProofOptions& options);

/// A line of scripts/prove_router.
/// Errors: throws ProofError for what is none.
Proof proof_of(const std::string& line);

/// For a column: "depth 16", "always", "step 9", "not read (a.sv:31)", "stopped at depth 7".
std::string word_of(const Proof& proof);
/// "a_hold fails in step 9 at (1, 1)", or the text.
std::string detail_of(const Proof& proof);

}  // namespace flitwise

#endif  // FLITWISE_SIM_KIT_PROOFS_H_
