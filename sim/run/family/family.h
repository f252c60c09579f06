// family.h: what the command needs to know of a family of networks, and all families together.
#ifndef FLITWISE_SIM_RUN_FAMILY_FAMILY_H_
#define FLITWISE_SIM_RUN_FAMILY_FAMILY_H_

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/language/keys.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"
#include "sim/run/family/explanation.h"
#include "sim/run/family/node_places.h"
#include "sim/run/family/phase.h"
#include "sim/run/family/refused_variant.h"
#include "sim/run/family/scenario_reader.h"
#include "sim/run/family/wave_layout.h"
#include "sim/run/figures/result.h"
#include "sim/run/work.h"

namespace flitwise {

/// A family's share of `--help`; each text is whole lines or empty.
struct FamilyHelp {
  std::string scenario;  ///< of `flitwise run`: an example, the keys, the limits
  std::string columns;   ///< lines on the family's own columns of the tables
  std::string compared;  ///< of `flitwise compare`: which variants it runs
};

/// Nodes and links that are dead in a run, from some step on.
struct DeadElements {
  std::vector<Node> nodes;
  std::vector<std::pair<Node, Node>> links;  ///< by their ends
};

class Families;

/// A family of networks: trees, for example. It reads its scenarios, makes their runs and says what
/// is special about it in lists, tables and diagrams. Families have no state.
class Family {
 public:
  virtual ~Family() = default;

  /// Values of `network.kind` that belong to the family.
  virtual const std::vector<std::string>& kinds() const = 0;
  /// Operations that are the family's on every network that hosts them; then it has no kinds.
  virtual const std::vector<std::string>& operations() const;
  /// Whether a file is the family's for what its network says beside its kind, whatever the
  /// operation; then it has neither kinds nor operations.
  virtual bool claims(const Value&) const { return false; }
  /// The same as JSON Schema, of all files that the reader may accept.
  virtual std::string claim_schema() const { return "false"; }
  /// Of such a family that is a host: whether a file's network is its own where a schedule from a
  /// file runs on it.
  virtual bool claims_as_host(const Value&) const { return false; }

  /// Every key of the family's scenarios, once: what the next, `list_text` and `schema` are made
  /// of. nullptr: those are the family's own.
  virtual const language::Table* language() const { return nullptr; }
  /// The keys that a scenario file of the family may have, in the order of the messages.
  virtual std::vector<std::string> keys() const { return language::names_of(*language()); }

  /// Reads all keys of a scenario file but `name`. Unknown keys are reported already, but only
  /// those of the file itself: those of its sections belong to the family.
  /// Shape: `root` is a map. `kind` is one of `kinds()`, or empty where the file has none or one
  ///        that nobody knows (which is reported already).
  /// Errors: adds a ConfigError for each rule that is broken; then `scenario` is not used.
  virtual void read(const Value& root, const std::string& kind, Scenario& scenario,
                    ErrorList& errors) const = 0;

  /// Fills in what the family knows of a scenario before it has run: algorithm, variant, node
  /// names, PEs, flits and columns.
  virtual void identify(const Scenario& scenario, Result& result) const = 0;
  /// The flits of all messages, where `identify` leaves them out since counting them takes long.
  virtual Flits counted_flits(const Scenario&) const { return 0; }
  /// The family's figures without values: what is left of a run that broke off, so that its report
  /// has the keys of any other.
  virtual Figure::Members blank_figures(const Scenario&) const { return {}; }

  /// What a scenario asks for, which outlives it.
  virtual std::unique_ptr<Work> make_work(const Scenario& scenario, Events events) const = 0;

  /// The keys of `network` and `options` of its machines where they carry work that is no operation
  /// of the family's: a schedule from a file. nullptr: they carry none. The next two are for those
  /// that do.
  virtual const language::Table* host_language() const { return nullptr; }
  bool is_host() const { return host_language() != nullptr; }
  /// Reads `network` and those of `options` that its routers and all runs have. The network is
  /// there; other keys are the caller's.
  /// Errors: as `read`.
  virtual void read_host(const Value&, const std::string&, Scenario&, ErrorList&) const {}
  /// The machine of a scenario that `read_host` has read.
  virtual std::unique_ptr<Machine> make_host(const Scenario&) const { return nullptr; }

  /// Scenarios that do the same in another way, each once and not the reading's own: other
  /// algorithms, options or networks that the reader accepts. What must stay, stays.
  /// Shape: `own` has a scenario.
  virtual std::vector<Scenario> alternatives(const ScenarioReading& own) const = 0;
  /// Those that would be among them, but the reader refuses them, each with the rule.
  virtual std::vector<RefusedVariant> refused_alternatives(const ScenarioReading&) const {
    return {};
  }
  /// What distinguishes two variants beside algorithm and variant, for example "nearest first".
  virtual std::string distinction(const Scenario&) const { return {}; }
  /// What `flitwise compare` ranks runs that passed by: less is better, the first number decides
  /// before the second. Shape: as many for all runs of a scenario's variants.
  virtual std::vector<double> costs(const Result& result) const {
    return {static_cast<double>(result.measured.finish),
            static_cast<double>(result.measured.quiesce)};
  }
  /// Sentences below the table of `flitwise compare`: what theory says of ways that were not run.
  virtual std::vector<std::string> comparison_notes(const ScenarioReading&) const { return {}; }

