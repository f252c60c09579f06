// scenario_lengths.h: the `lengths` section of a scenario: a list, or a generator.
#ifndef FLITWISE_SIM_LANGUAGE_SCENARIO_LENGTHS_H_
#define FLITWISE_SIM_LANGUAGE_SCENARIO_LENGTHS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <variant>
#include <vector>

#include "sim/language/key_types.h"
#include "sim/language/scenario_values.h"
#include "systemc/topology/flit_format.h"
#include "systemc/topology/types.h"

namespace flitwise {

struct LengthRange {
  Flits least = 0;
  Flits most = 0;
};

/// `{each: N}`: every PE but the root has N flits.
struct EachLength {
  Flits length = 0;
};
/// `{uniform: [lo, hi], seed: S}`: every length from lo to hi is equally likely.
struct UniformLengths {
  LengthRange range;
  std::uint64_t seed = 0;
};
/// `{sparse: p, length: N or [lo, hi], seed: S}`: a PE has a message with probability p.
struct SparseLengths {
  double probability = 0;
  LengthRange range{1, 1};
  std::uint64_t seed = 0;
};
/// `{one: PE, length: N}`: only this PE has a message.
struct OneLength {
  Node pe = 0;
  Flits length = 1;
};
using LengthGenerator = std::variant<EachLength, UniformLengths, SparseLengths, OneLength>;

/// Lengths of all PEs; that of the root is 0. The same generator gives the same lengths on every
/// machine.
/// Shape: `pes` >= 2 entries; a `one` names a PE below `pes`.
std::vector<Flits> generate_lengths(const LengthGenerator& generator, Node pes, Node root = 0);

/// What is known of a network's PEs when the keys behind it are read.
struct KnownPes {
  std::optional<Node> count;
  Node root = 0;
  std::vector<std::string> names{};  ///< by PE; empty: they have none
};
/// What PEs of a network may be called by.
enum class PesHave : std::uint8_t { kNumbers, kNames };

/// Reads the section. Without a count of PEs, checks what can be checked alone.
/// Errors: adds a ConfigError for each rule that is broken, and then returns nothing.
std::optional<std::vector<Flits>> read_lengths(const Value& section, const KnownPes& pes,
                                               ErrorList& errors);
/// A node by one of `names` or, where none is called so, by its number; quoted ones are numbers,
/// too.
std::int64_t to_node(const Value& value, std::int64_t least, std::int64_t most,
                     const std::vector<std::string>& names);
/// The type of the key: a length for each PE.
language::Type lengths_type(std::function<KnownPes(const language::Known&)> pes_of,
                            PesHave called = PesHave::kNumbers);
/// Why flits of this format cannot count those of the longest message; empty: they can.
/// Shape: `lengths` has an entry per PE.
std::string too_long_message(const std::vector<Flits>& lengths, FlitFormat format);
/// The generators' lines of `flitwise list`.
std::string lengths_text();

}  // namespace flitwise

#endif  // FLITWISE_SIM_LANGUAGE_SCENARIO_LENGTHS_H_