  /// Whether the events of a run make a space-time diagram with a column per PE.
  virtual bool has_diagram() const { return false; }
  /// Steps that a flit takes over the link from one node to another; empty: one everywhere.
  /// `scenario` outlives it.
  virtual std::function<Step(Node from, Node to)> link_steps(const Scenario&) const { return {}; }
  /// The family that a scenario's network is of: another one where any network can carry it.
  virtual const Family& network_family(const Scenario&) const { return *this; }
  /// What LinkEvent::value of a kind of flit is called in event files; empty where it says nothing.
  virtual std::string value_name(FlitKind) const { return {}; }
  /// Likewise in lists of events, where it may be what flits carry, which tells no messages apart.
  virtual std::string listed_value_name(FlitKind kind) const { return value_name(kind); }
  /// Where nodes stand in a drawing, one entry per node, switches included; empty: nowhere special.
  virtual std::vector<NodePlace> places(const Scenario&) const { return {}; }
  /// By node, switches included, what reports call it; empty: "PE 3" and its name if it has one.
  virtual std::vector<std::string> node_labels(const Scenario&) const { return {}; }
  /// By PE, the names that the scenario gives them; empty: none.
  virtual std::vector<std::string> pe_names(const Scenario&) const { return {}; }
  /// What drawings mark as dead.
  virtual DeadElements dead_elements(const Scenario&) const { return {}; }
  /// The phases of a run that ended, in any order: as measured where a figure has them, else as
  /// planned.
  virtual Phases phases(const Scenario&, const Result&) const { return {}; }
  /// Adds the family's signals to the view of a wave, by regions of the network.
  virtual void add_waves(const Scenario& scenario, WaveLayout& layout) const = 0;

  /// The family's part of `flitwise list`: operations, algorithms, options, networks; whole lines.
  virtual std::string list_text(const Families&) const {
    return title() + "\n" + language::list_text(*language());
  }
  /// What its networks are called, as a heading: "Star graphs".
  virtual std::string title() const = 0;
  virtual FamilyHelp help() const = 0;
  /// Every algorithm of every operation, for `flitwise explain`.
  virtual std::vector<Explanation> explanations() const { return {}; }
  /// The JSON Schema of the family's scenarios: an object with all keys that the reader knows.
  virtual std::string schema(const Families&) const { return language::schema_of(*language()); }
};

/// The families that scenarios are read, listed and explained by. They outlive it.
class Families {
 public:
  /// Networks choose `by_kind` by their kind; the first is the one of networks that name none.
  /// Operations choose `by_operation`, whatever the network, and files `by_claim`, before both.
  Families(std::vector<const Family*> by_kind, std::vector<const Family*> by_operation,
           std::vector<const Family*> by_claim = {});

  const std::vector<const Family*>& by_kind() const { return by_kind_; }
  const std::vector<const Family*>& by_operation() const { return by_operation_; }
  const std::vector<const Family*>& by_claim() const { return by_claim_; }
  /// Those by kind, by claim and by operation.
  const std::vector<const Family*>& all() const { return all_; }

  /// All values of `network.kind`, family by family.
  std::vector<std::string> kinds() const;
  /// The family that has this kind; the first for an empty kind.
  /// Errors: throws std::out_of_range for a kind that no family has.
  const Family& of_kind(const std::string& kind) const;
  /// The family whose operation it is on every network; nullptr: none's.
  const Family* of_operation(const std::string& operation) const;
  /// The family that claims the file; nullptr: none.
  const Family* that_claims(const Value& root) const;
  /// The family of the network on which the file's schedule runs: one that claims it as host, else
  /// the one that has this kind.
  /// Errors: as of_kind.
  const Family& that_hosts(const Value& root, const std::string& kind) const;

 private:
  std::vector<const Family*> by_kind_;
  std::vector<const Family*> by_operation_;
  std::vector<const Family*> by_claim_;
  std::vector<const Family*> all_;
};

/// The schema of the families' scenarios (draft 7), by their kinds of networks. Rules that JSON
/// Schema cannot say are the reader's alone: what it accepts fits the schema, and not all that fits
/// is accepted.
std::string schema_text(const Families& families);

/// Shape: the scenario has a family.
inline const Family& family_of(const Scenario& scenario) { return *scenario.family; }

/// Fills in the fields of a result that say which scenario it is of, so that also the result of a
/// run that died has them.
void identify(const Scenario& scenario, Result& result);

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FAMILY_FAMILY_H_
